"""Five board games in the ancient-Egyptian manner, as fast as the machine allows.

    >>> import amduat
    >>> pos = amduat.start("ramses")
    >>> print(pos)
    2,3,4,5@10 19,20,21,22@10 L own !
    >>> [str(action) for action in pos.legal_actions()]
    ['2-8', '2-10', '3-11', '4-6', '4-12', '5@10-7']
    >>> pos = pos.apply("3-11")
    >>> amduat.perft(pos, 3)
    806

Positions are immutable values: ``apply`` makes a new one. They are compared and hashed by content,
pickled and copied, and their text reads back: ``amduat.parse(pos.game, str(pos)) == pos``.
"""

from amduat import walk
from amduat._core import (
    CHANCE,
    GAMES,
    MAX_DEPTH,
    OVER,
    Action,
    Choice,
    GameInfo,
    OptionInfo,
    Playouts,
    Position,
    Searcher,
    SearchResult,
    __version__,
    divide,
    info,
    parse,
    perft,
    playouts,
    start,
)
from amduat.errors import (
    ActionError,
    AmduatError,
    IllegalActionError,
    OptionError,
    PositionError,
    RecordError,
)
from amduat.searching import search

__all__ = [
    "CHANCE",
    "GAMES",
    "MAX_DEPTH",
    "OVER",
    "Action",
    "ActionError",
    "AmduatError",
    "Choice",
    "GameInfo",
    "IllegalActionError",
    "OptionError",
    "OptionInfo",
    "Playouts",
    "Position",
    "PositionError",
    "RecordError",
    "SearchResult",
    "Searcher",
    "__version__",
    "divide",
    "info",
    "parse",
    "perft",
    "playouts",
    "search",
    "start",
    "walk",
]
