"""What was found by attack, and by writing the targets: one test for each fault.

Those of the Rust crates are in their corpus, by the names of their files, too.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

import amduat
from amduat import learn
from amduat._core import weights
from amduat.bots import make_bot
from amduat.checkpoint import Checkpoint, _with_check
from amduat.engine import EngineError
from amduat.web.bodies import Body
from amduat.web.refusals import MisuseError
from fuzz_client import Played
from fuzz_promises import explained

RAMSES = amduat.start("ramses")

NESTED = """
import amduat
endless = []
endless.append(endless)
deep = []
for _ in range(100_000):
    deep = [deep]
for option in (endless, deep, [[2]]):
    try:
        amduat.start("isis", players=option)
    except TypeError as error:
        print(error)
"""


def test_lists_within_lists_are_refused():
    """The compiled core followed them down until the process had no stack left."""
    done = subprocess.run([sys.executable, "-c", NESTED], capture_output=True, text=True)
    assert done.returncode == 0, done.returncode
    reason = "an option is a number, a text, a bool or a list of these, not list"
    assert done.stdout.splitlines() == [reason] * 3


def test_whole_numbers_beyond_any_float_are_refused():
    """A pause of so many digits was no refusal but a failure of the server."""
    for digits in ("9" * 400, "-" + "9" * 4000, "1e999"):
        body = Body.read(f'{{"pause": {digits}}}', ("pause",))
        with pytest.raises(MisuseError, match="a number from 0 to 60"):
            body.number("pause", 0, 60, 1)


def test_a_body_as_deep_as_can_be_read_is_refused():
    """To quote it took one call more than to read it."""
    refused = 0
    for depth in range(900, 1100):
        try:
            body = Body.read(f'{{"game": {"[" * depth}{"]" * depth}}}', ("game",))
        except MisuseError:
            continue  # too deep to be read at all
        with pytest.raises(MisuseError, match="expected a text"):
            body.text("game")
        refused += 1
    assert refused


@pytest.mark.parametrize(
    "header",
    [
        {"amduat": "checkpoint", "version": 1, "x": "\ud800"},
        {"amduat": "checkpoint", "version": "9" * 5000},
        {"amduat": "checkpoint", "version": 1, "count": "x" * 5000},
    ],
    ids=["half a character", "a long version", "a long name"],
)
def test_strange_checkpoints_are_refused_in_few_words(header, tmp_path: Path):
    """Half a character ended the program, and long values were quoted as a whole."""
    path = tmp_path / "count"
    try:
        line = _with_check(header, "")[1]
    except UnicodeEncodeError:
        line = json.dumps(header).encode() + b"\n"
    path.write_bytes(line)
    with pytest.raises(amduat.CheckpointError) as caught:
        Checkpoint(path, "perft", RAMSES, 3)
    explained(caught.value)
    assert path.read_bytes() == line


def test_long_texts_are_no_bots():
    """More digits than Python takes were a ValueError, and texts were quoted as a whole."""
    for text in (f"mcts:{'0' * 17}1{'9' * 5000}", f"mcts:{'0' * 17}1{'9' * 50}", "x" * 5000):
        with pytest.raises(amduat.OptionError) as caught:
            make_bot(text)
        explained(caught.value)
    with pytest.raises(amduat.OptionError) as caught:
        make_bot("\x1b[2J")
    assert "\x1b" not in str(caught.value)
    assert make_bot("mcts:999999999999").name == "mcts:999999999999"


def test_what_engines_say_of_nothing_is_passed_over():
    """Values that are no numbers were passed on to whoever asked."""
    lines = [
        "uaiok",
        "readyok",
        "readyok",
        "info line 1 values nan,0.5 pv 2-8",
        "info line 2 values 0.5,inf pv 2-8",
        "info line 3 depth -1 values 0.5,-0.5 pv 2-8",
        "info line 4 depth 3 values 0.5,-0.5 pv 2-8",
        "bestmove 2-8",
    ]
    engine = Played(lines)
    engine._introduce()
    engine.ready()
    found = engine.search(RAMSES, nodes=1)
    assert [choice.depth for choice in found.choices] == [3]
    assert all(map(math.isfinite, found.choices[0].values))


def test_an_engine_may_refuse_without_a_reason():
    """The error had none then, either."""
    engine = Played(["uaiok", "error", "readyok"])
    engine._introduce()
    with pytest.raises(EngineError, match="does not say why") as caught:
        engine.ready()
    explained(caught.value)


def test_large_weights_are_refused():
    """Two of the largest numbers made a value that is none."""
    for weight in (3e38, -3e38, 2e9):
        with pytest.raises(amduat.AmduatError, match="must be from -1000000000 to 1000000000"):
            amduat.Searcher(weights=dict.fromkeys(weights("isis"), weight))
    largest = dict.fromkeys(weights("isis-osiris"), 1000000000.0)
    position = amduat.start("isis-osiris", players=3)
    result = amduat.Searcher(weights=largest, method="mcts").search(position, nodes=200)
    assert all(map(math.isfinite, result.values))


def test_plies_of_a_restored_row_do_not_begin_anew():
    """A row that says the largest number of plies went on as if it had none."""
    batch = learn.Batch("ramses", 1, seed=1, max_plies=50, autoreset="disabled")
    state = batch.state()
    [(position, chance, choice, _, ended)] = state["rows"]
    batch.restore({**state, "rows": [(position, chance, choice, 2**32 - 1, ended)]})
    batch.step(batch.random_actions())
    assert batch.truncated.all()
