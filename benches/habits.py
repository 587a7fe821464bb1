"""How perfect players of PHARAO decide where it matters: rescues, pushes, and how much is at stake.

    python benches/habits.py --tables DIR --turns 20000

Positions are placements of the stones at random, with each number of stones, and a roll. Prints how
often a drowning stone that could be saved is better forfeited, how often a stone that can be pushed
into the water is better pushed, how many actions of a decision are best, and what is at stake: the
difference between the best and the worst action. With --striking, also the positions in which each
of these matters most.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TypeAlias

import amduat
from amduat import pharao
from regret import position_with

#: The field of the water.
WATER = "g1"


#: A number and the position that it was seen in.
Seen: TypeAlias = tuple[float, str]


def decisions(own: int, other: int, turns: int, tables: pharao.Tables) -> dict[str, list[Seen]]:
    """What was seen in so many turns, by the kind of decision."""
    dice = random.Random(f"habits {own} {other}")
    seen: dict[str, list[Seen]] = {"forfeit": [], "push": [], "best": [], "stake": [], "only": []}
    for _ in range(turns):
        position = position_with(own, other, dice)
        player = position.turn_owner
        while not position.is_over and not position.is_chance and position.turn_owner == player:
            worth = {action: win for action, win, _ in tables.values(position)}
            best = set(tables.best(position))
            if len(worth) > 1:
                text = str(position)
                wins = sorted(worth.values())
                seen["stake"].append((wins[-1] - wins[0], text))
                seen["only"].append((wins[-1] - wins[-2], text))
                seen["best"].append((len(best), text))
                for kind, of_kind in kinds(position, list(worth)).items():
                    rest = [action for action in worth if action not in of_kind]
                    if of_kind and rest:
                        gain = max(worth[a] for a in of_kind) - max(worth[a] for a in rest)
                        seen[kind].append((gain, text))
            position = position.apply(dice.choice(sorted(best, key=str)))
    return seen


def kinds(
    position: amduat.Position, actions: list[amduat.Action]
) -> dict[str, list[amduat.Action]]:
    """The actions that forfeit a stone which could be saved, and those that push one in."""
    pushes = [a for a in actions if position.phase == "other" and a.target == WATER]
    return {"forfeit": [a for a in actions if a.kind == "forfeit"], "push": pushes}


def mean(seen: list[Seen]) -> float:
    """The mean of the numbers."""
    return sum(number for number, _ in seen) / len(seen)


def share(gains: list[Seen]) -> str:
    """In how many of the cases something was better than anything else, and what it gained."""
    if len(gains) < 100:
        return f"| {len(gains)} | – | – "
    better = sum(gain > 0 for gain, _ in gains) / len(gains)
    return f"| {len(gains):,} | {better:.1%} | {mean(gains):+.4f} "


def striking(seen: dict[str, list[Seen]]) -> None:
    """Prints the positions in which a kind of decision gains the most, and loses the most."""
    for kind in ("forfeit", "push", "only", "stake"):
        ordered = sorted(set(seen[kind]))
        losing = [one for one in ordered[:2] if one[0] < 0]
        for gain, text in [*losing, *ordered[-2:]]:
            print(f"    {kind:8} {gain:+.4f}  {text}")


def main() -> None:
    """Looks at all layers and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="the folder with the tables")
    parser.add_argument("--turns", type=int, default=20_000, help="turns for each number of stones")
    parser.add_argument("--only", metavar="4v4", help="one number of stones of either side")
    parser.add_argument("--striking", action="store_true", help="positions that matter most")
    given = parser.parse_args()
    tables = pharao.Tables().with_folder(given.tables)
    print(
        "| own | other | could save | better forfeited | gain | could push | better pushed | gain",
        end="",
    )
    print(" | decisions | best actions | at stake |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for own, other in sorted(tables.layers, key=lambda layer: (sum(layer), layer)):
        if given.only not in (None, f"{own}v{other}"):
            continue
        seen = decisions(own, other, given.turns, tables)
        best, stake = mean(seen["best"]), mean(seen["stake"])
        print(f"| {own} | {other} {share(seen['forfeit'])}{share(seen['push'])}", end="")
        print(f"| {len(seen['stake']):,} | {best:.2f} | {stake:.4f} |", flush=True)
        if given.striking:
            striking(seen)


if __name__ == "__main__":
    main()
