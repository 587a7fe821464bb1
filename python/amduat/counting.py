"""Counting lines and playing random games: here, or by the workers of an executor.

    >>> import amduat
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     amduat.perft(amduat.start("ramses"), 5, executor=executor)
    46914

Without an executor and a checkpoint these are the functions of the compiled core, and nothing else
is imported.
"""

from __future__ import annotations

from amduat import _core
from amduat._core import Playouts, Position

TYPE_CHECKING = False  # type checkers take it as true; importing typing would cost time
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from typing import SupportsIndex

    from amduat.spread import Executor, Progress

__all__ = ["divide", "perft", "playouts"]


def perft(
    position: Position,
    depth: SupportsIndex,
    threads: SupportsIndex = 1,
    merge: bool = False,
    memory: SupportsIndex = 1000,
    *,
    executor: Executor | None = None,
    max_pending: int | None = None,
    checkpoint: str | PathLike[str] | None = None,
    verify: bool = False,
    progress: Callable[[Progress], object] | None = None,
    piece_seconds: float = 2.0,
) -> int:
    """The number of lines of exactly `depth` plies, chance plies included.

    Args:
        position: Where the lines begin.
        depth: How many plies each has.
        threads: How many threads count; not with an executor, whose workers count with one each.
        merge: Whether equal positions are merged, ply by ply: much faster for deep counts.
        memory: How many MiB merged positions may take; each worker of an executor takes as many.
        executor: Whose workers count: anything with ``submit``, as in ``concurrent.futures``. It
            is not shut down.
        max_pending: How many tasks the executor has at most at a time; 1000 by default.
        checkpoint: A file that keeps what is counted. With the same position and depth the count
            goes on from there.
        verify: Whether each piece is counted a second time in another way; two counts that differ
            are an error. What a checkpoint has is verified, too.
        progress: Called with a ``Progress`` when pieces are done.
        piece_seconds: How long a piece of the work should take, about.

    Raises:
        AmduatError: An argument is out of range, or the count does not fit into 128 bits.
        WorkError: A piece has failed on a worker, was lost with it again and again, or was counted
            differently the second time.
        CheckpointError: The file is of another count, damaged, or in use.
    """
    if _plain(executor, max_pending, checkpoint, progress) and not verify:
        return _core.perft(position, depth, threads, merge, memory)
    from amduat import tally

    ways = tally.Ways(threads, executor, max_pending, progress, piece_seconds, verify)
    return tally.perft(position, depth, {"merge": merge, "memory": memory}, ways, checkpoint)


def divide(
    position: Position,
    depth: SupportsIndex,
    threads: SupportsIndex = 1,
    merge: bool = False,
    memory: SupportsIndex = 1000,
    *,
    executor: Executor | None = None,
    max_pending: int | None = None,
    checkpoint: str | PathLike[str] | None = None,
    verify: bool = False,
    progress: Callable[[Progress], object] | None = None,
    piece_seconds: float = 2.0,
) -> dict[str, int]:
    """For each legal action, by its text, the number of lines that begin with it.

    The lines have exactly `depth` plies, at least one. All arguments are those of ``perft``; a
    checkpoint of ``perft`` is one of another count.
    """
    if _plain(executor, max_pending, checkpoint, progress) and not verify:
        return _core.divide(position, depth, threads, merge, memory)
    from amduat import tally

    ways = tally.Ways(threads, executor, max_pending, progress, piece_seconds, verify)
    return tally.divide(position, depth, {"merge": merge, "memory": memory}, ways, checkpoint)


def playouts(
    position: Position,
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex = 1,
    max_plies: SupportsIndex = 100_000,
    *,
    executor: Executor | None = None,
    max_pending: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    piece_seconds: float = 2.0,
) -> Playouts:
    """Plays random games from a position on: players take any legal action with equal chance.

    The games depend on the seed alone, not on threads or workers; sums of results may be rounded
    differently.

    Args:
        position: Where the games begin.
        games: How many to play.
        seed: Determines them.
        threads: How many threads play; not with an executor, whose workers play with one each.
        max_plies: A game of more actions is given up.
        executor: Whose workers play, as in ``perft``.
        max_pending: How many tasks the executor has at most at a time; 1000 by default.
        progress: Called with a ``Progress`` when games are done.
        piece_seconds: How long a piece of the work should take, about.

    Raises:
        AmduatError: An argument is out of range.
        WorkError: A piece has failed on a worker, or was lost with it again and again.
    """
    if _plain(executor, max_pending, progress):
        return _core.playouts(position, games, seed, threads, max_plies)
    from amduat import tally

    ways = tally.Ways(threads, executor, max_pending, progress, piece_seconds)
    return tally.playouts(position, games, seed, max_plies, ways)


def _plain(*ways: object) -> bool:
    """Whether nothing is asked for but the result."""
    return all(way is None for way in ways)
