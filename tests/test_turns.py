"""Whose turn it is, and which actions are those of chance."""

from __future__ import annotations

import random

import pytest

import amduat
from amduat.game import Game
from support import all_variants, name_of, random_game

VARIANTS = all_variants()


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=name_of)
def test_whose_turn_it_is(game, options):
    """The owner of a turn is whoever decides, or decides next."""
    flow = Game(game, **options)
    for position in random_game(flow.start, random.Random(5), 300):
        if position.is_over:
            assert position.turn_owner is None
        elif position.is_chance:
            after = {position.apply(a).current_player for a in position.legal_actions()}
            assert position.turn_owner in after or min(after) < 0
        else:
            assert position.turn_owner == position.current_player
    assert flow.turn_owner == flow.start.turn_owner


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=name_of)
def test_the_kinds_of_chance(game, options):
    """The kind of an action says whether chance takes it."""
    for position in random_game(amduat.start(game, **options), random.Random(6), 300):
        for action in position.legal_actions():
            assert action.is_chance == position.is_chance, action
