"""Counts and random games in pieces: by the workers of an executor, or here with a checkpoint."""

from __future__ import annotations

import contextlib
import math
import time
from collections import deque
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from amduat import _core
from amduat.checkpoint import Checkpoint
from amduat.errors import AmduatError, WorkError, bad_argument
from amduat.pieces import MEASURABLE, cut, split
from amduat.plain import counted
from amduat.spread import PATIENCE, Clock, Here, Pace, Task, check_executor, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike
    from typing import SupportsIndex

    from amduat._core import Playouts, Position
    from amduat.pieces import Piece
    from amduat.spread import Executor, Progress

__all__ = ["Ways", "divide", "perft", "playouts"]

#: The largest count, as without pieces.
_LARGEST = (1 << 128) - 1


@dataclass(frozen=True)
class Ways:
    """Who does the work and how: what counts and random games have in common.

    Attributes:
        threads: How many threads there are without an executor.
        executor: Whose workers do it; None for this process.
        max_pending: How many tasks the executor has at most.
        progress: Who is told how far it is.
        piece_seconds: How long a task should take.
        verify: Whether each piece is counted in two ways.

    Raises:
        AmduatError: Something is out of range, or does not go together.
    """

    threads: SupportsIndex
    executor: Executor | None
    max_pending: int | None
    progress: Callable[[Progress], object] | None
    piece_seconds: float
    verify: bool = False

    def __post_init__(self) -> None:
        check_executor(self.executor, self.max_pending)
        if self.executor is not None and index(self.threads) != 1:
            reason = "the workers of an executor have one thread each"
            raise bad_argument("threads", self.threads, reason)
        if not 0 < self.piece_seconds < math.inf:
            raise bad_argument("piece_seconds", self.piece_seconds, "must be a number of seconds")


def perft(
    position: Position,
    depth: SupportsIndex,
    method: Mapping[str, Any],
    ways: Ways,
    checkpoint: str | PathLike[str] | None,
) -> int:
    """The number of lines of exactly so many plies.

    Args:
        position: Where they begin.
        depth: How many plies they have.
        method: How each piece is counted: further arguments of ``_core.perft``.
        ways: Who counts.
        checkpoint: A file that keeps what is counted.
    """
    plies = _depth(position, depth, method, ways)
    with contextlib.ExitStack() as stack:
        file = None
        if checkpoint is not None:
            file = stack.enter_context(Checkpoint(checkpoint, "perft", position, plies))
        return _Tally([position], plies, method, ways, file).run()[0]


def divide(
    position: Position,
    depth: SupportsIndex,
    method: Mapping[str, Any],
    ways: Ways,
    checkpoint: str | PathLike[str] | None,
) -> dict[str, int]:
    """The number of lines that begin with each action; the arguments are those of `perft`."""
    plies = _depth(position, depth, method, ways)
    if not plies:
        raise bad_argument("depth", plies, "must be at least 1 to divide")
    actions = position.legal_actions()
    names = [str(action) for action in actions]
    roots = [position.apply(action) for action in actions]
    with contextlib.ExitStack() as stack:
        file = None
        if checkpoint is not None:
            file = stack.enter_context(Checkpoint(checkpoint, "divide", position, plies, names))
        counts = _Tally(roots, plies - 1, method, ways, file).run()
    return dict(zip(names, counts, strict=True))


def _depth(position: Position, depth: SupportsIndex, method: Mapping[str, Any], ways: Ways) -> int:
    """The depth as a number; refuses what the core refuses."""
    _core.perft(position, 0, ways.threads, **method)
    try:
        plies = index(depth)
    except TypeError:
        raise TypeError(f"depth must be an integer, not {type(depth).__name__}") from None
    if not 0 <= plies <= _core.MAX_DEPTH:
        raise bad_argument("depth", plies, f"must be from 0 to {_core.MAX_DEPTH}")
    return plies


class _Tally:
    """Counts the lines from several roots, in pieces."""

    def __init__(
        self,
        roots: Sequence[Position],
        depth: int,
        method: Mapping[str, Any],
        ways: Ways,
        file: Checkpoint | None,
    ) -> None:
        self.ways = ways
        self.method = dict(method)
        self.file = file
        self.pieces: Sequence[Piece]
        if file is not None and file.plies is not None:
            plies, each = file.plies, None
            self.pieces = split(roots, plies)
        else:
            plies, self.pieces, each = cut(roots, depth, ways.piece_seconds, method)
        self.depth = depth - plies
        self.pace = Pace(ways.piece_seconds, each)
        self.totals = [0] * len(roots)
        found, sure = ({}, set()) if file is None else file.begin(plies, self.depth, self.pieces)
        self.known = found
        fine = sure if ways.verify else found.keys()
        self.left = deque(number for number in range(len(self.pieces)) if number not in fine)
        self.clock = Clock(len(fine), len(self.pieces), ways.progress)
        for number in fine:
            self._add(number, found[number])

    def run(self) -> list[int]:
        """The number of lines from each root."""
        executor: Executor = Here() if self.ways.executor is None else self.ways.executor
        pending = 1 if self.ways.executor is None else self.ways.max_pending
        with contextlib.closing(spread(executor, self._take, pending)) as results:
            for task, done in results:
                numbers: list[int] = task.content
                counts = list(zip(numbers, done.result, strict=False))
                self.left.extendleft(reversed(numbers[len(counts) :]))
                self.pace.learn(len(counts), done.seconds)
                for number, lines in counts:
                    self._add(number, lines)
                if self.file is not None:
                    self.file.add(counts, verified=self.ways.verify)
                self.clock.add(len(counts))
        return self.totals

    def _take(self) -> Task | None:
        numbers = [self.left.popleft() for _ in range(min(self.pace.pieces, len(self.left)))]
        if not numbers:
            return None
        positions = [self.pieces[number].position for number in numbers]
        name = f'piece {numbers[0] + 1} of {len(self.pieces)}, "{positions[0]}"'
        if len(numbers) > 1:
            name += f" and {counted(len(numbers) - 1, 'other')}"
        seconds = PATIENCE * self.pace.seconds
        threads, verify = index(self.ways.threads), self.ways.verify
        arguments = (positions, self.depth, seconds, threads, self.method, verify)
        return Task(name, count_pieces, arguments, numbers)

    def _add(self, number: int, lines: int) -> None:
        """Adds a piece to the totals; what the file has of it must be the same."""
        if (known := self.known.get(number, lines)) != lines:
            piece = f'piece {number + 1}, "{self.pieces[number].position}" at depth {self.depth}'
            raise WorkError(f"{piece}: the checkpoint has {known} lines, counted now are {lines}")
        for root, times in self.pieces[number].times:
            self.totals[root] += times * lines
            if self.totals[root] > _LARGEST:
                raise AmduatError("the count does not fit into 128 bits")


def count_pieces(
    positions: Sequence[Position],
    depth: int,
    seconds: float,
    threads: int,
    method: Mapping[str, Any],
    verify: bool,
) -> list[int]:
    """What a worker does: counts from one position after the other, until the time is up.

    To verify a count, the lines are counted once more by merging, from each of the different
    positions two plies on.

    Returns:
        The numbers of lines from the first of them, from at least one.
    """
    until = time.monotonic() + seconds
    counts: list[int] = []
    for position in positions:
        try:
            counts.append(_core.perft(position, depth, threads, **method))
            if verify:
                _verify(position, depth, threads, method, counts[-1])
        except Exception as error:
            reason = str(error) or type(error).__name__
            raise WorkError(f'"{position}" at depth {depth}: {reason}') from error
        if time.monotonic() > until:
            break
    return counts


def _verify(
    position: Position, depth: int, threads: int, method: Mapping[str, Any], count: int
) -> None:
    """Refuses a count that is another one by another way."""
    plies = min(2, depth)
    other = sum(
        lines * _core.perft(there, depth - plies, threads, **{**method, "merge": True})
        for there, lines in _core.frontier(position, plies)
    )
    if other != count:
        raise WorkError(f"{count} lines, but {other} when counted from {plies} plies on")


def playouts(
    position: Position,
    games: SupportsIndex,
    seed: SupportsIndex,
    max_plies: SupportsIndex,
    ways: Ways,
) -> Playouts:
    """Random games from a position on, each the same whoever plays it."""
    results = {0: _core.playouts(position, 0, seed, ways.threads, max_plies)}
    number, seed, max_plies = index(games), index(seed), index(max_plies)
    if not 0 <= number < 1 << 62:
        raise bad_argument("games", number, f"must be from 0 to {(1 << 62) - 1}")
    pace = Pace(ways.piece_seconds, _game_seconds(position, seed, max_plies) if number else None)
    clock, first = Clock(0, number, ways.progress), 0

    def take() -> Task | None:
        nonlocal first
        some = min(pace.pieces, number - first)
        if not some:
            return None
        name = f"games {first + 1} to {first + some} of {number}"
        threads = index(ways.threads)
        task = Task(
            name, play_some, (position, first, some, seed, max_plies, threads), (first, some)
        )
        first += some
        return task

    executor: Executor = Here() if ways.executor is None else ways.executor
    pending = 1 if ways.executor is None else ways.max_pending
    with contextlib.closing(spread(executor, take, pending)) as found:
        for task, done in found:
            begin, some = task.content
            results[begin] = results[begin] + done.result if begin in results else done.result
            pace.learn(some, done.seconds)
            clock.add(some)
    # In the order of the games, so that sums are rounded the same way.
    return sum((results[begin] for begin in sorted(results) if begin), results[0])


def _game_seconds(position: Position, seed: int, max_plies: int) -> float:
    """How many seconds a random game takes, about."""
    games, took = 1, 0.0
    while took < MEASURABLE:
        games *= 2
        began = time.process_time()
        _core.playouts(position, games, seed, 1, max_plies)
        took = time.process_time() - began
    return took / games


def play_some(
    position: Position, first: int, games: int, seed: int, max_plies: int, threads: int
) -> Playouts:
    """What a worker does: plays the random games from a number on."""
    return _core.playouts(position, games, seed, threads, max_plies, first)
