"""How a board is described: its fields, what decorates them, and where pieces stand."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from amduat._core import Position

__all__ = ["Cell", "Drawing", "Layout", "Part", "Point", "Token"]

#: A point of the board: its distance from the left and from the top, in units.
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """A field as drawn: its name, its upper left corner and size in units, and its decoration.

    Attributes:
        name: The field, as the notation writes it, without the places that it may have.
        x: Distance of the left edge from the left of the board.
        y: Distance of the upper edge from the top of the board.
        width: How wide the field is.
        height: How high the field is.
        label: What is written into it; its name unless something else is given.
        mark: A decoration (``ankh``, ``water``, …), or empty; see ``amduat.svg.MARKS``.
        kind: The kind of ground, which sets the colour; see ``amduat.svg.GROUNDS``.
    """

    name: str
    x: float
    y: float
    width: float = 1
    height: float = 1
    label: str = ""
    mark: str = ""
    kind: str = "plain"

    def __post_init__(self) -> None:
        """Labels the field with its name."""
        if not self.label:
            object.__setattr__(self, "label", self.name)


@dataclass(frozen=True, slots=True)
class Token:
    """Something that stands on the board.

    Attributes:
        field: The field, as ``Layout.spots`` names it.
        colour: One of the colours in ``amduat.svg.COLOURS``.
        letter: One or two letters that identify the piece without colour.
        facing: The direction it faces: ``+`` along the track, ``-`` against it, or empty.
        shape: ``stone``, ``pawn``, ``tile``, or ``sunken`` for a stone in the water.
        sign: What a terminal with Unicode shows instead of the letter, or empty.
        mark: What a picture shows instead of the letter, or empty; see ``amduat.svg.MARKS``.
        size: How large it is, 1 for a token that has its field to itself. A terminal leaves out
            the space around smaller ones.
    """

    field: str
    colour: str
    letter: str
    facing: str = ""
    shape: str = "stone"
    sign: str = ""
    mark: str = ""
    size: float = 1


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as drawn, in units of one field, from the upper left corner.

    Attributes:
        width: How many units wide the board is.
        height: How many units high the board is.
        cells: The fields.
        spots: Where pieces stand, for each field as ``Position.pieces`` names it: the first piece
            on the first spot, and so on. A spot is the middle of a piece. Where two pieces share a
            field, the lower one stands on the spot of ``_12``, the upper one on that of ``^12``.
        walls: Lines that may not be crossed, each from one point to another.
        directions: For boards with facing pieces, the direction in which the next field lies for
            a piece on ``12`` that faces ``+``, under the key ``12+``, and so on.
        pitch: How many columns of a terminal one unit takes.
        rows: How many rows of a terminal one unit takes: a border, the label, and the piece; with
            two, the label and the piece share a row.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    spots: Mapping[str, tuple[Point, ...]]
    walls: tuple[tuple[Point, Point], ...] = ()
    directions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    pitch: int = 5
    rows: int = 3

    def area(self, name: str) -> tuple[float, float, float, float]:
        """The rectangle around the spots of a field: left, top, width and height."""
        xs, ys = zip(*self.spots[name], strict=True)
        return min(xs) - 0.5, min(ys) - 0.5, max(xs) - min(xs) + 1, max(ys) - min(ys) + 1

    def as_dict(self) -> dict[str, Any]:
        """The same as lists, dicts, texts and numbers, ready for JSON."""
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True)
class Part:
    """What a position has besides the pieces on the board.

    Attributes:
        name: As the notation calls it.
        help: What it means, in a few words.
        choices: What it can be; empty if that cannot be listed.
    """

    name: str
    help: str
    choices: tuple[str, ...] = ()


class Drawing(Protocol):
    """What the module of a game provides, besides ``LAYOUT``.

    A game that has much to tell below its board also has ``brief_notes(position)``: the same as
    ``notes`` in few words, for small terminals. A game with pieces that lie face down also has
    ``masked(position)`` and ``masked_action(action)``: their texts without what is to stay hidden.

    Attributes:
        COMPACT: The same board for small terminals: at most 60 columns wide, and so low that it
            fits into 24 rows with what stands below it.
        LEGEND: What is seen on the board, in the order of the help page: a decoration by its name
            or a token, and what it means.
        ACTIONS: What each kind of action does, in the order of the help page.
        WORDS: More words that people may type for a kind of action.
        PALETTE: What can be put on the board by hand: the piece as ``Position.pieces`` names it,
            how it looks, and what it is called.
        PARTS: What else a position has.
    """

    LAYOUT: Layout
    COMPACT: Layout
    LEGEND: Sequence[tuple[str | Token, str]]
    ACTIONS: Mapping[str, str]
    WORDS: Mapping[str, str]
    PALETTE: Sequence[tuple[str, Token, str]]
    PARTS: Sequence[Part]

    def tokens(self, position: Position, *, hidden: bool = False) -> list[Token]:
        """What stands on the board; with ``hidden``, face-down pieces are shown from behind."""

    def notes(self, position: Position) -> Sequence[str]:
        """Lines below the board about what is not on it: reserves, dice, places."""

    def parts(self, position: Position) -> dict[str, str]:
        """What each of ``PARTS`` is in a position."""

    def compose(self, pieces: Sequence[tuple[str, str]], parts: Mapping[str, str]) -> str:
        """The text of a position; it need not be a possible one."""
