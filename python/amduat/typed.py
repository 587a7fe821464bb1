"""Understands what a person types: moves in the notation, in words, or nearly so.

>>> import amduat
>>> position = amduat.start("ramses")
>>> texts = ("3 11", "move 3 11", "2", "4-1", "9")
>>> [[str(action) for action in interpret(text, position)] for text in texts]
[['3-11'], ['3-11'], ['2-8', '2-10'], ['4-12'], []]
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from amduat.boards import drawing_of
from amduat.errors import ActionError, IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from amduat import Action, Position

__all__ = ["interpret", "names_field", "of_field", "reason_against", "typed_form"]


def interpret(text: str, position: Position) -> list[Action]:
    """The legal actions that a text may mean: one if it is unambiguous, none if nothing fits.

    The readings are tried from the strictest to the most generous, and the first that fits counts.
    """
    legal = position.legal_actions()
    typed = _typed(text)
    if not typed:
        return []
    if exact := _exact(typed, legal):
        return exact
    if in_words := _in_words(text, position, legal):
        return in_words
    words = _words(text)
    readings: list[Callable[[str], bool]] = [
        lambda action: _words(action) == words and _sign(action) == _sign(typed),
        lambda action: _words(action) == words != [],
        lambda action: _words(action)[: len(words)] == words != [],
        lambda action: action.startswith(typed),
        lambda action: _begins(_words(action), words),
        lambda action: "".join(_words(action)) == "".join(words) != "",
    ]
    for fits in readings:
        found = [action for action in legal if fits(str(action).casefold())]
        if found:
            return found
    # As `0-6` for a stone that enters at the head, whatever the notation calls its start.
    return [
        action for action in legal if words and _words(" ".join(_ends(position, action))) == words
    ]


def names_field(text: str, position: Position) -> bool:
    """Whether a text is nothing but a field, or whatever else the notation has moves begin with.

    Such a text asks where a stone can go. It is not a move, however few there are, even where the
    notation writes a move like that: people type ``typed_form`` then.
    """
    typed = _typed(text)
    legal = position.legal_actions()
    if position.is_chance and _exact(typed, legal):
        return False  # a number is a roll, too
    starts = {parts[0] for parts in map(_action_words, legal) if len(parts) > 1}
    sources = {action.source.casefold() for action in legal if action.source is not None}
    one = len(text.split()) == 1
    return typed in sources or (one and typed in starts | _cells(position.game))


def typed_form(action: Action) -> str:
    """How a person types an action: as in the notation, or in words where that is a field alone.

    >>> from amduat import Action
    >>> typed_form(Action("isis-osiris", "@c4")), typed_form(Action("isis-osiris", "c4"))
    ('@c4', 'lay c4')
    """
    alone = not action.is_chance and str(action) in _cells(action.game)
    return f"{action.kind} {action}" if alone else str(action)


def _cells(game: str) -> set[str]:
    return {cell.name for cell in drawing_of(game).LAYOUT.cells}


def of_field(text: str, position: Position) -> list[Action]:
    """The legal actions of what stands on a field, or of a field where something can be put."""
    field = _typed(text)

    def concerns(action: Action) -> bool:
        start, *further = _ends(position, action) or [""]
        if start == field or (action.source is None and action.target == field):
            return True
        parts = _action_words(action)
        # A part of the name may stand for all of it: `5` for `5@10`.
        return len(parts) > 1 and (parts[0] == field or (not further and parts[-1] == field))

    return [action for action in position.legal_actions() if concerns(action)]


def reason_against(text: str, position: Position) -> str | None:
    """Why a move is refused, if it is one at all and there is more to say than that it is."""
    try:
        position.apply("".join(text.split()))
    except IllegalActionError as error:
        # The text of the position would tell what lies face down.
        if error.reason and str(position) not in error.reason:
            return f"{error.reason[:1].upper()}{error.reason[1:].rstrip('.')}."
    except ActionError:
        pass
    return None


def _exact(typed: str, legal: Sequence[Action]) -> list[Action]:
    """The action with this text; the sign of chance may be left out."""
    return [action for action in legal if str(action).casefold() in (typed, f"={typed}")]


def _in_words(text: str, position: Position, legal: Sequence[Action]) -> list[Action]:
    """Actions named by their kind and their fields, such as `flip 42` or `roll 6`."""
    word, _, rest = text.casefold().strip().partition(" ")
    kind = drawing_of(position.game).WORDS.get(word, word)
    legal = [action for action in legal if action.kind == kind]
    if not rest.strip():
        # With a field, the kind alone says too little, unless it is the whole action.
        return [] if len(legal) == 1 and _ends(position, legal[0]) else legal
    words = _words(rest)
    found = _exact(_typed(rest), legal)
    found = found or [action for action in legal if _action_words(action) == words]
    return found or [
        action
        for action in legal
        if words
        in (_words(" ".join(ends)) for ends in (_ends(position, action), _fields(action)) if ends)
    ]


def _ends(position: Position, action: Action) -> list[str]:
    """Where the piece of an action starts and where it ends, if the board has it."""
    path = position.path(action)
    return [path[0], path[-1]] if path else _fields(action)


def _fields(action: Action) -> list[str]:
    return [field for field in (action.source, action.target) if field is not None]


def _typed(text: str) -> str:
    return "".join(text.casefold().split())


def _action_words(action: Action) -> list[str]:
    return _words(str(action))


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.casefold())


def _sign(text: str) -> str:
    """The sign at the end of a move, which says which way a stone then faces."""
    return text[-1] if text[-1] in "+-" else ""


def _begins(words: list[str], typed: list[str]) -> bool:
    """Whether the typed words begin the others, the last one perhaps cut short."""
    if not typed or len(typed) > len(words):
        return False
    last = len(typed) - 1
    return words[:last] == typed[:last] and words[last].startswith(typed[last])
