"""One game of a match, in this process: seats, seeds, records, and what fails."""

from __future__ import annotations

import datetime
import random
import time

import pytest

from amduat.rounds import Rounds
from amduat.seeds import derive


class Noted:
    """A bot that plays at random and notes its seed and its end."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = random.Random(seed)
        self.closed = 0

    def choose(self, position):
        return self.dice.choice(position.legal_actions())

    def close(self):
        self.closed += 1


class Watching:
    """Notes who is said to think, and what is played."""

    def __init__(self):
        self.heard = []

    def thinking(self, seat):
        self.heard.append(seat)

    def played(self, action):
        self.heard.append(str(action))


def rounds(*players, game="isis", **changes):
    names = tuple(f"P{number}" for number in range(len(players)))
    return Rounds(game, players, names, 7, {"players": str(len(players))}, **changes)


def test_everybody_sits_everywhere():
    three = rounds("random", "random", "random")
    assert [three.seats(number) for number in range(4)] == [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 1, 2],
    ]


def test_the_title_names_all_that_matters():
    three = rounds("random", "random", "random", max_turns=50, repetition=False)
    assert three.title == "isis players=3 seed=7 turns=50 repetition=False: P0 - P1 - P2"


def test_a_new_game_has_dice_of_its_own():
    two = rounds("random", "random", game="uraeus", max_turns=50)
    game = two.new_game(3)
    assert (game.name, game.max_turns, len(game)) == ("uraeus", 50, 0)
    assert (dict(game.options), game.start.players) == ({"players": "2"}, 2)
    assert game.rng is not None
    assert game.rng.random() == random.Random(derive(7, "game", 3, "chance")).random()
    for repetition in (True, False):
        two = rounds("random", "random", repetition=repetition)
        assert two.new_game(0).repetition == repetition


def test_a_game_is_played_and_recorded():
    made = []

    def make(seed):
        made.append(Noted(seed))
        return made[-1]

    given = Noted(1)
    watching = Watching()
    before = datetime.datetime.now(datetime.UTC).date()
    record = rounds(make, given, max_turns=4).play(1, watching)
    after = datetime.datetime.now(datetime.UTC).date()
    assert record.players == ("P1", "P0")
    assert before <= datetime.date.fromisoformat(record.date) <= after
    title = "isis players=2 seed=7 turns=4 repetition=True: P0 - P1"
    assert record.headers == {"Match": title, "Round": "2"}
    assert (record.options, record.result.ending) == ({"players": "2"}, "turn-limit")
    # The one who was made is closed, the one who was given plays on.
    assert [bot.seed for bot in made] == [derive(7, "game", 1, "player", 0)]
    assert (made[0].closed, given.closed) == (1, 0)
    # An engine may hang when it is started, asked or closed: each time it is said who.
    assert watching.heard[:2] == watching.heard[-2:] == [0, 1]
    turns = [str(action) for action in record.actions]
    assert [heard for heard in watching.heard if isinstance(heard, str)] == turns


def test_chance_is_that_of_the_game():
    """The bots may be the same: what is rolled depends on the number of the game."""
    two = rounds(Noted(1), Noted(1), game="uraeus", max_turns=20)
    for number in (0, 1, 5):
        record, game = two.play(number), two.new_game(number)
        for action in record.actions:
            game.roll() if action.is_chance else game.play(action)
            assert game.last_action == action


def test_bots_know_the_game():
    perfect = Rounds("ramses", ("perfect", "perfect"), ("P0", "P1"), 7, max_turns=2)
    assert perfect.play(0).result.ending == "turn-limit"
    told = 'OptionError: player "perfect": plays ramses and pharao only, not isis'
    record = rounds("perfect", "random").play(0)
    assert record.result.reason == f"Player 1 (P0) has lost by a fault: {told}."
    assert record.actions == ()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="has no such clocks")
@pytest.mark.parametrize("zone", ["Etc/GMT-14", "Etc/GMT+12"])
def test_dates_are_those_of_greenwich(zone, monkeypatch):
    two = rounds("random", "random")
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        before = datetime.datetime.now(datetime.UTC).date()
        date = datetime.date.fromisoformat(two.record(0, two.new_game(0)).date)
        assert before <= date <= datetime.datetime.now(datetime.UTC).date()
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()


def test_names_of_bots_are_made_anew_for_each_game():
    two = rounds("random", "random")
    assert two.play(0).actions == two.play(0).actions != two.play(1).actions


@pytest.mark.parametrize("error", [ValueError("no room"), SystemExit("no room")])
def test_who_cannot_be_made_loses(error):
    def broken(seed):
        raise error

    others = []

    def make(seed):
        others.append(Noted(seed))
        return others[-1]

    record = rounds(make, broken, make).play(0, watching := Watching())
    assert not record.actions
    assert record.result.ending == "fault"
    assert record.result.values == (0.25, -1.0, 0.25)
    reason = f'OptionError: player "P1": cannot be made: {type(error).__name__}: no room'
    assert record.result.reason == f"Player 2 (P1) has lost by a fault: {reason}."
    # Those after it are not made, and those before it are closed.
    assert [bot.closed for bot in others] == [1]
    assert watching.heard == [0, 1, 0]


def test_who_takes_too_long_loses():
    class Slow(Noted):
        def choose(self, position):
            time.sleep(1)
            return super().choose(position)

    record = rounds(Slow, Slow, time_limit=0.01).play(0)
    assert (record.actions, record.result.ending) == ((), "fault")
    reason = "Player 1 (P0) has lost by a fault: no answer within 0.01 s."
    assert record.result.reason == reason
