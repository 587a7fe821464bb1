"""Files that are replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["replacing", "replacing_bytes"]


@contextlib.contextmanager
def replacing(path: Path | str) -> Iterator[IO[str]]:
    """A text file to write that replaces `path` once everything is written, and never before.

    Whatever goes wrong, `path` is what it was.
    """
    with replacing_bytes(path) as raw:
        file = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
        yield file
        file.flush()
        file.detach()


@contextlib.contextmanager
def replacing_bytes(path: Path | str) -> Iterator[BinaryIO]:
    """The same for a file of bytes."""
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
