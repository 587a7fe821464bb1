"""Positions set up by hand: what can be put on a board, and what else a position has.

    >>> import amduat
    >>> from amduat.boards.edit import composed, taken_apart
    >>> pieces, parts = taken_apart(amduat.start("ramses"))
    >>> pieces[0], parts
    (('2', 'light'), {'side': 'L', 'part': 'own', 'opening': '!'})
    >>> print(composed("ramses", pieces, {**parts, "side": "D"}))
    2,3,4,5@10 19,20,21,22@10 D own !

The module of a game names the pieces and the parts, and writes them down in its notation. Whether
the position can be is decided where its text is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat._core import parse
from amduat.boards import drawing_of
from amduat.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from amduat._core import Position

__all__ = ["composed", "taken_apart"]

#: The longest part of a position, in characters.
LONGEST = 100


def taken_apart(position: Position) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """The pieces on the board and the other parts of a position."""
    return position.pieces(), drawing_of(position.game).parts(position)


def composed(game: str, pieces: Sequence[tuple[str, str]], parts: Mapping[str, str]) -> Position:
    """The position with these pieces on the board and these other parts.

    Raises:
        PositionError: A part is missing or unknown, a piece cannot be placed, or the position
            cannot be.
    """
    drawing = drawing_of(game)
    names = [part.name for part in drawing.PARTS]
    for name in (*names, *parts):
        if name not in parts:
            raise _wrong(game, name, None, "is missing")
        if name not in names:
            raise _wrong(game, name, None, "is no part of a position of this game")
        if len(parts[name]) > LONGEST or len(parts[name].split()) > 1:
            raise _wrong(game, name, parts[name], f"expected a word of at most {LONGEST} letters")
    known = {piece for piece, _, _ in drawing.PALETTE}
    for field, piece in pieces:
        if field not in drawing.LAYOUT.spots:
            raise _wrong(game, "pieces", field, "there is no such field")
        if piece.removeprefix("^") not in known:
            raise _wrong(game, "pieces", piece, "there is no such piece")
    return parse(game, drawing.compose(pieces, parts))


def _wrong(game: str, field: str, text: str | None, reason: str) -> PositionError:
    field = field[:LONGEST]
    shown = None if text is None else text[:LONGEST]
    quoted = "" if shown is None else f' "{shown}":'
    return PositionError(f"{game} position: {field}{quoted} {reason}", field, shown, reason)
