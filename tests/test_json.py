"""What commands print for programs is what docs/json.md says, and no input makes a traceback."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import jsonschema
import pytest

import amduat
from amduat.cli import app, record
from amduat.cli.app import COMMANDS
from amduat.record import dumps
from schemas import SCHEMAS
from support import run


def checked(name: str, *command: str) -> None:
    done = run(*command, "--json")
    assert done.stderr == ""
    jsonschema.validate(json.loads(done.stdout), SCHEMAS[name])


def test_the_schemas_are_schemas():
    names = (
        "moves, show, perft, perft check, positions, best, match, record check, record stats, "
        "analyse, solve"
    )
    assert list(SCHEMAS) == names.split(", ")
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_positions(game):
    checked("moves", "moves", game)
    checked("show", "show", game)
    checked("perft", "perft", game, "-d", "2", "--divide")
    checked("positions", "positions", game, "-d", "2")
    checked("best", "best", game, "--nodes", "200")


def test_recounted_tables(tmp_path):
    file = tmp_path / "table.txt"
    start = amduat.start("ramses")
    rows = [f"ramses | {start} | 2 | 38 | 38", f"ramses | {start} | 3 | 386 | -"]
    file.write_text("\n".join(rows), encoding="utf-8")
    checked("perft check", "perft", "--check", str(file))


def test_games(tmp_path):
    checked("match", "match", "ramses", "--player", "greedy", "--player", "random", "-n", "2")
    game = amduat.Game("ramses")
    game.play(game.position.legal_actions()[0])
    file, bad = tmp_path / "game.txt", tmp_path / "bad.txt"
    file.write_text(dumps(game.record()), encoding="utf-8")
    bad.write_text('[Game "ramses"]\n\n1. 1-1\n', encoding="utf-8")
    checked("record check", "record", "check", str(file), str(bad))
    checked("record stats", "record", "stats", str(file))
    checked("analyse", "analyse", str(file))


NONSENSE = [
    [],
    ["--json"],
    ["\udcff"],
    ["nothing"],
    ["ramses", "-p", "nonsense"],
    ["isis", "-o", "players=99"],
    ["isis", "-o", "players"],
    ["ramses", "--player", "nobody", "--player", "python:none:None"],
    ["/nonexistent/file"],
    ["/"],
    ["check", "/"],
    ["check", "/dev/null"],
    ["show", "/nonexistent", "--game", "0"],
    ["ramses", "-d", "-1"],
    ["ramses", "-d", "99999999999999999999999"],
    ["ramses", "--seconds", "nan", "--nodes", "-1"],
    ["ramses", "--seed", "x", "--threads", "0"],
]


FILES = [
    b"",
    b"\n\n",
    b"\xff\xfe\x00\x1b[2J\n",
    bytes(range(256)) * 20,
    b"{" * 5000,
    b'{"format": 1, "game": "ramses", "turns": [], "result": null, "comments": {"1": ""}}\n',
    b'[Game "ramses"]\n[Format "1"]\n\n1. 3-11 {',
    b'[Game "ramses"]\n[Format "1"]\n[Seat1 "\\u0007"]\n\n*\n',
    b'[Game "ramses"]\n[Format "1"]\n[Seat1 "nobody"]\n[Seat2 "python:none:None"]\n\n*\n',
    b"quit\nposition ramses at \xff\ngo depth \xd9\xa3\n3-11\nsave /\n",
]
TAKING_FILES = [
    "resume",
    "analyse",
    "perft --check",
    *(f"record {name}" for name in record.command.commands),
]


class Ended(NamedTuple):
    """How the program ended, and what it said."""

    code: int
    out: str
    err: str


@pytest.fixture
def amduat_here(monkeypatch, capfd) -> Callable[..., Ended]:
    """The whole program within this process, which takes a tenth of the time."""

    def here(*words: str, typed: bytes = b"") -> Ended:
        monkeypatch.setattr(sys, "argv", ["amduat", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            app.run()
        out, err = capfd.readouterr()
        return Ended(ended.value.code, out, err)

    return here


#: Commands that go on until somebody ends them; they have such tests of their own.
LASTING = ("web",)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in LASTING])
def test_no_traceback(command, amduat_here):
    for words in NONSENSE:
        done = amduat_here(command, *words)
        assert "Traceback" not in done.err, (command, words, done.err)
        assert done.code in (0, 1, 2), (command, words)


@pytest.mark.parametrize("command", TAKING_FILES)
def test_no_traceback_for_any_file(command, amduat_here, tmp_path):
    file = tmp_path / "file"
    for data in FILES:
        file.write_bytes(data)
        for name in (str(file), "-"):
            done = amduat_here(*command.split(), name, typed=data)
            assert "Traceback" not in done.err, (data, done.err)
            assert done.code in (0, 1, 2), (data, done)
            assert "\x1b[2J" not in done.out + done.err


@pytest.mark.parametrize(
    "command", ["engine", "play ramses", "play isis-osiris --own-dice", "resume"]
)
def test_no_traceback_for_anything_typed(command, amduat_here):
    for data in FILES:
        done = amduat_here(*command.split(), typed=data)
        assert (done.code, done.err) == (0, "") or "no unfinished game" in done.err, (data, done)
        assert "\x1b[2J" not in done.out


@pytest.mark.parametrize(
    "command",
    [
        "engine",
        "play ramses",
        "resume",
        "analyse -",
        "record check -",
        "record show -",
        "moves isis",
    ],
)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_no_traceback_without_streams(command, closed):
    """Closed by whoever started the program, as some daemons do."""
    program = f"exec {shlex.quote(sys.executable)} -m amduat {command} {closed}"
    done = subprocess.run(
        ["sh", "-c", program], input="", capture_output=True, text=True, timeout=60
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2)


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii"])
def test_bytes_that_are_no_text(encoding):
    done = subprocess.run(
        [sys.executable, "-m", "amduat", "engine"],
        input=b"\xff\xfe\nisready\n",
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"error unknown command ")
    assert done.stdout.endswith(b"readyok\n")
