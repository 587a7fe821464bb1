"""Bots that search.

    >>> import amduat
    >>> from amduat.bots.search import SearchBot
    >>> bot = SearchBot(level=10, seed=1)
    >>> print(bot.choose(amduat.parse("ramses", "1,4,9,16 5@11,8,18,21 L own -")))
    16-13

Both keep what they learn from move to move. `SearchBot` remembers the positions it has seen, too:
where it looks ahead in a game without chance, it does not run in circles while it is ahead.
"""

from __future__ import annotations

import random

from amduat._core import Action, Position, Searcher
from amduat.errors import OptionError
from amduat.seen import Seen

__all__ = ["LEVELS", "MctsBot", "SearchBot"]

#: The levels of ``SearchBot``, from 1: how many nodes it looks at, and how often it plays anything.
#: More nodes alone would hardly tell the upper levels apart where dice or draws decide.
LEVELS: tuple[tuple[int, float], ...] = (
    (30, 0.40),
    (80, 0.33),
    (200, 0.26),
    (500, 0.20),
    (1_200, 0.15),
    (3_000, 0.10),
    (8_000, 0.06),
    (25_000, 0.03),
    (80_000, 0.01),
    (400_000, 0.00),
)


class _Searching:
    """What both bots have in common.

    Attributes:
        seconds: How long it thinks about an action, if that is limited.
        nodes: How many nodes it visits, or simulations it makes, if that is limited.
    """

    name = "search"

    def __init__(
        self,
        method: str,
        seed: int,
        threads: int,
        seconds: float | None,
        nodes: int | None,
        mistakes: float = 0.0,
    ) -> None:
        self._searcher = Searcher(method=method, threads=threads, seed=seed & (2**64 - 1))
        self.seconds = seconds
        self.nodes = nodes
        self._mistakes = mistakes
        self._rng = random.Random(seed)
        self._seen = Seen()

    def choose(self, position: Position) -> Action:
        """The best action that the search finds."""
        self._seen.meet(position)
        legal = position.legal_actions()
        action = legal[0] if len(legal) == 1 else None  # nothing to think about
        if action is None and not (self._mistakes and self._rng.random() < self._mistakes):
            action = self._searcher.search(
                position, seconds=self.seconds, nodes=self.nodes, played=self._seen.positions
            ).action
        if action is None:
            action = self._rng.choice(legal)
        self._seen.meet(position.apply(action))
        return action

    def forget(self) -> None:
        """Gives back the memory that holds what earlier searches have found."""
        self._searcher.forget()

    def stop(self, requested: bool = True) -> None:
        """Has the search that another thread waits for end at once, or else the next one.

        Args:
            requested: False takes such a request back, as it may have come too late.
        """
        self._searcher.stop(requested)


class SearchBot(_Searching):
    """Looks ahead, or simulates where that plays better.

    Args:
        level: From 1 (a beginner) to 10 (a fraction of a second for each action, and no mistakes).
        seed: Decides between equal actions; two bots with the same seed play the same way.
        seconds: Thinks this long for each action, whatever the level says.
        threads: How many threads search.
    """

    def __init__(
        self, level: int = 10, seed: int = 0, *, seconds: float | None = None, threads: int = 1
    ) -> None:
        if not 1 <= level <= len(LEVELS):
            reason = f"must be from 1 to {len(LEVELS)}"
            raise OptionError(f'level "{level}": {reason}', "level", str(level), reason)
        nodes, mistakes = LEVELS[level - 1]
        if seconds is not None:
            super().__init__("auto", seed, threads, seconds, None)
            self.name = f"search:{seconds:g}s"
        else:
            super().__init__("auto", seed, threads, None, nodes, mistakes)
            self.name = f"search:{level}"


class MctsBot(_Searching):
    """Grows a tree by simulations, for any number of players.

    Args:
        seconds: Thinks this long for each action; half a second by default.
        seed: Decides the outcomes of the simulations.
        simulations: How many to make, instead of a time.
        threads: How many trees grow side by side.
    """

    def __init__(
        self,
        seconds: float | None = None,
        seed: int = 0,
        *,
        simulations: int | None = None,
        threads: int = 1,
    ) -> None:
        if seconds is None and simulations is None:
            seconds = 0.5
        super().__init__("mcts", seed, threads, seconds, simulations)
        self.name = f"mcts:{simulations}" if seconds is None else f"mcts:{seconds:g}s"
