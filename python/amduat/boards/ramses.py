"""The board of RAMSES: three rows, two long fields, five hieroglyph fields."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from amduat.boards.layout import Cell, Layout, Part, Token
from amduat.boards.notation import fields_of, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from amduat._core import Position

__all__ = [
    "ACTIONS",
    "COMPACT",
    "LAYOUT",
    "LEGEND",
    "PALETTE",
    "PARTS",
    "WORDS",
    "compose",
    "notes",
    "parts",
    "tokens",
]

HIEROGLYPHS = {1, 9, 13, 17, 18}


def _cell(number: int, x: int, y: int) -> Cell:
    mark = "ankh" if number in HIEROGLYPHS else ""
    kind = "holy" if mark else "plain"
    return Cell(str(number), x, y, mark=mark, kind=kind)


def _layout() -> Layout:
    cells = [_cell(number, number - 1, 0) for number in range(1, 5)]
    cells += [_cell(number, number - 6, 1) for number in range(6, 18)]
    cells += [_cell(number, number - 18, 2) for number in range(18, 22)]
    spots = {cell.name: ((cell.x + 0.5, cell.y + 0.5),) for cell in cells}
    for number, y in ((5, 0), (22, 2)):
        cells.append(Cell(str(number), 4, y, width=8, kind="long"))
        for beside in range(10, 18):
            spots[f"{number}@{beside}"] = ((beside - 5.5, y + 0.5),)
    return Layout(12, 3, tuple(cells), spots)


LAYOUT = _layout()
COMPACT = replace(LAYOUT, pitch=4)
SIGNS = {"light": ("L", "○"), "dark": ("D", "●")}
LEGEND = (
    (Token("", colour="light", letter="L", sign="○"), "a light stone"),
    (Token("", colour="dark", letter="D", sign="●"), "a dark stone"),
    ("ankh", "a hieroglyph field: three of your stones on such fields win"),
)
ACTIONS = {"move": "move a stone from field to field; 5@12 is the place on 5 beside 12"}
WORDS: dict[str, str] = {}
PALETTE = (
    ("light", Token("", colour="light", letter="L", sign="○"), "light stone"),
    ("dark", Token("", colour="dark", letter="D", sign="●"), "dark stone"),
)
PARTS = (
    Part("side", "whose turn it is", ("L", "D")),
    Part("part", "which stones are moved next", ("own", "other")),
    Part("opening", "`!` in the first turn of the game", ("-", "!")),
)


def tokens(position: Position, *, hidden: bool = False) -> list[Token]:
    """The eight stones; none is ever hidden."""
    return [
        Token(field, colour=piece, letter=SIGNS[piece][0], sign=SIGNS[piece][1])
        for field, piece in position.pieces()
    ]


def notes(position: Position) -> list[str]:
    """Nothing is off the board."""
    return []


def parts(position: Position) -> dict[str, str]:
    """The last three words of the notation."""
    return dict(zip((part.name for part in PARTS), words(position)[2:], strict=True))


def compose(pieces: Sequence[tuple[str, str]], parts: Mapping[str, str]) -> str:
    """The stones of each side in ascending order, then the other parts."""
    placed = [fields_of(side, pieces) for side in SIGNS]
    return " ".join([*placed, *(parts[part.name] for part in PARTS)])
