"""Fails if a page of the site asks another host for anything; links that people click may lead out.

Scripts, styles, fonts, pictures and frames must come from the site itself: it works without a
network, and nobody learns who reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

#: Attributes whose files a browser fetches by itself, unless they are those of a link (`a`), which
#: is fetched by a click.
FETCHED = ("src", "srcset", "data", "poster", "background", "href", "xlink:href", "action")
#: Links of a page that are only told, and not followed.
TOLD = {"canonical", "next", "prev", "search", "index", "author", "copyright", "help", "license"}
REMOTE = re.compile(r"^\s*(?:[a-z][a-z+.-]*:)?//", re.IGNORECASE)
#: What a style sheet fetches.
IN_STYLE = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""", re.IGNORECASE)
#: What a script fetches, if the address stands there as a text.
IN_SCRIPT = re.compile(
    r"""(?:fetch|importScripts|import|open|sendBeacon|WebSocket|EventSource)\s*\(?\s*["'`]((?:[a-z]+:)?//[^"'`]+)""",
    re.IGNORECASE,
)


class _Page(HTMLParser):
    """Collects what a browser fetches for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Looks at the attributes of an element."""
        given = {name: value or "" for name, value in attributes}
        self.inside = tag if tag in ("style", "script") else self.inside
        self.found += IN_STYLE.findall(given.get("style", ""))
        if tag == "a" or (tag == "link" and given.get("rel", "").lower() in TOLD):
            return
        for name in FETCHED:
            parts = given.get(name, "").split(",") if name == "srcset" else [given.get(name, "")]
            self.found += [part.split()[0] for part in parts if part.strip()]

    def handle_endtag(self, tag: str) -> None:
        """Leaves a style or a script."""
        self.inside = "" if tag == self.inside else self.inside

    def handle_data(self, data: str) -> None:
        """Looks into styles and scripts."""
        if self.inside == "style":
            self.found += IN_STYLE.findall(data)
        elif self.inside == "script":
            self.found += IN_SCRIPT.findall(data)


def asked(text: str, suffix: str) -> list[str]:
    """The addresses on other hosts that a page, a style sheet, a script or a picture asks for."""
    if suffix in (".html", ".svg"):
        page = _Page()
        page.feed(text)
        found = page.found
    else:
        found = (IN_STYLE if suffix == ".css" else IN_SCRIPT).findall(text)
    return [address for address in found if REMOTE.match(address)]


def remote(site: Path) -> Iterator[str]:
    """What the files of a site ask other hosts for, one line each."""
    for path in sorted(site.rglob("*")):
        if path.suffix in (".html", ".svg", ".css", ".js"):
            for address in asked(path.read_text(encoding="utf-8"), path.suffix):
                yield f"{path.relative_to(site)} asks for {address}"


def check(app: Sphinx, failure: Exception | None) -> None:
    """Looks at everything that was written."""
    if failure is None and app.builder.format == "html":
        for line in remote(Path(app.outdir)):
            logger.warning("the site is not to need other hosts: %s", line)


def setup(app: Sphinx) -> None:
    """Called once, before any page is read."""
    app.connect("build-finished", check)
