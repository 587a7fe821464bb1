"""The walk search against a plain recursion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

import amduat
from amduat.walk import Graph

Edges = list[tuple[int, int]]
Groups = list[list[int]]


def plain_walks(
    edges: Edges, groups: Groups, start: int, steps: int, occupied: set[int]
) -> Iterator[tuple[int, ...]]:
    """All walks, by trying every neighbour of every field."""
    neighbours: dict[int, list[int]] = {}
    for a, b in sorted(set(edges)):
        neighbours.setdefault(a, []).append(b)
    whole = {place: set(group) for group in groups for place in group}

    def walk(fields: tuple[int, ...], used: set[int]) -> Iterator[tuple[int, ...]]:
        if len(fields) == steps + 1:
            yield fields
            return
        for step in neighbours.get(fields[-1], []):
            if step not in used:
                yield from walk((*fields, step), used | whole.get(step, {step}))

    taken = set().union({start}, *(whole.get(field, {field}) for field in {start, *occupied}))
    yield from walk((start,), taken)


def compare(size: int, edges: Edges, groups: Groups, dice: random.Random, longest: int) -> int:
    """Compares everything about the walks of one start; gives how many there are."""
    graph = Graph(size, edges, groups)
    start, steps = dice.randrange(size), dice.randrange(longest + 1)
    occupied = set(dice.sample(range(size), dice.randrange(min(size // 3, 8) + 1)))
    expected = list(plain_walks(edges, groups, start, steps, occupied))
    assert list(graph.walks(start, steps, occupied)) == expected
    assert graph.count(start, steps, occupied) == len(expected)
    ends = {walk[-1] for walk in expected}
    assert graph.reach(start, steps, occupied) == ends
    for end in range(size):
        to_end = [walk for walk in expected if walk[-1] == end]
        assert list(graph.walks(start, steps, occupied, end=end)) == to_end
        assert graph.witness(start, end, steps, occupied) == (to_end[0] if to_end else None)
    return len(expected)


def grid(width: int, height: int) -> Edges:
    """Fields in rows, each joined with its neighbours in both directions."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    return [
        (y * width + x, b * width + a)
        for x, y in cells
        for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if (a, b) in cells
    ]


def ramses() -> tuple[int, Edges, Groups]:
    """Upper row 0-3 and long field 4-11, middle row 12-23, lower row 24-27 and long field 28-35."""
    pairs = [(i, i + 1) for i in (0, 1, 2, *range(12, 23), 24, 25, 26)]
    pairs += [(i, i + 12) for i in range(24)]
    pairs += [(3, place) for place in range(4, 12)] + [(27, place) for place in range(28, 36)]
    return 36, pairs + [(b, a) for a, b in pairs], [[*range(4, 12)], [*range(28, 36)]]


def isis() -> tuple[int, Edges, Groups]:
    """Fields 0 to 50 with one-way entrances, exits and thrones."""
    rows = [
        [1, 3, 5, 7, 9, 11, 13, 15, 19, 23, 27, 31, 35, 39, 43, 47],
        [0] * 7 + [16, 20, 24, 28, 32, 36, 40, 44, 48],
        [0] * 7 + [17, 21, 25, 29, 33, 37, 41, 45, 49],
        [2, 4, 6, 8, 10, 12, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50],
    ]
    pairs = [(a, b) for row in rows for a, b in pairwise(row)]
    pairs += [(a, b) for up, down in pairwise(rows) for a, b in zip(up, down, strict=True)]
    closed = {0, 44, 45}
    both = [(a, b) for a, b in pairs + [(b, a) for a, b in pairs] if not closed & {a, b}]
    return 51, [*both, (0, 1), (0, 2), (16, 0), (17, 0), (48, 44), (49, 45)], []


BOARDS = {"ramses": ramses(), "isis": isis(), "pharao": (30, grid(10, 3), [])}


@pytest.mark.parametrize("board", BOARDS)
def test_boards(board):
    size, edges, groups = BOARDS[board]
    dice = random.Random(board)
    counts = [compare(size, edges, groups, dice, longest=8) for _ in range(150)]
    assert sum(count > 10 for count in counts) > 30


def test_random_graphs():
    dice, found = random.Random(1), 0
    for _ in range(400):
        size = dice.randrange(1, 13)
        fields = list(range(size))
        pairs = [(a, b) for a in fields for b in fields if a != b]
        edges = dice.sample(pairs, dice.randrange(len(pairs) + 1))
        dice.shuffle(fields)
        groups = [fields[i : i + dice.randrange(1, 4)] for i in range(0, size, 4)]
        found += compare(size, edges, groups, dice, longest=6) > 1
    assert found > 100


def test_the_largest_graph():
    edges = [(i, (i + 1) % 64) for i in range(64)]
    ring = Graph(64, edges)
    assert ring.reach(1, 63) == {0}
    assert ring.count(0, 63) == 1
    assert ring.witness(60, 3, steps=7) == (60, 61, 62, 63, 0, 1, 2, 3)
    assert len(ring) == 64
    assert ring == Graph(64, reversed(edges))
    assert ring != Graph(64, edges[1:])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Graph(0, []), 'fields "0": must be from 1 to 64'),
        (lambda: Graph(65, []), 'fields "65": must be from 1 to 64'),
        (lambda: Graph(-1, []), 'fields "-1": must be from 1 to 64'),
        (lambda: Graph(3, [(0, 3)]), 'edges "3": must be from 0 to 2'),
        (lambda: Graph(3, [(1, 1)]), 'edges "(1, 1)": an edge joins two different fields'),
        (
            lambda: Graph(3, [], [[0, 1], [1, 2]]),
            'whole_fields "1": a field belongs to one whole field at most, and once',
        ),
        (lambda: Graph(3, [], [[7]]), 'whole_fields "7": must be from 0 to 2'),
        (lambda: Graph(3, []).reach(3, 1), 'start "3": must be from 0 to 2'),
        (lambda: Graph(3, []).reach(0, -1), 'steps "-1": must be from 0 to 63'),
        (lambda: Graph(3, []).count(0, 64), 'steps "64": must be from 0 to 63'),
        (lambda: Graph(3, []).walks(0, 1, [0, 9]), 'occupied "9": must be from 0 to 2'),
        (lambda: Graph(3, []).witness(0, 5, 1), 'end "5": must be from 0 to 2'),
    ],
)
def test_bad_arguments(call, message):
    with pytest.raises(amduat.AmduatError) as caught:
        call()
    assert str(caught.value) == message


def test_arguments_of_the_wrong_type():
    with pytest.raises(TypeError):
        Graph("three", [])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Graph(3, 7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Graph(3, []).reach(0.5, 1)  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError)):
        Graph(3, [(1,)])
