"""Counting: the tables, the totals, threads, and what happens to bad arguments."""

from __future__ import annotations

import pytest

import amduat
from amduat._core import frontier
from support import data_lines


def test_tables(game):
    """A failing count prints its parts, so that one sees which action is wrong."""
    table = data_lines(game, "perft.txt")
    assert len(table) >= 100
    for text, counts in table:
        position = amduat.parse(game, text)
        for depth, expected in enumerate(map(int, counts.split()), start=1):
            count = amduat.perft(position, depth)
            if count != expected:
                parts = amduat.divide(position, depth)
                table = "\n".join(f"{action:>10} {lines:>12}" for action, lines in parts.items())
                pytest.fail(f"{game} {text}\nperft {depth} is {count}, not {expected}\n{table}")


def test_start_positions(game):
    """The published counts of the start positions, as deep as takes a moment."""
    starts = data_lines(game, "start.txt")
    assert str(amduat.start(game)) in dict(starts)
    for text, counts in starts:
        position = amduat.parse(game, text)
        for depth, expected in enumerate(map(int, counts.split()), start=1):
            assert amduat.perft(position, depth, threads=2) == expected


def test_depth_zero(game):
    assert amduat.perft(amduat.start(game), 0) == 1
    with pytest.raises(amduat.AmduatError, match='depth "0": must be at least 1 to divide'):
        amduat.divide(amduat.start(game), 0)


def test_divide_adds_up(game):
    position = amduat.start(game)
    parts = amduat.divide(position, 4)
    assert list(parts) == [str(action) for action in position.legal_actions()]
    assert sum(parts.values()) == amduat.perft(position, 4)
    for action, count in parts.items():
        assert count == amduat.perft(position.apply(action), 3)


def test_threads_agree(game):
    """Up to depth 4 one thread counts all; below that the others have something to do."""
    position = amduat.start(game)
    for depth in (4, 6):
        alone, parts = amduat.perft(position, depth), amduat.divide(position, depth)
        assert sum(parts.values()) == alone
        for threads in (2, 3, 7):
            assert amduat.perft(position, depth, threads) == alone
            assert amduat.divide(position, depth, threads=threads) == parts


def test_merging_changes_nothing(game):
    """With much memory, and with so little that a ply is counted in portions."""
    position = amduat.start(game)
    for depth in (0, 1, 4, 7):
        alone = amduat.perft(position, depth)
        for threads, memory in ((1, 64), (2, 64), (2, 1)):
            assert amduat.perft(position, depth, threads, merge=True, memory=memory) == alone
        if depth:
            parts = amduat.divide(position, depth, merge=True, memory=8)
            assert parts == amduat.divide(position, depth)


def test_different_positions(game):
    position = amduat.start(game)
    plies = amduat.distinct(position, 3, threads=2)
    for ply, (positions, lines) in enumerate(plies):
        pieces = frontier(position, ply)
        assert positions == len(pieces)
        assert lines == amduat.perft(position, ply)
    assert len(plies) == 4


@pytest.mark.parametrize("memory", [0, -1, 2**20 + 1])
def test_absurd_memories(memory):
    position = amduat.start("ramses")
    for count in (
        lambda: amduat.perft(position, 2, merge=True, memory=memory),
        lambda: amduat.divide(position, 2, merge=True, memory=memory),
        lambda: amduat.distinct(position, 2, memory=memory),
    ):
        with pytest.raises(amduat.AmduatError, match=r"memory .*: must be from 1 to 1048576"):
            count()


def test_pieces_of_a_count(game):
    """The frontier stands for all lines to it, and what follows adds up to the whole count."""
    position = amduat.start(game)
    for plies in range(4):
        pieces = frontier(position, plies)
        assert len({piece for piece, _ in pieces}) == len(pieces)
        assert pieces == frontier(position, plies)
        assert sum(lines for _, lines in pieces) == amduat.perft(position, plies)
        total = sum(lines * amduat.perft(piece, 4 - plies) for piece, lines in pieces)
        assert total == amduat.perft(position, 4)
    with pytest.raises(amduat.AmduatError, match="plies"):
        frontier(position, -1)


@pytest.mark.parametrize("depth", [-1, 251, 10**30, -(10**30)])
def test_absurd_depths(depth):
    with pytest.raises(amduat.AmduatError, match=r"depth .*: must be from 0 to 250") as caught:
        amduat.perft(amduat.start("ramses"), depth)
    assert caught.value.field == "depth"


@pytest.mark.parametrize("threads", [0, -1, 1025])
def test_absurd_thread_counts(threads):
    with pytest.raises(amduat.AmduatError, match=r"threads .*: must be from 1 to 1024"):
        amduat.perft(amduat.start("ramses"), 2, threads)


@pytest.mark.parametrize("depth", [1.5, "2", None, b"3"])
def test_depths_of_the_wrong_type(depth):
    with pytest.raises(TypeError, match="depth must be an integer"):
        amduat.perft(amduat.start("ramses"), depth)


def test_position_of_the_wrong_type():
    with pytest.raises(TypeError):
        amduat.perft("2,3,4,5@10 19,20,21,22@10 L own !", 2)  # type: ignore[arg-type]
