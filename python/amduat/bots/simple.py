"""Two bots without search: one plays at random, the other looks one action ahead."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from amduat._core import estimate

if TYPE_CHECKING:
    from amduat._core import Action, Position

__all__ = ["GreedyBot", "RandomBot"]


class RandomBot:
    """Plays any legal action, all with the same probability."""

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, position: Position) -> Action:
        """Any legal action."""
        return self._rng.choice(position.legal_actions())


class GreedyBot:
    """Looks one action ahead: wins if it can, avoids losing by the next action, prefers points.

    Where that does not decide it goes by `estimate`, so that it gets on in games without points,
    too; among actions that look equally good it takes any.
    """

    name = "greedy"

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, position: Position) -> Action:
        """The action with the best prospects."""
        me = position.current_player
        best: list[Action] = []
        highest = (float("-inf"), False, 0.0, 0.0)
        for action in position.legal_actions():
            value = _outlook(position.apply(action), me)
            if value > highest:
                best, highest = [], value
            if value == highest:
                best.append(action)
        return self._rng.choice(best)


def _outlook(position: Position, me: int) -> tuple[float, bool, float, float]:
    """The result as far as one reply shows, whether it is a win at once, lead and prospects."""
    result = _result(position, me)
    prospects = round(estimate(position)[me], 6)
    return result, position.is_over and result > 0, _lead(position, me), prospects


def _result(position: Position, me: int) -> float:
    if position.is_over:
        return position.returns()[me]
    if position.is_chance:
        return sum(
            chance * _ended(position.apply(outcome), me)
            for outcome, chance in position.chance_outcomes()
        )
    mover = position.current_player
    replies = [_ended(position.apply(reply), me) for reply in position.legal_actions()]
    return max(replies) if mover == me else min(replies)


def _ended(position: Position, me: int) -> float:
    return position.returns()[me] if position.is_over else 0.0


def _lead(position: Position, me: int) -> float:
    scores = position.scores()
    if scores is None:
        return 0.0
    return scores[me] - max(score for player, score in enumerate(scores) if player != me)
