"""The bot that cannot be beaten at RAMSES."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat import ramses
from amduat.errors import AmduatError

if TYPE_CHECKING:
    from amduat._core import Action, Position

__all__ = ["PerfectBot"]


class PerfectBot:
    """Plays RAMSES perfectly: wins as soon as possible, resists as long as possible.

    Where the game is drawn it plays the action after which the opponent has the fewest replies that
    keep the draw. In the same position it always plays the same action.
    """

    name = "perfect"

    def choose(self, position: Position, /) -> Action:
        """One of the best actions.

        Raises:
            AmduatError: The game is over, or it is not RAMSES.
        """
        action = ramses.solution().choose(position)
        if action is None:
            reason = "is over; there is nothing to choose"
            message = f'position "{position}": {reason}'
            raise AmduatError(message, "position", str(position), reason)
        return action
