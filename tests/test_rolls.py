"""Dice: who rolls them, when, and how they fall."""

from __future__ import annotations

import random

import pytest

import amduat
from amduat.game import Game


def test_rolls():
    game = Game("uraeus", rng=random.Random(3))
    again = Game("uraeus", rng=random.Random(3))
    assert game.last_action is None
    assert game.roll() == again.roll() == game.position
    assert game.last_action == again.last_action == game.actions[-1]
    with pytest.raises(amduat.IllegalActionError, match="chance does not act"):
        game.roll()
    table = Game("uraeus")
    with pytest.raises(ValueError, match="no generator"):
        table.roll()
    with pytest.raises(amduat.ActionError, match="expected a roll"):
        table.roll("=7")
    with pytest.raises(amduat.IllegalActionError, match="the die is to be rolled first"):
        table.roll("pass")
    assert table.roll("=4") == table.position
    assert str(table.last_action) == "=4"
    assert table.position.legal_actions() == amduat.start("uraeus").apply("=4").legal_actions()


def test_rolls_are_fair():
    dice, counts = random.Random(1), {}
    for _ in range(3000):
        game = Game("pharao", rng=dice)
        game.roll()
        outcome = str(game.last_action)
        counts[outcome] = counts.get(outcome, 0) + 1
    for outcome, chance in amduat.start("pharao").chance_outcomes():
        expected = 3000 * chance
        assert abs(counts.get(str(outcome), 0) - expected) < 6 * expected**0.5


def test_without_a_generator_the_outcome_is_asked_for():
    game = Game("uraeus")
    what = r"^the game has no generator; pass rng= or give the outcome$"
    with pytest.raises(ValueError, match=what):
        game.roll()
    assert game.actions == ()
