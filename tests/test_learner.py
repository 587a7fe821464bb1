"""The network of `examples/learn.py`: its slopes are right, and it learns what it is shown."""

from __future__ import annotations

import numpy as np
import pytest

import amduat
from amduat import learn
from support import script

#: The games that the example is made for; the others work, and take longer.
SHOWN = pytest.mark.parametrize("game", ["ramses", "isis-osiris"])


@pytest.fixture(scope="module")
def learner():
    return script("examples/learn.py")


def lesson(learner, game, rows):
    """Positions of games at random, with targets that follow from what is seen."""
    batch = learn.Batch(game, rows, seed=1)
    for _ in range(15):
        batch.step(batch.random_actions())
    random = np.random.default_rng(2)
    policies = random.random(batch.masks.shape, np.float32) ** 4 * batch.masks
    policies /= policies.sum(axis=1, keepdims=True)
    outcomes = random.choice(np.array([-1, 1], np.float32), (rows, 1)) * np.float32([1, -1])
    return learner.Lesson(batch.observations.copy(), policies, batch.masks.copy(), outcomes)


def test_every_action_has_its_own_number(learner, game):
    """Only actions with the same fields may share what the network says of them."""
    fields = next(iter(amduat.info(game).observation_slices.values())).shape[1]
    if game == "uraeus":
        with pytest.raises(ValueError, match="fields that no action names"):
            learner.Shape(game)
        return
    shape = learner.Shape(game)
    assert shape.fields == fields
    actions = [index for index in range(amduat.info(game).num_actions) if is_decided(game, index)]
    assert sorted(np.concatenate(shape.apart)) == actions
    assert len(shape.apart) <= 2
    known: dict[int, set[tuple[str | None, ...]]] = {}
    for index in actions:
        action = amduat.Action.from_index(game, index)
        ends = (action.source, action.target)
        known.setdefault(shape.logit[index], set()).add(ends if all(ends) else (action.kind, *ends))
    assert all(len(ends) == 1 for ends in known.values())
    assert (shape.beside == shape.beside.T).all()
    assert 1 <= shape.beside.sum(axis=1).max() <= 8


def is_decided(game, index):
    """Whether there is such an action, and a player takes it."""
    try:
        return not amduat.Action.from_index(game, index).is_chance
    except amduat.ActionError:
        return False


@SHOWN
def test_slopes_are_those_of_the_loss(learner, game):
    network = learner.Network(game, 2, 1)
    shown = lesson(learner, game, 16)
    before = network.weights.copy()
    network.train(shown, 0.0)
    assert (network.weights == before).all()
    slopes = {name: slope.copy() for name, slope in network.slope.items() if slope.size}
    for name, slope in slopes.items():
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        layer = network.layer[name]
        old, losses = layer[place].copy(), []
        for step in (0.01, -0.01):
            layer[place] = old + np.float32(step)
            losses.append(network.train(shown, 0.0))
            layer[place] = old
        found = (losses[0] - losses[1]) / 0.02
        assert found == pytest.approx(slope[place], rel=0.1, abs=2e-4), name


@SHOWN
def test_it_learns_what_it_is_shown(learner, game):
    network = learner.Network(game, 2, 1)
    shown = lesson(learner, game, 16)
    least = float(-(shown.policies * np.log(shown.policies + 1e-9)).sum(axis=1).mean())
    first = network.train(shown, 0.01) - least
    for _ in range(80):
        last = network.train(shown, 0.01) - least
    assert last < 0.6 * first
    _, values = network.evaluate(shown.observations, shown.masks)
    assert (np.sign(values) == shown.outcomes).mean() > 0.7


def test_lessons_are_turned_together(learner):
    """What is remembered comes back, turned or not, with what belongs to it."""
    game = "isis-osiris"
    shown = lesson(learner, game, 8)
    memory = learner.Memory(game, 12, 3)
    memory.add(shown)
    memory.add(shown)
    assert memory.decisions == 16
    ways = [(np.arange(458), np.arange(82))]
    ways += [(s.observation, s.actions) for s in learn.symmetries(game)]
    known = {
        shown.observations[row][numbers].tobytes(): shown.policies[row][actions].tobytes()
        for row in range(8)
        for numbers, actions in ways
    }
    found = set()
    for _ in range(40):
        drawn = memory.lesson(4)
        for observation, policy in zip(drawn.observations, drawn.policies, strict=True):
            assert known[observation.tobytes()] == policy.tobytes()
            found.add(observation.tobytes())
    assert len(found) > 20
