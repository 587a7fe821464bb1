"""Who may sit at a table of the page, and what one is called there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat.bots import is_program, make_bot
from amduat.errors import OptionError
from amduat.players import close
from amduat.seats import DEFAULT_LEVEL, filled, is_human
from amduat.web.limits import BOT_SECONDS, BOT_SIMULATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["check_seats", "seated"]

#: The longest description of a seat, in characters.
LONGEST = 200


def seated(seats: Sequence[str], count: int, game: str) -> tuple[str, ...]:
    """Who sits at a table with so many seats; those that are not named are taken as usual.

    Raises:
        OptionError: There are too many, or somebody who cannot sit there.
    """
    if len(seats) > count:
        reason = f"there are {count} seats"
        raise OptionError(f"{len(seats)} players are given, but {reason}", "seats", None, reason)
    found = filled(seats, count, DEFAULT_LEVEL)
    check_seats(found, game)
    return tuple(found)


def check_seats(seats: Sequence[str], game: str) -> None:
    """Refuses bots that do not exist, do not play the game, run programs or think too long.

    Raises:
        OptionError: There is one.
    """
    for seat in seats:
        if is_human(seat):
            continue
        shown = seat[:LONGEST]
        if is_program(seat):
            raise _refused(shown, "runs another program, which no page may ask for")
        if len(seat) > LONGEST:
            raise _refused(shown, f"more than {LONGEST} characters")
        bot = make_bot(seat, game=game)
        close([bot])
        if (getattr(bot, "seconds", None) or 0) > BOT_SECONDS:
            raise _refused(shown, f"at most {BOT_SECONDS:g} s for an action")
        if (getattr(bot, "nodes", None) or 0) > BOT_SIMULATIONS:
            raise _refused(shown, f"at most {BOT_SIMULATIONS} simulations for an action")


def _refused(seat: str, reason: str) -> OptionError:
    return OptionError(f'player "{seat}": {reason}', "player", seat, reason)
