"""How fast long walks are found and many walks are counted, beside Graphillion.

`python benches/walks.py` prints the tables of docs/walks.md. All times are processor time of one
thread, the median of several calls, taken in one run on one machine. Graphillion is measured in the
same run if it is installed (`pip install graphillion`).
"""

from __future__ import annotations

import os

# Before it is imported: what it does with several threads would not be comparable.
os.environ["OMP_NUM_THREADS"] = "1"

import importlib
import random
import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial

from amduat.walk import Graph

Edges = list[tuple[int, int]]

SIZE = 8
CORNER = SIZE * SIZE - 1
MIDDLE = 3 * SIZE + 3


def joined(width: int, height: int, steps: Iterable[tuple[int, int]]) -> Edges:
    """The fields of a board, each joined with those at the other ends of `steps`."""
    return [
        (y * width + x, (y + b) * width + x + a)
        for y in range(height)
        for x in range(width)
        for a, b in steps
        if 0 <= x + a < width and 0 <= y + b < height
    ]


SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
KING = [*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1)]
ONWARD = [(1, 0), (0, 1), (0, -1)]


def once(call: Callable[[], object], least: float = 0.01) -> float:
    """Seconds of one call, of as many as take `least` seconds."""
    calls, began = 0, time.process_time()
    while True:
        call()
        calls += 1
        passed = time.process_time() - began
        if passed >= least:
            return passed / calls


def median(call: Callable[[], object], rounds: int = 7) -> float:
    """Seconds of one call, the median of several rounds."""
    call()
    return statistics.median(once(call) for _ in range(rounds))


def in_words(seconds: float) -> str:
    """A time with three digits: `12.3 µs`."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError


def found() -> None:
    """Reach and witness on the grid, by the number of steps."""
    grid = Graph(SIZE * SIZE, joined(SIZE, SIZE, SIDES))
    print("| steps | `reach` | fields | `witness`, each |")
    print("| --- | --- | --- | --- |")
    for steps in (6, 10, 14, 18, 24, 32, 40, 48, 56, 60, 61, 62, 63):
        ends = sorted(grid.reach(MIDDLE, steps))
        reach = median(partial(grid.reach, MIDDLE, steps))
        witness = statistics.mean(
            median(partial(grid.witness, MIDDLE, end, steps), 3) for end in ends
        )
        print(f"| {steps} | {in_words(reach)} | {len(ends)} | {in_words(witness)} |")


def among_stones(questions: int = 1000) -> None:
    """Reach on the grid with stones at random, of any number of steps."""
    grid = Graph(SIZE * SIZE, joined(SIZE, SIZE, SIDES))
    dice = random.Random(1)
    times = []
    for _ in range(questions):
        stones = dice.sample(range(SIZE * SIZE), dice.randrange(16))
        start, steps = dice.randrange(SIZE * SIZE), dice.randrange(8, SIZE * SIZE)
        began = time.process_time()
        grid.reach(start, steps, stones)
        times.append(time.process_time() - began)
    times.sort()
    shares = [("half", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("all", 1.0)]
    answered = [f"{name} in {in_words(times[int((questions - 1) * at)])}" for name, at in shares]
    print(f"{questions:,} questions with up to 15 stones at random, any start, 8 to 63 steps:")
    print(f"{', '.join(answered)}.")


def graphillion(size: int) -> tuple[int, float] | None:
    """How many walks it counts from corner to corner, and how long that takes."""
    try:
        sets = importlib.import_module("graphillion").GraphSet
    except ModuleNotFoundError:
        return None
    edges = [(a, b) for a, b in joined(size, size, SIDES) if a < b]
    # In the order of the rows, which is its best on this board.
    sets.set_universe(edges, traversal="as-is")
    return sets.paths(0, size * size - 1).len(), median(
        lambda: sets.paths(0, size * size - 1).len(), rounds=5
    )


def corner_to_corner() -> None:
    """All walks from corner to corner, beside Graphillion."""
    print("| grid | walks | amduat | Graphillion | ratio |")
    print("| --- | --- | --- | --- | --- |")
    for size in range(4, SIZE + 1):
        grid = Graph(size * size, joined(size, size, SIDES))
        walks = grid.count(0, end=size * size - 1)
        own = median(partial(grid.count, 0, end=size * size - 1))
        other = graphillion(size)
        beside = "not installed | |"
        if other is not None:
            assert other[0] == walks
            beside = f"{in_words(other[1])} | {other[1] / own:.0f} |"
        print(f"| {size} × {size} | {walks:,} | {in_words(own)} | {beside}")


def counted() -> None:
    """Counts of many kinds."""
    whole = [[9, 10, 17, 18], [45, 46, 53, 54]]
    boards: dict[str, tuple[Edges, list[list[int]]]] = {
        "steps to the side": (joined(SIZE, SIZE, SIDES), []),
        "two whole fields of four": (joined(SIZE, SIZE, SIDES), whole),
        "never to the left": (joined(SIZE, SIZE, ONWARD), []),
        "a king's steps": (joined(SIZE, SIZE, KING), []),
    }
    questions: list[tuple[str, str, int, int | None, int | None]] = [
        ("steps to the side", "corner to corner, 30 steps", 0, 30, CORNER),
        ("steps to the side", "corner to corner, 62 steps", 0, 62, CORNER),
        ("steps to the side", "corner to next corner, all fields", 0, 63, SIZE - 1),
        ("steps to the side", "from the middle, 10 steps", MIDDLE, 10, None),
        ("steps to the side", "from the middle, 18 steps", MIDDLE, 18, None),
        ("steps to the side", "from the middle, 40 steps", MIDDLE, 40, None),
        ("steps to the side", "from the middle, any number", MIDDLE, None, None),
        ("two whole fields of four", "corner to corner", 0, None, CORNER),
        ("never to the left", "corner to corner", 0, None, CORNER),
        ("a king's steps", "corner to corner", 0, None, CORNER),
    ]
    print("| 8 × 8 board | question | walks | time |")
    print("| --- | --- | --- | --- |")
    for board, question, start, steps, end in questions:
        graph = Graph(SIZE * SIZE, *boards[board])
        walks = graph.count(start, steps, end=end)
        seconds = median(partial(graph.count, start, steps, end=end), 3)
        print(f"| {board} | {question} | {walks:,} | {in_words(seconds)} |")


if __name__ == "__main__":
    for table in (found, among_stones, corner_to_corner, counted):
        table()
        print()
