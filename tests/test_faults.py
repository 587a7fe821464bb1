"""Players at fault: whatever a bot says or does, the game goes on or ends."""

from __future__ import annotations

import pytest

import amduat
from amduat.bots.simple import RandomBot
from amduat.game import Game
from amduat.players import Fault, ask, checked, play_out
from amduat.result import FAULT
from flow import Faulty
from support import all_actions


def test_a_refused_answer_says_why(game):
    """The sentence of the fault has the reason of the rules, whatever the game."""
    position = amduat.start(game)
    while position.is_chance:
        position = position.apply(position.legal_actions()[-1])
    refused = next(action for action in all_actions(game) if not position.is_legal(action))
    with pytest.raises(amduat.IllegalActionError) as caught:
        position.apply(refused)
    with pytest.raises(Fault) as fault:
        checked(position, str(refused))
    assert str(fault.value) == f'the answer "{refused}" is not legal: {caught.value.reason}'
    assert caught.value.reason


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("illegal", 'the answer "1-1" is not an action: a stone moves to another field.'),
        ("long", f'the answer "{60 * "x"}" is not an action: is 10000 bytes long'),
        ("nonsense", "the answer 42 is not an action"),
        ("other-game", "is not legal: is an action of isis, not of ramses."),
        ("error", "RuntimeError: I give up xxx"),
        ("exit", "SystemExit: 3"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_faults(how, message, seat):
    game = Game("ramses")
    players = [RandomBot(1), RandomBot(2)]
    players[seat] = Faulty(how)
    result = play_out(game, players)
    assert result.ending == FAULT
    assert result.values[seat] == -1
    assert result.values[1 - seat] == 1
    assert message in result.reason
    assert how in result.reason
    assert len(result.reason) < 400
    record = game.record(["a", "b"])
    assert record.result == result
    assert len(record.actions) == 2 * seat
    with pytest.raises(amduat.AmduatError, match="already over"):
        game.forfeit(seat, "twice")


def test_time_limit():
    game = Game("ramses")
    result = play_out(game, [RandomBot(1), Faulty("sleep")], time_limit=0.2)
    assert result.ending == FAULT
    assert result.values == (1, -1)
    assert "no answer within 0.2 s" in result.reason
    assert len(game.actions) == 2
    # With time enough the answer comes through the thread, and so do exceptions.
    position = amduat.start("ramses")
    assert ask(RandomBot(1), position, 30) in position.legal_actions()
    with pytest.raises(Fault, match="I give up"):
        ask(Faulty("error"), position, 30)


def test_number_of_players():
    with pytest.raises(ValueError, match="2 players are needed"):
        play_out(Game("ramses"), [RandomBot(1)])
