"""What commands print for programs is what docs/json.md says, and no input makes a traceback."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

import amduat
from amduat.cli.app import COMMANDS
from amduat.record import dumps
from support import ROOT, run

PAGE = (ROOT / "docs/json.md").read_text(encoding="utf-8")
SCHEMAS = {
    name: json.loads(schema)
    for name, schema in re.findall(r"^## ([a-z ]+)\n.*?```json\n(.*?)```", PAGE, re.M | re.S)
}


def checked(name: str, *command: str) -> None:
    done = run(*command, "--json")
    assert done.stderr == ""
    jsonschema.validate(json.loads(done.stdout), SCHEMAS[name])


def test_the_schemas_are_schemas():
    names = "moves, perft, best, match, record check, record stats, analyse, solve"
    assert list(SCHEMAS) == names.split(", ")
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_positions(game):
    checked("moves", "moves", game)
    checked("perft", "perft", game, "-d", "2", "--divide")
    checked("best", "best", game, "--nodes", "200")


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


#: Commands that go on until somebody ends them; they have such tests of their own.
LASTING = ("play", "engine", "web")


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in LASTING])
def test_no_traceback(command):
    for words in NONSENSE:
        done = run(command, *words)
        assert "Traceback" not in done.stderr, (command, words, done.stderr)
        assert done.returncode in (0, 1, 2), (command, words)
