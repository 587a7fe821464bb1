"""What is taken back, and what comes again."""

from __future__ import annotations

import random

import pytest

import amduat
from amduat.game import Game
from flow import played
from support import all_variants, name_of

VARIANTS = all_variants()


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=name_of)
def test_undo_and_redo(game, options):
    done = played(game, options, max_turns=60)
    final, turns, actions = done.position, list(done), done.actions
    undone = []
    while done.actions:
        undone.append(done.undo())
    assert done.position == done.start
    assert list(done) == []
    assert tuple(reversed(undone)) == actions
    with pytest.raises(IndexError):
        done.undo()
    while len(done.actions) < len(actions):
        done.redo()
    with pytest.raises(IndexError):
        done.redo()
    assert (done.position, list(done)) == (final, turns)
    assert done.result is not None


def test_another_action_forgets_what_was_undone():
    game = Game("ramses")
    game.play("3-11")
    game.undo()
    game.play("2-8")
    with pytest.raises(IndexError):
        game.redo()


def test_nothing_to_undo_is_an_error_of_the_package():
    game = Game("ramses")
    for do, what in (
        (game.undo, "nothing to take back"),
        (game.redo, "nothing to play again"),
        (game.reopen, "nobody has resigned, and there was no fault"),
    ):
        with pytest.raises(amduat.HistoryError, match=f"^ramses: {what}$") as caught:
            do()
        assert isinstance(caught.value, amduat.AmduatError)
        assert isinstance(caught.value, IndexError)  # as it was before


@pytest.mark.parametrize("seed", range(20))
def test_a_roll_that_is_taken_back_stays(seed):
    """Whoever undoes a roll or a tile drawn, and tries again, sees the same."""
    for name, line in (("uraeus", ()), ("pharao", ()), ("isis-osiris", ("draw",))):
        game = Game(name, rng=random.Random(seed))
        for _ in range(3):
            for action in line:
                game.play(action)
            game.roll()
            first = game.last_action
            later = []
            while game.position.is_chance or len(later) < 2:
                if game.position.is_chance:
                    game.roll()
                else:
                    game.play(game.position.legal_actions()[0])
                later.append(game.last_action)
            for _ in later:
                game.undo()
            assert game.undo() == first
            for action in line:
                assert str(game.undo()) == action
            for action in line:
                game.play(action)
            game.roll()
            assert game.last_action == first
            # Also what came later comes again, as long as the same is done.
            for action in later:
                assert game.position.is_chance == action.is_chance
                game.roll() if action.is_chance else game.play(action)
                assert game.last_action == action
            while game.position.is_chance or (line and not game.position.is_legal(line[0])):
                if game.position.is_chance:
                    game.roll()
                else:
                    game.play(game.position.legal_actions()[0])
            if not line:
                while not game.position.is_chance:
                    game.play(game.position.legal_actions()[0])


def test_a_roll_stays_when_it_was_redone():
    game = Game("uraeus", rng=random.Random(5))
    for _ in range(6):
        game.roll()
        rolled = game.last_action
        for _ in range(3):
            game.undo()
            game.redo()
        game.undo()
        game.roll()
        assert game.last_action == rolled
        while not game.position.is_chance:
            game.play(game.position.legal_actions()[0])


def test_real_dice_may_fall_otherwise():
    game = Game("uraeus", rng=random.Random(5))
    game.roll("=1")
    game.undo()
    assert game.outcome() is None
    game.roll("=2")
    assert str(game.last_action) == "=2"
    game.undo()
    game.roll()
    rolled = game.last_action
    game.undo()
    assert game.outcome() == rolled
    other = next(a for a in game.position.legal_actions() if a != rolled)
    game.roll(other)
    assert game.last_action == other
    # What the generator has rolled stays all the same.
    game.undo()
    assert game.outcome() == rolled


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=name_of)
def test_turns_are_taken_back_one_by_one(game, options):
    done = played(game, options, max_turns=30)
    again = Game.from_record(done.record(), repetition=True)
    turns = []
    while again.actions:
        turns.append((list(again), len(again)))
        again.undo()
    for action in done.actions:
        again.play(action)
        assert (list(again), len(again)) == turns.pop()


def test_what_was_taken_back_is_no_repetition():
    game = Game("ramses", repetition=True)
    game.play("3-11")
    for _ in range(5):
        game.undo()
        game.redo()
    assert not game.is_over


def test_positions_and_what_was_taken_back(game):
    played = Game(game, rng=random.Random(2))
    for _ in range(6):
        position = played.position
        played.roll() if position.is_chance else played.play(position.legal_actions()[0])
    assert played.positions == tuple(played.record().positions())
    assert played.undone == ()
    last, before = played.undo(), played.undo()
    assert played.undone == (last, before)
    assert len(played.positions) == 5
    assert played.redo() == before
    assert played.undone == (last,)
