"""Links from pages to files outside of `docs`, turned into links to the repository.

`[own_bot.py](../examples/own_bot.py)` works where the repository is shown. The site has no such
file, so there the link leads to the repository's address in `pyproject.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

#: A link to a path, with an anchor perhaps; not to another host, nor within a page.
LINK = re.compile(r"\]\((?![a-z]+:|#|/)([^)\s#]+)(#[^)\s]*)?\)")
#: Blocks and spans of code, in which nothing is a link.
CODE = re.compile(r"^(```+).*?^\1`*$|(`+)[^`].*?\2(?!`)", re.DOTALL | re.MULTILINE)


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """A text with its parts changed that are not code."""
    parts, done = [], 0
    for code in CODE.finditer(text):
        parts += [change(text[done : code.start()]), code[0]]
        done = code.end()
    return "".join([*parts, change(text[done:])])


def targets(text: str) -> list[str]:
    """The paths to which a page links, without their anchors."""
    found: list[str] = []

    def note(part: str) -> str:
        found.extend(match[1] for match in LINK.finditer(part))
        return part

    outside_code(text, note)
    return found


def absolute(text: str, name: str, docs: Path, repository: str) -> str:
    """The text of a page whose links out of `docs` are links to the repository."""
    root, folder = docs.parent, (docs / name).parent

    def replaced(match: re.Match[str]) -> str:
        target = (folder / match[1]).resolve()
        if target.is_relative_to(docs):
            return match[0]
        if not target.is_relative_to(root) or not target.exists():
            logger.warning("a link to %s: no such file", match[1], location=name)
            return match[0]
        kind = "tree" if target.is_dir() else "blob"
        return f"]({repository}/{kind}/main/{target.relative_to(root).as_posix()}{match[2] or ''})"

    return outside_code(text, lambda part: LINK.sub(replaced, part))


def change(app: Sphinx, page: str, source: list[str]) -> None:
    """Changes the links of a page that has just been read."""
    docs = Path(app.srcdir).resolve()
    source[0] = absolute(source[0], page, docs, app.config.repository)


def setup(app: Sphinx) -> None:
    """Called once, before any page is read."""
    app.connect("source-read", change, priority=200)
