"""Perfect play of RAMSES wherever bots can be chosen."""

from __future__ import annotations

import json
import sys

import pytest

import amduat
from amduat import Match
from amduat.bots import make_bot
from amduat.engine import Engine
from test_cli import run

WON = "4,5@10,6,19 1,3,21,22@12 D own -"


def test_best():
    assert run("best", "ramses", "-p", WON, "--method", "perfect").stdout == "3-9  win in 3\n"
    done = run("best", "ramses", "-p", WON, "--method", "perfect", "--json")
    assert json.loads(done.stdout)["actions"] == ["3-9"]
    assert run("best", "isis", "--method", "perfect").returncode == 2


def test_bot_and_match():
    position = amduat.parse("ramses", WON)
    assert str(make_bot("perfect").choose(position)) == "3-9"
    lines = Match("ramses", ["perfect", "random"], games=6, seed=1, workers=0).run().ranked()
    won = {line.name: line.won for line in lines}
    assert won["perfect"] > 0
    assert won["random"] == 0


@pytest.mark.parametrize("game", ["ramses", "isis"])
def test_engine(game):

    position = amduat.start(game)
    with Engine(
        [sys.executable, "-m", "amduat", "engine"], options={"method": "perfect"}
    ) as engine:
        action = engine.search(position, seconds=0.2).action
    assert position.is_legal(str(action))
