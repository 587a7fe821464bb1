"""How much of PHARAO's exact value bots give away in a turn.

    python benches/regret.py --tables DIR --turns 200 --seconds 0.2

Positions are placements of the stones at random, with each number of stones for which the folder
has tables, and a roll. A bot plays its turn; each of its decisions gives away what the best action
is worth more than the one it takes, in chances to win. Beside a player who takes any action stand
the search without tables, with those of fewer stones, and six at most, at its leaves, and with all
tables. The error is the standard error of the mean.

The rows are kept in regret.tsv; ``python benches/strength.py --page`` puts them into
docs/strength.md.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import amduat
from amduat import pharao
from amduat.files import replacing

#: What was measured, and the names of the columns: means and errors of each bot.
ROWS = Path(__file__).with_suffix(".tsv")
BOTS = ("random", "alone", "leaves", "all")
HEAD = [
    "own",
    "other",
    "turns",
    "seconds",
    *(f"{bot}{of}" for bot in BOTS for of in ("", "_error")),
]

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


def measured(task: tuple[int, int, argparse.Namespace]) -> list[str]:
    """One row: the numbers of stones, of turns and of seconds, then mean and error of each bot."""
    own, other, given = task
    tables = pharao.Tables().with_folder(given.tables)
    dice = random.Random(f"{own} {other}")
    bots: list[Choose] = [
        lambda position: dice.choice(position.legal_actions()),
        searching(given.seconds, False),
        searching(given.seconds, tables_with(given.tables, min(own + other - 1, SMALL))),
        searching(given.seconds, tables),
    ]
    positions = [position_with(own, other, dice) for _ in range(given.turns)]
    row = [f"{own}", f"{other}", f"{given.turns}", f"{given.seconds:g}"]
    for bot in bots:
        lost = [given_away(position, bot, tables) for position in positions]
        mean = sum(lost) / len(lost)
        spread = math.sqrt(sum((one - mean) ** 2 for one in lost)) / len(lost)
        row += [f"{mean:.6f}", f"{spread:.6f}"]
    return row


def kept() -> dict[tuple[str, ...], list[str]]:
    """The rows of earlier runs, by the numbers of stones."""
    lines = ROWS.read_text(encoding="utf-8").splitlines()[1:] if ROWS.exists() else []
    return {(row[0], row[1]): row for row in (line.split("\t") for line in lines)}


def keep(row: list[str]) -> None:
    """Puts a row in place of the earlier one of its numbers of stones."""
    rows = kept() | {(row[0], row[1]): row}
    ordered = sorted(rows.values(), key=lambda row: (int(row[0]) + int(row[1]), row))
    with replacing(ROWS) as file:
        file.write("\n".join(["\t".join(row) for row in (HEAD, *ordered)]) + "\n")


def page() -> list[str]:
    """The table for docs/strength.md."""
    lines = [
        "| own | other | turns | `random` | search alone | leaves looked up | all looked up |",
        "|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for own, other, turns, _, *numbers in kept().values():
        pairs = [(float(a), float(b)) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
        cells = " | ".join(f"{mean:.5f} ± {error:.5f}" for mean, error in pairs)
        lines.append(f"| {own} | {other} | {turns} | {cells} |")
    return lines


def main() -> None:
    """Measures and keeps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="the folder with all tables")
    parser.add_argument("--turns", type=int, default=200, help="turns for each number of stones")
    parser.add_argument("--seconds", type=float, default=0.2, help="how long the search thinks")
    parser.add_argument("--stones", type=int, default=8, help="the most stones of both sides")
    parser.add_argument("--fewest", type=int, default=2, help="the fewest stones of both sides")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    layers = pharao.Tables().with_folder(given.tables).layers
    tasks = [
        (own, other, given)
        for own, other in sorted(layers, key=lambda layer: (-sum(layer), layer))
        if given.fewest <= own + other <= given.stones
    ]
    with multiprocessing.Pool(given.workers) as pool:
        for row in pool.imap_unordered(measured, tasks):
            keep(row)
            print(*row, sep="\t", flush=True)


if __name__ == "__main__":
    main()
