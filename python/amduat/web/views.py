"""Positions, actions and results as the page gets them: plain data, ready for JSON.

    >>> import amduat
    >>> from amduat.web.views import actions_of
    >>> print(actions_of(amduat.start("uraeus").apply("=1"))[0]["words"])
    enter 0 to 1 (r:1+)

What lies face down is masked here, once and for all: with ``hidden`` nothing that comes out of this
module depends on it.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TYPE_CHECKING, Any

from amduat.boards import action_text, board, drawing_of, text_of
from amduat.turns import outcome_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from amduat._core import Action, Position
    from amduat.boards import Token
    from amduat.result import Result

__all__ = [
    "action_data",
    "actions_of",
    "fields_of",
    "has_hidden",
    "ply_of",
    "result_data",
    "shape_of",
    "view_of",
]


@cache
def fields_of(game: str) -> dict[str, str]:
    """The fields that can be clicked, each with the cell that it is or lies on.

    A cell on which stones have places of their own, such as a long field, is not one of them.
    """
    layout = board(game)
    cells = {cell.name for cell in layout.cells}
    fields = {spot: spot.partition("@")[0] for spot in layout.spots if spot[0] not in "^_"}
    divided = set(fields.values())
    return fields | {cell: cell for cell in cells - divided}


def shape_of(token: Token) -> dict[str, Any]:
    """How a piece looks."""
    return dataclasses.asdict(token)


def view_of(
    position: Position, *, hidden: bool = False, choosing: bool = True, past: bool = False
) -> dict[str, Any]:
    """A position as the page shows it.

    Args:
        position: Any position of any game.
        hidden: Whether what lies face down stays so.
        choosing: Whether somebody may choose what is done; otherwise nothing legal is listed.
        past: Whether the game has gone on; what was in a hand then may lie face down by now.
    """
    hidden = hidden and not position.is_over and has_hidden(position.game)
    if past and hidden and position.hand is not None:
        return {**view_of(position, hidden=True, choosing=False), **_FORGOTTEN}
    mover = position.current_player
    return {
        "game": position.game,
        "position": text_of(position, hidden=hidden),
        "masked": hidden,
        "names": [position.player_name(player) for player in range(position.players)],
        "turn": position.turn_owner,
        "mover": mover if mover >= 0 else None,
        "chance": position.is_chance,
        "over": position.is_over,
        "phase": position.phase,
        "status": position.describe(),
        "notes": list(drawing_of(position.game).notes(position)),
        "dice": list(position.dice),
        "faces": [list(die) for die in position.faces],
        "hand": position.hand,
        "ban": position.ban,
        "places": list(position.places),
        "reserves": {name: list(counts) for name, counts in position.reserves.items()},
        "scores": None if hidden else position.scores(),
        "returns": position.returns(),
        "tokens": _tokens(position, hidden=hidden),
        "actions": actions_of(position) if choosing else [],
    }


#: What is told of a past position instead of what was in somebody's hand.
_FORGOTTEN = {"position": "", "hand": "?", "status": "A tile was drawn.", "notes": [], "phase": ""}


def has_hidden(game: str) -> bool:
    """Whether a game has pieces that lie face down."""
    return hasattr(drawing_of(game), "masked")


def _tokens(position: Position, *, hidden: bool) -> list[dict[str, Any]]:
    """What stands on the board, and where; what is seen from behind has no other name than that."""
    drawing = drawing_of(position.game)
    spots = drawing.LAYOUT.spots
    seen, known = drawing.tokens(position, hidden=hidden), drawing.tokens(position)
    taken: dict[str, int] = {}
    found = []
    for token, open_token, (field, piece) in zip(seen, known, position.pieces(), strict=True):
        nth = taken[token.field] = taken.get(token.field, -1) + 1
        x, y = spots[token.field][min(nth, len(spots[token.field]) - 1)]
        name = piece if token == open_token else token.letter
        found.append({**shape_of(token), "x": x, "y": y, "on": field, "piece": name})
    return found


def actions_of(position: Position) -> list[dict[str, Any]]:
    """All legal actions, or the outcomes of chance with their probabilities."""
    if position.is_chance:
        return [action_data(position, action, odds) for action, odds in position.chance_outcomes()]
    occupied = {field for field, _ in position.pieces()}
    return [action_data(position, action, None, occupied) for action in position.legal_actions()]


def action_data(
    position: Position,
    action: Action,
    probability: float | None = None,
    occupied: set[str] | None = None,
) -> dict[str, Any]:
    """One action: where it is clicked, the walk, and what to call it."""
    path = position.path(action)
    start, end = _ends(position, action, path)
    if occupied is None:
        occupied = {field for field, _ in position.pieces()}
    if start is None and end in occupied:
        start = end  # it is done to what stands there
    return {
        "action": str(action),
        "kind": action.kind,
        "from": start,
        "to": end,
        "path": path,
        "words": _words(action, start, end),
        "probability": probability,
    }


def _ends(position: Position, action: Action, path: Sequence[str]) -> tuple[str | None, str | None]:
    """The fields on which a piece is taken up and put down, as far as there are any."""
    fields = fields_of(position.game)
    start = path[0] if path else action.source
    end = path[-1] if path else action.target
    if len(path) == 1:  # it stays where it is, or comes from outside
        start = action.source
    return (start if start in fields else None), (end if end in fields else None)


def _words(action: Action, start: str | None, end: str | None) -> str:
    """What an action is called, with all that tells it from others between the same fields."""
    if action.is_chance:
        return f"{action.kind} {outcome_text(action)}"
    fields = " to ".join(dict.fromkeys(field for field in (start, end) if field is not None))
    # Where pieces face this way or that, the notation tells what the fields do not.
    facing = f" ({action})" if fields and board(action.game).directions else ""
    return f"{action.kind} {fields}".rstrip() + facing


def ply_of(
    position: Position, action: Action, turn: int, *, hidden: bool = False
) -> dict[str, Any]:
    """One action of a game that was played, with what came of it.

    Args:
        position: Where it was done.
        action: What was done, by a player or by chance.
        turn: The number of the turn.
        hidden: Whether what lies face down stays so.
    """
    hidden = hidden and has_hidden(position.game)
    player = position.turn_owner
    assert player is not None  # an action was legal
    path = position.path(action)
    start, end = _ends(position, action, path)
    after = position.apply(action)
    forgotten = hidden and after.hand is not None
    text = action_text(action, hidden=hidden)
    if action.is_chance:
        said = outcome_text(action) if text == str(action) else "not told"
        words = f"{position.describe().rstrip('.')}: {said}."
    else:
        words = f"{position.player_name(player)}: {_words(action, start, end)}."
    return {
        "action": text,
        "kind": action.kind,
        "chance": action.is_chance,
        "player": player,
        "turn": turn,
        "from": start,
        "to": end,
        "path": path,
        "words": words,
        "events": position.events(action),
        "position": "" if forgotten else text_of(after, hidden=hidden),
    }


def result_data(result: Result | None) -> dict[str, Any] | None:
    """How a game ended."""
    if result is None:
        return None
    return {
        "values": list(result.values),
        "ending": result.ending,
        "reason": result.reason,
        "winners": list(result.winners),
    }
