"""The bot that plays the solved games perfectly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat import pharao, ramses
from amduat.errors import AmduatError

if TYPE_CHECKING:
    from amduat._core import Action, Position

__all__ = ["PerfectBot"]


class PerfectBot:
    """Plays RAMSES and PHARAO perfectly. In the same position it always plays the same action.

    In RAMSES it wins as soon as possible and resists as long as possible. Where the game is drawn
    it plays the action after which the opponent has the fewest replies that keep the draw. In
    PHARAO it plays the action with the highest chance to win, as the tables at hand tell.
    """

    name = "perfect"

    def choose(self, position: Position, /) -> Action:
        """One of the best actions.

        Raises:
            AmduatError: The game is over, or it is another game.
            MissingTableError: The position is in a table that is not at hand.
        """
        if position.game == pharao.GAME:
            action = next((action for action, _ in pharao.values(position)), None)
        else:
            action = ramses.solution().choose(position)
        if action is None:
            reason = "is over; there is nothing to choose"
            message = f'position "{position}": {reason}'
            raise AmduatError(message, "position", str(position), reason)
        return action
