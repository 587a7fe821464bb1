"""The pieces of a count: different positions a few plies on, and how many lines lead to each.

    >>> import amduat
    >>> from amduat.pieces import split
    >>> pieces = split([amduat.start("ramses")], 3)
    >>> len(pieces), sum(amduat.perft(piece.position, 2) * piece.lines for piece in pieces)
    (343, 46914)

Each position is counted once, however many lines lead to it.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amduat._core import frontier, perft

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from amduat._core import Position

__all__ = ["MEASURABLE", "MOST", "Piece", "cut", "split"]

#: The most pieces that a count is cut into.
MOST = 200_000
#: How many pieces are measured, and how many seconds a count takes that is long enough to measure.
SAMPLES = 4
MEASURABLE = 0.01


@dataclass(frozen=True, slots=True)
class Piece:
    """A position, and how many lines lead to it.

    Attributes:
        position: Where to count on.
        times: How many lines lead there from each root that leads there at all: pairs of the
            number of a root and a number of lines.
    """

    position: Position
    times: tuple[tuple[int, int], ...]

    @property
    def lines(self) -> int:
        """How many lines lead to the position in all."""
        return sum(lines for _, lines in self.times)

    def key(self, depth: int) -> str:
        """A hash of the piece, with the number of plies to go: 128 bits in hexadecimal."""
        times = ",".join(f"{root}:{lines}" for root, lines in self.times)
        text = f"{self.position.game}|{self.position}|{times}|{depth}"
        return hashlib.sha256(text.encode()).hexdigest()[:32]


def split(roots: Sequence[Position], plies: int) -> list[Piece]:
    """The different positions so many plies after these."""
    if len(roots) == 1:
        return [Piece(position, ((0, lines),)) for position, lines in frontier(roots[0], plies)]
    found: dict[Position, list[tuple[int, int]]] = {}
    for number, root in enumerate(roots):
        for position, lines in frontier(root, plies):
            found.setdefault(position, []).append((number, lines))
    return [Piece(position, tuple(times)) for position, times in found.items()]


def cut(
    roots: Sequence[Position], depth: int, seconds: float, method: Mapping[str, Any]
) -> tuple[int, list[Piece], float]:
    """Cuts the count of so many plies from these positions into pieces of at most so many seconds.

    Pieces are as few plies away as that allows. A count that has too many pieces has longer ones.

    Args:
        roots: Where the lines begin.
        depth: How many plies they have.
        seconds: How long a piece should take, about.
        method: How pieces are counted: further arguments of ``perft``.

    Returns:
        How many plies away the pieces are, the pieces, and how long each takes, about.
    """
    pieces, each = split(roots, 0), 0.0
    for plies in range(depth + 1):
        each = _measure(pieces, depth - plies, method)
        if each <= seconds or plies == depth:
            return plies, pieces, each
        further = split(roots, plies + 1)
        if len(further) > MOST:
            return plies, pieces, each
        pieces = further
    return depth, pieces, each


def _measure(pieces: Sequence[Piece], depth: int, method: Mapping[str, Any]) -> float:
    """How many seconds it takes to count so many plies from one of these positions, about."""
    chosen = pieces[:: max(1, -(-len(pieces) // SAMPLES))]
    times = [_seconds(piece.position, depth, method) for piece in chosen]
    return sum(times) / max(1, len(times))


def _seconds(position: Position, depth: int, method: Mapping[str, Any]) -> float:
    """How many seconds it would take to count so many plies, judged by fewer of them."""
    lines, times = [1], [0.0]
    for plies in range(1, depth + 1):
        # Of the processor: others may be busy on this machine, too.
        began = time.process_time()
        lines.append(perft(position, plies, **method))
        times.append(time.process_time() - began)
        if not lines[-1]:
            break
        if times[-1] >= MEASURABLE:
            return times[-1] * _growth(lines, times) ** (depth - plies)
    return times[-1]


def _growth(lines: Sequence[int], times: Sequence[float]) -> float:
    """How much longer a count takes with each further ply.

    The plies of a turn differ: what they have in common shows over several of them. Where they can
    be measured the times say it, as lines that are merged take none; else the lines do.
    """
    back = 1
    while back < min(6, len(times) - 1) and times[-1 - back - 1] >= MEASURABLE / 10:
        back += 1
    if back > 1:
        return float((times[-1] / times[-1 - back]) ** (1 / back))
    back = min(6, len(lines) - 1)
    return float((lines[-1] / lines[-1 - back]) ** (1 / back))
