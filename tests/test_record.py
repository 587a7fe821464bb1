"""Records: both formats, round trips, large files, and the schema."""

from __future__ import annotations

import dataclasses
import io
import json
import re
import subprocess
import sys

import jsonschema
import pytest

import amduat
from amduat.game import Game
from amduat.record import dumps, loads, read
from amduat.result import FAULT, Result
from flow import played, ramses_cycle
from records import SCHEMA, VALIDATOR, finished
from support import all_variants, name_of

HEADERS = {"Event": "Tést ☥ 𓂀", "Odd": 'a "b" \\ c\n\t\ufeff [x] ; y', "Empty": ""}


def names(count: int) -> list[str]:
    return ["Ada Lovelace", 'Ben "the Pharaoh"', "", "Dora\\n"][:count]


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_round_trips(game, options):
    """Each game, played to its end by bots, survives both formats and back, in any order."""
    for seed, flow in ((1, {}), (2, {}), (3, {"max_turns": 7})):
        done = played(game, options, seed, **flow)
        record = done.record(names(done.start.players), "2024-05-01", HEADERS)
        text, line = dumps(record), dumps(record, "json")
        assert loads(text) == [record] == loads(line)
        assert dumps(loads(line)[0]) == text
        assert dumps(loads(text)[0], "json") == line
        assert line.isascii()
        assert line.count("\n") == 1
        VALIDATOR.validate(json.loads(line))
        assert list(record.turns()) == list(done)
        assert record.final() == done.position
        assert list(record.positions())[-1] == done.position
        again = Game.from_record(record)
        assert (again.position, again.result, list(again)) == (
            done.position,
            done.result,
            list(done),
        )


def test_unfinished_games_and_other_starts():
    game = Game("ramses")
    game.play("3-11")
    unfinished = game.record()
    assert unfinished.result is None
    game = Game("ramses", position=game.position)
    game.play("20-18")
    middle = game.record(date="2024-05-01T18:30:00Z")
    dice = Game("pharao", own_die=[0, 1, 1, 1, 1, 1])
    for record in (unfinished, middle, dice.record(), Game("isis", players=4).record()):
        for kind in ("text", "json"):
            assert loads(dumps(record, kind)) == [record]
            if kind == "json":
                VALIDATOR.validate(json.loads(dumps(record, kind)))
    assert '[Start "2,4,5@10,11' in dumps(middle)
    assert '[Options "own_die=0,1,1,1,1,1"]' in dumps(dice.record())
    resumed = Game.from_record(unfinished)
    assert resumed.result is None
    resumed.play("20-18")
    assert len(resumed) == 1


def test_faults_round_trip():
    game = Game("isis", players=3)
    game.play("0-13")
    game.forfeit(1, "Player 2 (x) has lost by a fault: it was late.")
    record = game.record(["a", "b", "c"])
    for kind in ("text", "json"):
        assert loads(dumps(record, kind)) == [record]
    assert record.result.ending == FAULT


def test_many_games():
    records = [played("ramses", {}, seed).record() for seed in range(5)]
    text = "\n".join(dumps(record) for record in records)
    assert loads(text) == records
    assert loads(text.replace("\n", "\r\n")) == records
    assert loads("\ufeff" + text) == records
    assert loads("".join(dumps(record) for record in records)) == records  # no lines between
    assert loads("".join(dumps(record, "json") for record in records)) == records
    assert loads("") == loads("\n \n") == loads("; only a remark\n") == []


def test_streaming():
    """Games come out before the rest of the file has been read, or even written."""
    record = played("ramses", {}).record()

    class Endless(io.RawIOBase):
        text, lines = dumps(record).encode().splitlines(keepends=True), 0

        def readline(self, size: int | None = -1) -> bytes:
            line = self.text[self.lines % len(self.text)]
            self.lines += 1
            return line

    games = read(Endless())
    assert [next(games) for _ in range(50)] == [record] * 50


def test_what_people_may_write():
    """Remarks, own line breaks, no numbers, strokes or blanks: all the same game."""
    record = Game("ramses")
    for action in ("3-11", "20-18", "18-3"):
        record.play(action)
    head = '[Game "ramses"]\n[Format "1"]\n'
    for turns in (
        "1. 3-11/20-18 2. 18-3\n*",
        "3-11/20-18 18-3 *",
        "; opening\n1.3-11 20-18 ; well\n\n\n2.\n18-3\n  *   ; off\n",
        "1. 3-11\t20-18 2. 18-3 *",
    ):
        assert loads(head + "; remark\n" + turns) == [record.record()]
    assert loads('[Format "1"]   ; ok\n[Game\t"ramses"]\n*') == [Game("ramses").record()]


def memory_of(script: str, *arguments: str) -> float:
    """The megabytes of memory that a script needs."""
    # Where it can be had, the peak of this program alone: ru_maxrss begins with that of the process
    # which started it.
    script += """
import pathlib, resource
status = pathlib.Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
peaks = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
print((peaks or [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss])[0] / 1024)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    return float(done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="measures memory")
def test_an_endless_line_needs_little_memory():
    script = """
import amduat, sys
from amduat.record import read
class Endless:
    def readline(self, size):
        return sys.argv[1].encode() + b" " * (size - 1)
try:
    list(read(Endless()))
except amduat.RecordError as error:
    assert "longer than" in str(error)
else:
    sys.exit("an endless line was read")
"""
    assert memory_of(script, "[") < 100
    assert memory_of(script, "{") < 400


READ = """
import sys
from amduat.record import read
record, = read(sys.argv[1])
assert len(record.actions) == 2 * int(sys.argv[2])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="measures memory")
@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_million_turns(tmp_path, kind):
    """However long a game is, memory stays small; and a reader that went through what it has read
    again and again would not come to an end."""
    line, circle = ramses_cycle()
    assert len(line) % 2 == len(circle) % 2 == 0
    turns = ["/".join(pair) for pair in zip(line[::2], line[1::2], strict=True)]
    around = ["/".join(pair) for pair in zip(circle[::2], circle[1::2], strict=True)]
    count = 1_000_000
    while len(turns) < count:
        turns += around
    file = tmp_path / f"game.{kind}"
    with file.open("w", encoding="utf-8") as out:
        if kind == "text":
            out.write('[Game "ramses"]\n[Format "1"]\n\n')
            for number, turn in enumerate(turns[:count], 1):
                out.write(f"{number}. {turn}\n")
            out.write("*\n")
        else:
            data = {"format": 1, "game": "ramses", "turns": turns[:count], "result": None}
            json.dump(data, out)
    assert memory_of(READ, str(file), str(count)) < 500


def test_the_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for game in amduat.GAMES:
        assert re.fullmatch(SCHEMA["properties"]["game"]["pattern"], game)
    for bad in (
        {"game": "No Game"},
        {"turns": ["a  b"]},
        {"headers": {"Game": ""}},
        {"result": [1]},
        {"format": 2},
    ):
        assert not VALIDATOR.is_valid(json.loads(finished(**bad)))
    assert VALIDATOR.is_valid(json.loads(finished()))


def test_reasons_are_kept():
    """An old file may word an ending in another way than this version does."""
    record = played("ramses", {}).record()
    text = dumps(record).replace(record.result.reason, "Light wins")
    read_back = loads(text)[0]
    assert read_back.result == Result(record.result.values, "rules", "Light wins")
    assert dumps(read_back) == text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_line_of_text_has_a_turn_of_each_player(players):
    game = played("isis", {"players": players}, max_turns=30)
    turns, end = dumps(game.record()).split("\n\n", 1)[1].rsplit("\n", 2)[:2]
    numbers = [re.findall(r"(?:^| )(\d+)\. ", line) for line in turns.split("\n")]
    assert [int(number) for line in numbers for number in line] == list(range(1, len(game) + 1))
    assert [len(line) for line in numbers[:-1]] == [players] * ((len(game) - 1) // players)
    assert end == game.result.text


def test_a_repetition_is_three_times_the_same_position():
    lead, circle = ramses_cycle()
    records = []
    for rounds in (1, 2):
        game = amduat.Game("ramses")
        for action in [*lead, *circle * rounds]:
            game.play(action)
        draw = Result.drawn(2, "repetition", "Draw: the same position for the third time.")
        records.append(dataclasses.replace(game.record(), result=draw))
    twice, thrice = records
    for kind in ("text", "json"):
        assert loads(dumps(thrice, kind)) == [thrice]
        with pytest.raises(amduat.RecordError, match="three times"):
            loads(dumps(twice, kind))
