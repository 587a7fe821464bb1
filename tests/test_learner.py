"""`examples/learn.py`: its slopes are right, it learns what it is shown, and refuses bad input."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from unittest.mock import Mock

import numpy as np
import pytest

import amduat
from amduat import learn
from support import ROOT, script

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


@pytest.mark.parametrize(
    ("option", "text", "reason"),
    [
        ("--seconds", "0", "must be a number of seconds above 0"),
        ("--seconds", "-1", "must be a number of seconds above 0"),
        ("--seconds", "nan", "must be a number of seconds above 0"),
        ("--seconds", "inf", "must be a number of seconds above 0"),
        ("--seconds", "soon", "must be a number of seconds above 0"),
        ("--games", "0", "must be a whole number from 1 to 4294967295"),
        ("--games", "2.5", "must be a whole number from 1 to 4294967295"),
        ("--processes", "0", "must be a whole number from 1 to 4294967295"),
        ("--processes", "-1", "must be a whole number from 1 to 4294967295"),
        ("--parallel", "0", "must be a whole number from 1 to 4096"),
        ("--parallel", "4097", "must be a whole number from 1 to 4096"),
        ("--simulations", "0", "must be a whole number from 1 to 4294967295"),
        ("--simulations", "4294967296", "must be a whole number from 1 to 4294967295"),
        ("--strength", "0", "must be a whole number from 1 to 4294967295"),
        ("--rows", "0", "must be a whole number from 1 to 60000"),
        ("--rows", "60001", "must be a whole number from 1 to 60000"),
        ("--seed", "-1", "must be a whole number from 0 to 18446744073709551615"),
        ("--seed", "18446744073709551616", "must be a whole number from 0 to 18446744073709551615"),
        ("--seed", "nan", "must be a whole number from 0 to 18446744073709551615"),
    ],
)
def test_bad_numbers_are_refused_at_once(learner, option, text, reason, tmp_path, capsys):
    out = tmp_path / "curve.svg"
    assert f"error: argument {option}: {text!r}: {reason}" in refusal(
        learner, capsys, ["--out", str(out), f"{option}={text}"]
    )
    assert not out.exists()


def refusal(learner, capsys, arguments):
    """What is said of arguments that are refused, before any process is started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learner.multiprocessing, "get_context", lambda _: pytest.fail("it begins"))
        with pytest.raises(SystemExit) as ended:
            learner.main(arguments)
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("name", ["", ".", "missing/curve.svg", "file/curve.svg"])
def test_files_that_cannot_be_written_are_refused_at_once(
    learner, name, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    said = refusal(learner, capsys, ["--out", name])
    assert f"error: argument --out: {name!r}: " in said
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_file_by_default_is_tried_too(learner, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "learning-curve.svg").mkdir()
    assert "argument --out: 'learning-curve.svg': " in refusal(learner, capsys, [])


def test_to_try_a_file_changes_nothing(learner, tmp_path):
    kept, new = tmp_path / "kept.svg", tmp_path / "new.svg"
    kept.write_text("old")
    for path in (kept, new):
        assert learner.writable(str(path)) == path
    assert kept.read_text() == "old"
    assert not new.exists()


def test_the_game_it_is_not_made_for_is_refused(learner, capsys):
    assert "URÄUS has fields that no action names" in refusal(learner, capsys, ["uraeus"])


def test_help_speaks_of_simulations(learner, capsys):
    """A walk is something else: what a stone does from field to field."""
    with pytest.raises(SystemExit) as ended:
        learner.main(["--help"])
    assert ended.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "simulations before each action in the end" in said
    assert "walks" not in said


LEAST = [
    "--seconds=0.01",
    "--games=1",
    "--processes=1",
    "--parallel=1",
    "--simulations=1",
    "--strength=1",
    "--rows=1",
    "--seed=0",
]


def test_the_least_numbers_are_taken(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "learn.py", "isis-osiris", *LEAST],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("curve in learning-curve.svg\n")
    assert (tmp_path / "learning-curve.svg").read_text().startswith("<svg")


#: Learns with processes that do something else than to play.
DYING = """
import os, struct, sys, time
sys.path.insert(0, {examples!r})
import learn

def play(given, seed, shared, version, played):
    {deed}

if __name__ == "__main__":
    learn.play = play
    learn.main(["isis-osiris", "--seconds", "600", "--games", "1"])
"""


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        ("raise ValueError('out of luck')", 1),
        ("os._exit(7)", 7),
        # Half a lesson, as of one that is killed while it sends; the other process lives.
        pytest.param(
            "os.write(played.fileno(), struct.pack('!i', 99) + b'half'); "
            "time.sleep(0 if seed % 2 else 600); os._exit(9)",
            9,
            marks=pytest.mark.skipif(sys.platform == "win32", reason="pipes differ there"),
        ),
    ],
)
def test_no_result_if_a_process_that_plays_dies(deed, code, tmp_path):
    program = tmp_path / "dying.py"
    program.write_text(DYING.format(examples=str(ROOT / "examples"), deed=deed))
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=120, cwd=tmp_path
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.endswith(
        f"learn.py: error: a process that plays has died, with exit code {code}; "
        "there is no result\n"
    )
    assert ("out of luck" in done.stderr) == (code == 1)
    assert not done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["dying.py"]


def test_scores_are_told_even_if_the_curve_cannot_be_written(
    learner, tmp_path, capsys, monkeypatch
):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(learner, "curve", full)
    monkeypatch.setattr(learner, "score", lambda *_: 0.5)
    monkeypatch.setattr(learner, "teach", lambda *_: [])
    spawned = multiprocessing.get_context("spawn")
    monkeypatch.setattr(spawned, "Process", lambda **_: Mock())
    out = str(tmp_path / "curve.svg")
    with pytest.raises(SystemExit) as ended:
        learner.main(["--out", out])
    assert ended.value.code == f"learn.py: error: --out {out!r}: No space left on device"
    assert capsys.readouterr().out == "random 50.0%, greedy 50.0%\n"


def test_the_benchmark_of_learning_has_help_too():
    done = subprocess.run(
        [sys.executable, ROOT / "benches" / "learning.py", "--help"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: learning.py [-h]")
