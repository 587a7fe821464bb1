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
        assert graph.count(start, steps, occupied, end=end) == len(to_end)
        assert graph.witness(start, end, steps, occupied) in (to_end or [None])
    return len(expected)


def is_walk(edges: Edges, groups: Groups, walk: tuple[int, ...], occupied: set[int]) -> bool:
    """Whether all steps can be made, and no field is used twice or occupied."""
    whole = {place: frozenset(group) for group in groups for place in group}
    used = [whole.get(field, frozenset({field})) for field in walk]
    return (
        set(pairwise(walk)) <= set(edges)
        and len(set(used)) == len(walk)
        and not any(fields & occupied for fields in used)
    )


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


def knights(width: int, height: int) -> Edges:
    """The moves of a knight."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    return [
        (y * width + x, b * width + a)
        for x, y in cells
        for a, b in cells
        if {abs(a - x), abs(b - y)} == {1, 2}
    ]


def test_walks_of_any_length():
    dice, found = random.Random(2), 0
    for _ in range(150):
        size = dice.randrange(3, 9)
        pairs = [(a, b) for a in range(size) for b in range(size) if a != b]
        edges = dice.sample(pairs, dice.randrange(len(pairs) // 3, len(pairs) * 2 // 3))
        if dice.random() < 0.5:
            edges += [(b, a) for a, b in edges]
        groups = [dice.sample(range(size), 2)] if dice.random() < 0.5 else []
        graph = Graph(size, edges, groups)
        start, occupied = dice.randrange(size), set(dice.sample(range(size), dice.randrange(2)))
        walks = [
            walk
            for steps in range(size)
            for walk in plain_walks(edges, groups, start, steps, occupied)
        ]
        assert graph.count(start, occupied=occupied) == len(walks)
        for end in range(size):
            to_end = sum(walk[-1] == end for walk in walks)
            assert graph.count(start, None, occupied, end) == to_end
        found += len(walks) > 20
    assert found > 40


def test_long_walks_on_the_grid():
    """The colour of the fields tells where they lead; nothing else is in the way."""
    edges = grid(8, 8)
    graph = Graph(64, edges)
    for start in (0, 1, 27):
        colour = sum(divmod(start, 8))
        for steps in (17, 18, 33, 48, 61, 62, 63):
            ends = {
                field for field in range(64) if (sum(divmod(field, 8)) - colour - steps) % 2 == 0
            }
            assert graph.reach(start, steps) == ends - {start}
            for end in random.Random(steps).sample(sorted(ends - {start}), 5):
                walk = graph.witness(start, end, steps)
                assert walk is not None
                assert (walk[0], walk[-1], len(walk)) == (start, end, steps + 1)
                assert is_walk(edges, [], walk, set())


def test_long_walks_among_stones():
    """Reach, witnesses and counts tell the same, wherever stones stand."""
    dice, there, nowhere = random.Random(3), 0, 0
    boards: list[tuple[Edges, Groups]] = [
        (grid(8, 4), []),
        (grid(8, 4), [[9, 12, 30]]),
        ([*grid(8, 4), (0, 31), (3, 20)], [[5, 6]]),
        (knights(6, 4), []),
    ]
    for edges, groups in boards:
        size = max(max(edge) for edge in edges) + 1
        graph = Graph(size, edges, groups)
        for _ in range(12):
            start, steps = dice.randrange(size), dice.randrange(12, size)
            occupied = set(dice.sample(range(size), dice.randrange(5))) - {start}
            ends = graph.reach(start, steps, occupied)
            for end in range(size):
                walk = graph.witness(start, end, steps, occupied)
                assert (walk is not None) == (end in ends)
                assert (graph.count(start, steps, occupied, end=end) > 0) == (end in ends)
                if walk is not None:
                    assert (walk[0], walk[-1], len(walk)) == (start, end, steps + 1)
                    assert is_walk(edges, groups, walk, occupied)
            there += len(ends)
            nowhere += size - len(ends)
    assert there > 200
    assert nowhere > 200


#: Walks from corner to corner: sequences A007764 (steps to the side) and A140518 (as a king) of
#: the On-Line Encyclopedia of Integer Sequences.
CORNER_TO_CORNER = {
    "side": [1, 2, 12, 184, 8512, 1262816, 575780564, 789360053252],
    "king": [1, 5, 235, 96371, 447544629, 22132498074021],
}


@pytest.mark.parametrize("steps", CORNER_TO_CORNER)
def test_corner_to_corner(steps):
    for size, count in enumerate(CORNER_TO_CORNER[steps], 1):
        edges = grid(size, size)
        if steps == "king":
            cells = [divmod(field, size) for field in range(size * size)]
            edges = [
                (i, j)
                for i, (y, x) in enumerate(cells)
                for j, (b, a) in enumerate(cells)
                if i != j and max(abs(a - x), abs(b - y)) == 1
            ]
        graph = Graph(size * size, edges)
        assert graph.count(0, end=size * size - 1) == count


def test_walks_over_all_fields():
    """Knight's tours, and tours of the grid: known numbers, by length."""
    assert sum(Graph(25, knights(5, 5)).count(start, 24) for start in range(25)) == 1728
    corner = Graph(36, grid(6, 6))
    lengths = [corner.count(0, steps, end=35) for steps in range(36)]
    assert sum(lengths) == 1262816
    assert next(steps for steps, count in enumerate(lengths) if count) == 10
    assert lengths[10] == 252


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
        (lambda: Graph(3, []).count(0, None, [3]), 'occupied "3": must be from 0 to 2'),
        (lambda: Graph(3, []).count(0, end=3), 'end "3": must be from 0 to 2'),
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
