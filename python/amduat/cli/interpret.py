"""Understands what a person types: moves in the notation, nearly so, or just their beginning.

>>> import amduat
>>> legal = amduat.start("ramses").legal_actions()
>>> [[str(action) for action in interpret(text, legal)] for text in ("3 11", "2", "4-1", "9")]
[['3-11'], ['2-8', '2-10'], ['4-12'], []]
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from amduat import Action

__all__ = ["interpret"]


def interpret(text: str, legal: Sequence[Action]) -> list[Action]:
    """The legal actions that a text may mean: one if it is unambiguous, none if nothing fits.

    The readings are tried from the strictest to the most generous, and the first that fits counts.
    """
    typed = "".join(text.casefold().split())
    words = _words(text)
    if not typed:
        return []
    readings: list[Callable[[str], bool]] = [
        lambda action: action in (typed, f"={typed}"),
        lambda action: _words(action) == words and _sign(action) == _sign(typed),
        lambda action: _words(action) == words != [],
        lambda action: _words(action)[: len(words)] == words != [],
        lambda action: action.startswith(typed),
        lambda action: _begins(_words(action), words),
        lambda action: "".join(_words(action)) == "".join(words) != "",
    ]
    for fits in readings:
        found = [action for action in legal if fits(str(action).casefold())]
        if found:
            return found
    return []


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.casefold())


def _sign(text: str) -> str:
    """The sign at the end of a move, which says which way a stone then faces."""
    return text[-1] if text[-1] in "+-" else ""


def _begins(words: list[str], typed: list[str]) -> bool:
    """Whether the typed words begin the others, the last one perhaps cut short."""
    if not typed or len(typed) > len(words):
        return False
    last = len(typed) - 1
    return words[:last] == typed[:last] and words[last].startswith(typed[last])
