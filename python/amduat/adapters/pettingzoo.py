"""The games as PettingZoo environments.

    >>> from amduat.adapters import pettingzoo
    >>> env = pettingzoo.env("isis", players=3)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> observation["observation"].shape, observation["action_mask"].sum()
    ((330,), np.int64(2))

Chance acts by itself, seeded by ``reset``. Who is not to move has a mask of zeros.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import amduat
from amduat import learn
from amduat.adapters.common import render, settle

__all__ = ["AmduatEnv", "env", "raw_env"]


def env(game: str, **settings: Any) -> Any:
    """A game as an environment that checks how it is used."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(raw_env(game, **settings))
    )


def raw_env(game: str, **settings: Any) -> AmduatEnv:
    """A game as an environment."""
    return AmduatEnv(game, **settings)


class AmduatEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment.

    Args:
        game: The game.
        render_mode: ``"svg"`` or ``"ansi"`` to return a drawing, ``"human"`` to print it.
        max_cycles: After so many actions of players the game is cut off.
        options: Those of the game.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"amduat/{game}",
            "render_modes": ["human", "ansi", "svg"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.start = amduat.start(game, **options)
        self.position = self.start
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{number}" for number in range(self.start.players)]
        info = amduat.info(game)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, info.observation_shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (info.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(info.num_actions) for agent in self.possible_agents
        }
        self._dice = random.Random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; ``options={"position": …}`` begins anywhere."""
        if seed is not None:
            self._dice = random.Random(seed)
        self.position = settle((options or {}).get("position", self.start), self._dice)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next_agent()
        if self.position.is_over:  # by chance alone, before anybody could act
            self._end()
            self._accumulate_rewards()

    def _end(self) -> None:
        """The game is over: everybody gets the result."""
        self.rewards = dict(zip(self.possible_agents, self.position.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def _next_agent(self) -> str:
        return self.possible_agents[max(self.position.current_player, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it can do."""
        seat = self.possible_agents.index(agent)
        decides = self.position.current_player == seat
        mask = learn.mask(self.position) if decides else np.zeros(self.position.num_actions, bool)
        return {
            "observation": learn.observe(self.position, seat=seat),
            "action_mask": mask.astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        played = amduat.Action.from_index(self.position.game, action if action is not None else -1)
        self.position = settle(self.position.apply(played), self._dice)
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.is_over:
            self._end()
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as it stands."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""
