"""The board of PHARAO: three ranks of ten fields, three of them marked: water, rescue and luck."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from amduat._core import start
from amduat.boards.layout import Cell, Layout, Part, Token
from amduat.boards.notation import fields_of, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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

FILES = "abcdefghij"
RANKS = "321"
WATER = "g1"
MARKED = {"f1": ("nefers", "rescue"), "f2": ("luck", "luck"), WATER: ("water", "water")}
SIDES = {"lower": ("L", "brown"), "upper": ("U", "yellow")}


def _cell(field: str, x: int, y: int) -> Cell:
    mark, kind = MARKED.get(field, ("", "plain"))
    return Cell(field, x, y, mark=mark, kind=kind)


def _layout() -> Layout:
    cells = [
        _cell(file + rank, x, y) for y, rank in enumerate(RANKS) for x, file in enumerate(FILES)
    ]
    spots = {cell.name: ((cell.x + 0.5, cell.y + 0.5),) for cell in cells}
    return Layout(len(FILES), len(RANKS), tuple(cells), spots, pitch=7)


LAYOUT = _layout()
COMPACT = replace(LAYOUT, pitch=5)
LEGEND = (
    (Token("", colour="brown", letter="L"), "a stone of Lower Egypt"),
    (Token("", colour="yellow", letter="U"), "a stone of Upper Egypt"),
    ("water", "the water: a stone there drowns unless it is pulled out"),
    ("nefers", "the rescue field: from here a drowning stone is pulled out"),
    ("luck", "the luck field: your last stone wins here"),
)
ACTIONS = {
    "roll": "roll the dice: the own die, then the other die",
    "move": "move a stone, or pull it out of the water",
    "forfeit": "give the drowning stone up",
}
WORDS = {"pull": "move", "dice": "roll"}
PALETTE = (
    ("lower", Token("", colour="brown", letter="L"), "stone of Lower Egypt"),
    ("upper", Token("", colour="yellow", letter="U"), "stone of Upper Egypt"),
)
PARTS = (
    Part("side", "whose turn it is", ("L", "U")),
    Part("phase", "what comes next", ("roll", "rescue", "own", "pull", "other", "over")),
    Part("dice", "what the own and the other die show, as 3,1; `-` before the roll"),
    Part("faces", "unusual dice, as dice=0,0,1,2,3,4/0,0,0,0,1,2; nothing for the usual ones"),
)


def tokens(position: Position, *, hidden: bool = False) -> list[Token]:
    """The stones; none is ever hidden. One on the water field is drawn in the water."""
    stones = []
    for field, side in position.pieces():
        letter, colour = SIDES[side]
        shape = "sunken" if field == WATER else "stone"
        stones.append(Token(field, colour=colour, letter=letter, shape=shape))
    return stones


def notes(position: Position) -> list[str]:
    """The phase of the turn, what the dice show, and what the marks mean.

    The faces are given only if they are not those of the game; the notation does the same.
    """
    lines = [f"Phase: {position.phase}"]
    if position.dice:
        lines.append(f"Dice: {_both(map(str, position.dice))}")
    if position.faces != start(position.game).faces:
        lines.append(f"Faces: {_both(','.join(map(str, die)) for die in position.faces)}")
    legend = ", ".join(f"{field} {kind}" for field, (_, kind) in MARKED.items())
    lines.append(f"Marked fields: {legend}")
    return lines


def _both(shown: Iterable[str]) -> str:
    """What is shown by each of the two dice."""
    own, other = shown
    return f"own {own}, other {other}"


def parts(position: Position) -> dict[str, str]:
    """The last words of the notation; the faces are empty where they are the usual ones."""
    return dict(zip((part.name for part in PARTS), [*words(position)[2:], ""], strict=False))


def compose(pieces: Sequence[tuple[str, str]], parts: Mapping[str, str]) -> str:
    """The stones of each side in ascending order, then the other parts."""
    placed = [fields_of(side, pieces) for side in SIDES]
    return " ".join([*placed, *(parts[part.name] for part in PARTS)]).removesuffix(" ")
