"""Any text as what a person types in a game.

What it may mean is legal, and a reason against it is a sentence. An action as people type it means
that action and no other. The first byte chooses the position.
"""

from __future__ import annotations

import random

import amduat
from amduat.typed import interpret, names_field, of_field, reason_against, typed_form
from fuzz_promises import LONGEST


def _some(game: str) -> list[amduat.Position]:
    """Positions along a game at random."""
    chance, position = random.Random(game), amduat.start(game)
    found = [position]
    for _ in range(60):
        if position.is_over:
            break
        position = position.apply(chance.choice(position.legal_actions()))
        found.append(position)
    return found[:: max(1, len(found) // 8)]


POSITIONS = [position for game in amduat.GAMES for position in _some(game)]


def run(data: bytes) -> None:
    """Types something."""
    position = POSITIONS[data[0] % len(POSITIONS)] if data else POSITIONS[0]
    text = data[1:].decode("utf-8", "surrogateescape")
    legal = position.legal_actions()
    found = interpret(text, position)
    assert all(action in legal for action in found), text
    assert len(set(found)) == len(found)
    assert all(action in legal for action in of_field(text, position)), text
    assert names_field(text, position) in (True, False)
    reason = reason_against(text, position)
    assert reason is None or (reason.endswith(".") and len(reason) <= LONGEST), text
    for action in found[:2]:
        assert interpret(typed_form(action), position) == [action], typed_form(action)
