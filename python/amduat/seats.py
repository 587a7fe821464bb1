"""Who sits where: people, and bots of a level.

>>> from amduat.seats import filled, strongest
>>> filled([], 3, level=4)
['human', 'search:4', 'search:4']
>>> filled(["random"], 2, level=4)
['random', 'human']
>>> strongest("ramses"), strongest("isis")
('perfect', 'search:1s')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat.bots import kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "DEFAULT_LEVEL",
    "HUMAN",
    "LEVELS",
    "filled",
    "guess",
    "is_human",
    "name_in",
    "strongest",
]

#: The word for a person, and what one is called who gives no name.
HUMAN = "human"

#: The lowest and the highest level of the searching bot, and the one taken unless another is named.
LEVELS = (1, 10)
DEFAULT_LEVEL = 5


def filled(seats: Sequence[str], count: int, level: int) -> list[str]:
    """All seats: a person takes the first that is free unless one sits already, bots the others.

    Args:
        seats: Who sits on the first seats.
        count: How many seats there are.
        level: How well the bots play.
    """
    found = list(seats)
    while len(found) < count:
        found.append(f"search:{level}" if any(map(is_human, found)) else HUMAN)
    return found


def is_human(seat: str) -> bool:
    """Whether a description is that of a person."""
    return seat.partition(":")[0] == HUMAN


def name_in(seat: str) -> str:
    """What a person is called; empty if no name is given."""
    return seat.partition(":")[2]


def guess(name: str) -> str:
    """Who has sat on a seat of which only the name is known."""
    if name.partition(":")[0] in {kind.name for kind in kinds()}:
        return name
    return HUMAN if name in ("", HUMAN) else f"{HUMAN}:{name}"


def strongest(game: str) -> str:
    """The bot that plays a game best within a second: by its solution, or else by search."""
    solved = (kind.name for kind in kinds() if game in kind.games and kind.plays(game))
    return next(solved, "search:1s")
