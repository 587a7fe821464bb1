"""Search: which action is best, and what a position is worth.

    >>> import amduat
    >>> pos = amduat.parse("ramses", "1,4,9,16 5@11,8,18,21 L own -")
    >>> result = amduat.search(pos, nodes=10_000)
    >>> print(result.action, result.values, result.exact, result.plies_to_end)
    16-13 [1.0, -1.0] True 1

``Searcher`` keeps what it has learnt for the next move. Both release the interpreter lock, respect
their limits, and stop on Ctrl-C.
"""

from __future__ import annotations

from amduat._core import (
    Choice,
    Position,
    Searcher,
    SearchResult,
    estimate,
    features,
    weights,
)

TYPE_CHECKING = False  # type checkers take it as true; importing typing would cost time
if TYPE_CHECKING:
    from typing import SupportsIndex

__all__ = [
    "METHODS",
    "Choice",
    "SearchResult",
    "Searcher",
    "estimate",
    "features",
    "search",
    "weights",
]

#: The methods of ``Searcher`` and ``search``.
METHODS = ("auto", "deepening", "mcts", "playout", "perfect")


def search(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: SupportsIndex | None = None,
    depth: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    seed: int = 0,
    method: str = "auto",
    lines: SupportsIndex = 1,
) -> SearchResult:
    """Searches a position until a limit is reached; for a second if none is given.

    With one thread and a limit of nodes or depth, the same seed gives the same result.

    Args:
        position: Where to search; the game must not be over.
        seconds: How long it may take. ``float("inf")`` is no limit.
        nodes: How many nodes it may visit, or how many simulations it may make.
        depth: How deep it may look: half-moves without chance, turns with chance; simulations end
            when the longest line of the tree has that many plies.
        threads: How many threads search.
        seed: Decides between equal actions, and the outcomes of simulations.
        method: ``deepening`` looks ahead (alpha-beta, or expectiminimax where there is chance; two
            players), ``mcts`` simulates with the static evaluation, ``playout`` with random games;
            ``perfect`` looks the answer up in the solution of RAMSES or the tables of PHARAO, and
            takes no other game;
            ``auto`` chooses what plays best, and counts a simulation as eight nodes.
        lines: How many of the best actions are reported.

    Raises:
        AmduatError: The game is over, an argument is out of range, or the method does not fit.
    """
    searcher = Searcher(method=method, threads=threads, seed=seed)
    return searcher.search(position, seconds=seconds, nodes=nodes, depth=depth, lines=lines)
