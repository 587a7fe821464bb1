"""Games that an evaluator plays against itself."""

from __future__ import annotations

import json

import numpy as np
import pytest

import amduat
from amduat import learn
from support import all_variants, name_of
from test_guided import Opinion


def same(one: learn.PlayedGame, other: learn.PlayedGame) -> bool:
    """Whether two games are the same."""
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def collect(games: learn.SelfPlay, count: int) -> dict[int, learn.PlayedGame]:
    """So many games by their numbers."""
    found: dict[int, learn.PlayedGame] = {}
    while len(found) < count:
        game = next(games)
        found[game.number] = game
    return found


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_games_follow_the_rules(game, options):
    players = amduat.start(game, **options).players
    judge = Opinion(players)
    games = learn.SelfPlay(game, judge, games=6, simulations=4, seed=2, max_plies=60, **options)
    for played in collect(games, 6).values():
        rows = len(played.actions)
        info = amduat.info(game)
        assert played.observations.shape == (rows, *info.observation_shape)
        assert played.policies.shape == played.masks.shape == (rows, info.num_actions)
        assert played.outcomes.shape == (rows, players)
        np.testing.assert_allclose(played.policies.sum(axis=1), 1, atol=1e-5)
        assert (played.policies[~played.masks] == 0).all()
        assert played.masks[np.arange(rows), played.actions].all()
        for row in range(rows):
            mover = played.players[row]
            for ahead in range(players):
                assert played.outcomes[row, ahead] == pytest.approx(
                    played.returns[(mover + ahead) % players]
                )
        if played.truncated:
            assert not any(played.returns)
        # The game again, wherever no chance came between.
        position = amduat.start(game, **options)
        for row, action in enumerate(played.actions):
            if position.is_chance:
                break
            assert (learn.observe(position) == played.observations[row]).all()
            assert (learn.mask(position) == played.masks[row]).all()
            assert position.current_player == played.players[row]
            position = position.apply(amduat.Action.from_index(game, int(action)))
        else:
            assert played.truncated or position.returns() == played.returns
    assert max(judge.rows) <= 6


def test_games_do_not_depend_on_their_company(game):
    """One at a time or many: a batch of one gives the evaluations of a larger one."""

    def judge(observations, masks):
        """Row by row, so that rounding is the same in any company."""
        answers = [Opinion()(o[None], m[None]) for o, m in zip(observations, masks, strict=True)]
        return np.concatenate([a[0] for a in answers]), np.concatenate([a[1] for a in answers])

    settings = {"simulations": 6, "seed": 4, "max_plies": 30}
    alone = collect(learn.SelfPlay(game, judge, games=1, **settings), 4)
    many = collect(learn.SelfPlay(game, judge, games=4, **settings), 6)
    for number in range(4):
        if number in many:
            assert same(alone[number], many[number])
    assert len(set(alone) & set(many)) >= 3
    other = collect(learn.SelfPlay(game, judge, games=1, **{**settings, "seed": 5}), 1)
    assert not same(other[0], alone[0])


def test_what_is_raised_ends_nothing():
    calls = 0
    opinion = Opinion()

    def judge(observations, masks):
        nonlocal calls
        calls += 1
        if calls % 7 == 0:
            raise KeyboardInterrupt if calls % 2 else RuntimeError("tired")
        return opinion(observations, masks)

    games = learn.SelfPlay("isis-osiris", judge, games=3, simulations=5, seed=1)
    expected = collect(learn.SelfPlay("isis-osiris", opinion, games=3, simulations=5, seed=1), 3)
    found = {}
    raised = 0
    while len(found) < 3:
        try:
            game = next(games)
        except (KeyboardInterrupt, RuntimeError):
            raised += 1
            continue
        found[game.number] = game
    assert raised > 5
    for game in found.values():
        rows = np.arange(len(game.actions))
        assert game.masks[rows, game.actions].all()
        assert len(game.actions) == len(expected[game.number].actions) or not game.truncated


def test_states_go_on(game):
    judge = Opinion()
    settings = {"games": 4, "simulations": 5, "seed": 3, "max_plies": 50}
    games = learn.SelfPlay(game, judge, **settings)
    first = next(games)
    state = json.loads(json.dumps(games.state()))
    ways = [learn.SelfPlay(game, judge, **settings) for _ in range(2)]
    for way in ways:
        way.restore(state)
        assert json.loads(json.dumps(way.state())) == state
    one, other = (collect(way, 5) for way in ways)
    assert one.keys() == other.keys()
    assert all(same(one[number], other[number]) for number in one)
    assert first.number not in one
    for number, played, policies, _ in state["games"]:
        if number in one:
            went_on = one[number]
            assert len(went_on.actions) >= len(policies)
            assert set(went_on.actions[: len(policies)].tolist()) <= set(played)


def test_strange_states_are_refused(game):
    games = learn.SelfPlay(game, Opinion(), games=2, simulations=3, max_plies=20)
    next(games)
    state = games.state()
    running = state["games"]
    for wrong in (
        {},
        {**state, "version": 9},
        {**state, "game": "chess"},
        {**state, "games": running[:1]},
        {**state, "games": 5},
        {**state, "games": [(0, [10**5], [], 1)] * 2},
        {**state, "games": [(0, [60_000], [], 1)] * 2},
        {**state, "games": [(0, running[0][1], running[0][2] * 2 + [[(0, 0.5)]], 1)] * 2},
        {**state, "next": "x"},
    ):
        with pytest.raises(amduat.AmduatError):
            games.restore(wrong)
    games.restore(state)


def test_settings_are_checked():
    for settings, field in [
        ({"games": 0}, "games"),
        ({"games": 10**5}, "games"),
        ({"simulations": 0}, "simulations"),
        ({"max_plies": 0}, "max_plies"),
        ({"noise": 2.0}, "noise"),
        ({"colour": 1}, "name"),
    ]:
        with pytest.raises(amduat.AmduatError) as caught:
            learn.SelfPlay("ramses", Opinion(), **settings)
        assert caught.value.field == field
    with pytest.raises(TypeError, match="must be a function"):
        learn.SelfPlay("ramses", 5)


def test_chance_may_end_a_game_before_anybody_decides():
    """The side that begins is herded into a corner, and loses by two rolls of three."""
    settings = {"games": 3, "simulations": 4, "max_plies": 20}
    cornered = {"lower": "a1,a2,b1", "upper": "a3,b2,c1"}
    games = learn.SelfPlay("pharao", Opinion(2), seed=1, **settings, **cornered)
    empty = 0
    for _ in range(30):
        played = next(games)
        rows = len(played.actions)
        assert len(played.observations) == len(played.policies) == len(played.masks) == rows
        if not rows:
            empty += 1
            assert sorted(played.returns) == [-1.0, 1.0]
            assert not played.truncated
        other = learn.SelfPlay("pharao", Opinion(2), seed=2, **settings, **cornered)
        other.restore(json.loads(json.dumps(games.state())))
    assert 10 < empty < 30
