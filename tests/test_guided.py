"""Search with an evaluator of one's own."""

from __future__ import annotations

import random
import threading
import time

import numpy as np
import pytest

import amduat
from amduat import learn
from support import all_variants, name_of, random_game


class Even:
    """Knows nothing, and remembers what it was asked."""

    def __init__(self, players: int = 2) -> None:
        self.players = players
        self.rows: list[int] = []
        self.observations: list[bytes] = []

    def __call__(self, observations, masks):
        self.rows.append(len(observations))
        self.observations += [row.tobytes() for row in observations]
        assert observations.dtype == np.float32
        assert masks.dtype == np.bool_
        assert masks.any(axis=1).all(), "somebody has to decide"
        return np.zeros(masks.shape, np.float32), np.zeros((len(masks), self.players), np.float32)


class Opinion(Even):
    """Has an opinion that depends on the position alone."""

    def __call__(self, observations, masks):
        super().__call__(observations, masks)
        # Whole numbers, so that nothing depends on the order of sums.
        places = np.arange(1, observations.shape[1] + 1) ** 2
        score = ((observations * 840).round().astype(np.int64) @ places % 997)[:, None]
        logits = (score * np.arange(1, masks.shape[1] + 1) % 101) / 50
        return logits, (score * np.arange(1, self.players + 1) % 199 - 99) / 110


def decision(game: str, seed: int = 1, plies: int = 12, **options) -> amduat.Position:
    """A position at which a player decides, some way into a game."""
    dice = random.Random(seed)
    line = list(random_game(amduat.start(game, **options), dice, plies))
    return next(position for position in reversed(line) if position.current_player >= 0)


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_it_searches_every_game(game, options):
    position = decision(game, **options)
    judge = Opinion(position.players)
    searcher = amduat.Searcher(evaluate=judge, batch=16, seed=3)
    found = searcher.search(position, nodes=200, lines=10**6)
    assert found.action in position.legal_actions()
    assert found.nodes == 200 or found.exact
    assert max(judge.rows) <= 16
    assert len(judge.rows) < 200
    assert len(judge.observations) == sum(judge.rows) <= 200
    assert judge.observations[0] == learn.observe(position).tobytes()
    policy = found.policy
    assert policy.shape == (position.num_actions,)
    assert policy.sum() == pytest.approx(1)
    assert (policy[~learn.mask(position)] == 0).all()
    assert len(found.choices) == len(position.legal_actions())
    if not found.exact:
        tried = {choice.action.index: choice.visits for choice in found.choices}
        lost = {
            c.action.index
            for c in found.choices
            if c.exact and c.values[position.current_player] <= -1
        }
        total = sum(visits for index, visits in tried.items() if index not in lost)
        for index, visits in tried.items():
            assert policy[index] == pytest.approx(0 if index in lost else visits / total, abs=1e-6)
    # The same seed and the same opinions give the same search.
    again = amduat.Searcher(evaluate=Opinion(position.players), batch=16, seed=3)
    assert (again.search(position, nodes=200).policy == policy).all()


def test_it_is_never_asked_about_chance_or_the_end(game):
    """Every leaf shows a decision: its mask is that of a position with this observation."""
    position = decision(game, plies=30)
    seen: dict[bytes, bytes] = {}

    def judge(observations, masks):
        for observation, mask in zip(observations, masks, strict=True):
            seen[observation.tobytes()] = mask.tobytes()
        return np.zeros(masks.shape), np.zeros((len(masks), 2))

    amduat.Searcher(evaluate=judge, seed=1).search(position, nodes=300)
    checked = 0
    todo = [position]
    for _ in range(400):
        if not todo:
            break
        other = todo.pop(0)
        mask = seen.get(learn.observe(other).tobytes())
        if other.current_player < 0:
            assert mask is None
        elif mask is not None:
            checked += 1
            assert mask == learn.mask(other).tobytes()
        todo += [other.apply(action) for action in other.legal_actions()[:6]]
    assert checked > 3


def plain_search(position, judge, simulations, exploration=1.5):
    """The slow twin: PUCT in plain Python, one leaf at a time, for games without chance."""
    node: dict = {
        "position": position,
        "visits": 0,
        "worth": np.zeros(position.players),
        "below": None,
    }
    for _ in range(simulations):
        path, at = [node], node
        while at["below"] and not at["position"].is_over:
            mover = at["position"].current_player
            best, highest = None, -np.inf
            for action, (prior, child) in at["below"].items():
                known = child["worth"][mover] if child["visits"] else at["worth"][mover]
                merit = known + exploration * np.sqrt(at["visits"]) * prior / (1 + child["visits"])
                if merit > highest + 1e-7:
                    best, highest = action, merit
            _, at = at["below"][best]
            if at["position"] is None:
                at["position"] = path[-1]["position"].apply(best)
            path.append(at)
        here = at["position"]
        if here.is_over:
            values = np.array(here.returns())
        else:
            logits, values = judge(learn.observe(here)[None], learn.mask(here)[None])
            legal = here.legal_actions()
            chosen = np.array([logits[0][action.index] for action in legal], np.float64)
            shares = np.exp(chosen - chosen.max())
            shares /= shares.sum()
            empty = {"position": None, "visits": 0, "worth": np.zeros(here.players), "below": None}
            at["below"] = {
                a: (s, dict(empty, worth=np.zeros(here.players)))
                for a, s in zip(legal, shares, strict=True)
            }
            values = np.roll(values[0], here.current_player)
        for step in path:
            step["visits"] += 1
            step["worth"] = step["worth"] + (values - step["worth"]) / step["visits"]
    return {action.index: child["visits"] for action, (_, child) in node["below"].items()}


@pytest.mark.parametrize(
    ("game", "options"),
    [variant for variant in all_variants() if not amduat.info(variant[0]).has_chance],
    ids=name_of,
)
def test_the_slow_twin_tries_the_same(game, options):
    position = decision(game, seed=2, plies=6, **options)
    judge = Opinion(position.players)
    expected = plain_search(position, judge, 40)
    found = amduat.Searcher(evaluate=judge, batch=1).search(position, nodes=40, lines=10**6)
    if not found.exact:
        assert {choice.action.index: choice.visits for choice in found.choices} == expected


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_values_begin_with_the_player_to_move(game, options):
    """Whoever has to move is said to win, and an action that was tried once says who that is."""
    position = decision(game, **options)
    players = position.players

    def first_wins(observations, masks):
        values = np.tile([0.9, *[-0.9] * (players - 1)], (len(masks), 1))
        return np.zeros(masks.shape), values

    found = amduat.Searcher(evaluate=first_wins, batch=1).search(position, nodes=150, lines=10**6)
    for choice in found.choices:
        after = position.apply(choice.action)
        if choice.visits == 1 and after.current_player >= 0:
            expected = [
                0.9 if player == after.current_player else -0.9 for player in range(players)
            ]
            assert choice.values == pytest.approx(expected, abs=1e-6)


def test_one_row_at_a_time_gives_the_same_evaluations(game):
    """A batch of 64 tells of every leaf what batches of one tell."""
    position = decision(game)
    judge, leaves = Opinion(), 0

    def one_by_one(observations, masks):
        nonlocal leaves
        leaves += len(masks)
        pairs = zip(observations, masks, strict=True)
        answers = [judge(observation[None], mask[None]) for observation, mask in pairs]
        return tuple(np.concatenate(parts) for parts in zip(*answers, strict=True))

    together = amduat.Searcher(evaluate=judge, batch=64, seed=1).search(position, nodes=256)
    apart = amduat.Searcher(evaluate=one_by_one, batch=64, seed=1).search(position, nodes=256)
    assert leaves > 50 or apart.exact
    assert (apart.policy == together.policy).all()
    assert [choice.values for choice in apart.choices] == [c.values for c in together.choices]


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (lambda o, m: 1 / 0, ZeroDivisionError, "division"),
        (lambda o, m: None, TypeError, r"must return \(logits, values\), not NoneType"),
        (lambda o, m: (m, m, m), TypeError, "must return"),
        (
            lambda o, m: (np.zeros((len(m), 3)), np.zeros((len(m), 2))),
            ValueError,
            "logits must have the shape",
        ),
        (
            lambda o, m: (np.zeros(m.shape), np.zeros(len(m))),
            ValueError,
            "values must have the shape",
        ),
        (
            lambda o, m: (np.zeros(m.shape), np.zeros((len(m), 3))),
            ValueError,
            "values must have the shape",
        ),
        (
            lambda o, m: (np.full(m.shape, np.nan), np.zeros((len(m), 2))),
            ValueError,
            "logit of a legal action",
        ),
        (
            lambda o, m: (np.full(m.shape, np.inf), np.zeros((len(m), 2))),
            ValueError,
            "logit of a legal action",
        ),
        (
            lambda o, m: (np.full(m.shape, -np.inf), np.zeros((len(m), 2))),
            ValueError,
            "minus infinity",
        ),
        (
            lambda o, m: (np.zeros(m.shape), np.full((len(m), 2), np.nan)),
            ValueError,
            "value is not a finite",
        ),
        (lambda o, m: (["x"], ["y"]), ValueError, "could not convert"),
    ],
)
def test_what_the_function_does_wrong_is_said(answer, error, message):
    position = amduat.start("ramses")
    good = Opinion()
    calls = 0

    def judge(observations, masks):
        nonlocal calls
        calls += 1
        return answer(observations, masks) if calls == 3 else good(observations, masks)

    searcher = amduat.Searcher(evaluate=judge, batch=8)
    with pytest.raises(error, match=message) as caught:
        searcher.search(position, nodes=100)
    assert calls == 3
    if isinstance(caught.value, amduat.AmduatError):
        assert caught.value.field == "evaluate"
    # What was found before is not lost, and nothing waits any more.
    found = searcher.search(position, nodes=100)
    assert found.nodes == 100
    assert found.policy.sum() == pytest.approx(1)


def test_chance_counts_by_its_probability():
    """Before the last tile: the outcomes are proven, and their mean is the value, exactly."""
    checked, values = 0, set()
    for seed in range(200):
        line = random_game(amduat.start("isis-osiris"), random.Random(seed), 200)
        last = [p for p in line if p.is_chance and sum(map(bool, p.pieces())) == 35]
        for position in last:
            expected = 0.0
            for outcome, chance in position.chance_outcomes():
                shown = position.apply(outcome)
                (end,) = map(shown.apply, shown.legal_actions())
                expected += chance * end.returns()[0]
            found = amduat.Searcher(evaluate=Even(), batch=4).search(position, nodes=400)
            assert found.exact
            assert found.values[0] == pytest.approx(expected, abs=1e-5)
            checked += 1
            values.add(round(expected, 3))
        if checked >= 8 and len(values) > 2:
            return
    pytest.fail(f"only {checked} positions with {values}")


def test_illegal_logits_do_not_matter():
    def judge(observations, masks):
        logits = np.where(masks, 0.0, np.nan)
        return logits, np.zeros((len(masks), 2))

    assert amduat.Searcher(evaluate=judge).search(amduat.start("ramses"), nodes=50).action


def test_wins_are_proven_and_stay_so():
    position = amduat.parse("ramses", "1,4,9,16 5@11,8,18,21 L own -")
    pessimist = Even()

    def judge(observations, masks):
        logits, values = pessimist(observations, masks)
        return logits, values + np.array([-1, 1])

    searcher = amduat.Searcher(evaluate=judge, batch=4)
    found = searcher.search(position, nodes=2000)
    assert found.exact
    assert found.values == [1.0, -1.0]
    assert position.apply(found.action).is_over
    assert found.policy[found.action.index] > 0
    winning = {a.index for a in position.legal_actions() if position.apply(a).returns()[0] == 1}
    assert set(np.flatnonzero(found.policy)) <= winning
    calls = len(pessimist.rows)
    assert searcher.search(position, nodes=2000).exact
    assert len(pessimist.rows) == calls, "what is proven is not asked again"


def test_the_tree_is_kept_for_the_next_move(game):
    position = decision(game)
    judge = Opinion()
    searcher = amduat.Searcher(evaluate=judge, batch=8)
    found = searcher.search(position, nodes=400)
    if found.exact:
        return
    after = position.apply(found.action)
    while after.is_chance:
        after = after.apply(after.legal_actions()[-1])
    if after.is_over:
        return
    asked = set(judge.observations)
    judge.observations.clear()
    searcher.search(after, nodes=1)
    kept = learn.observe(after).tobytes() in asked
    assert not kept or learn.observe(after).tobytes() not in judge.observations
    if not amduat.info(game).has_chance:
        assert kept
    searcher.forget()
    judge.observations.clear()
    searcher.search(after, nodes=1)
    assert judge.observations == [learn.observe(after).tobytes()]


def test_noise_and_temperature_are_seeded():
    position = amduat.start("isis-osiris")

    def run(seed, **settings):
        return amduat.Searcher(evaluate=Even(), seed=seed, **settings).search(position, nodes=200)

    quiet, again = run(1), run(2)
    assert (quiet.policy == again.policy).all(), (
        "without noise the seed does not matter before chance"
    )
    assert (run(1, noise=0.25).policy == run(1, noise=0.25).policy).all()
    assert (run(1, noise=0.25).policy != run(2, noise=0.25).policy).any()
    actions = {str(run(seed, temperature=1.0).action) for seed in range(10)}
    assert len(actions) > 3
    assert {str(run(seed).action) for seed in range(3)} == {str(quiet.action)}


def test_settings_are_checked():
    for settings, field in [
        ({"batch": 0}, "batch"),
        ({"batch": 5000}, "batch"),
        ({"noise": 1.5}, "noise"),
        ({"noise": float("nan")}, "noise"),
        ({"temperature": -1.0}, "temperature"),
        ({"exploration": float("inf")}, "exploration"),
        ({"threads": 2}, "evaluate"),
        ({"method": "mcts"}, "evaluate"),
        ({"weights": {}}, "evaluate"),
    ]:
        with pytest.raises(amduat.AmduatError) as caught:
            amduat.Searcher(evaluate=Even(), **settings)
        assert caught.value.field == field
    for name in ("batch", "noise", "temperature", "exploration"):
        with pytest.raises(amduat.AmduatError, match="is used with `evaluate` only"):
            amduat.Searcher(**{name: 1})
    with pytest.raises(TypeError, match="evaluate must be a function, not int"):
        amduat.Searcher(evaluate=3)
    with pytest.raises(amduat.AmduatError, match=r"on_info.*only the end is told"):
        amduat.Searcher(evaluate=Even()).search(amduat.start("ramses"), on_info=print)
    assert "batch=64" in repr(amduat.Searcher(evaluate=Even()))
    assert amduat.search(amduat.start("ramses"), nodes=10).policy is None


def test_it_ends_when_it_is_told_to():
    position = amduat.start("isis")
    searcher = amduat.Searcher(evaluate=Even(), batch=8)
    began = time.monotonic()
    assert searcher.search(position, seconds=0.1).action
    timer = threading.Timer(0.2, searcher.stop)
    timer.start()
    assert searcher.search(position, seconds=60).action
    timer.join()
    assert time.monotonic() - began < 30

    def interrupted(observations, masks):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        amduat.Searcher(evaluate=interrupted).search(position, seconds=60)
    over = amduat.parse("ramses", "1,9,13,16 5@11,8,18,21 D own -")
    with pytest.raises(amduat.AmduatError, match="the game is over"):
        searcher.search(over, nodes=1)


def test_it_plays_better_than_chance():
    """Even without an opinion: the rules prove wins."""
    wins = 0
    for seed in range(6):
        searcher = amduat.Searcher(evaluate=Even(), seed=seed)
        dice = random.Random(seed)
        position = amduat.start("ramses")
        for _ in range(400):
            if position.is_over:
                break
            if position.current_player == seed % 2:
                position = position.apply(searcher.search(position, nodes=200).action)
            else:
                position = position.apply(dice.choice(position.legal_actions()))
        wins += position.returns()[seed % 2] > 0
    assert wins >= 5
