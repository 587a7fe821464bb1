"""The games as Gymnasium environments: importing this module registers them.

    >>> import gymnasium
    >>> import amduat.adapters.gymnasium
    >>> env = gymnasium.make("amduat/ramses-v0", opponents="random")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((76,), 6)

One seat is played by you, the others by bots. ``info["action_mask"]`` says what is legal; an
illegal action ends the episode with a reward of −1, or raises if ``illegal="raise"``.
``AmduatVectorEnv`` plays many games at once in Rust, all seats by you:
``gymnasium.make_vec("amduat/ramses-v0", 64, vectorization_mode="vector_entry_point")``.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import amduat
from amduat import learn
from amduat.adapters.common import render, settle

__all__ = ["AmduatEnv", "AmduatVectorEnv", "environment_id"]

#: How often a game is begun whose dice end it before your turn; others may think each time.
TRIES = 20

#: The modes of a batch as Gymnasium names them.
AUTORESET = {
    "same_step": AutoresetMode.SAME_STEP,
    "next_step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def environment_id(game: str) -> str:
    """What a game is called in Gymnasium."""
    return f"amduat/{game}-v0"


def _spaces(game: str) -> tuple[spaces.Box, spaces.Discrete]:
    info = amduat.info(game)
    return spaces.Box(0, 1, info.observation_shape, np.float32), spaces.Discrete(info.num_actions)


class AmduatEnv(gymnasium.Env[Any, Any]):
    """A game against bots.

    Args:
        game: The game.
        opponents: The bot that plays the other seats, such as ``"search:3"``.
        seat: Your seat, counted from 0.
        illegal: What an illegal action does: ``"lose"`` ends the episode, ``"raise"`` raises.
        max_plies: A game of so many actions, chance not counted, is cut off.
        render_mode: ``"svg"`` or ``"ansi"`` to return a drawing, ``"human"`` to print it.
        options: Those of the game.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponents: str = "random",
        seat: int = 0,
        illegal: str = "lose",
        max_plies: int = 10_000,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.start = amduat.start(game, **options)
        if not 0 <= seat < self.start.players:
            reason = f"the seats are 0 to {self.start.players - 1}"
            raise amduat.OptionError(f'seat "{seat}": {reason}', "seat", str(seat), reason)
        if illegal not in ("lose", "raise"):
            reason = "expected `lose` or `raise`"
            raise amduat.OptionError(f'illegal "{illegal}": {reason}', "illegal", illegal, reason)
        self.observation_space, self.action_space = _spaces(game)
        self.opponents, self.seat, self.illegal, self.max_plies = (
            opponents,
            seat,
            illegal,
            max_plies,
        )
        self.render_mode = render_mode
        self._bots = [
            amduat.bots.make_bot(opponents, number) for number in range(self.start.players)
        ]
        self._dice = random.Random()
        self._plies = 0
        self.position = self.start

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal for you; none when the game is over."""
        decides = self.position.current_player == self.seat
        return learn.mask(self.position) if decides else np.zeros(self.position.num_actions, bool)

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        info = {"action_mask": self.action_masks().astype(np.int8)}
        return learn.observe(self.position, seat=self.seat), info

    def _wait(self) -> None:
        """Lets chance and the others act until it is your turn."""
        self.position = settle(self.position, self._dice)
        while (
            self.position.current_player not in (self.seat, amduat.OVER)
            and self._plies < self.max_plies
        ):
            action = self._bots[self.position.current_player].choose(self.position)
            self.position = settle(self.position.apply(action), self._dice)
            self._plies += 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new game; ``options={"position": …}`` begins anywhere.

        One that is over before it is your turn gives way to another, where the dice may bring one.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._dice = random.Random(seed)
            seats = range(self.start.players)
            self._bots = [amduat.bots.make_bot(self.opponents, seed + number) for number in seats]
        start = (options or {}).get("position", self.start)
        by_chance = amduat.info(start.game).has_chance and not start.is_over
        for _ in range(TRIES if by_chance else 1):
            self.position, self._plies = start, 0
            self._wait()
            if not self.position.is_over:
                break
        return self._seen()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Your action, and then those of the others until it is your turn again."""
        chosen = amduat.Action.from_index if self.illegal == "raise" else _action
        played = chosen(self.position.game, int(action))
        if played is None or (self.illegal == "lose" and not self.position.is_legal(played)):
            observation, info = self._seen()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self.position = self.position.apply(played)
        self._plies += 1
        self._wait()
        over = self.position.is_over
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        reward = self.position.returns()[self.seat]
        return observation, reward, over, not over and self._plies >= self.max_plies, info

    def render(self) -> str | None:
        """The board as it stands."""
        return render(self.position, self.render_mode)


def _action(game: str, index: int) -> amduat.Action | None:
    """The action with this index, if there is one."""
    try:
        return amduat.Action.from_index(game, index)
    except amduat.ActionError:
        return None


class AmduatVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once in Rust, with all seats played by you; see ``amduat.learn.Batch``.

    The reward of a step is the result for whoever acted, in the step that ends the game;
    ``info["rewards"]`` has those of all players, ``info["players"]`` who is to act next, and
    ``info["action_mask"]`` what is legal. An illegal action raises, and names its row.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seed: int = 0,
        threads: int = 1,
        autoreset: str = "same_step",
        max_plies: int | None = None,
        **options: Any,
    ) -> None:
        self._settings: dict[str, Any] = {
            "threads": threads,
            "autoreset": autoreset,
            "max_plies": max_plies,
            **options,
        }
        self.game, self.num_envs = game, num_envs
        self.batch = learn.Batch(game, num_envs, seed, **self._settings)
        self.metadata = {"autoreset_mode": AUTORESET[autoreset]}
        self.single_observation_space, self.single_action_space = _spaces(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.batch.masks.copy(),
            "players": self.batch.players.copy(),
            "rewards": self.batch.rewards.copy(),
        }

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """New games; with ``options={"reset_mask": …}`` only in these rows."""
        rows = (options or {}).get("reset_mask")
        if seed is not None:
            first = seed if isinstance(seed, int) else seed[0]
            self.batch = learn.Batch(self.game, self.num_envs, first, **self._settings)
        elif rows is not None:
            self.batch.reset(np.flatnonzero(rows))
        else:
            self.batch.reset()
        return self.batch.observations.copy(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """One action in each game."""
        batch = self.batch
        actors = np.maximum(batch.players, 0)
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), actors].astype(np.float64)
        info = self._info()
        if batch.autoreset == "same_step" and batch.over.any():
            info["final_obs"], info["_final_obs"] = (
                batch.final_observations.copy(),
                batch.over.copy(),
            )
        truncated = batch.truncated.copy()
        return batch.observations.copy(), rewards, batch.over & ~truncated, truncated, info


for _game in amduat.GAMES:
    gymnasium.register(
        id=environment_id(_game),
        entry_point="amduat.adapters.gymnasium:AmduatEnv",
        vector_entry_point="amduat.adapters.gymnasium:AmduatVectorEnv",
        kwargs={"game": _game},
    )
