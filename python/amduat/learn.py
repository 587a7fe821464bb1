"""Learning: positions as arrays, games in bulk, and your own network in the compiled search.

    >>> import amduat
    >>> from amduat import learn
    >>> pos = amduat.start("ramses")
    >>> learn.observe(pos).shape, learn.mask(pos).sum()
    ((76,), np.int64(6))
    >>> batch = learn.Batch("ramses", 4, seed=1)
    >>> batch.step(batch.random_actions())
    >>> batch.observations.shape, batch.players.tolist()
    ((4, 76), [0, 0, 0, 0])

An observation is a row of float32 from 0 to 1: planes by field, then numbers without a field. It is
seen by the player whose turn it is, or by any seat: that seat is number 0, and the others follow
in turn order. The board is not turned, so that actions keep their numbers. ``amduat.info(game)``
has its shape, its version and its named parts.

It needs numpy: ``pip install 'amduat[learn]'``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, SupportsIndex

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:  # pragma: no cover
    raise ImportError("amduat.learn needs numpy: pip install 'amduat[learn]'") from error

from amduat import _core
from amduat._core import Batch, mask, observe
from amduat.errors import AmduatError

__all__ = [
    "Batch",
    "Evaluate",
    "PlayedGame",
    "SelfPlay",
    "Symmetry",
    "mask",
    "observe",
    "symmetries",
    "views",
]

#: What judges positions: takes observations and masks, a row for each position, and returns logits
#: of shape (rows, num_actions) and values of shape (rows, players), where the player to move comes
#: first and the others follow in turn order.
Evaluate = Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[Any, Any]]

#: The version of what ``SelfPlay.state`` returns.
_STATE_VERSION = 1


class Symmetry(NamedTuple):
    """A way to turn or mirror the board that changes nothing in the rules.

    ``observations[..., symmetry.observation]`` are observations of the turned board, and
    ``policies[..., symmetry.actions]`` what was known of the actions, for the turned ones.
    """

    name: str
    observation: NDArray[np.int64]
    actions: NDArray[np.int64]


def symmetries(game: str) -> list[Symmetry]:
    """The symmetries of a game's rules, the board as it is not counted.

    >>> from amduat import learn
    >>> [symmetry.name for symmetry in learn.symmetries("ramses")]
    ['upside-down']
    """
    return [Symmetry(*found) for found in _core.symmetries(game)]


def views(game: str, observations: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """The named parts of observations, as views of the same memory in their own shapes.

    >>> import amduat
    >>> from amduat import learn
    >>> parts = learn.views("ramses", learn.observe(amduat.start("ramses")))
    >>> parts["own"].shape, parts["opening"]
    ((1, 36), array([1.], dtype=float32))
    """
    parts = _core.info(game).observation_slices
    rows = observations.shape[:-1]
    return {
        name: observations[..., part.start : part.stop].reshape(*rows, *part.shape)
        for name, part in parts.items()
    }


class PlayedGame(NamedTuple):
    """A game that was played against itself: one row for each decision, ready for training.

    Attributes:
        number: The number of the game, counted from 0.
        observations: What the players to move saw: ``(decisions, *observation_shape)``.
        policies: How often each action was tried, as shares: (decisions, num_actions).
        masks: Which actions were legal: (decisions, num_actions).
        actions: The actions that were taken, by their index: (decisions,).
        players: Who decided: (decisions,).
        outcomes: The results, seen from who decided onwards: (decisions, players).
        returns: The result for each player.
        truncated: Whether the game was cut off; then all results are 0.
    """

    number: int
    observations: NDArray[np.float32]
    policies: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    players: NDArray[np.int32]
    outcomes: NDArray[np.float32]
    returns: list[float]
    truncated: bool


class SelfPlay:
    """Games that an evaluator plays against itself, with one call for the leaves of all.

        >>> import numpy as np
        >>> from amduat import learn
        >>> def even(observations, masks):
        ...     return np.zeros(masks.shape), np.zeros((len(masks), 2))
        >>> games = learn.SelfPlay("isis-osiris", even, games=4, simulations=8, seed=1)
        >>> game = next(games)
        >>> game.observations.shape[1:], game.policies.shape[1:], game.outcomes.shape[1:]
        ((458,), (82,), (2,))

    It is an iterator that never ends. Whatever ends ``next``, be it Ctrl-C or an exception of the
    evaluator, the games can go on afterwards. Game number `i` depends on the seed and on `i`, not
    on how many are played at once, as long as the evaluator judges a position alike in any company.

    Args:
        game: The game.
        evaluate: Judges positions; see ``Evaluate``.
        games: How many games are played at once, which is the most rows that ``evaluate`` gets.
        simulations: How many simulations are made before each action.
        seed: Of everything random.
        exploration: How much neglected actions are favoured.
        noise: The share of noise in the probabilities at the root.
        temperature: With 0 the best action is taken, with 1 each as often as it was tried.
        cooling: After so many plies the temperature is 0.
        max_plies: A game of so many plies is cut off.
        options: Those of the game.
    """

    def __init__(
        self,
        game: str,
        evaluate: Evaluate,
        *,
        games: SupportsIndex = 256,
        simulations: SupportsIndex = 100,
        seed: int = 0,
        exploration: float = 1.5,
        noise: float = 0.25,
        temperature: float = 1.0,
        cooling: SupportsIndex = 30,
        max_plies: SupportsIndex = 2000,
        **options: Any,
    ) -> None:
        self.game = game
        self._games = _core.SelfPlay(
            game,
            evaluate,
            games,
            simulations,
            seed,
            exploration,
            noise,
            temperature,
            cooling,
            max_plies,
            **options,
        )

    def __iter__(self) -> Iterator[PlayedGame]:
        return self

    def __next__(self) -> PlayedGame:
        number, observations, policies, masks, actions, players, returns, truncated = (
            self._games.play()
        )
        seats = (players[:, None] + np.arange(len(returns))) % len(returns)
        outcomes = np.asarray(returns, dtype=np.float32)[seats]
        return PlayedGame(
            number, observations, policies, masks, actions, players, outcomes, returns, truncated
        )

    def state(self) -> dict[str, Any]:
        """What is needed to go on later, elsewhere too: a dict of plain values.

        What the trees know is not part of it: the walks since the last actions are made again.
        """
        following, games = self._games.state()
        return {"version": _STATE_VERSION, "game": self.game, "next": following, "games": games}

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on from what ``state`` has returned.

        Raises:
            AmduatError: It is the state of something else.
        """
        for name, expected in (("version", _STATE_VERSION), ("game", self.game)):
            if state.get(name) != expected:
                raise AmduatError(
                    f"state {name} {state.get(name)!r}: must be {expected!r}",
                    "state",
                    str(state.get(name)),
                )
        try:
            games = [
                (number, list(played), [[(i, s) for i, s in policy] for policy in policies], seed)
                for number, played, policies, seed in state["games"]
            ]
            following = state["next"]
        except (KeyError, TypeError, ValueError) as error:
            raise AmduatError(f"state: has no games to go on with: {error}", "state") from error
        try:
            self._games.restore(following, games)
        except (TypeError, OverflowError) as error:
            raise AmduatError(f"state: {error}", "state") from error
