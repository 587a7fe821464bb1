"""How the boards look: one module per game, the same description for terminal and SVG.

    >>> import amduat
    >>> layout = amduat.board("ramses")
    >>> layout.width, layout.height, len(layout.cells)
    (12, 3, 22)
    >>> layout.cells[0]
    Cell(name='1', x=0, y=0, width=1, height=1, label='1', mark='ankh', kind='holy')
    >>> layout.spots["5@12"]
    ((6.5, 0.5),)

A module has a ``LAYOUT``, the board in units of one field, ``tokens(position)``, what stands on it,
and ``notes(position)``, what is off it. It knows nothing about the rules: everything about a
position comes from the position.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, cast

from amduat._core import info
from amduat.boards.layout import Cell, Drawing, Layout, Token

if TYPE_CHECKING:
    from collections.abc import Callable

    from amduat._core import Action, Position

__all__ = [
    "Cell",
    "Drawing",
    "Layout",
    "Token",
    "action_text",
    "board",
    "drawing_of",
    "text_of",
]


def board(game: str) -> Layout:
    """The board of a game as data: fields, walls, and where pieces stand.

    Args:
        game: One of ``amduat.GAMES``.
    """
    return drawing_of(game).LAYOUT


def drawing_of(game: str) -> Drawing:
    """The module that draws a game."""
    module = info(game).name.replace("-", "_")
    return cast("Drawing", importlib.import_module(f"{__name__}.{module}"))


def text_of(position: Position, *, hidden: bool) -> str:
    """The text of a position to go with a drawing.

    With ``hidden``, face-down pieces are masked; such a text is for people and cannot be read back.
    """
    masked: Callable[[Position], str] = getattr(drawing_of(position.game), "masked", str)
    return masked(position) if hidden else str(position)


def action_text(action: Action, *, hidden: bool) -> str:
    """The text of a past action; with ``hidden``, face-down pieces are masked."""
    masked: Callable[[Action], str] = getattr(drawing_of(action.game), "masked_action", str)
    return masked(action) if hidden else str(action)
