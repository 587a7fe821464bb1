"""Every part of `make soak` for a few seconds, so that it runs when it is needed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter

import pytest

from soak import engines, games, ledger, processes, report, servers, share, terminals
from soak.__main__ import PARTS, main
from soak.report import COLUMNS
from support import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux does")

#: What every run of a part comes to, however short; of a game, games.
LEAST = {"match": "games", "engine": "kills", "web": "kills", "play": "games"}


def environment():
    """So that programs find the modules of the tests."""
    paths = [str(ROOT / "tests"), *filter(None, sys.path)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "SOAK_PROFILE": "dev"}


def alone(script):
    """Runs a script in a process of its own, which adopts what others leave behind."""
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120,
        env=environment(),
    )  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_a_short_run(part, tmp_path):
    if part not in LEAST and shutil.which("cargo") is None:
        pytest.skip("there is no Rust here")
    table = tmp_path / "soak.tsv"
    command = [sys.executable, "-m", "soak", "--minutes", "0.05", "--seed", "1", "--part", part]
    done = subprocess.run(
        [*command, "--table", str(table)], capture_output=True, text=True, env=environment(),
        timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("seed 1\n")
    head, row = (line.split("\t") for line in table.read_text().splitlines())
    assert tuple(head) == COLUMNS
    found = dict(zip(COLUMNS, row, strict=True))
    assert (found["part"], found["seed"], found["faults"]) == (part, "1", "0")
    assert int(found[LEAST.get(part, "games")]) > 0
    if part == "engine":
        assert re.search(r"^  kills: .*engine_killed [1-9]", done.stdout, re.M), done.stdout


def test_so_many_games_are_played_as_are_asked_for(tmp_path):
    if shutil.which("cargo") is None:
        pytest.skip("there is no Rust here")
    command = [sys.executable, "-m", "soak", "--games", "7", "--part", "ramses", "--part", "isis"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"^  ([0-9]+) games", done.stdout, re.M) == ["7", "7"]


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


def test_the_page_is_written_with_the_rows_or_alone(tmp_path, monkeypatch):
    rows, page = tmp_path / "soak.tsv", tmp_path / "trust.md"
    page.write_text(f"before\n{report.BEGIN}\n{report.END}\nafter\n")
    monkeypatch.setattr(report, "ROWS", rows)
    monkeypatch.setattr(report, "PAGE", page)
    monkeypatch.setattr("soak.__main__.adopt", lambda: None)
    monkeypatch.setitem(PARTS, "web", (lambda share: share.tally.notes.append("fine"), 1.0))
    monkeypatch.setenv("XDG_STATE_HOME", "")
    for table in (tmp_path / "other.tsv", rows):
        assert "| web |" not in page.read_text()
        arguments = ["--minutes", "0", "--part", "web", "--table", str(table)]
        monkeypatch.setattr(sys, "argv", ["soak", *arguments])
        assert main() == 0
    written = page.read_text()
    assert "| web | 0.0 | – | – | – | – |" in written
    page.write_text(written.replace("| web |", "| other |"))
    monkeypatch.setattr(sys, "argv", ["soak", "--report"])
    assert main() == 0
    assert page.read_text() == written


def test_a_part_that_breaks_off_is_a_fault(tmp_path):
    """What was found before is told, nothing stays, and the next part has its turn."""
    done = alone(f"""
import os, sys
from soak import __main__ as program
from soak.processes import children, started
def broken(share):
    share.tally.games = 3
    share.tally.fault("lost before")
    started(["sh", "-c", "sleep 60 & sleep 60"])
    {{}}["missing"]
program.PARTS["match"] = (broken, 1.0)
program.PARTS["web"] = (lambda share: None, 1.0)
sys.argv = ["soak", *"--minutes 0 --seed 5 --part match --part web --table".split()]
sys.argv.append({str(tmp_path / "soak.tsv")!r})
code = program.main()
assert children(os.getpid()) == {{}}
sys.exit(code)
""")
    assert done.returncode == 1, done.stderr
    first, second = re.split(r"^FAULT \(seed 5\) match: ", done.stderr, flags=re.M)[1:]
    assert first == "lost before\n"
    assert second.startswith("it broke off: Traceback")
    assert second.endswith("KeyError: 'missing'\n")
    _, *rows = (tmp_path / "soak.tsv").read_text().splitlines()
    assert [row.split("\t")[1::3] for row in rows] == [["match", "3", "2"], ["web", "0", "0"]]
    assert "web: minutes 0.0" in done.stdout


def test_who_is_listened_to_is_buried_whatever_happens():
    def broken():
        script = "echo 1; echo 2 >&2; exec sleep 60"
        with processes.listened(["sh", "-c", script]) as (process, said, wrong):
            found.append((process, said, wrong))
            while not wrong and process.poll() is None:
                time.sleep(0.01)
            raise KeyError("broken")

    found = []
    with pytest.raises(KeyError, match="broken"):
        broken()
    process, said, wrong = found[0]
    assert (process.returncode, said, wrong) == (-9, ["1\n"], ["2\n"])
    assert process.pid not in processes.children(os.getpid())


@pytest.fixture
def short(tmp_path):
    """A share of hardly any time."""
    return share.Share("short", 1, 0.01, tmp_path / "soak")


#: Programs that play games: one that says something and then hangs, one that fails.
HANGS = r"printf 'ramses\t2\t0\t7\t1\t1\t0.1\n'; exec sleep 60"
FAILS = "seq -f 'line %g' 0 39 >&2; exit 1"


@pytest.mark.parametrize(
    ("script", "told", "counted"), [(HANGS, "does not end", (2, 7)), (FAILS, "code 1", (0, 0))]
)
def test_a_program_of_games_that_fails_is_told(script, told, counted, tmp_path, monkeypatch, short):
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(games, "_built", lambda: str(program))
    monkeypatch.setattr(games, "GRACE", 3.0 if script == HANGS else 60.0)
    games.run(short, "ramses")
    (fault,) = short.tally.faults
    assert re.match(rf"the program .*{told} \(--seed \d+\): ", fault)
    assert re.findall(r"line \d+", fault) == [f"line {n}" for n in range(25, 40) if script == FAILS]
    assert (short.tally.games, short.tally.moves) == counted


def test_a_server_that_says_nothing_is_told(monkeypatch, short):
    begun = []

    def mute(command, **options):
        begun.append(processes.started(["sleep", "60"], **options))
        return begun[-1]

    monkeypatch.setattr(servers, "started", mute)
    monkeypatch.setattr(servers, "PATIENCE", 0.1)
    with pytest.raises(AssertionError, match="the server does not start"):
        servers.run(short)
    assert begun[0].returncode == -9


def test_engines_meet_every_scene_in_every_round(monkeypatch, short):
    """However short the time is."""
    met = []

    class Steady:
        def __init__(self, share):
            met.append("begin")

        def answer(self):
            met.append("answer")

        def end(self):
            met.append("end")

    def scene(name, kills):
        def run(share):
            met.append(name)
            share.tally.kills += kills

        run.__name__ = name
        return run

    monkeypatch.setattr(engines, "_Steady", Steady)
    monkeypatch.setattr(engines, "left_behind", list)
    monkeypatch.setattr(engines, "zombies", lambda pid: [])
    monkeypatch.setattr(engines, "SCENES", [scene("a", 2), scene("b", 1), scene("c", 0)])
    monkeypatch.setattr(share.Share, "goes_on", property(lambda self: met.count("c") < 20))
    engines.run(short)
    assert (met[0], met[-1]) == ("begin", "end")
    rounds = ["".join(met[2 + at : 7 + at : 2]) for at in range(0, 120, 6)]
    assert {"".join(sorted(met)) for met in rounds} == {"abc"}
    assert len(set(rounds)) > 1
    assert short.tally.notes == ["kills: a 40, b 20"]
    met.clear()
    monkeypatch.setattr(share.Share, "goes_on", False)
    engines.run(short)
    assert Counter(met) == {"begin": 1, "answer": 3, "a": 1, "b": 1, "c": 1, "end": 1}


def test_words_of_engines_have_no_ends_of_lines():
    words = engines.WORDS.split(" ")
    assert {"go", "nodes", "\u2028", "\x00"} <= set(words)
    assert not [word for word in words if not word or set(word) & set("\n\r")]


def test_files_left_by_a_game_are_compared_with_its_own_kills(monkeypatch, short):
    short.tally.kills = 100
    game = terminals._Game(short)
    game.state.mkdir()
    (game.state / f"{terminals.UNFINISHED}x").touch()
    game._look_for_remains()
    assert "are left" in short.tally.faults.pop()
    monkeypatch.setattr(terminals, "kill", lambda pid: pid == 5)
    for pid in (5, 6):
        terminal = terminals.Terminal.__new__(terminals.Terminal)
        terminal.pid = pid
        game._kill(terminal)
    game._look_for_remains()
    assert (game.kills, short.tally.kills, short.tally.faults) == (1, 101, [])


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


def test_who_takes_everything_back_is_at_the_start(short, monkeypatch):
    game = terminals._Game(short)
    start = game.position
    game.position = start.apply(start.legal_actions()[0])
    game.actions = ["something"]
    monkeypatch.setattr(game, "_kept", lambda: None)
    game._compare("undo", at_a_prompt=True)
    assert (short.tally.faults, game.actions, game.position) == ([], [], start)


def test_orphans_and_zombies_are_found():
    done = alone("""
import os, subprocess, sys, time
from soak.processes import _OWN, adopt, children, kill, left_behind, started, zombies
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
_OWN.add((child, 1))  # long ago, one of ours had the same number
(told,) = left_behind(0.3)
assert f"process {child} is left behind" in told and "sleep(60)" in told
assert not kill(child)
""")
    assert done.returncode == 0, done.stderr
