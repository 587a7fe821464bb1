"""How much of PHARAO's exact value bots give away in a turn.

    python benches/regret.py --tables DIR --turns 200 --seconds 0.2

Positions are placements of the stones at random, with each number of stones for which the folder
has tables, and a roll. A bot plays its turn; each of its decisions gives away what the best action
is worth more than the one it takes, in chances to win. Beside a player who takes any action stand
the search without tables, with those of fewer stones, and six at most, at its leaves, and with all
tables. The error is the standard error of the mean.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import amduat
from amduat import pharao

#: The most stones of the tables at the leaves: those with more are large.
SMALL = 6

Choose = Callable[[amduat.Position], amduat.Action]

FIELDS = [f"{file}{rank}" for file in "abcdefghij" for rank in "123"]


def position_with(own: int, other: int, dice: random.Random) -> amduat.Position:
    """A placement at random with so many stones, after a roll that leaves something to decide."""
    while True:
        fields = dice.sample(FIELDS, own + other)
        sides = [",".join(sorted(part)) for part in (fields[:own], fields[own:])]
        if "g1" in sides:
            continue  # a last stone on the water
        position = amduat.parse(pharao.GAME, f"{' '.join(sides)} L roll -")
        outcomes = position.chance_outcomes()
        rolls = [roll for roll, _ in outcomes]
        rolled = position.apply(dice.choices(rolls, [chance for _, chance in outcomes])[0])
        if not rolled.is_chance and not rolled.is_over and len(rolled.legal_actions()) > 1:
            return rolled


def given_away(position: amduat.Position, choose: Choose, tables: pharao.Tables) -> float:
    """What a bot gives away in the rest of the turn."""
    player, lost = position.current_player, 0.0
    while position.current_player == player:
        values = {action: win for action, win, _ in tables.values(position)}
        action = choose(position)
        lost += max(values.values()) - values[action]
        position = position.apply(action)
    return lost


def tables_with(folder: Path, most: int) -> pharao.Tables:
    """The tables of a folder with up to so many stones."""
    with tempfile.TemporaryDirectory() as some:
        for file in folder.glob("pharao-?v?.table"):
            own, other = file.stem.removeprefix("pharao-").split("v")
            if int(own) + int(other) <= most:
                (Path(some) / file.name).symlink_to(file.resolve())
        return pharao.Tables().with_folder(some)


def searching(seconds: float, tables: pharao.Tables | bool) -> Choose:
    """A search that begins anew for every decision."""

    def choose(position: amduat.Position) -> amduat.Action:
        searcher = amduat.Searcher(tables=tables)
        action = searcher.search(position, seconds=seconds).action
        assert action is not None
        return action

    return choose


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="the folder with all tables")
    parser.add_argument("--turns", type=int, default=200, help="turns for each number of stones")
    parser.add_argument("--seconds", type=float, default=0.2, help="how long the search thinks")
    parser.add_argument("--stones", type=int, default=8, help="the most stones of both sides")
    parser.add_argument("--fewest", type=int, default=2, help="the fewest stones of both sides")
    given = parser.parse_args()
    tables = pharao.Tables().with_folder(given.tables)
    print("| own | other | turns | random | search alone | leaves looked up | all looked up |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    for own, other in sorted(tables.layers, key=lambda layer: (sum(layer), layer)):
        if not given.fewest <= own + other <= given.stones:
            continue
        dice = random.Random(f"{own} {other}")
        bots: list[Choose] = [
            lambda position, dice=dice: dice.choice(position.legal_actions()),  # type: ignore[misc]
            searching(given.seconds, False),
            searching(given.seconds, tables_with(given.tables, min(own + other - 1, SMALL))),
            searching(given.seconds, tables),
        ]
        positions = [position_with(own, other, dice) for _ in range(given.turns)]
        cells = []
        for bot in bots:
            lost = [given_away(position, bot, tables) for position in positions]
            mean = sum(lost) / len(lost)
            spread = math.sqrt(sum((one - mean) ** 2 for one in lost) / len(lost) / len(lost))
            cells.append(f"{mean:.5f} ± {spread:.5f}")
        print(f"| {own} | {other} | {len(positions)} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
