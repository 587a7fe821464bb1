"""The page with the rules of each game, which comes with the package.

>>> from amduat.pages import page
>>> page("isis").splitlines()[0]
'# ISIS'
"""

from __future__ import annotations

from importlib import resources

import amduat

__all__ = ["page"]


def page(game: str) -> str:
    """The page of a game, in Markdown."""
    file = resources.files(amduat) / "data" / "rules" / f"{game}.md"
    return file.read_text(encoding="utf-8")
