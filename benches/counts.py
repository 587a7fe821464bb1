"""Counts lines and positions from all starts and writes docs/counts.txt and docs/counts.md.

`python benches/counts.py --minutes 60` goes on where the last run ended: docs/counts.txt keeps what
is counted, one line for each count, and is written anew after each. The count that has taken least
so far is made next. `amduat perft --check docs/counts.txt` counts the table again by other methods.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import NamedTuple

import amduat
from amduat.cli.recount import read_table
from amduat.files import replacing

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/counts.txt"
PAGE = ROOT / "docs/counts.md"
#: What of the page is written by hand, before and after the tables.
BEGIN, END = "<!-- tables -->\n", "<!-- end of tables -->\n"

HEAD = """\
# Counts from the start positions: GAME | POSITION | DEPTH | LINES | POSITIONS
# Written by benches/counts.py; `amduat perft --check` counts it again by other methods.
"""

#: The options that change what can be reached, with their values. Who begins, and who has which
#: side, only changes names.
VALUES = {"players": (2, 3, 4), "end": ("first", "all"), "common": (False, True)}


class Key(NamedTuple):
    """What is counted."""

    game: str
    position: str
    depth: int


Table = dict[Key, tuple[int, int | None]]


def starts(game: str) -> dict[str, str]:
    """The start positions of a game, by the options that they have."""
    names = [option.name for option in amduat.info(game).options if option.name in VALUES]
    positions: dict[str, str] = {}
    for values in itertools.product(*(VALUES[name] for name in names)):
        options = dict(zip(names, values, strict=True))
        title = ", ".join(f"{name}={str(value).lower()}" for name, value in options.items())
        positions[str(amduat.start(game, **options))] = title or "start"
    return positions


def read() -> Table:
    """What is counted so far."""
    if not TABLE.exists():
        return {}
    return {
        Key(row.position.game, str(row.position), row.depth): (row.lines, row.positions)
        for row in read_table(str(TABLE))
    }


def write(table: Table) -> None:
    """Writes the table and the page."""
    order = {game: number for number, game in enumerate(amduat.GAMES)}
    keys = sorted(table, key=lambda key: (order[key.game], key.position, key.depth))
    with replacing(TABLE) as file:
        file.write(HEAD)
        for key in keys:
            lines, positions = table[key]
            shown = "-" if positions is None else str(positions)
            file.write(f"{key.game} | {key.position} | {key.depth} | {lines} | {shown}\n")
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    with replacing(PAGE) as file:
        file.write(before + BEGIN + "\n" + "\n".join(tables(table)) + "\n" + END + after)


def tables(table: Table) -> list[str]:
    """The tables of the page."""
    lines = []
    for game in amduat.GAMES:
        lines += [f"### {amduat.info(game).title}", ""]
        for position, title in starts(game).items():
            keys = sorted(key for key in table if key[:2] == (game, position))
            if not keys:
                continue
            lines += [f"{title}: `{position}`", ""]
            lines += ["| plies | lines | different positions | lines to each |", "|" + " --: |" * 4]
            for key in keys:
                count, positions = table[key]
                cells = [str(key.depth), f"{count:,}"]
                cells += ["", ""] if positions is None else []
                if positions is not None:
                    cells += [f"{positions:,}", f"{count / positions:,.1f}"]
                lines.append("| " + " | ".join(cells) + " |")
            lines.append("")
    return lines


class Counter:
    """Counts from one start, one ply further at a time."""

    def __init__(
        self, position: amduat.Position, table: Table, memory: int, distinct: bool
    ) -> None:
        self.position, self.table, self.memory, self.distinct = position, table, memory, distinct
        self.seconds, self.depth, self.ended = 0.0, 0, False

    def key(self, depth: int) -> Key:
        """What is counted at this depth."""
        return Key(self.position.game, str(self.position), depth)

    def is_counted(self, depth: int) -> bool:
        """Whether the table has it already."""
        found = self.table.get(self.key(depth))
        return found is not None and (not self.distinct or found[1] is not None)

    def advance(self) -> None:
        """Counts one ply further; ends where memory does not suffice or all games have ended."""
        began = time.perf_counter()
        self.depth += 1
        while self.is_counted(self.depth):
            self.depth += 1
        try:
            lines = self.count_positions() if self.distinct else self.count_lines()
        except amduat.AmduatError as error:
            print(f"{self.position.game} {self.depth}: {error}", flush=True)
            self.ended = True
            return
        self.ended = self.depth >= amduat.MAX_DEPTH or lines == 0
        self.seconds = time.perf_counter() - began
        what = "positions" if self.distinct else "lines"
        told = f"{self.position.game} {self.depth}: {what} in {self.seconds:.1f} s"
        print(f"{told}, {self.position}", flush=True)

    def count_lines(self) -> int:
        """Counts the lines, merged."""
        lines = amduat.perft(self.position, self.depth, 2, merge=True, memory=self.memory)
        self.table[self.key(self.depth)] = (lines, None)
        return lines

    def count_positions(self) -> int:
        """Counts the positions, and the lines once more."""
        for depth, row in enumerate(amduat.distinct(self.position, self.depth, 2, self.memory)):
            positions, lines = row
            known = self.table.get(self.key(depth), (lines, None))[0]
            assert known == lines, f"{self.key(depth)}: merged {known}, ply by ply {lines}"
            self.table[self.key(depth)] = (lines, positions)
        return lines


def main() -> None:
    """Counts until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--memory", type=int, default=3000, help="MiB")
    parser.add_argument("--depth", type=int, default=40, help="no further than this")
    parser.add_argument("--game", action="append", choices=amduat.GAMES, help="only this game")
    parser.add_argument("--default", action="store_true", help="only starts without options")
    parser.add_argument("--lines", action="store_true", help="only lines, no positions")
    parser.add_argument("--longest", type=float, help="no count of more than so many seconds")
    arguments = parser.parse_args()
    table, end = read(), time.monotonic() + 60 * arguments.minutes
    games = arguments.game or amduat.GAMES
    chosen = [
        amduat.parse(game, position)
        for game in games
        for position in ([str(amduat.start(game))] if arguments.default else starts(game))
    ]
    kinds = [False] if arguments.lines else [True, False]
    counters = [Counter(start, table, arguments.memory, kind) for start in chosen for kind in kinds]
    write(table)
    while time.monotonic() < end:
        longest = arguments.longest or float("inf")
        going = [c for c in counters if not c.ended and c.depth < arguments.depth]
        going = [counter for counter in going if 5 * counter.seconds < longest]
        if not going:
            break
        min(going, key=lambda counter: (counter.seconds, counter.depth)).advance()
        write(table)


if __name__ == "__main__":
    main()
