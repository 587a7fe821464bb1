"""The simple bots, and the list of all kinds."""

from __future__ import annotations

import random

import pytest

import amduat
from amduat.bots import BotKind, kinds, make_bot, register
from amduat.bots.simple import GreedyBot
from amduat.players import name_of
from flow import Faulty


def test_bots_are_repeatable(game):
    position = amduat.start(game)
    while position.is_chance:
        position = position.apply(position.legal_actions()[-1])
    for kind in ("random", "greedy"):
        chosen = [make_bot(kind, seed).choose(position) for seed in range(30)]
        assert chosen == [make_bot(kind, seed).choose(position) for seed in range(30)]
        assert all(position.is_legal(action) for action in chosen)
        assert len(set(chosen)) > 1 or kind == "greedy", "the seed makes a difference"


def test_greedy_wins_if_it_can():
    chances = 0
    for seed in range(200):
        dice = random.Random(seed)
        position = amduat.start("ramses")
        while not position.is_over:
            mover = position.current_player
            after = [position.apply(action) for action in position.legal_actions()]
            wins = [p for p in after if p.is_over and p.returns()[mover] > 0]
            if wins:
                assert position.apply(GreedyBot(seed).choose(position)) in wins
                chances += len(wins) < len(after)
                break
            position = dice.choice(after)
    assert chances > 100


def test_greedy_likes_points():
    """The tile on the other side of a pawn of the opponent is the worst of all."""
    position = amduat.start("isis-osiris")
    for action in ("@a1", "@f6", "draw", "=+4"):
        position = position.apply(action)
    assert {str(GreedyBot(seed).choose(position)) for seed in range(20)} == {"a2", "b1"}
    position = position.apply("a2").apply("draw").apply("=-4")
    # Player 2 would rather spoil the pawn of player 1 than its own.
    assert {str(GreedyBot(seed).choose(position)) for seed in range(20)} == {"b1"}


def test_registry():
    assert [kind.name for kind in kinds()][:2] == ["random", "greedy"]
    with pytest.raises(amduat.OptionError, match="no such bot; there are `random`, `greedy`"):
        make_bot("deep-thought")
    with pytest.raises(amduat.OptionError, match="takes nothing"):
        make_bot("random:3")
    for spec in ("python:flow", "python:no_such_module:x", "python:flow:no_such_bot", "python::"):
        with pytest.raises(amduat.OptionError):
            make_bot(spec)
    with pytest.raises(amduat.OptionError, match="without a method `choose`"):
        make_bot("python:random:Random")
    assert name_of(make_bot("python:flow:illegal")) == "illegal"
    assert name_of(object()) == "object"
    register(BotKind("first", lambda argument, seed: Faulty(argument), "the first", "HOW"))
    try:
        assert make_bot("first:any").choose(amduat.start("ramses"))
    finally:
        from amduat import bots

        del bots._KINDS["first"]
