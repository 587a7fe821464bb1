"""What actions bring about is told in words, and only where something happens."""

from __future__ import annotations

import random

import pytest

import amduat
from support import random_game

TOLD = [
    # A stone reaches a hieroglyph field.
    (
        "ramses",
        "4,5@10,10,13 7,9,19,22@10 D own -",
        "7-1",
        ["Dark has 2 stones on hieroglyph fields."],
    ),
    (
        "ramses",
        "3,4,5@10,10 7,19,21,22@10 D other -",
        "10-13",
        ["Light has one stone on hieroglyph fields."],
    ),
    ("ramses", "2,3,4,5@10 19,20,21,22@10 L own !", "3-11", []),
    # Trapped, into the underworld, onto a throne, and made personal.
    (
        "isis",
        "2,8,16,17,35,39,50 -,- 1 16 first",
        "17-40",
        ["The neutral stone on 39 is trapped and falls into the underworld."],
    ),
    (
        "isis",
        "2,16,17,25,35,50 -,39 1 - first",
        "17-40",
        ["The stone of Player 2 on 39 is trapped and falls into the underworld."],
    ),
    ("isis", "16,17,18,35,36,37 -,39 2 37 first", "P39-45", ["Player 2 reaches throne 45."]),
    (
        "isis",
        "17,18,35,36,37,38 -,39 1 38 first",
        "35-0",
        ["The stone from 35 goes back into the underworld."],
    ),
    ("isis", "40,41 -,- 1 - first", "*40", ["The stone on 40 now belongs to Player 1."]),
    # The water, the rescue, the zeros of the dice.
    ("pharao", "a1,h1 a2,b1,h2,i1 L own 1,0", "h1-g1", ["A stone of Lower Egypt is in the water."]),
    ("pharao", "f1,g1 b3 L rescue 1,0", "forfeit", ["Lower Egypt gives up its drowning stone."]),
    (
        "pharao",
        "f1,g1 b3 L rescue 1,0",
        "g1-j1",
        ["Lower Egypt has pulled its stone out of the water."],
    ),
    (
        "pharao",
        "a1,g1 b3 L roll -",
        "=1,0",
        [
            "The drowning stone of Lower Egypt cannot be saved and is lost.",
            "The other die shows 0: Lower Egypt moves no stone of Upper Egypt.",
        ],
    ),
    # Hit, doubled, home.
    (
        "uraeus",
        "r,r,10+/r,r,12- 1 2 - all",
        "10:12+",
        ["The stone of Player 2 on 12 is hit and goes back to the reserve."],
    ),
    ("uraeus", "r,r,10+/r,r,12+ 1 2 - all", "10:12+", ["There is a double on 12."]),
    ("uraeus", "r,r,61+/r,r,12+ 1 2 - all", "61:f", ["A stone of Player 1 is in the tail."]),
    (
        "uraeus",
        "r,r,2-/r,r,12+ 1 2 - all",
        "2:r",
        ["The stone of Player 1 leaves over the head, into the reserve."],
    ),
]


@pytest.mark.parametrize(("game", "text", "action", "events"), TOLD)
def test_what_happens_is_told(game, text, action, events):
    assert amduat.parse(game, text).events(action) == events


def test_illegal_actions_have_no_events():
    with pytest.raises(amduat.IllegalActionError):
        amduat.start("ramses").events("2-3")


def stones(position: amduat.Position) -> dict[str, int]:
    """How many pieces of each kind are on the board, a field of their own for those below."""
    counts: dict[str, int] = {}
    for field, piece in position.pieces():
        key = piece.lstrip("^").rstrip("+-") + (" below" if field == "0" else "")
        counts[key] = counts.get(key, 0) + 1
    return counts


def test_stones_that_fall_or_are_lost_are_told(game):
    """Along random games: where stones leave the board or go below, something is said."""
    dice = random.Random(game)
    told = lost = 0
    for _ in range(30):
        for position in random_game(amduat.start(game), dice, 400):
            for action in position.legal_actions()[:20]:
                events = position.events(action)
                assert all(event.endswith(".") and event == event.strip() for event in events)
                told += bool(events)
                before, after = stones(position), stones(position.apply(action))
                fewer = any(after.get(key, 0) < count for key, count in before.items())
                moved_out = action.source == "0"  # a stone of the underworld comes into play
                if fewer and not moved_out and not position.apply(action).is_over:
                    lost += 1
                    assert events, f"{action} in {position}"
            if told > 400:
                break
    assert told > 10
    assert lost > 0 or game in {"ramses", "isis-osiris"}
