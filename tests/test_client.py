"""The example client in C: it plays every game through the protocol, and tells what goes wrong."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter

import pytest

import amduat
from support import ROOT, all_variants, name_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the client is for POSIX")

ENGINE = [sys.executable, "-m", "amduat", "engine"]

#: How the documentation says that it is compiled, and what is demanded of it here.
COMPILE = "cc -std=c11 -O2 -o client examples/client.c"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """The compiled client."""
    compiler, *arguments = COMPILE.split()
    assert shutil.which(compiler), f"the test of the example client needs a C compiler: {compiler}"
    folder = tmp_path_factory.mktemp("client")
    arguments[arguments.index("client")] = str(folder / "client")
    done = subprocess.run(
        [compiler, *STRICT, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return str(folder / "client")


def run(client, *arguments, engine=ENGINE):
    return subprocess.run(
        [client, *arguments, *engine], capture_output=True, text=True, timeout=120
    )


def played(client, *arguments):
    """The lines that the client prints when all goes well."""
    done = run(client, *arguments)
    assert (done.returncode, done.stderr) == (0, f"engine: amduat {amduat.__version__}\n")
    return done.stdout.splitlines()


def replayed(position, lines):
    """The position after a game that the client printed, each line compared with the rules."""
    names = {amduat.CHANCE: "chance"}
    for line in lines:
        turn, action = line.split()
        player = position.current_player
        assert turn == names.get(player, str(player + 1))
        position = position.apply(action)  # raises if it is not legal
    return position


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_it_plays_every_game(client, game, options):
    words = ["true" if value is True else str(value).lower() for value in options.values()]
    told = " ".join(f"{name}={word}" for name, word in zip(options, words, strict=True))
    start = ["-o", told, game] if told else [game]
    *lines, last = played(client, "-n", "20", "-m", "60", *start)
    position = replayed(amduat.start(game, **options), lines)
    if position.is_over:
        values = ",".join(f"{value:.4f}" for value in position.returns())
        assert last == f"returns {values}"
    else:
        assert len(lines) == 60
        assert last == f"position {game} at {position}"


@pytest.mark.parametrize("game", ["ramses", "isis", "isis-osiris"])
def test_it_plays_to_the_end(client, game):
    *lines, last = played(client, "-n", "30", game)
    assert replayed(amduat.start(game), lines).is_over
    assert re.fullmatch(r"returns -?1\.0000,-?1\.0000", last)


def test_a_seed_gives_the_same_game(client):
    arguments = ("-n", "10", "-m", "20", "uraeus")
    games = [played(client, "-s", seed, *arguments) for seed in ("0", "0", "7")]
    assert games[0] == games[1] != games[2]


def test_the_client_rolls_fair_dice(client):
    lines = played(client, "-n", "1", "-m", "600", "uraeus")
    rolls = Counter(line.split()[1] for line in lines if line.startswith("chance "))
    # Among 300 or so rolls each of the six is expected 50 times; one in a million has less than 20.
    assert sum(rolls.values()) >= 250
    assert set(rolls) == {f"={face}" for face in range(1, 7)}
    assert min(rolls.values()) >= 20


def test_it_asks_for_the_best_action(client):
    position = "1,4,9,16 5@11,8,18,21 L own -"
    assert played(client, "-p", position, "ramses") == ["bestmove 16-13 values 1.0000,-1.0000"]
    (line,) = played(client, "-n", "50", "-p", "r,1+,9+/r,3+,5+ 1 - - all", "uraeus")
    assert line.startswith("bestmove - values "), "where chance acts there is nothing to choose"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "which game"),
        (["-x", "ramses"], "no such option"),
        (["-n"], "value is missing"),
        (["-n", "many", "ramses"], "whole number"),
        (["-n", "-1", "ramses"], "whole number"),
        (["-m", "1000000000", "ramses"], "whole number"),
        (["-s", "", "ramses"], "whole number"),
        (["-p", "", "ramses"], "without line breaks"),
        (["-p", "2,3 4\nquit", "ramses"], "without line breaks"),
        (["-o", "players=2", "-p", "x", "isis"], "has its options already"),
    ],
    ids=str,
)
def test_a_wrong_command_line_is_refused(client, arguments, reason):
    done = run(client, *arguments, engine=[])
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert "usage: client" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], 'does not know the game "chess"'),
        (["-p", "nonsense", "ramses"], "ramses position: "),
        (["-o", "players=9", "isis"], "isis option: "),
        (["-n", "0", "ramses"], "nodes"),
        (["-p", "1,4,9,16 5@11,8,18,21 L own - moves 16-13", "ramses"], "the game is over"),
    ],
    ids=str,
)
def test_what_the_engine_refuses_is_told(client, arguments, reason):
    done = run(client, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr


def fake(body):
    """An engine that does something after the introduction, and then waits for its end."""
    body = f"import os, sys, time; print('game ramses\\nuaiok\\nreadyok'); {body}"
    return [sys.executable, "-u", "-c", f"{body}; sys.stdin.read()"]


SHOW = "print('position ramses at ?\\nturn 1\\nlegal 2-8 2-10\\nshown')"


@pytest.mark.parametrize(
    ("engine", "reason"),
    [
        (["./no-such-engine"], "cannot be started: No such file"),
        (["./no-such-engine"], "has ended, with exit code 127"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "has ended, with exit code 3"),
        (fake("raise SystemExit(4)"), "has ended, with exit code 4"),
        (fake(f"{SHOW}; print('bestmove 3-11')"), 'answered "3-11", which is not legal'),
        (fake(f"{SHOW}; print('bestmove 2-1')"), 'answered "2-1", which is not legal'),
        (fake(f"{SHOW}; print('bestmove')"), 'answered "", which is not legal'),
        (fake("print('shown')"), "does not show whose turn it is"),
        (fake("print('outcome =1\\nshown')"), "an outcome without its probability"),
        (fake("print('x' * 1100000)"), "says too much"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_engines_that_fail(client, engine, reason):
    done = run(client, "ramses", engine=engine)
    assert (done.returncode, done.stdout) == (1, "")
    assert reason in done.stderr


@pytest.mark.parametrize(
    ("said", "played", "reason"),
    [
        (f"{SHOW}; print('bestmove 2-8\\nshown')", "1 2-8\n", "does not show whose turn it is"),
        (
            "print('turn chance\\noutcome =1 probability 1\\nlegal =1\\nshown')"
            "; print('turn chance\\nlegal =1\\nshown')",
            "chance =1\n",
            'answered "", which is not legal',
        ),
    ],
    ids=["turn", "outcome"],
)
def test_nothing_is_known_of_a_position_from_the_one_before(client, said, played, reason):
    done = run(client, "ramses", engine=fake(said))
    assert (done.returncode, done.stdout) == (1, played)
    assert reason in done.stderr


def test_what_it_does_not_know_is_ignored(client):
    more = SHOW.replace("shown", "weather fine\\n\\n  later  still \\r\\nshown")
    engine = fake(f"{more}; print('info new thing\\nnews\\nbestmove 2-8'); {SHOW}")
    done = run(client, "-m", "1", "ramses", engine=engine)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 2-8\nposition ramses at ?\n", "")


def test_a_killed_engine_is_told(client, tmp_path):
    """Killed in the middle of a game, by its process id."""
    note = tmp_path / "pid"
    start = f"import os; open({str(note)!r}, 'w').write(str(os.getpid()))"
    start += f"; os.execv({ENGINE[0]!r}, {ENGINE!r})"
    command = [client, "-n", "20", "-m", "100000", "uraeus", sys.executable, "-c", start]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("chance =")
        os.kill(int(note.read_text()), signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.endswith("has ended, by signal 9\n")
    assert "returns" not in out


#: Starts a program, inherits what it leaves behind, and says how many processes that are.
HEIR = """
import ctypes, os, subprocess, sys
assert ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0  # PR_SET_CHILD_SUBREAPER
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
left = 0
try:
    while True:
        os.waitpid(-1, os.WNOHANG)
        left += 1
        break
except ChildProcessError:
    pass
print(code, left)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there can processes be inherited")
@pytest.mark.parametrize(
    ("engine", "code"),
    [
        (ENGINE, 0),
        (fake("os.kill(os.getpid(), 9)"), 1),
        # Deaf to `quit` and to the end of its input.
        (fake(f"{SHOW}; time.sleep(600)"), 1),
        (fake("print('error no'); time.sleep(600)"), 2),
        (fake("os.close(1); time.sleep(600)"), 1),
        (["./no-such-engine"], 1),
    ],
    ids=["usual", "killed", "deaf", "refusing", "mute", "missing"],
)
def test_no_process_is_left_behind(client, engine, code):
    command = [client, "-n", "20", "-m", "0", "ramses", *engine]
    done = subprocess.run(
        [sys.executable, "-c", HEIR, *command], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == [str(code), "0"], done.stderr


def test_the_protocol_says_how_to_compile_it():
    assert COMPILE in (ROOT / "docs/protocol.md").read_text("utf-8")
    assert COMPILE in (ROOT / "examples/client.c").read_text("utf-8")
