"""OpenSpiel's own value iteration beside the solved endgames of PHARAO, one stone a side.

`python benches/value_iteration.py` takes about half a minute. It finds all states that can follow
with OpenSpiel's algorithm, iterates their values until none changes by more than the threshold in a
round, and compares each of them with the table in the package.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
import types
from typing import Any

import open_spiel.python.algorithms
import pyspiel

import amduat
from amduat import pharao
from amduat.adapters import open_spiel as adapter

GAME = pharao.GAME

#: The states follow each other in lines of thousands, which OpenSpiel walks by recursion.
RECURSION = 1_000_000


def algorithm() -> Any:
    """OpenSpiel's value iteration. Only simultaneous moves need its solver of linear programs."""
    solver = "open_spiel.python.algorithms.lp_solver"
    try:
        importlib.import_module(solver)
    except ImportError:
        sys.modules[solver] = types.ModuleType(solver)
        open_spiel.python.algorithms.lp_solver = sys.modules[solver]
    return importlib.import_module("open_spiel.python.algorithms.value_iteration")


def iterate(position: str, threshold: float) -> dict[str, float]:
    """What all states that can follow are worth to the first player, by the texts of positions."""
    game = pyspiel.load_game(
        adapter.short_name(GAME),
        # With pauses before the rolls: a roll of two zeros leads straight to the next one.
        {"position": position.replace(",", ";"), "pauses": True, "max_plies": RECURSION},
    )
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(RECURSION)
    try:
        found: dict[str, float] = algorithm().value_iteration(
            game, depth_limit=-1, threshold=threshold, cyclic_game=True
        )
        return found
    finally:
        sys.setrecursionlimit(limit)


def exact(position: amduat.Position) -> float:
    """What the table says, for the first player."""
    if position.is_over:
        return position.returns()[0]
    value = 2 * pharao.value(position).win - 1
    return -value if position.turn_owner else value


def main() -> None:
    """Iterates, compares and prints."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--position", default="a1 j3 L roll -")
    parser.add_argument("--threshold", type=float, default=1e-4)
    given = parser.parse_args()
    began = time.process_time()
    found = iterate(given.position, given.threshold)
    seconds = time.process_time() - began
    off = [abs(value - exact(amduat.parse(GAME, text))) for text, value in found.items()]
    print(
        f"{len(found)} states in {seconds:.0f} s; with a threshold of {given.threshold:g} "
        f"the values are off by {max(off):.1e} at most, {sum(off) / len(off):.1e} in the mean"
    )


if __name__ == "__main__":
    main()
