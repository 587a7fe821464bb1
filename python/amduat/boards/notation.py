"""What the modules of the games need to write positions down in their notation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from amduat._core import Position

__all__ = ["ascending", "fields_of", "words"]


def words(position: Position) -> list[str]:
    """The words of the notation, for what no property of a position tells."""
    return str(position).split(" ")


def ascending(fields: Iterable[str]) -> list[str]:
    """Fields in the order of the notation: by number, or by file and rank.

    >>> ascending(["10", "5@12", "9"]), ascending(["b1", "a3", "a2"])
    (['5@12', '9', '10'], ['a2', 'a3', 'b1'])
    """

    def key(field: str) -> list[tuple[int, str]]:
        parts = re.findall(r"\d+|\D+", field)
        return [(int(part), "") if part.isdigit() else (0, part) for part in parts]

    return sorted(fields, key=key)


def fields_of(piece: str, pieces: Iterable[tuple[str, str]]) -> str:
    """The fields with a kind of piece as a list of the notation, ``-`` if there are none."""
    return ",".join(ascending(field for field, other in pieces if other == piece)) or "-"
