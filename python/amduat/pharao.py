"""PHARAO solved: the chance to win of every position, as far as the tables at hand go.

    >>> import amduat
    >>> pos = amduat.parse("pharao", "c2 h2 L roll -")
    >>> amduat.pharao.value(pos)
    Value(win=0.7049, error=0.0000086)
    >>> [str(action) for action in amduat.pharao.best(pos.apply("=2,0"))]
    ['c2-e2']

The tables with up to four stones in all are in the package. ``amduat solve pharao`` computes those
with more; ``amduat.pharao.open``, or the environment variable ``AMDUAT_TABLES``, adds the folder in
which they are. A table has 16 bits for each placement of the stones before a roll. In the middle of
a turn all ways to go on are looked at.

A value is the chance of the player whose turn it is, when both play as well as can be, with the
usual dice.
"""

from __future__ import annotations

import os
from threading import Lock
from typing import NamedTuple, TypeVar

from amduat._core import Action, Position, Tables
from amduat._core import solve_pharao as solve
from amduat.errors import AmduatError, MissingTableError

__all__ = [
    "GAME",
    "MissingTableError",
    "Tables",
    "Value",
    "best",
    "get",
    "is_complete",
    "missing",
    "open",
    "solve",
    "tables",
    "value",
    "values",
]

#: The name of the game.
GAME = "pharao"

#: The environment variable with folders of tables, separated as in ``PATH``.
VARIABLE = "AMDUAT_TABLES"

#: The most stones of a side; there is a table for each number of stones of either side.
STONES = 4

Default = TypeVar("Default")

_lock = Lock()
_tables: Tables | None = None


class Value(NamedTuple):
    """What a position is worth for the player whose turn it is."""

    #: The chance to win.
    win: float
    #: How far it can be off at most.
    error: float

    def __repr__(self) -> str:
        """Both rounded, so that it can be read."""
        return f"Value(win={self.win:.4f}, error={self.error:.7f})"


def tables() -> Tables:
    """The tables at hand: in the package, named by ``AMDUAT_TABLES``, and opened.

    Raises:
        AmduatError: A file is damaged or cannot be read.
    """
    with _lock:
        return _at_hand()


def _at_hand() -> Tables:
    """The same for whoever holds the lock."""
    global _tables
    if _tables is None:
        found = Tables()
        package = os.path.join(os.path.dirname(__file__), "data")  # noqa: PTH118, PTH120
        found = found.with_folder(package)
        for folder in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
            found = with_folder(found, folder)
        _tables = found
    return _tables


def with_folder(tables: Tables, folder: str | os.PathLike[str]) -> Tables:
    """Tables and those in a folder, which must exist and have some."""
    reason = ""
    if not os.path.isdir(folder):  # noqa: PTH112
        reason = "is not a folder"
    elif not Tables().with_folder(folder).layers:
        reason = "has no tables: no files such as pharao-4v4.table"
    if reason:
        raise AmduatError(
            f'tables "{os.fspath(folder)}": {reason}', "tables", os.fspath(folder), reason
        )
    return tables.with_folder(folder)


def open(folder: str | os.PathLike[str], /) -> Tables:  # noqa: A001
    """Adds the tables in a folder to those at hand, for all of the program.

    Files are not read but mapped, and each part is checked when it is first looked into: one that
    has been cut short or damaged raises. After that it must stay as it is; to replace a table, move
    a whole file into its place, as ``amduat solve pharao`` does, and do not write over it.

    Args:
        folder: Has files as ``amduat solve pharao --out`` writes them.

    Raises:
        AmduatError: There is no such folder, it has no table, or a table is damaged.
    """
    global _tables
    with _lock:
        _tables = with_folder(_at_hand(), folder)
        return _tables


def is_complete() -> bool:
    """Whether all tables are at hand, so that every position has a value."""
    return not missing()


def missing() -> list[str]:
    """The files of the tables that are not at hand, those with few stones first.

    >>> missing()[0], missing()[-1]
    ('pharao-1v4.table', 'pharao-4v4.table')
    """
    at_hand = set(tables().layers)
    layers = [(own, other) for own in range(1, STONES + 1) for other in range(1, STONES + 1)]
    layers.sort(key=lambda layer: (sum(layer), layer))
    return [f"pharao-{own}v{other}.table" for own, other in layers if (own, other) not in at_hand]


def value(position: Position, /) -> Value:
    """What a position is worth for the player whose turn it is; in a finished game, for the winner.

    Args:
        position: Any position of PHARAO with the usual dice, before the roll or after it.

    Raises:
        MissingTableError: The value is in a table that is not at hand.
    """
    return Value(*tables().value(position))


def get(position: Position, default: Default | None = None, /) -> Value | Default | None:
    """The same, or a default if the table is not at hand.

    Args:
        position: Any position of PHARAO.
        default: What is returned otherwise.
    """
    try:
        return value(position)
    except MissingTableError:
        return default


def best(position: Position, /) -> list[Action]:
    """All actions that are worth as much as the best, as far as the tables tell.

    There are none at a roll or at the end.

    Args:
        position: Any position of PHARAO with the usual dice.

    Raises:
        MissingTableError: A value is in a table that is not at hand.
    """
    return tables().best(position)


def values(position: Position, /) -> list[tuple[Action, Value]]:
    """All actions with what they leave to the player whose turn it is, the best first.

    Args:
        position: Any position of PHARAO with the usual dice.

    Raises:
        MissingTableError: A value is in a table that is not at hand.
    """
    return [(action, Value(win, error)) for action, win, error in tables().values(position)]
