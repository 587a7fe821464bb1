"""`python -m soak`: all parts for their shares of the time, a table, and a row for each in a file.

Exit code 1 if anything was lost, with the seed and what it was. The rows of `benches/soak.tsv` are
added up in docs/trust.md, which `--report` alone writes anew.
"""

from __future__ import annotations

import argparse
import datetime
import os
import secrets
import sys
import tempfile
import time
import traceback
from functools import partial
from pathlib import Path

import amduat
from soak import engines, games, matches, report, servers, terminals
from soak.processes import adopt, end_all
from soak.report import COLUMNS
from soak.share import Share, Tally

#: The parts in their order, and their shares of the time.
PARTS = {
    **{game: (partial(games.run, game=game), 0.06) for game in amduat.GAMES},
    "match": (matches.run, 0.15),
    "engine": (engines.run, 0.15),
    "web": (servers.run, 0.3),
    "play": (terminals.run, 0.1),
}


def main() -> int:
    """Runs the parts that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="for all parts together")
    parser.add_argument("--seed", type=int, default=None, help="plays the same again")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one")
    parser.add_argument("--games", type=int, help="so many random games of each, not so long")
    parser.add_argument("--table", type=Path, help="add a row for each part to this file")
    parser.add_argument("--report", action="store_true", help="only write the table of the page")
    arguments = parser.parse_args()
    if arguments.report:
        report.report()
        return 0
    seed = secrets.randbelow(10**9) if arguments.seed is None else arguments.seed
    chosen = [part for part in PARTS if part in (arguments.part or PARTS)]
    whole = sum(PARTS[part][1] for part in chosen)
    adopt()
    print(f"seed {seed}", flush=True)
    rows = []
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        # What the programs keep, they keep here.
        os.environ["XDG_STATE_HOME"] = str(Path(folder) / "state")
        for part in chosen:
            run, weight = PARTS[part]
            seconds = 60 * arguments.minutes * weight / whole
            share = Share(part, seed, seconds, Path(folder) / part, arguments.games)
            began = time.monotonic()
            try:
                run(share)
            except Exception:
                # What was found before is told all the same, and the other parts have their turn.
                share.tally.fault(f"it broke off: {traceback.format_exc().rstrip()}")
                end_all()
            rows.append(_row(share.tally, (time.monotonic() - began) / 60, seed))
            _tell(share.tally, rows[-1])
            faults += [f"{part}: {fault}" for fault in share.tally.faults]
    print()
    widths = [max(len(line[at]) for line in [COLUMNS, *rows]) for at in range(len(COLUMNS))]
    for line in [COLUMNS, *rows]:
        print("  ".join(word.rjust(width) for word, width in zip(line, widths, strict=True)))
    for fault in faults:
        print(f"FAULT (seed {seed}) {fault}", file=sys.stderr)
    if arguments.table is not None:
        report.add(arguments.table, rows)
        if arguments.table.resolve() == report.ROWS.resolve():
            report.report()
    return 1 if faults else 0


def _row(tally: Tally, minutes: float, seed: int) -> tuple[str, ...]:
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    numbers = (tally.games, tally.moves, tally.kills, len(tally.faults))
    return (date, tally.part, f"{minutes:.1f}", str(seed), *map(str, numbers))


def _tell(tally: Tally, row: tuple[str, ...]) -> None:
    told = [f"{name} {value}" for name, value in zip(COLUMNS[2:], row[2:], strict=True)]
    print(f"{tally.part}: {', '.join(told)}", flush=True)
    for note in tally.notes:
        print(f"  {note}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
