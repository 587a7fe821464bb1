"""Why a stone cannot go where somebody wants it to go, or cannot go at all.

>>> import amduat
>>> from amduat.web.whys import why
>>> position = amduat.start("ramses")
>>> why(position, "3", "12")
'The stone on 3 moves 4 steps, and no walk of 4 steps leads to 12: it is 5 steps away.'
>>> why(position, "19", None)
'Light moves a stone of its own now; the stone on 19 is one of Dark.'

The reasons are those of the rules: what is asked about is tried, and refused.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from amduat._core import Action, info
from amduat.errors import ActionError, IllegalActionError

if TYPE_CHECKING:
    from amduat._core import Position

__all__ = ["why"]


@cache
def _actions(game: str) -> dict[tuple[str | None, str | None], list[Action]]:
    """All actions there can ever be, by where they begin and end."""
    found: dict[tuple[str | None, str | None], list[Action]] = {}
    for index in range(info(game).num_actions):
        try:
            action = Action.from_index(game, index)
        except ActionError:
            continue
        if not action.is_chance:
            found.setdefault((action.source, action.target), []).append(action)
    return found


def why(position: Position, start: str | None, end: str | None) -> str:
    """One sentence about why nothing goes from one field to another.

    Args:
        position: Where it was tried.
        start: The field of the stone; None for one that comes from outside.
        end: The field where it was to go; None for any.
    """
    if position.is_over:
        return position.describe()
    if end is not None:
        tried = _between(position.game, start, end)
        default = f"Nothing goes to {end[:20]} now. {position.describe()}"
    else:
        tried = _from(position.game, start)
        default = f"Nothing on {(start or '')[:20]} can move now. {position.describe()}"
    if start == end or start is None:
        default = position.describe()
    reasons = Counter(reason for action in tried if (reason := _reason(position, action)))
    if not reasons:
        return default
    reason, count = reasons.most_common(1)[0]
    # What is true of one field alone is no reason for not moving at all.
    if end is None and count < len(tried):
        return default
    return f"{reason[:1].upper()}{reason[1:].rstrip('.')}."


def _between(game: str, start: str | None, end: str) -> list[Action]:
    """What might lead from one field to another; where nothing does, what just ends there."""
    actions = _actions(game)
    return actions.get((start, end)) or actions.get((None, end)) or actions.get((end, None)) or []


def _from(game: str, start: str | None) -> list[Action]:
    """Whatever might begin on a field."""
    actions = _actions(game)
    return [action for ends in actions if ends[0] == start for action in actions[ends]]


def _reason(position: Position, action: Action) -> str | None:
    """Why an action is refused, unless that would tell what lies face down."""
    try:
        position.apply(action)
    except IllegalActionError as error:
        if error.reason and str(position) not in error.reason:
            return error.reason
    return None
