"""Shows on the drawn board where stones can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from amduat.boards import board
from amduat.cli.picture import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from amduat._core import Action, Position

__all__ = ["destination", "highlight"]

STYLE = "bold green"


def destination(position: Position, action: Action) -> str | None:
    """The field on which an action ends, if the board has one."""
    path = position.path(action)
    field = path[-1] if path else action.target
    return field if field in board(position.game).spots else None


def highlight(picture: Text, position: Position, fields: Iterable[str]) -> Text:
    """The picture with brackets around what stands on the fields."""
    layout = board(position.game)
    lines = list(picture.split("\n", allow_blank=True))
    for field in fields:
        x, y = layout.spots[field][0]
        row = round((y - 0.5) * ROWS) + 2
        left = round((x - 0.5) * layout.pitch) + 1
        for column, bracket in ((left, "["), (left + layout.pitch - 2, "]")):
            line = lines[row]
            line.pad_right(max(0, column + 1 - len(line)))
            lines[row] = line[:column] + Text(bracket, style=STYLE) + line[column + 1 :]
    return Text("\n").join(lines)
