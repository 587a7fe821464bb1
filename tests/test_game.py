"""The flow of a game: its history, its turns, its start."""

from __future__ import annotations

import dataclasses
import random

import pytest

import amduat
from amduat.game import Game, Turn
from amduat.result import RULES
from flow import finished, played
from support import all_variants, name_of

VARIANTS = all_variants()


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=name_of)
def test_a_whole_game(game, options):
    """The history, the turns and the positions tell the same story."""
    done = played(game, options)
    assert done.result is not None
    assert done.is_over
    assert done.position.is_over == (done.result.ending == RULES)
    position = done.start
    turns = list(done)
    assert len(turns) == len(done)
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert [a for turn in turns for a in turn.actions] == list(done.actions)
    before = None
    for turn in turns:
        assert turn.player != before
        before = turn.player
        for action in turn.actions:
            assert position.turn_owner == turn.player
            position = position.apply(action)
    assert position == done.position


def test_turns_as_text():
    game = Game("ramses")
    for action in ("3-11", "20-18", "18-3"):
        game.play(action)
    assert [str(turn) for turn in game] == ["3-11/20-18", "18-3"]
    assert [turn.player for turn in game] == [0, 1]
    game = Game("isis-osiris")
    for action in ("draw", "=+2", "c4", "@a1", "draw", "=-1"):
        game.play(action)
    assert [str(turn) for turn in game] == ["draw =+2 c4", "@a1", "draw =-1"]
    assert [turn.player for turn in game] == [0, 1, 0]
    game = Game("uraeus", players=3)
    for action in ("=1", "r:1+", "=2", "r:2+", "=3", "r:3+", "=6"):
        game.play(action)
    assert [turn.player for turn in game] == [0, 1, 2, 0]


def test_turns_of_dice():
    """A turn without any decision is a turn of the player who rolled."""
    game = Game("pharao")
    for action in ("=0,0", "=0,0", "=2,1"):
        game.play(action)
    game.play(game.position.legal_actions()[0])
    game.play(game.position.legal_actions()[0])
    turns = list(game)
    assert [turn.player for turn in turns] == [0, 1, 0]
    assert str(turns[0]) == "=0,0"
    first, second = game.actions[-2:]
    assert str(turns[2]) == f"=2,1 {first}/{second}"


def test_turn_text_of_odd_turns():
    actions = tuple(amduat.Action("isis-osiris", text) for text in ("draw", "=+1", "a1"))
    assert str(Turn(1, 0, actions)) == "draw =+1 a1"
    assert str(Turn(1, 0, ())) == ""


def test_who_acts(game):
    """Where chance acts, somebody rolls or draws; where the game is over, nobody does anything."""
    done = finished(game, {})
    position, rolled = done.start, 0
    for action in done.actions:
        following = position.apply(action)
        if position.is_chance:
            rolled += 1
            # The roll belongs to the player who decides after it, if anything is to be decided.
            assert position.turn_owner in range(position.players)
            if following.current_player >= 0:
                assert position.turn_owner == following.current_player
        else:
            assert position.turn_owner == position.current_player
        position = following
    assert position.is_over
    assert position.turn_owner is None
    assert (rolled > 0) == amduat.info(game).has_chance


def test_illegal_actions_change_nothing():
    game = Game("ramses")
    with pytest.raises(amduat.IllegalActionError, match='"2-3": 3 is taken'):
        game.play("2-3")
    with pytest.raises(amduat.ActionError, match="nonsense"):
        game.play("nonsense")
    assert game.actions == ()
    assert game.position == game.start


def test_start():
    assert Game("isis", players=3).start == amduat.start("isis", players=3)
    position = amduat.start("ramses").apply("3-11")
    assert Game("ramses", position=position).start == position
    game = Game("ramses", position=str(position))
    game.play("20-18")
    assert [str(turn) for turn in game] == ["20-18"]
    with pytest.raises(TypeError, match="position"):
        Game("ramses", position=position, first="dark")
    with pytest.raises(ValueError, match="one of ramses"):
        Game("isis", position=position)
    with pytest.raises(ValueError, match="max_turns"):
        Game("isis", max_turns=0)
    with pytest.raises(amduat.OptionError, match="no such option"):
        Game("isis", nonsense=3)
    assert repr(game) == f"<Game ramses: 1 turn, {game.position}>"
    assert repr(Game("isis")) == f"<Game isis: 0 turns, {amduat.start('isis')}>"


def test_a_game_of_a_record_goes_on_as_it_was():
    dice = random.Random(4)
    for name, repeats in (("isis", True), ("uraeus", False)):
        before = played(name, {"players": 3}, max_turns=5)
        game = Game.from_record(before.record(), rng=dice, max_turns=7, repetition=True)
        assert (game.options, game.start) == (before.options, before.start)
        assert (game.actions, list(game)) == (before.actions, list(before))
        assert (game.rng, game.max_turns, game.repetition) == (dice, 7, repeats)
        plain = Game.from_record(before.record())
        assert (plain.rng, plain.max_turns, plain.repetition) == (None, None, False)
    position = amduat.start("ramses").apply("3-11").apply("20-18")
    game = Game("ramses", position=position)
    game.play(position.legal_actions()[0])
    again = Game.from_record(game.record())
    assert (again.start, again.options, again.result) == (position, {}, None)
    game.resign(1)
    assert Game.from_record(game.record()).result == game.result
    # What the rules say counts, whatever else the record claims.
    done = finished("ramses", {})
    claim = dataclasses.replace(done.result, reason="So it was.")
    told = Game.from_record(dataclasses.replace(done.record(), result=claim))
    assert told.result == done.result
    with pytest.raises(amduat.HistoryError):
        told.reopen()
    told.undo()
    assert told.result is None


def test_another_game_begins_as_this_one():
    dice = random.Random(4)
    game = Game("uraeus", players=3, rng=dice, max_turns=9)
    game.roll()
    other = game.anew()
    assert (other.name, other.start, other.actions) == ("uraeus", game.start, ())
    assert (other.options, other.rng, other.max_turns) == (game.options, dice, 9)
    position = amduat.start("ramses").apply("3-11")
    for repetition in (True, False):
        game = Game("ramses", position=position, repetition=repetition)
        assert (game.anew().start, game.anew().repetition) == (position, repetition)


def test_a_limit_waits_for_the_end_of_the_turn():
    game = Game("ramses", max_turns=1)
    game.play("3-11")
    assert not game.is_over
    game.play("20-18")
    assert game.is_over
