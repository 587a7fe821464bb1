"""The files of the page: a fixed list, made once; no other file is ever opened."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["INDEX", "Files"]

#: The page.
INDEX = "index.html"

#: What browsers are told of a file, by the end of its name; nothing else is delivered.
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


class Files:
    """The files in a folder of the package, by their names in it."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or Path(__file__).parent / "static"
        self._files = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in KINDS and not path.is_symlink()
        }

    @property
    def names(self) -> list[str]:
        """All names."""
        return list(self._files)

    def answer(self, request: Request, name: str, status: int = 200) -> Response:
        """A file, or a note that the browser has it already."""
        path = self._files.get(name)
        if path is None:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        body = path.read_bytes()
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if status == 200 and request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, status, headers, KINDS[path.suffix])
