"""Every registered game, whatever it is, plays thousands of random games and keeps the contract."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random

import pytest

import amduat
from support import all_variants, name_of, random_action

GAMES_EACH = 2000
PLIES = 120

#: Games that take far longer when played at random: how far the last one goes, to see an end.
LONGEST = {"uraeus": 200_000}


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_random_games(game, options):
    dice = random.Random(f"{game} {options}")
    start = amduat.start(game, **options)
    finished = 0
    for number in range(GAMES_EACH):
        position = start
        last = number == GAMES_EACH - 1
        for _ in range(LONGEST.get(game, PLIES) if last else PLIES):
            # Looking at everything in every position would take minutes; one in ten is enough.
            thorough = dice.random() < 0.02 or number == 0
            check(position, thorough)
            if position.is_over:
                finished += 1
                break
            position = position.apply(random_action(position, dice))
    assert finished > 0 or game == "isis", "some random game should come to its end"


def check(position: amduat.Position, thorough: bool) -> None:
    actions = position.legal_actions()
    assert (not actions) == position.is_over, position
    if position.is_over:
        assert position.current_player == amduat.OVER
        assert abs(sum(position.returns())) < 1e-9, position
        assert any(position.returns()) or position.game == "isis-osiris", position
        assert position.describe()
        return
    assert position.is_chance == (position.current_player == amduat.CHANCE)
    if not position.is_chance:
        assert 0 <= position.current_player < position.players
    if not thorough:
        return
    indices = [action.index for action in actions]
    assert indices == sorted(set(indices)), position
    assert indices[-1] < position.num_actions
    assert set(position.returns()) == {0.0}
    assert len(position.returns()) == position.players
    outcomes = position.chance_outcomes()
    assert bool(outcomes) == position.is_chance
    if outcomes:
        assert [action for action, _ in outcomes] == actions
        assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-12
        assert all(chance > 0 for _, chance in outcomes)
    for same in (
        amduat.parse(position.game, str(position)),
        pickle.loads(pickle.dumps(position)),
        copy.deepcopy(position),
        eval(repr(position), {"amduat": amduat}),
    ):
        assert same == position
        assert hash(same) == hash(position)
        assert str(same) == str(position)
    total = 0
    for action in actions:
        assert amduat.Action(position.game, str(action)) == action
        assert amduat.Action.from_index(position.game, action.index) == action
        assert position.is_legal(action)
        following = position.apply(str(action))
        assert following == position.apply(action)
        assert following != position
        total += len(following.legal_actions())
        path = position.path(action)
        assert len(set(path)) == len(path) or position.game == "uraeus"
    assert amduat.perft(position, 1) == len(actions)
    assert amduat.perft(position, 2) == total
    assert position.describe()
    assert position.pieces() is not None
    assert [position.player_name(player) for player in range(position.players)]


def test_legality_of_every_conceivable_action(game):
    dice = random.Random(game)
    actions = []
    for index in range(amduat.info(game).num_actions):
        # Not every index need be an action: no stone moves onto its own field.
        with contextlib.suppress(amduat.ActionError):
            actions.append(amduat.Action.from_index(game, index))
    assert len({str(action) for action in actions}) == len(actions)
    for _ in range(25):
        position = amduat.start(game)
        for _ in range(dice.randrange(60)):
            if position.is_over:
                break
            position = position.apply(random_action(position, dice))
        legal = set(position.legal_actions())
        assert {action for action in actions if position.is_legal(action)} == legal, position
        for action in dice.sample(actions, 20):
            if action not in legal:
                with pytest.raises(amduat.IllegalActionError):
                    position.apply(action)
