"""Games on paper: a text that people read and compare, and the same as JSON.

    >>> import amduat
    >>> from amduat.record import dumps, loads
    >>> game = amduat.Game("ramses", first="dark")
    >>> for action in ("19-8", "2-6"):
    ...     position = game.play(action)
    >>> print(dumps(game.record(players=["Ada", "Ben"], date="2024-05-01")), end="")
    [Game "ramses"]
    [Format "1"]
    [Options "first=dark"]
    [Player1 "Ada"]
    [Player2 "Ben"]
    [Date "2024-05-01"]
    [Result "*"]
    <BLANKLINE>
    1. 19-8/2-6
    *

Reading checks every action against the rules. ``read`` streams the games of a file one by one,
``write`` replaces a file as a whole, ``Appender`` adds games to one, each with a flush; ``save``
adds a game, or writes it in place of the same game in the file.
"""

from amduat.record.files import Appender, dumps, loads, read, save, write
from amduat.record.model import (
    FORMAT,
    MAX_COMMENT,
    MAX_HEADERS,
    MAX_JSON_LINE,
    MAX_LINE,
    MAX_TURNS,
    Record,
)

__all__ = [
    "FORMAT",
    "MAX_COMMENT",
    "MAX_HEADERS",
    "MAX_JSON_LINE",
    "MAX_LINE",
    "MAX_TURNS",
    "Appender",
    "Record",
    "dumps",
    "loads",
    "read",
    "save",
    "write",
]
