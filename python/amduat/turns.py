"""Turns: what one player does before the next one's turn, and how records write it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from amduat._core import Action

__all__ = ["Turn", "latest", "option_texts", "outcome_text", "turn_text"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did before the next one's turn: a roll, one move or several.

    Attributes:
        number: Counted from 1.
        player: Whose turn it was, counted from 0.
        actions: The actions in order, chance outcomes among them.
    """

    number: int
    player: int
    actions: tuple[Action, ...]

    def __str__(self) -> str:
        """As records write it: ``3-12/20-8``, ``=3,1 a2-b2/c3-c2``, ``draw =+2 c4``."""
        return turn_text(self.actions)


def turn_text(actions: Iterable[Action], write: Callable[[Action], str] = str) -> str:
    """Joins the actions of a turn: two decisions in a row by a stroke, all else by a blank.

    Args:
        actions: The actions in order.
        write: How each of them is written.
    """
    text = ""
    after_chance = True
    for action in actions:
        if text:
            text += " " if after_chance or action.is_chance else "/"
        text += write(action)
        after_chance = action.is_chance
    return text


def latest(turns: Sequence[Turn], seats: Container[int | None]) -> list[Turn]:
    """The turns that players on some seats want to see marked, the last one first.

    That is the last turn in which anybody decided something; if it was not theirs, also those of
    the other players before it, back to their own last turn, each player's last one.

    Args:
        turns: All turns so far.
        seats: Who looks at the board.
    """
    found: list[Turn] = []
    for turn in reversed(turns):
        if all(action.is_chance for action in turn.actions):
            continue
        if found and (turn.player in seats or turn.player in {other.player for other in found}):
            break
        found.append(turn)
        if turn.player in seats:
            break
    return found


def outcome_text(outcome: Action) -> str:
    """What chance brought, without the sign that marks it in the notation.

    >>> from amduat._core import Action
    >>> outcome_text(Action("pharao", "=3,1"))
    '3,1'
    """
    return str(outcome).removeprefix("=")


def option_texts(options: Mapping[str, Any]) -> dict[str, str]:
    """Options as the command line and records write them.

    >>> option_texts({"players": 3, "common": True, "own_die": [0, 0, 1, 2, 3, 4]})
    {'players': '3', 'common': 'true', 'own_die': '0,0,1,2,3,4'}
    """
    return {name: _option_text(value) for name, value in options.items()}


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int):
        return str(value)
    return ",".join(_option_text(item) for item in value)
