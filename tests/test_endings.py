"""How games end: by resignation, by a limit, by repetition; and their results."""

from __future__ import annotations

import pytest

import amduat
from amduat.game import Game
from amduat.record import dumps, loads
from amduat.result import REPETITION, RESIGNATION, TURN_LIMIT, Result, parse_values
from flow import finished, played, ramses_cycle


def test_resignation():
    game = Game("uraeus", players=3)
    game.play("=1")
    result = game.resign(1, "Ben")
    assert result == game.result
    assert result.ending == RESIGNATION
    assert result.values == (0.25, -1.0, 0.25)
    assert "(Ben) has resigned." in result.reason
    with pytest.raises(amduat.IllegalActionError, match="the game is over"):
        game.play("r:1+")
    with pytest.raises(amduat.AmduatError, match="already over"):
        game.resign(0)
    record = game.record(["a", "b", "c"])
    for kind in ("text", "json"):
        (again,) = loads(dumps(record, kind))
        assert again == record
        assert again.result == result
        assert Game.from_record(again).result == result
    game.reopen()
    assert game.result is None
    game.play("r:1+")
    assert Game("ramses").resign().reason == "Light has resigned."
    with pytest.raises(IndexError, match="player 2 of 2"):
        Game("ramses").resign(2)
    finished_game = finished("ramses", {})
    with pytest.raises(amduat.AmduatError, match="already over"):
        finished_game.resign()


def test_reasons_of_faults_are_safe():
    """A bot at fault may say anything; its game can be recorded all the same."""
    game = Game("ramses")
    game.forfeit(0, "it said \x1b[2J\n\ud800")
    assert game.result.reason == r"it said \x1b[2J \ud800"
    assert loads(dumps(game.record())) == [game.record()]


def test_max_turns(game):
    """The limit never cuts a turn in two."""
    for limit in (1, 2, 5):
        done = played(game, {}, max_turns=limit)
        assert len(done) == limit
        assert done.result.ending == TURN_LIMIT
        assert done.result.is_draw
        assert done.result.values == (0.0, 0.0)
        assert str(limit) in done.result.reason
        with pytest.raises(amduat.IllegalActionError, match="the game is over"):
            done.play(done.position.legal_actions()[0])
        done.undo()
        assert done.result is None


def test_repetition():
    line, circle = ramses_cycle()
    game = Game("ramses", repetition=True)
    free = Game("ramses")
    for action in line + 2 * circle:
        assert game.result is None
        game.play(action)
        free.play(action)
    assert game.result.ending == REPETITION
    assert "third time" in game.result.reason
    assert free.result is None
    game.undo()
    assert game.result is None
    game.redo()
    assert game.result is not None


def test_repetition_is_not_for_dice():
    game = Game("pharao", repetition=True)
    for _ in range(20):
        game.play("=0,0")
    assert game.result is None


def test_results():
    result = Result.fault(3, 1, "it was")
    assert result.values == (0.25, -1.0, 0.25)
    assert result.text == "1/4:-1:1/4"
    assert result.winners == (0, 2)
    assert parse_values(result.text) == result.values
    for text in ("1", "2:-1", "1:", "1:1/0", "1:-1x", "*", "1:-1" * 40, "٣:1"):
        assert parse_values(text) is None
    assert sum(Result.fault(2, 0, "").values) == 0


def test_places_taken_count_where_a_limit_ends_it():
    def end(text, turns):
        return Result.cut_off(amduat.parse("uraeus", text), turns)

    reserve = "r,r,r"
    four = f"{reserve}/f,f,f/{reserve}/f,f,f 1 - 4,2 all"
    first, second, rest = 1.0, 1 - 2 / 3, (-1 / 3 - 1) / 2
    result = end(four, 30)
    assert result.values == pytest.approx((rest, second, rest, first))
    told = "30 turns played; the places taken by then count: Player 4, then Player 2."
    assert (result.ending, result.reason) == ("turn-limit", told)
    assert end(f"f,f,f/{reserve} 2 - 1,2 all", 8).values == (1.0, -1.0)
    two = end(f"{reserve}/{reserve} 1 - - first", 1)
    assert two == Result((0.0, 0.0), "turn-limit", "Draw: 1 turn played.")
    assert end(f"{reserve}/{reserve} 1 - - first", 2).reason == "Draw: 2 turns played."
