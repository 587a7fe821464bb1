"""Every opening turn of PHARAO after every roll, with its exact value.

    python benches/openings.py --tables DIR --out docs/pharao-openings.txt

Writes a line for each turn: the roll, the actions of the turn, and the chance of the player who
opens; and prints for each roll what it is worth, the best turn and the worst.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import amduat
from amduat import pharao
from amduat.files import replacing

HEAD = """\
# Every opening turn of PHARAO after every roll, and the chance of the player who opens.
# Computed by benches/openings.py from pharao-4v4.table; off by at most {error:.7f}.
# roll  turn          chance
start                {win:.5f}
"""


def turns(position: amduat.Position) -> Iterator[tuple[str, amduat.Position]]:
    """All ways to complete a turn after the roll: the actions, and what they lead to."""
    if position.is_over or position.is_chance:
        yield "-", position
        return
    for action in position.legal_actions():
        for rest, end in turns(position.apply(action)):
            yield str(action) if rest == "-" else f"{action} {rest}", end


def main() -> None:
    """Looks all turns up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="the folder with the tables")
    parser.add_argument("--out", type=Path, required=True, help="the file with all turns")
    given = parser.parse_args()
    tables = pharao.Tables().with_folder(given.tables)
    start = amduat.start(pharao.GAME)
    opener = start.turn_owner
    assert opener is not None
    lines: list[str] = []
    win, error = tables.value(start)
    print(f"The start is worth {win:.5f} ± {error:.6f} for the player about to roll.\n")
    print("| roll | chance | worth | turns | best turn | | worst turn | |")
    print("|---|--:|--:|--:|---|--:|---|--:|")
    rows = []
    for roll, chance in start.chance_outcomes():
        found: dict[str, float] = {}
        for text, end in turns(start.apply(roll)):
            value, _ = tables.value(end)
            found[text] = value if end.turn_owner == opener else 1 - value
        ordered = sorted(found.items(), key=lambda item: -item[1])
        lines += [f"{roll}  {text:12}  {value:.5f}" for text, value in ordered]
        (best, highest), (worst, lowest) = ordered[0], ordered[-1]
        rows.append(
            (
                highest,
                f"| `{roll}` | {round(36 * chance)}/36 | {highest:.4f} | {len(found)} "
                f"| `{best}` | {highest:.4f} | `{worst}` | {lowest:.4f} |",
            )
        )
    for _, row in sorted(rows, reverse=True):
        print(row)
    with replacing(given.out) as file:
        file.write(HEAD.format(win=win, error=error) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
