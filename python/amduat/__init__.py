"""Five board games in the ancient Egyptian style, as fast as the machine allows.

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
can be pickled and copied, and their text can be read back:
``amduat.parse(pos.game, str(pos)) == pos``.
"""

from amduat import ramses, walk
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
    ScoredPiece,
    Searcher,
    SearchResult,
    __version__,
    distinct,
    estimate,
    info,
    parse,
    start,
)
from amduat.counting import divide, perft, playouts
from amduat.errors import (
    ActionError,
    AmduatError,
    CheckpointError,
    HistoryError,
    IllegalActionError,
    MissingTableError,
    OptionError,
    PositionError,
    RecordError,
    WorkError,
)
from amduat.searching import search

TYPE_CHECKING = False  # type checkers take it as true; importing typing would cost time
if TYPE_CHECKING:
    from amduat import boards, bots, engine, learn, pharao, players, record, result, standings, svg
    from amduat.boards import Layout, board
    from amduat.game import Game
    from amduat.match import Match
    from amduat.record import Record
    from amduat.result import Result
    from amduat.turns import Turn

__all__ = [
    "CHANCE",
    "GAMES",
    "MAX_DEPTH",
    "OVER",
    "Action",
    "ActionError",
    "AmduatError",
    "CheckpointError",
    "Choice",
    "Game",
    "GameInfo",
    "HistoryError",
    "IllegalActionError",
    "Layout",
    "Match",
    "MissingTableError",
    "OptionError",
    "OptionInfo",
    "Playouts",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Result",
    "ScoredPiece",
    "SearchResult",
    "Searcher",
    "Turn",
    "WorkError",
    "__version__",
    "board",
    "boards",
    "bots",
    "distinct",
    "divide",
    "engine",
    "estimate",
    "info",
    "learn",
    "parse",
    "perft",
    "pharao",
    "players",
    "playouts",
    "ramses",
    "record",
    "result",
    "search",
    "standings",
    "start",
    "svg",
    "walk",
]

#: What is imported when it is first used, so that `import amduat` stays quick: names by module.
_LATER = {
    "Game": "amduat.game",
    "Layout": "amduat.boards",
    "Match": "amduat.match",
    "Record": "amduat.record",
    "Result": "amduat.result",
    "Turn": "amduat.turns",
    "board": "amduat.boards",
}

#: Modules that are imported when they are first used.
_MODULES = frozenset(
    {
        "boards",
        "bots",
        "engine",
        "learn",
        "pharao",
        "players",
        "record",
        "result",
        "standings",
        "svg",
    }
)

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _LATER and name not in _MODULES:
            raise AttributeError(f"module 'amduat' has no attribute {name!r}")
        import importlib

        if name in _MODULES:
            return importlib.import_module(f"amduat.{name}")
        value = globals()[name] = getattr(importlib.import_module(_LATER[name]), name)
        return value

    def __dir__():
        return sorted({*globals(), *_LATER, *_MODULES})
