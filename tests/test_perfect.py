"""Perfect play of RAMSES wherever bots can be chosen; tests/test_solve.py tests the bot itself."""

from __future__ import annotations

import json
import random
import sys

import pytest

import amduat
from amduat import Match
from amduat.bots import make_bot
from amduat.engine import Engine, EngineError
from support import random_game, run

PROGRAM = [sys.executable, "-m", "amduat", "engine"]
WON = "4,5@10,6,19 1,3,21,22@12 D own -"


@pytest.fixture(scope="module")
def engine():
    with Engine(PROGRAM, options={"method": "perfect"}) as engine:
        yield engine


def decisions() -> list[amduat.Position]:
    """Positions of random games and at random: won, lost and drawn, before both parts of a turn."""
    dice = random.Random("perfect")
    found = [p for p in random_game(amduat.start("ramses"), dice, 12) if not p.is_over]
    while len(found) < 150:
        position = amduat.ramses.position(dice.randrange(269_285_100))
        if not position.is_over:
            found += [position, position.apply(dice.choice(position.legal_actions()))]
        # After the best turn of a winner the other side has lost; at random that is rare.
        if amduat.ramses.value(position).outcome == "win" and not position.is_over:
            half = position.apply(amduat.ramses.best(position)[0])
            found += [half] if half.is_over else [half, half.apply(amduat.ramses.best(half)[0])]
    return [position for position in found if not position.is_over]


POSITIONS = decisions()


def test_the_positions_are_of_all_kinds():
    outcomes = [amduat.ramses.value(position).outcome for position in POSITIONS]
    assert min(map(outcomes.count, ("win", "draw", "loss"))) >= 3
    # In some the choice matters: not every action is a best one.
    assert sum(amduat.ramses.best(p) != p.legal_actions() for p in POSITIONS) >= 20


def test_best():
    """The best are listed first, with exact values for both players."""
    first = run("best", "ramses", "-p", WON, "--method", "perfect").stdout.splitlines()[1]
    assert first.startswith("3-9  -1.000 +1.000 =  3-9 ")
    for text in (WON, str(amduat.start("ramses"))):
        position = amduat.parse("ramses", text)
        options = ("-p", text, "--method", "perfect", "--lines", "99", "--json")
        found = json.loads(run("best", "ramses", *options).stdout)
        assert found["exact"]
        assert found["action"] == found["choices"][0]["action"]
        assert len(found["choices"]) == len(position.legal_actions())
        best = [str(action) for action in amduat.ramses.best(position)]
        listed = [choice["action"] for choice in found["choices"]]
        assert sorted(listed[: len(best)]) == sorted(best)
        worth = {"win": 1, "draw": 0, "loss": -1}
        for choice in found["choices"]:
            after = amduat.ramses.value(position.apply(choice["action"]))
            assert choice["values"][position.current_player] == worth[after.outcome]


def test_other_games_are_refused_with_the_reason():
    done = run("best", "isis", "--method", "perfect")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'method "perfect": only ramses and pharao are solved, not isis' in done.stderr
    with (
        Engine(PROGRAM, options={"method": "perfect"}) as engine,
        pytest.raises(EngineError, match="only ramses and pharao are solved, not isis"),
    ):
        engine.search(amduat.start("isis"), depth=3)
    with pytest.raises(amduat.AmduatError) as caught:
        amduat.search(amduat.start("isis"), method="perfect")
    assert (caught.value.field, caught.value.input) == ("method", "perfect")


def test_the_bot_gives_nothing_away():
    bot = make_bot("perfect")
    for position in POSITIONS:
        assert bot.choose(position) in amduat.ramses.best(position), str(position)


def test_the_engine_gives_nothing_away(engine):
    for position in POSITIONS[::3]:
        result = engine.search(position, seconds=60)
        assert result.action in amduat.ramses.best(position), str(position)


def test_match():
    """Against a random player a perfect one loses nothing, and wins nearly always."""
    lines = Match("ramses", ["perfect", "random"], games=6, seed=1, workers=0).run().ranked()
    standings = {line.name: (line.won, line.drawn, line.lost) for line in lines}
    assert standings["perfect"][2] == standings["random"][0] == 0
    assert standings["perfect"][0] >= 3
