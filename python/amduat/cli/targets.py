"""The fields that an action concerns, as far as the board has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat.boards import board

if TYPE_CHECKING:
    from amduat._core import Action, Position

__all__ = ["destination", "ends"]


def destination(position: Position, action: Action) -> str | None:
    """The field on which an action ends, if the board has one."""
    path = position.path(action)
    field = path[-1] if path else action.target
    return field if field in board(position.game).spots else None


def ends(action: Action) -> list[str]:
    """Where a piece stood before an action, and where it stands then."""
    spots = board(action.game).spots
    fields = (action.source, action.target)
    return [field for field in fields if field is not None and field in spots]
