"""The board of ISIS & OSIRIS: six by six cells, pawns, and tiles that lie face down for people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from amduat.boards import Cell, Layout, Token

if TYPE_CHECKING:
    from amduat import Position

__all__ = ["LAYOUT", "masked", "notes", "tokens"]

FILES = "abcdef"
RANKS = "654321"
PAWNS = {"A": "green", "B": "violet", "C": "yellow", "D": "brown"}


def _layout() -> Layout:
    cells = [
        Cell(x, y, label=file + rank, kind="plain" if (x + y) % 2 else "sand")
        for y, rank in enumerate(RANKS)
        for x, file in enumerate(FILES)
    ]
    spots = {cell.label: [(cell.x + 0.5, cell.y + 0.5)] for cell in cells}
    return Layout(6, 6, cells, spots, pitch=6)


LAYOUT = _layout()


def tokens(position: Position, *, hidden: bool = False) -> list[Token]:
    """The pawns and the tiles; hidden tiles show the eye on their back, the same for all."""
    return [_token(field, piece, hidden) for field, piece in position.pieces()]


def _token(field: str, piece: str, hidden: bool) -> Token:
    if piece in PAWNS:
        return Token(field, colour=PAWNS[piece], letter=piece, shape="pawn")
    if hidden:
        return Token(field, colour="back", letter="?", shape="tile", sign="◉", mark="eye")
    colour = "good" if piece.startswith("+") else "bad"
    return Token(field, colour=colour, letter=piece, shape="tile", sign=piece.replace("-", "−"))


def masked(position: Position) -> str:
    """The text of the position with ``?`` for each tile on the board."""
    board, others = str(position).split(" ", 1)
    return f"{re.sub(r'[+-][1-4]', '?', board)} {others}"


def notes(position: Position) -> list[str]:
    """What is left to place and to draw, the tile in hand, and the points when all are counted.

    A tile in hand has been shown to all, so it is never hidden. The points would tell the tiles
    apart, so they are kept until the end.
    """
    _, pawns, tiles, _, drawn = str(position).split(" ")
    lines = [f"Pawns left: {_each(pawns.split(','))}"]
    if "," in tiles:
        lines.append(f"Tiles left: {_each(tiles.split(','))}")
    else:
        lines.append(f"Tiles left in the common pile: {tiles}")
    if drawn != "-":
        lines.append(f"In hand: {'a tile not shown yet' if drawn == '?' else drawn}")
    if position.is_over:
        lines.append(f"Points: {_each([str(points) for points in position.scores() or ()])}")
    return lines


def _each(numbers: list[str]) -> str:
    """One number for each player, by the letter of the pawns."""
    return ", ".join(f"{letter} {number}" for letter, number in zip(PAWNS, numbers, strict=False))
