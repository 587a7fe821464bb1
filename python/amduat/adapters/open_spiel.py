"""The games in OpenSpiel: importing this module registers them as ``amduat_ramses`` and so on.

    >>> import pyspiel
    >>> import amduat.adapters.open_spiel
    >>> game = pyspiel.load_game("amduat_isis(players=3)")
    >>> game.num_players(), game.observation_tensor_shape()
    (3, [330])

The options of a game are its parameters. OpenSpiel separates parameters by commas, so lists are
written with semicolons: ``amduat_pharao(own_die=0;1;2;3;4;5)``. The parameter ``position`` begins
anywhere: the text of a position with semicolons for commas. A game of more than ``max_plies``
actions is a draw.

Some algorithms of OpenSpiel look through chance to the next decision, and never come to an end
where a roll can lead to the next roll. With the parameter ``pauses`` the player whose turn it is
decides before chance acts: the only action has the highest number, and changes nothing.

    >>> state = pyspiel.load_game("amduat_pharao(pauses=true)").new_initial_state()
    >>> state.current_player(), [state.action_to_string(a) for a in state.legal_actions()]
    (0, ['ready'])
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.is_chance_node()
    True

The MCTS bot of OpenSpiel that is written in C++ crashes with games that are written in Python; the
one in ``open_spiel.python.algorithms.mcts`` works.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import amduat
from amduat import learn

__all__ = ["PREFIX", "AmduatGame", "AmduatObserver", "AmduatState", "short_name"]

#: What the names of the games begin with.
PREFIX = "amduat_"

#: A game of more actions is a draw, unless the parameter says otherwise.
MAX_PLIES = 10_000


def short_name(game: str) -> str:
    """What a game is called in OpenSpiel."""
    return PREFIX + game.replace("-", "_")


def _default(text: str) -> int | bool | str:
    """The default of an option in the type that OpenSpiel gives it."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text.replace(",", ";")


def _game_type(game: str) -> pyspiel.GameType:
    info = amduat.info(game)
    mode = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode.EXPLICIT_STOCHASTIC if info.has_chance else mode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.players[-1],
        min_num_players=info.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            **{option.name: _default(option.default) for option in info.options},
            "position": "",
            "max_plies": MAX_PLIES,
            "pauses": False,
        },
    )


class AmduatGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    #: Which game; each of the registered classes has its own.
    name: str
    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.max_plies = int(given.get("max_plies", MAX_PLIES))
        self.pauses = bool(given.get("pauses", False))
        self.start = self._start(given)
        info = amduat.info(self.name)
        super().__init__(
            self.game_type,
            pyspiel.GameInfo(
                num_distinct_actions=info.num_actions + self.pauses,
                max_chance_outcomes=info.num_actions if info.has_chance else 0,
                num_players=self.start.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.max_plies,
            ),
            given,
        )

    def _start(self, given: dict[str, Any]) -> amduat.Position:
        text = str(given.get("position", ""))
        if text:
            return amduat.parse(self.name, text.replace(";", ","))
        options = {
            name: value.replace(";", ",") if isinstance(value, str) else value
            for name, value in given.items()
            if name not in ("position", "max_plies", "pauses")
        }
        return amduat.start(self.name, **options)

    def new_initial_state(self) -> AmduatState:
        """The state at the start."""
        return AmduatState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What looks at states."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return AmduatObserver(self.name)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class AmduatState(pyspiel.State):  # type: ignore[misc]
    """A position, and how many actions have led to it."""

    def __init__(self, game: AmduatGame) -> None:
        super().__init__(game)
        self.position = game.start
        self._plies = 0
        self._max_plies = game.max_plies
        #: The action that changes nothing, where there are pauses, and whether it was taken.
        self._ready = self.position.num_actions if game.pauses else None
        self._is_ready = False
        #: The legal actions once they were asked for: OpenSpiel asks again and again.
        self._legal: list[int] | None = None

    def _pauses(self) -> bool:
        """Whether a player decides that chance may act."""
        return self._ready is not None and self.position.is_chance and not self._is_ready

    def current_player(self) -> int:
        """Who decides, or chance, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self._pauses() and self.position.turn_owner is not None:
            return self.position.turn_owner
        return self.position.current_player

    def _legal_actions(self, player: int) -> list[int]:
        if self._ready is not None and self._pauses():
            return [self._ready]
        if self._legal is None:
            self._legal = [action.index for action in self.position.legal_actions()]
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring about, with the probabilities."""
        return [(action.index, chance) for action, chance in self.position.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        self._is_ready = action == self._ready
        self._legal = None
        if not self._is_ready:
            played = amduat.Action.from_index(self.position.game, action)
            self.position = self.position.apply(played)
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if action == self._ready:
            return "ready"
        return str(amduat.Action.from_index(self.position.game, action))

    def is_terminal(self) -> bool:
        """Whether the game is over or too long."""
        return self.position.is_over or self._plies >= self._max_plies

    def returns(self) -> list[float]:
        """The result for each player."""
        return self.position.returns()

    def __str__(self) -> str:
        return f"{self.position} ready" if self._is_ready else str(self.position)


class AmduatObserver:
    """Looks at states: a flat tensor, and named views of the same memory."""

    def __init__(self, game: str) -> None:
        self.tensor = np.zeros(amduat.info(game).observation_shape, np.float32)
        self.dict = learn.views(game, self.tensor)

    def set_from(self, state: AmduatState, player: int) -> None:
        """Shows the tensor what a player sees."""
        self.tensor[:] = learn.observe(state.position, seat=player)

    def string_from(self, state: AmduatState, player: int) -> str:
        """What a player sees, which is everything."""
        return str(state.position)


for _name in amduat.GAMES:
    _type = _game_type(_name)
    pyspiel.register_game(
        _type, type(f"Amduat_{_name}", (AmduatGame,), {"name": _name, "game_type": _type})
    )
