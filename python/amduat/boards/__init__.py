"""How the boards look: one module per game, the same description for terminal and SVG.

A module has a ``LAYOUT``, the board in units of one field, and ``tokens(position)``, what stands on
it. It knows nothing of the rules: everything about a position comes from the position.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from amduat import Position

__all__ = ["Board", "Cell", "Layout", "Token", "board_of", "text_of"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A field as drawn: its upper left corner and size in units, its label and decoration.

    Attributes:
        x: Distance of the left edge from the left of the board.
        y: Distance of the upper edge from the top of the board.
        width: How wide the field is.
        height: How high the field is.
        label: The number or name written into it.
        mark: A decoration (``ankh``, ``water``, …), or empty; see ``amduat.svg.MARKS``.
        kind: The kind of ground, which sets the colour; see ``amduat.svg.GROUNDS``.
    """

    x: float
    y: float
    width: float = 1
    height: float = 1
    label: str = ""
    mark: str = ""
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class Token:
    """Something that stands on the board.

    Attributes:
        field: The field, as the notation writes it.
        colour: One of the colours in ``amduat.svg.COLOURS``.
        letter: One or two letters that tell the piece without colour.
        facing: Where it looks: ``+`` along the track, ``-`` against it, or empty.
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
    """A board as drawn.

    Attributes:
        width: How many units wide the board is.
        height: How many units high the board is.
        cells: The fields.
        spots: For each field in the words of the notation, where the tokens on it stand: the first
            on the first spot, and so on. A spot is the middle of a token, in units.
        walls: Lines that may not be crossed, each from one point to another.
        directions: For boards with facing tokens, the direction in which the next field lies for
            a token on ``12`` that faces ``+``, under the key ``12+``, and so on.
        pitch: How many columns of a terminal one unit takes.
    """

    width: float
    height: float
    cells: Sequence[Cell]
    spots: Mapping[str, Sequence[tuple[float, float]]]
    walls: Sequence[tuple[tuple[float, float], tuple[float, float]]] = ()
    directions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    pitch: int = 5


class Board(Protocol):
    """What a module of this package provides."""

    LAYOUT: Layout

    def tokens(self, position: Position, *, hidden: bool) -> list[Token]:
        """What stands on the board; with ``hidden``, face-down pieces are shown from behind."""

    def notes(self, position: Position) -> list[str]:
        """Lines below the board about what is not on it: reserves, dice, places."""


def board_of(game: str) -> Board:
    """The drawing of a game's board."""
    return cast("Board", importlib.import_module(f"{__name__}.{game.replace('-', '_')}"))


def text_of(position: Position, *, hidden: bool) -> str:
    """The text of a position as it goes with a drawing.

    The notation tells everything, so with ``hidden`` a game with face-down pieces masks them: its
    module has a function ``masked(position)``.
    """
    masked: Callable[[Position], str] = getattr(board_of(position.game), "masked", str)
    return masked(position) if hidden else str(position)
