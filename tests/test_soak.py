"""Every part of `make soak` for a few seconds, so that it runs when it is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from soak import ledger, share
from soak.__main__ import COLUMNS, PARTS, main
from support import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux does")


@pytest.mark.parametrize("part", PARTS)
def test_a_short_run(part, tmp_path):
    if part == "games" and shutil.which("cargo") is None:
        pytest.skip("there is no Rust here")
    paths = [str(ROOT / "tests"), *filter(None, sys.path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "SOAK_PROFILE": "dev"}
    table = tmp_path / "soak.tsv"
    command = [sys.executable, "-m", "soak", "--minutes", "0.05", "--seed", "1", "--part", part]
    done = subprocess.run(
        [*command, "--table", str(table)], capture_output=True, text=True, env=environment,
        timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("seed 1\n")
    head, row = (line.split("\t") for line in table.read_text().splitlines())
    assert tuple(head) == COLUMNS
    found = dict(zip(COLUMNS, row, strict=True))
    assert (found["part"], found["seed"], found["faults"]) == (part, "1", "0")
    assert int(found["games"]) + int(found["moves"]) + int(found["kills"]) > 0


def test_rows_are_added_and_faults_told(tmp_path, monkeypatch, capsys):
    """A run in which something is lost ends with code 1, and says what and with which seed."""

    def lose(share):
        share.tally.check(False, "a finished game is lost")

    monkeypatch.setattr("soak.__main__.adopt", lambda: None)
    monkeypatch.setitem(PARTS, "web", (lose, 1.0))
    monkeypatch.setenv("XDG_STATE_HOME", "")
    table = tmp_path / "soak.tsv"
    for seed in ("5", "6"):
        arguments = ["--minutes", "0", "--seed", seed, "--part", "web", "--table", str(table)]
        monkeypatch.setattr(sys, "argv", ["soak", *arguments])
        assert main() == 1
        assert f"FAULT (seed {seed}) web: a finished game is lost" in capsys.readouterr().err
    head, *rows = (line.split("\t") for line in table.read_text().splitlines())
    assert tuple(head) == COLUMNS
    assert [(row[3], row[-1]) for row in rows] == [("5", "1"), ("6", "1")]


def acknowledged(book, actions, at, over=False, bots=False):
    book.hear({"table": "a", "actions": actions, "at": at, "over": over, "bots": bots})


@pytest.fixture
def book(tmp_path):
    """What was acknowledged of a game of which two actions are on the disk."""
    import amduat
    from amduat.record import write

    game = amduat.Game("ramses")
    for action in ("3-11", "20-18"):
        game.play(action)
    write(tmp_path / "a.txt", [game.record()])
    return ledger.Ledger(share.Tally("web"))


MORE = ["3-11", "20-18", "18-3"]


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ([(MORE[:2], 90.0, False)], None),
        ([(MORE[:1], 90.0, False)], None),
        ([(MORE[:2], 90.0, False), (MORE, 99.9, False)], None),
        ([(MORE[:2], 90.0, False), (MORE, 90.1, False)], "more than 5 s before the kill"),
        ([(MORE, 99.9, True)], "a finished game is lost"),
        ([(MORE[:2], 90.0, True)], "a finished game is lost"),
        ([(MORE[:1], 98.9, False), (MORE, 99.9, False)], "a state that nobody has seen"),
        ([(["3-11", "20-8"], 90.0, False)], "is another one"),
        ([(MORE[:2], 90.0, False), (["2-8"], 91.0, False)], "has another past"),
        ([(MORE[:2], 90.0, True), (MORE, 91.0, False)], "is not what it was"),
    ],
)
def test_what_a_server_has_lost_is_found(book, tmp_path, said, fault):
    for actions, at, over in said:
        acknowledged(book, actions, at, over)
    book.compare(tmp_path, 100.0)
    if fault is None:
        assert book.tally.faults == []
    else:
        assert fault in " ".join(book.tally.faults)


def test_torn_and_missing_files_are_found(book, tmp_path):
    acknowledged(book, MORE[:2], 90.0)
    path = tmp_path / "a.txt"
    path.write_text(path.read_text()[:-3])
    book.compare(tmp_path, 100.0)
    assert "cannot be read" in book.tally.faults[0]
    path.unlink()
    book.compare(tmp_path, 100.0)
    assert "is lost" in book.tally.faults[1]


@pytest.mark.parametrize(
    ("samples", "flat"),
    [
        ([50, 60, 70, 70, 70, 70, 70, 70, 70], True),
        ([10, 20, 30, 70, 70, 70, 78, 79, 79], True),
        ([10, 20, 30, 70, 70, 70, 90, 91, 92], False),
        ([10, 20], True),
    ],
)
def test_memory_that_grows_is_found(samples, flat):
    memory = share.Memory()
    memory.samples = samples
    assert memory.verdict()[0] is flat


def test_orphans_and_zombies_are_found():
    """In a process of its own, which adopts what others leave behind."""
    script = """
import os, subprocess, sys, time
from soak.processes import adopt, children, kill, left_behind, started, zombies
adopt()
sleep = "import time; time.sleep(60)"
parent = started([sys.executable, "-c", f'''
import subprocess, sys
print(subprocess.Popen([sys.executable, "-c", "{sleep}"]).pid, flush=True)
{sleep}
'''], stdout=subprocess.PIPE)
child = int(parent.stdout.readline())
assert zombies(parent.pid, 0) == [] and left_behind(0.2) == []
assert kill(child)
end = time.monotonic() + 30
while children(parent.pid)[child] != "Z" and time.monotonic() < end: time.sleep(0.02)
assert zombies(parent.pid, 0.3) == [child]
kill(parent.pid); parent.wait(); assert left_behind() == []
parent = started([sys.executable, "-c", f'''
import subprocess, sys
print(subprocess.Popen([sys.executable, "-c", "{sleep}"]).pid, flush=True)
'''], stdout=subprocess.PIPE)
child = int(parent.stdout.readline()); parent.wait()
(told,) = left_behind(0.3)
assert f"process {child} is left behind" in told and "sleep(60)" in told
assert not kill(child)
"""
    paths = [str(ROOT / "tests"), *filter(None, sys.path)]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
