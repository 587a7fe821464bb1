"""Whether games between two perfect players of PHARAO end as often as the values say.

    python benches/perfect.py --tables DIR --games 1000000

Plays games by the tables from the start and from other positions, and prints how many the player
won whose turn it was, beside the value. The difference is given in standard deviations: if nothing
but chance keeps them apart, about one row in three is off by more than one, and one in twenty by
more than two. Positions whose tables are not in the folder are left out. With --endings, also how
so many games from the start end, and with which stones.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from pathlib import Path

import amduat
from amduat import pharao

#: The start, a turn in the middle, and positions with fewer stones; each with its share of the
#: games in a thousand. Games with many stones are long, so there are fewer of them.
POSITIONS = {
    "a1,a2,b1,c1 b3,c3,d3,e3 L roll -": 20,
    "a1,a2,b1,c1 b3,c3,d3,e3 L own 3,1": 10,
    "a1,a2,b1 b3,c3,d3,e3 U roll -": 20,
    "a1,a2,b1,c1 c3,d3,e3 U roll -": 20,
    "a1,c2,f1 b3,g1,h2 U roll -": 40,
    "a3,b2,c1 a1,a2,b1 U roll -": 40,
    "e3,j3 c1,d1,h1,h2 L roll -": 50,
    "a1,a2,b1,c1 e3 L roll -": 200,
    "e3 h1,h2 L roll -": 300,
    "c2 h2 L roll -": 300,
}

#: The sides as pieces and in words.
SIDES = {"lower": "Lower Egypt", "upper": "Upper Egypt"}


def ending(position: amduat.Position, tables: pharao.Tables, dice: random.Random) -> str:
    """Plays a game to its end: how it was won, and with how many stones against how many."""
    while not position.is_over:
        if position.is_chance:
            outcomes = position.chance_outcomes()
            rolls, chances = zip(*outcomes, strict=True)
            stones = Counter(piece for _, piece in position.pieces())
            position = position.apply(dice.choices(rolls, chances)[0])
        else:
            position = position.apply(dice.choice(tables.best(position)))
    reason = position.describe().partition(": ")[2].rstrip(".")
    for name in SIDES.values():
        reason = reason.replace(name, "the loser")
    winner = next(seat for seat, value in enumerate(position.returns()) if value > 0)
    won, lost = (stones[side] for side in (list(SIDES)[winner], list(SIDES)[1 - winner]))
    return f"{reason} | {won} against {lost}"


def endings(games: int, tables: pharao.Tables, seed: int) -> None:
    """Plays games from the start and prints how they end."""
    dice = random.Random(seed)
    start = amduat.start(pharao.GAME)
    seen = Counter(ending(start, tables, dice) for _ in range(games))
    print("\n| how | stones of winner and loser, when the dice were rolled last | games |")
    print("|---|---|--:|")
    for text, count in seen.most_common():
        print(f"| {text} | {count} |")


def main() -> None:
    """Plays and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="the folder with the tables")
    parser.add_argument(
        "--games", type=int, default=1_000_000, help="games from all positions together"
    )
    parser.add_argument("--endings", type=int, default=0, help="games from the start to describe")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tables = pharao.Tables().with_folder(given.tables)
    print("| position | games | won | value | off by | plies a game |")
    print("|---|--:|--:|--:|--:|--:|")
    for text, share in POSITIONS.items():
        position = amduat.parse(pharao.GAME, text)
        stones = Counter(piece for _, piece in position.pieces())
        if tuple(stones.values()) not in tables.layers:
            continue
        won, lost, plies = tables.play(position, given.games * share // 1000, seed=given.seed)
        games = won + lost
        win, _ = tables.value(position)
        off = (won / games - win) / math.sqrt(win * (1 - win) / games)
        shares = f"{won / games:.4f} | {win:.4f} | {off:+.1f}"
        print(f"| `{text}` | {games:,} | {shares} | {plies / games:,.0f} |", flush=True)
    if given.endings:
        endings(given.endings, tables, given.seed)


if __name__ == "__main__":
    main()
