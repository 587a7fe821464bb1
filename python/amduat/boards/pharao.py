"""The board of PHARAO: three ranks of ten fields, three of them marked: water, rescue and luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat.boards import Cell, Layout, Token

if TYPE_CHECKING:
    from amduat import Position

__all__ = ["LAYOUT", "notes", "tokens"]

FILES = "abcdefghij"
RANKS = "321"
WATER = "g1"
MARKED = {"f1": ("nefers", "rescue"), "f2": ("luck", "luck"), WATER: ("water", "water")}
SIDES = {"lower": ("L", "brown"), "upper": ("U", "yellow")}


def _cell(field: str, x: int, y: int) -> Cell:
    mark, kind = MARKED.get(field, ("", "plain"))
    return Cell(x, y, label=field, mark=mark, kind=kind)


def _layout() -> Layout:
    cells = [
        _cell(file + rank, x, y) for y, rank in enumerate(RANKS) for x, file in enumerate(FILES)
    ]
    spots = {cell.label: [(cell.x + 0.5, cell.y + 0.5)] for cell in cells}
    return Layout(len(FILES), len(RANKS), cells, spots, pitch=7)


LAYOUT = _layout()


def tokens(position: Position, *, hidden: bool = False) -> list[Token]:
    """The stones; none is ever hidden. One on the water lies in it."""
    stones = []
    for field, side in position.pieces():
        letter, colour = SIDES[side]
        shape = "sunken" if field == WATER else "stone"
        stones.append(Token(field, colour=colour, letter=letter, shape=shape))
    return stones


def notes(position: Position) -> list[str]:
    """Where in the turn it is, what the dice show, and what the marks mean.

    The faces are told only if they are not those of the game; the notation does the same.
    """
    _, _, _, phase, dice, *faces = str(position).split(" ")
    lines = [f"Phase: {phase}"]
    if dice != "-":
        lines.append(f"Dice: {_both(dice.split(','))}")
    lines += (f"Faces: {_both(each.removeprefix('dice=').split('/'))}" for each in faces)
    legend = ", ".join(f"{field} {kind}" for field, (_, kind) in MARKED.items())
    lines.append(f"Marked fields: {legend}")
    return lines


def _both(shown: list[str]) -> str:
    """Something of each of the two dice."""
    own, other = shown
    return f"own {own}, other {other}"
