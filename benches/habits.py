"""How perfect players of PHARAO decide where it matters: rescues, pushes, and how much is at stake.

    python benches/habits.py --tables DIR --turns 20000

Positions are placements of the stones at random, with each number of stones, and a roll. Prints how
often a drowning stone that could be saved is better forfeited, how often a stone that can be pushed
into the water is better left where it is, how many actions of a decision are best, and what is at
stake: the difference between the best and the worst action.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import amduat
from amduat import pharao
from regret import position_with

#: The water.
WATER = "g1"


def decisions(own: int, other: int, turns: int, tables: pharao.Tables) -> dict[str, list[float]]:
    """What was seen in so many turns, by the kind of decision."""
    dice = random.Random(f"habits {own} {other}")
    seen: dict[str, list[float]] = {"forfeit": [], "push": [], "best": [], "stake": []}
    for _ in range(turns):
        position = position_with(own, other, dice)
        player = position.turn_owner
        while not position.is_over and not position.is_chance and position.turn_owner == player:
            worth = {action: (win, error) for action, win, error in tables.values(position)}
            best = set(tables.best(position))
            if len(worth) > 1:
                wins = [win for win, _ in worth.values()]
                seen["stake"].append(max(wins) - min(wins))
                seen["best"].append(len(best))
                for kind, of_kind in kinds(position, list(worth)).items():
                    rest = [action for action in worth if action not in of_kind]
                    if of_kind and rest:
                        gain = max(worth[a][0] for a in of_kind) - max(worth[a][0] for a in rest)
                        seen[kind].append(gain)
            position = position.apply(dice.choice(sorted(best, key=str)))
    return seen


def kinds(
    position: amduat.Position, actions: list[amduat.Action]
) -> dict[str, list[amduat.Action]]:
    """The actions that forfeit a stone which could be saved, and those that push one in."""
    pushes = [a for a in actions if position.phase == "other" and a.target == WATER]
    return {"forfeit": [a for a in actions if a.kind == "forfeit"], "push": pushes}


def share(gains: list[float]) -> str:
    """In how many of the cases something was better than anything else, and what it gained."""
    if len(gains) < 100:
        return f"| {len(gains)} | – | – "
    mean = sum(gains) / len(gains)
    return f"| {len(gains):,} | {sum(gain > 0 for gain in gains) / len(gains):.1%} | {mean:+.4f} "


def main() -> None:
    """Looks at all layers and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="the folder with the tables")
    parser.add_argument("--turns", type=int, default=20_000, help="turns for each number of stones")
    given = parser.parse_args()
    tables = pharao.Tables().with_folder(given.tables)
    print(
        "| own | other | could save | better forfeited | gain | could push | better pushed | gain",
        end="",
    )
    print(" | decisions | best actions | at stake |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for own, other in sorted(tables.layers, key=lambda layer: (sum(layer), layer)):
        seen = decisions(own, other, given.turns, tables)
        count = len(seen["stake"])
        best, stake = sum(seen["best"]) / count, sum(seen["stake"]) / count
        print(f"| {own} | {other} {share(seen['forfeit'])}{share(seen['push'])}", end="")
        print(f"| {count:,} | {best:.2f} | {stake:.4f} |", flush=True)


if __name__ == "__main__":
    main()
