"""How much faster merged counting is than direct counting: `python benches/merging.py`.

Both count from the start with two threads, the merged count within 4000 MiB. Direct counts of the
full depth take up to an hour; unless `--whole` is given, the direct count has two plies less, and
its time grows with the lines. (Two plies less end with the same part of a turn.) Prints a table for
docs/counts.md. Seconds are those of the processors, all threads together, which other programs on
the machine disturb least.
"""

from __future__ import annotations

import argparse

import amduat
from games import asked
from report import bench_binary, timed

THREADS, MEMORY = "2", "4000"


def main() -> None:
    """Measures all games that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", action="store_true", help="count directly to the full depth")
    parser.add_argument("--game", action="append", help="only this game")
    arguments = parser.parse_args()
    binary = str(bench_binary())
    print("| game | depth | lines | direct, s | merged, s | factor | target |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in arguments.game or amduat.GAMES:
        wanted = asked(game, "merged")
        if wanted is None:
            continue
        depth, target = wanted
        less = depth if arguments.whole else depth - 2
        out, direct, _ = timed([binary, game, str(less), "start", THREADS])
        few = int(out.split()[2])
        out, merged, _ = timed([binary, game, str(depth), "start", THREADS, MEMORY])
        lines = int(out.split()[2])
        direct *= lines / few
        cells = [game, str(depth), f"{lines:,}", f"{direct:,.1f}", f"{merged:,.1f}"]
        cells += [f"{direct / merged:.1f}", str(target)]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
