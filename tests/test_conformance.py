"""Every registered game, whatever it is, plays thousands of random games and keeps the contract."""

from __future__ import annotations

import copy
import pickle
import random
import re

import pytest

import amduat
from support import all_actions, all_variants, name_of, random_action

GAMES_EACH = 2000
PLIES = 120

#: Games that take far longer when played at random: how far the last one goes, to see an end.
LONGEST = {"uraeus": 200_000, "isis": 20_000}

#: How many stones or pieces a position shows, at least and at most: in PHARAO those not yet lost,
#: in URÄUS those on the back.
PIECES = {
    "ramses": (8, 8),
    "isis": (7, 7),
    "pharao": (1, 8),
    "uraeus": (0, 12),
    "isis-osiris": (0, 36),
}


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_random_games(game, options):
    dice = random.Random(f"{game} {options}")
    start = amduat.start(game, **options)
    finished = 0
    for number in range(GAMES_EACH):
        position = start
        last = number == GAMES_EACH - 1
        for _ in range(LONGEST.get(game, PLIES) if last else PLIES):
            # Looking at everything in every position would take minutes; one in fifty is enough.
            thorough = dice.random() < 0.02 or number == 0
            check(position, thorough)
            if position.is_over:
                finished += 1
                break
            position = position.apply(
                eager(position, dice) if last else random_action(position, dice)
            )
    assert finished > 0, "some random game should come to its end"


def eager(position: amduat.Position, dice: random.Random) -> amduat.Action:
    """Any action; in ISIS, which hardly ever ends at random, flips and thrones come first."""
    if position.game == "isis":
        actions = position.legal_actions()
        sought = [a for a in actions if str(a)[0] == "*" or str(a).endswith(("-44", "-45"))]
        return dice.choice(sought or actions)
    return random_action(position, dice)


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
    check_pieces(position)
    names = [position.player_name(player) for player in range(position.players)]
    assert len(set(names)) == position.players
    assert all(names)


def check_pieces(position: amduat.Position) -> None:
    """The pieces are as many as there are, and stand where the text says."""
    pieces = position.pieces()
    least, most = PIECES[position.game]
    assert least <= len(pieces) <= most, position
    text = str(position)
    if position.game == "isis-osiris":
        board = text.partition(" ")[0]
        assert len(pieces) == 36 - board.count(".")
        assert sorted(piece for _, piece in pieces) == sorted(re.findall(r"[A-D]|[+-]\d", board))
    elif position.game == "isis":
        # Stones in the underworld are not named in the text.
        named = [field for field, _ in pieces if field != "0"]
        assert sorted(named) == sorted(
            re.findall(r"(?<![\dx])[1-9]\d*", ",".join(text.split()[:2]))
        )
    else:
        stones = " ".join(text.split()[: 1 if position.game == "uraeus" else 2])
        found = re.findall(r"\d+@\d+|[a-j][1-3]|\d+", stones)
        assert sorted(field for field, _ in pieces) == sorted(found), position


def test_legality_of_every_conceivable_action(game):
    dice = random.Random(game)
    actions = all_actions(game)
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
