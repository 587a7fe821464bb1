"""RAMSES solved: the value of every position, and perfect play.

    >>> import amduat
    >>> pos = amduat.start("ramses")
    >>> amduat.ramses.value(pos)
    <Value outcome='draw' turns=None>
    >>> pos = amduat.parse("ramses", "4,5@10,6,19 1,3,21,22@12 D own -")
    >>> print(amduat.ramses.value(pos))
    win in 3
    >>> [str(action) for action in amduat.ramses.best(pos)]
    ['3-9']
    >>> [str(action) for action in amduat.ramses.best(pos.apply("3-9"))]
    ['4-20']

The answers come from a file in the package that lists all lost positions with their distances;
everything else follows from looking one turn ahead. ``amduat solve ramses`` computes the file.

A value is seen from the player whose turn it is. The turns of both sides are counted, the present
one included until it is completed: having no complete turn is a loss in 0, an own part that wins is
a win in 1. A game that is over is a win or a loss in 0. Endless play is a draw.
"""

from __future__ import annotations

import os
from functools import cache

from amduat._core import Action, Position, Solution, Solved, Value
from amduat._core import ramses_index as index
from amduat._core import ramses_position as position
from amduat._core import solve_ramses as solve
from amduat.errors import AmduatError

__all__ = [
    "GAME",
    "Solution",
    "Solved",
    "Value",
    "best",
    "index",
    "position",
    "solution",
    "solve",
    "value",
]

#: The name of the game.
GAME = "ramses"


@cache
def solution() -> Solution:
    """The solution in the package, opened once.

    Raises:
        AmduatError: The file is missing or damaged.
    """
    # Not by pathlib, whose import takes longer than all the rest.
    path = os.path.join(os.path.dirname(__file__), "data", "ramses.solution")  # noqa: PTH118, PTH120
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return Solution(file.read())
    except (OSError, AmduatError) as error:
        raise AmduatError(f"{path}: {error}. Install amduat again.", "solution") from error


def value(position: Position, /) -> Value:
    """What a position is worth for the player whose turn it is.

    Args:
        position: Any position of RAMSES, at the start or in the middle of a turn.
    """
    return solution().value(position)


def best(position: Position, /) -> list[Action]:
    """All actions that win soonest, lose latest, or keep the draw; none when the game is over.

    Args:
        position: Any position of RAMSES, at the start or in the middle of a turn.
    """
    return solution().best(position)
