"""Games in bulk are the games that the rules play one by one."""

from __future__ import annotations

import json
import pickle
import random
import threading

import numpy as np
import pytest

import amduat
from amduat import learn
from support import all_variants, name_of

SIZE = 5


def reached(before: amduat.Position, action: int) -> dict[amduat.Position, int]:
    """Where an action and chance can lead, and the fewest plies it takes."""
    ways = {before.apply(amduat.Action.from_index(before.game, action)): 1}
    todo = list(ways)
    for position in todo:
        for outcome in position.legal_actions() if position.is_chance else []:
            after = position.apply(outcome)
            if after not in ways:
                ways[after] = ways[position] + 1
                todo.append(after)
    return {position: plies for position, plies in ways.items() if not position.is_chance}


def check(batch: learn.Batch) -> None:
    """The arrays say what the positions say."""
    offsets, indices = batch.legal()
    assert offsets[0] == 0
    assert offsets[-1] == len(indices)
    for row, position in enumerate(batch.positions()):
        legal = np.flatnonzero(batch.masks[row])
        assert legal.tolist() == indices[offsets[row] : offsets[row + 1]].tolist()
        if batch.players[row] == amduat.OVER:
            assert batch.over[row]
            assert len(legal) == 0
        else:
            assert batch.players[row] == position.current_player
            assert (batch.masks[row] == learn.mask(position)).all()
        assert (batch.observations[row] == learn.observe(position)).all()


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_the_slow_twin_plays_the_same(game, options, autoreset):
    """A loop over positions with the same actions and outcomes gives the same arrays."""
    limit = 40
    batch = learn.Batch(game, SIZE, seed=7, autoreset=autoreset, max_plies=limit, **options)
    plies = [0] * SIZE
    ended = [False] * SIZE
    ends = 0
    check(batch)
    for _ in range(60):
        before = batch.positions()
        actions = batch.random_actions()
        batch.step(actions)
        after = batch.positions()
        check(batch)
        for row in range(SIZE):
            if ended[row]:
                assert actions[row] == -1
                if autoreset == "next_step":
                    ended[row] = False
                    assert not batch.over[row]
                    assert not batch.rewards[row].any()
                else:
                    assert after[row] == before[row]
                    assert batch.over[row]
                continue
            ways = reached(before[row], actions[row])
            if not batch.over[row]:
                plies[row] += ways[after[row]]
                assert plies[row] < limit
                assert not after[row].is_over
                assert not batch.rewards[row].any()
                assert not batch.truncated[row]
                continue
            ends += 1
            plies[row] = 0
            if autoreset == "same_step":
                last = batch.final_observations[row]
                end = next(end for end in ways if (learn.observe(end) == last).all())
                assert not after[row].is_over
            else:
                ended[row] = True
                end = after[row]
                assert end in ways
            assert end.is_over != batch.truncated[row]
            assert batch.rewards[row].tolist() == pytest.approx(end.returns(), abs=1e-6)
    assert ends > 0


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_chance_may_end_a_game_before_anybody_decides(autoreset):
    """The side that begins is herded into a corner, and loses by two rolls of three."""
    cornered = {"lower": "a1,a2,b1", "upper": "a3,b2,c1"}
    batch = learn.Batch("pharao", 32, seed=5, autoreset=autoreset, max_plies=9, **cornered)
    at_once = 0
    for _ in range(20):
        waiting = np.flatnonzero(batch.players == amduat.OVER)
        positions, seen = batch.positions(), batch.observations.copy()
        at_once += sum(position.is_over for position in positions)
        check(batch)
        actions = batch.random_actions()
        assert (actions[waiting] == -1).all()
        batch.step(actions)
        for row in waiting:
            if autoreset == "same_step":
                assert batch.over[row]
                assert not batch.truncated[row]
                assert batch.rewards[row].tolist() == positions[row].returns()
                assert (batch.final_observations[row] == seen[row]).all()
            elif autoreset == "disabled":
                assert batch.positions()[row] == positions[row]
        other = learn.Batch("pharao", 32, seed=1, autoreset=autoreset, max_plies=9, **cornered)
        other.restore(batch.state())
        assert other.players.tolist() == batch.players.tolist()
    assert at_once > 100


def test_long_games_are_cut_off(game):
    """At the first decision after so many plies, those of chance counted."""
    batch = learn.Batch(game, 4, seed=3, max_plies=9, autoreset="disabled")
    start = amduat.start(game)
    plies = [1 if start.is_chance else 0] * 4
    for _ in range(9):
        before, running = batch.positions(), ~batch.over
        actions = batch.random_actions()
        batch.step(actions)
        for row in np.flatnonzero(running):
            plies[row] += reached(before[row], actions[row])[batch.positions()[row]]
    assert batch.truncated.all()
    assert not batch.rewards.any()
    # Where rolls can be skipped there may have been more than the fewest.
    assert all(plies[row] in (9, 10) for row in range(4)) or start.faces


def run(batch: learn.Batch, steps: int = 60) -> list[bytes]:
    """What a batch shows while it plays at random."""
    shown = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        arrays = (batch.observations, batch.masks, batch.players, batch.rewards, batch.over)
        shown.append(b"".join(array.tobytes() for array in arrays))
    return shown


def test_threads_do_not_change_the_games(game):
    alone, again, shared, many = (
        run(learn.Batch(game, 7, seed=3, threads=threads, max_plies=50))
        for threads in (1, 1, 2, 16)
    )
    assert alone == again == shared == many
    assert alone != run(learn.Batch(game, 7, seed=4, max_plies=50))


def test_rows_do_not_depend_on_their_number(game):
    few, many = learn.Batch(game, 2, seed=3), learn.Batch(game, 9, seed=3)
    for _ in range(40):
        few.step(few.random_actions())
        many.step(many.random_actions())
    assert many.positions()[:2] == few.positions()


def test_asking_for_actions_does_not_change_the_dice(game):
    batch, other = learn.Batch(game, 3, seed=5), learn.Batch(game, 3, seed=5)
    for _ in range(30):
        actions = batch.random_actions()
        batch.step(actions)
        other.step(actions)
        assert (batch.observations == other.observations).all()


def test_outcomes_come_as_often_as_they_should():
    for game in amduat.GAMES:
        start = amduat.start(game)
        if not start.is_chance:
            continue
        batch = learn.Batch(game, 4_000, seed=1)
        expected = dict.fromkeys(
            map(str, (start.apply(a) for a, _ in start.chance_outcomes())), 0.0
        )
        for action, chance in start.chance_outcomes():
            expected[str(start.apply(action))] += chance
        found = batch.positions()
        for text, chance in expected.items():
            position = amduat.parse(game, text)
            if position.is_chance or position.is_over:
                continue
            share = sum(position == other for other in found) / len(found)
            assert share >= chance - 0.03


def test_wrong_actions_change_nothing_and_name_their_row(game):
    batch = learn.Batch(game, 4, seed=1)
    legal = batch.random_actions()
    before = (batch.state(), batch.observations.copy(), batch.masks.copy())
    illegal = int(np.flatnonzero(~batch.masks[2])[1])
    for wrong, error in [
        (illegal, ValueError),
        (10**6, amduat.ActionError),
        (-1, amduat.ActionError),
    ]:
        actions = legal.copy()
        actions[2] = wrong
        with pytest.raises(error, match=r"in row 2") as caught:
            batch.step(actions)
        assert caught.value.field == "actions"
        assert str(wrong) == caught.value.input
        assert batch.state() == before[0]
        assert (batch.observations == before[1]).all()
        assert (batch.masks == before[2]).all()
    for wrong in (legal[:3], [*legal, 0], []):
        with pytest.raises(amduat.AmduatError, match="expected 4 actions"):
            batch.step(wrong)
    for wrong in (legal.astype(float), list("abcd"), [None] * 4):
        with pytest.raises(TypeError, match="actions must be integers"):
            batch.step(wrong)
    with pytest.raises(amduat.AmduatError, match="one dimension"):
        batch.step(legal.reshape(2, 2))
    for fine in (legal.astype(np.uint16), legal.tolist(), np.repeat(legal, 2)[::2]):
        batch.restore(before[0])
        batch.step(fine)
        assert not np.array_equal(batch.observations, before[1])


def test_arrays_are_written_in_place_and_only_by_the_batch():
    batch = learn.Batch("isis", 3, seed=1)
    views = batch.observations, batch.masks
    before = views[0].copy()
    batch.step(batch.random_actions())
    assert (views[0] == batch.observations).all()
    assert (views[0] != before).any()
    assert np.shares_memory(views[1], batch.masks)
    for array in (*views, batch.rewards, batch.over, batch.players, batch.final_observations):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_state_is_plain_and_goes_on(game):
    for autoreset in ("same_step", "next_step"):
        batch = learn.Batch(game, 4, seed=9, max_plies=60, autoreset=autoreset)
        run(batch, 37)
        state = json.loads(json.dumps(batch.state()))
        assert pickle.loads(pickle.dumps(batch.state())) == batch.state()
        other = learn.Batch(game, 4, seed=1, threads=2, max_plies=60, autoreset=autoreset)
        other.restore({**state, "rows": [tuple(row) for row in state["rows"]]})
        check(other)
        assert run(batch, 50) == run(other, 50)


def test_strange_states_are_refused(game):
    batch = learn.Batch(game, 2, seed=1)
    state = batch.state()
    texts = [row[0] for row in state["rows"]]
    for name, value in [
        ("version", 2),
        ("game", "chess"),
        ("start", "x"),
        ("rows", state["rows"][:1]),
        ("rows", [("x", 1, 2, 3, False)] * 2),
        ("rows", [(texts[0], -1, 2, 3, False)] * 2),
        ("rows", 5),
    ]:
        with pytest.raises(amduat.AmduatError):
            batch.restore({**state, name: value})
        assert batch.state() == state
    if amduat.start(game).is_chance:
        rows = [(str(amduat.start(game)), 1, 2, 3, False)] * 2
        with pytest.raises(amduat.AmduatError, match="waits for chance"):
            batch.restore({**state, "rows": rows})


def test_rows_can_be_set_and_reset(game):
    batch = learn.Batch(game, 3, seed=2, autoreset="disabled", max_plies=5)
    start = batch.positions()
    other = learn.Batch(game, 1, seed=8)
    for _ in range(4):
        other.step(other.random_actions())
    position = other.positions()[0]
    batch.set(1, position)
    assert batch.positions() == [start[0], position, start[2]]
    check(batch)
    for _ in range(6):
        batch.step(batch.random_actions())
    assert batch.over.all()
    assert batch.truncated.all()
    assert (batch.random_actions() == -1).all()
    batch.reset([2])
    assert batch.over.tolist() == [True, True, False]
    check(batch)
    batch.reset()
    assert not batch.over.any()
    check(batch)
    for row in (-1, 3):
        with pytest.raises(amduat.AmduatError):
            batch.set(row, position)
        with pytest.raises(amduat.AmduatError):
            batch.reset([row])


def test_other_positions_are_refused():
    batch = learn.Batch("isis", 2, seed=1)
    for position, reason in [
        (amduat.start("ramses"), "is not a position of isis"),
        (amduat.start("isis", players=3), "is played by 3"),
    ]:
        with pytest.raises(amduat.AmduatError, match=reason):
            batch.set(0, position)
    over = amduat.start("isis-osiris")
    dice = random.Random(1)
    while not over.is_over:
        over = over.apply(dice.choice(over.legal_actions()))
    with pytest.raises(amduat.AmduatError, match="the game is over"):
        learn.Batch("isis-osiris", 1, seed=1).set(0, over)


def test_settings_are_checked(game):
    for settings, field in [
        ({"size": 0}, "size"),
        ({"size": 10**9}, "size"),
        ({"threads": 0}, "threads"),
        ({"max_plies": 0}, "max_plies"),
        ({"autoreset": "never"}, "autoreset"),
        ({"colour": "blue"}, "name"),
    ]:
        with pytest.raises(amduat.AmduatError) as caught:
            learn.Batch(game, **{"size": 2, "seed": 1, **settings})
        assert caught.value.field == field
    assert repr(learn.Batch(game, 2, seed=1)) == f"<Batch of 2 games of {game}>"


def test_the_interpreter_goes_on_while_a_batch_steps():
    batch = learn.Batch("uraeus", 4_000, seed=1)
    ticks, done = 0, threading.Event()

    def play() -> None:
        for _ in range(20):
            batch.step(batch.random_actions())
        done.set()

    thread = threading.Thread(target=play)
    thread.start()
    while not done.is_set():
        ticks += 1
    thread.join()
    assert ticks > 1000


def test_two_threads_do_not_write_one_batch():
    batch = learn.Batch("uraeus", 4_000, seed=1)
    errors: list[str] = []

    def play() -> None:
        for _ in range(5):
            try:
                batch.step(batch.random_actions())
            except (RuntimeError, amduat.AmduatError) as error:
                errors.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread" in error or "in row" in error for error in errors)
    check(learn.Batch("uraeus", 3, seed=1))
