"""The table of contents, and the changelog as a page.

Every page of `docs` stands in exactly one section: the first with a pattern that fits its name. A
page that no pattern knows stands at the end, under "More", so that none is ever lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

from sphinx.application import Sphinx

import amduat

#: The sections and their pages, in order, by names or patterns.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Guide": (
        "guide",
        "guide/positions",
        "guide/count",
        "guide/bots",
        "learning",
        "play",
        "guide/analyse",
        "guide/embed",
        "clusters",
        "guide/*",
    ),
    "The games": (*amduat.GAMES, "*-solved"),
    "Reference": ("api", "walks", "protocol", "records", "json", "web"),
    "Figures": ("counts", "benchmarks", "strength", "trust", "licences", "changelog"),
}

#: The page that begins the site, and the one whose text is the file at the top of the repository.
START, CHANGES = "index", "changelog"


def placed(pages: Iterable[str]) -> dict[str, list[str]]:
    """The pages of each section, in order. Pages of the reference belong to the page `api`."""
    left = sorted(page for page in pages if page != START and not page.startswith("api/"))
    sections: dict[str, list[str]] = {}
    for title, patterns in SECTIONS.items():
        found = [page for pattern in patterns for page in left if fnmatchcase(page, pattern)]
        sections[title] = list(dict.fromkeys(found))
        left = [page for page in left if page not in found]
    return {**sections, **({"More": left} if left else {})}


def toctree(pages: Iterable[str], caption: str | None = None) -> str:
    """The directive that lists pages beside every page, and nothing on the page itself."""
    lines = [f":caption: {caption}"] if caption else []
    return "\n".join(["", "```{toctree}", ":hidden:", *lines, "", *pages, "```", ""])


def add(app: Sphinx, page: str, source: list[str]) -> None:
    """Adds what a page lists, and puts the changes where the page about them points to them."""
    pages = app.env.found_docs
    if page == START:
        source[0] += "".join(toctree(found, title) for title, found in placed(pages).items())
    elif page == "api":
        named = [name for name in re.findall(r"\((api/\w+)\.md\)", source[0]) if name in pages]
        others = sorted(name for name in pages if name.startswith("api/"))
        source[0] += toctree(dict.fromkeys([*named, *others]))
    elif page == CHANGES:
        source[0] = (Path(app.srcdir).parent / "CHANGELOG.md").read_text(encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called once, before any page is read."""
    app.connect("source-read", add, priority=300)
