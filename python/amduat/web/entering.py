"""What a person enters: the action that a text is, or why it is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amduat._core import Action
from amduat.errors import ActionError
from amduat.typed import interpret, names_field, of_field, reason_against
from amduat.web.refusals import RefusedError
from amduat.web.whys import why

if TYPE_CHECKING:
    from amduat._core import Position

__all__ = ["exactly", "meant"]

#: How many moves are listed where a text may mean several.
LISTED = 12


def exactly(text: str, position: Position) -> Action:
    """The action that a text in the notation is."""
    try:
        action = Action(position.game, text)
    except ActionError as error:
        raise RefusedError(str(error), error.field, error.input, error.reason) from None
    if not position.is_legal(action):
        raise _illegal(text, position)
    return action


def meant(text: str, position: Position) -> Action:
    """The action that a person means by what is typed."""
    shown = text.strip()[:80]
    if not shown:
        raise RefusedError("Type a move.", "text", "", "nothing is typed")
    if not position.is_chance and names_field(text, position):
        found = of_field(text, position)
        reason = _listed(found) if found else f"Nothing on {shown} can move."
        raise RefusedError(f"`{shown}` is a field. {reason}", "text", shown, reason)
    found = interpret(text, position)
    if len(found) == 1:
        return found[0]
    if found:
        reason = _listed(found)
        raise RefusedError(f"`{shown}` may mean several moves. {reason}", "text", shown, reason)
    raise _illegal(text, position)


def _illegal(text: str, position: Position) -> RefusedError:
    shown = text.strip()[:80]
    reason = reason_against(text, position)
    if reason is None and len(fields := text.replace("-", " ").split()) == 2:
        reason = why(position, *fields)
    reason = reason or position.describe()
    return RefusedError(f"`{shown}` is not legal here. {reason}", "action", shown, reason)


def _listed(actions: list[Action]) -> str:
    """Some actions in one sentence."""
    texts = [str(action) for action in actions]
    more = " …" if len(texts) > LISTED else ""
    return f"There are {', '.join(texts[:LISTED])}{more}."
