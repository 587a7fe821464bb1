"""Records: both formats, round trips, and everything that can be wrong with one."""

from __future__ import annotations

import contextlib
import io
import json
import pickle
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

import amduat
from amduat.game import Game
from amduat.record import MAX_HEADERS, MAX_LINE, Appender, Record, dumps, loads, read
from amduat.result import FAULT, Result
from flow import played, ramses_cycle
from support import all_variants, name_of, run

HEADERS = {"Event": "Tést ☥ 𓂀", "Odd": 'a "b" \\ c\n\t\ufeff [x] ; y', "Empty": ""}
SCHEMA = json.loads(
    resources.files("amduat").joinpath("data/record.schema.json").read_text("utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


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


GOOD = '[Game "ramses"]\n[Format "1"]\n[Result "*"]\n\n1. 3-11/20-18 2. 18-3\n*\n'


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message"),
    [
        ('[Game "ramses"]\n', "", 1, 1, "the header Game is missing"),
        ('[Format "1"]\n', "", 1, 1, "the header Format is missing"),
        ('"1"', '"2"', 2, 1, "this program reads format 1"),
        ('"ramses"', '"chess"', 1, 1, "no such game"),
        ('[Game "ramses"]', '[Game "ramses]', 1, 1, "is not a header"),
        ('[Game "ramses"]', '[Game "ram\\qses"]', 1, 11, "no such escape"),
        ("\n[Result", '\n[Game "x"]\n[Result', 3, 2, "is given twice"),
        ("\n[Result", '\n[Options "a"]\n[Result', 3, 1, "name=value"),
        ("\n[Result", '\n[Options "a=1"]\n[Result', 3, 1, "no such option"),
        ("\n[Result", '\n[Start "x"]\n[Result', 3, 1, "ramses position"),
        ("\n[Result", '\n[Player3 "x"]\n[Result', 7, 1, "uses this name itself"),
        ("\n[Result", '\n[Date "today"]\n[Result', 3, 8, "YYYY-MM-DD"),
        ("\n[Result", '\n[Ending "rules"]\n[Result', 7, 1, "has no ending"),
        ('"*"', '"1:-1"', 6, 1, 'the header Result says "1:-1"'),
        ("3-11/", "3-12/", 5, 4, '"3-12" is not legal'),
        ("20-18", "20-19", 5, 9, '"20-19" is not legal'),
        ("20-18", "20-99", 5, 9, '"20-99"'),
        ("/20-18", "//20-18", 5, 9, "expected two fields"),
        ("2. 18", "3. 18", 5, 15, "this is turn 2"),
        ("/20-18", " 2. 20-18", 5, 9, "no turn begins here: turn 1 goes on"),
        ("1. 3", "9999999999999999999999. 3", 5, 1, '"9999999999999999999999."'),
        ("*\n", "* 3-3\n", 6, 2, "nothing may follow"),
        ("\n*\n", '\n[Game "ramses"]\n', 6, 1, "the previous one has no result"),
        ("*\n", "", 5, 1, "the file ends in the middle of a game"),
        ('[Result "*"]\n\n', "", 4, 1, "by the rules the game is not over"),
        ("3-11", "3-11\x00", 5, 8, "the control character U+0000 is not allowed"),
    ],
)
def test_errors_in_text(old, new, line, column, message):
    text = GOOD.replace(old, new, 1)
    if "by the rules" in message:
        text = text.replace("*\n", "1:-1\n")
    with pytest.raises(amduat.RecordError) as caught:
        loads(GOOD + text)
    error = caught.value
    before = GOOD.count("\n")
    assert message in str(error)
    assert (error.line, error.column) == (before + line, column)
    assert f"line {before + line}, column {column}" in str(error)
    assert error.truncated == ("middle of a game" in message)


def finished(**changes: object) -> str:
    data = json.loads(dumps(played("ramses", {}).record(), "json"))
    data.update(changes)
    return json.dumps({key: value for key, value in data.items() if value != "gone"})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "gone"}, '"game" is missing'),
        ({"turns": "gone"}, '"turns" is missing'),
        ({"result": "gone"}, '"result" is missing'),
        ({"format": 2}, "this program reads format 1"),
        ({"format": True}, '"format" must be a whole number'),
        ({"format": 1.0}, '"format" must be a whole number'),
        ({"game": "chess"}, "no such game"),
        ({"colour": "red"}, '"colour" is unknown'),
        ({"turns": {}}, '"turns" must be a list'),
        ({"turns": [1]}, '"turns" may hold only texts'),
        ({"turns": ["3-11/20-18/18-3"], "result": None}, "a new turn begins within it"),
        ({"turns": ["3-11", "20-18"], "result": None}, "the turn before it goes on here"),
        ({"turns": ["3-11/20-18", "18-99"]}, '"18-99"'),
        ({"turns": [""]}, '""'),
        ({"turns": ["3-11  20-18"]}, '""'),
        ({"result": None, "ending": "gone"}, "the game is over"),
        ({"result": [1]}, "the result is for 1 player,"),
        ({"result": [0, 0]}, "by the rules the result is"),
        ({"result": [2, -1]}, "numbers from -1 to 1"),
        ({"result": ["1", "-1"]}, "numbers from -1 to 1"),
        ({"result": [True, -1]}, "numbers from -1 to 1"),
        ({"ending": "fault"}, "by the rules the result is"),
        ({"turns": ["3-11/20-18"], "result": [0, 0], "ending": "whim"}, "not over"),
        ({"turns": ["3-11/20-18"], "result": [1, -1], "ending": "turn-limit"}, "is a draw"),
        ({"turns": ["3-11/20-18"], "result": [0, 0], "ending": "repetition"}, "three times"),
        ({"turns": ["3-11/20-18"], "result": [0, 0], "ending": "fault"}, "the loss of one player"),
        ({"players": ["a"]}, "names 1"),
        ({"date": "yesterday"}, "YYYY-MM-DD"),
        ({"headers": {"a b": "x"}}, "a name is a word"),
        ({"headers": {"Result": "x"}}, "uses this name itself"),
        ({"headers": {"A": 1}}, "may hold only texts"),
        ({"headers": {f"A{i}": "" for i in range(MAX_HEADERS + 1)}}, "headers"),
        ({"start": "nonsense"}, "ramses position"),
        ({"start": "x", "options": {"first": "dark"}}, "not both"),
        ({"options": {"first": "blue"}}, "expected `light`"),
    ],
)
def test_errors_in_json(changes, message):
    line = finished(**changes)
    with pytest.raises(amduat.RecordError) as caught:
        loads("\n" + line + "\n")
    assert message in str(caught.value)
    assert caught.value.line == 2
    assert caught.value.column is not None


def test_columns_in_json():
    line = '{"format": 1, "game": "ramses", "turns": ["3-11/20-18", "18-99"], "result": null}'
    with pytest.raises(amduat.RecordError) as caught:
        loads(line)
    assert line[caught.value.column - 1 :].startswith('"18-99"')
    with pytest.raises(amduat.RecordError) as caught:
        loads(line.replace("18-99", "18-3").replace("null", '[0, "x"]'))
    assert str(caught.value).startswith("line 1, column 80: a result is a list of numbers")
    with pytest.raises(amduat.RecordError, match="column 12: is not valid JSON"):
        loads('{"format": ?}')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": 1, "format": 1}', '"format" is given twice'),
        ('{"format": ' + "9" * 5000 + "}", "more than 30 digits"),
        ('{"format": 1' + "0" * 31 + ".5}", "more than 30 digits"),
        ('{"format": 1e999}', "must be a whole number"),
        ('{"format": NaN}', "NaN is not a JSON number"),
        ('{"turns": ' + "[" * 990 + "]" * 990 + "}", "line 1, column "),
        ('{"turns": ' + "[" * 20000 + "]" * 20000 + "}", "brackets"),
        ('{"turns": [' + "0," * 2_100_000 + "0]}", "turns"),
        ("{}\n[]", '"game" is missing'),
        ('{"format": 1, "game": "ramses", "turns": [], "result": null}\n[1]', "is an object"),
        ("{" + " " * 100_000 + "}", '"format" is missing'),
        ("[" + "x" * (2 * MAX_LINE), f"longer than {MAX_LINE} bytes"),
        ("; " + "x" * (2 * MAX_LINE), f"longer than {MAX_LINE} bytes"),
        ("nonsense", "the header Game is missing"),
        ("".join(f'[H{i} ""]\n' for i in range(MAX_HEADERS + 1)), "headers"),
        ('[Game "ramses"]\n[Format "1"]\n' + "/" * 60_000, "line 3, column 1"),
    ],
)
def test_hostile_files(text, message):
    with pytest.raises(amduat.RecordError, match="line ") as caught:
        loads(text)
    if message == '"game" is missing':
        message = "is missing"
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


def test_bytes_that_are_no_text():
    with pytest.raises(amduat.RecordError) as caught:
        list(read(io.BytesIO(b'[Game "ramses"]\n[X "\xc3\xa4\xff"]\n')))
    assert (caught.value.line, caught.value.column) == (2, 6)
    assert "is not UTF-8" in str(caught.value)


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


def test_records_refuse_what_they_could_not_write():
    start = amduat.start("ramses")
    with pytest.raises(amduat.RecordError, match="names 1"):
        Record(start, players=("a",))
    with pytest.raises(amduat.RecordError, match="uses this name itself"):
        Record(start, headers={"Game": "x"})
    with pytest.raises(amduat.RecordError, match="a name is a word"):
        Record(start, headers={"no name": "x"})
    with pytest.raises(amduat.RecordError, match="YYYY-MM-DD"):
        Record(start, date="now")
    with pytest.raises(amduat.RecordError, match="more than 8192 characters"):
        Record(start, headers={"A": "x" * 8193})
    worst = Record(start, players=("\ufeff" * 8192, "☥" * 8192))
    assert loads(dumps(worst)) == loads(dumps(worst, "json")) == [worst]


#: What plays tricks on a terminal, breaks a line or is only half a character.
TRICKS = ["\x1b[2J", "\x00", "\x07", "\r", "\x7f", "\x9b2J", "\u2028", "\u202e", "\ud800", "\udfff"]


@pytest.mark.parametrize("trick", TRICKS, ids=ascii)
def test_control_characters_are_refused(trick):
    """Neither names nor headers, remarks, moves and reasons may play tricks on a terminal."""
    start = amduat.start("ramses")
    code = f"U+{ord(trick[0]):04X} is not allowed"
    for fields in (
        {"players": ("a" + trick, "b")},
        {"headers": {"Event": trick}},
        {"result": Result((1.0, -1.0), "fault", trick)},
    ):
        with pytest.raises(amduat.RecordError, match=re.escape(code)):
            Record(start, **fields)
    escaped = f"\\u{ord(trick[0]):04x}" + trick[1:]
    texts = [
        GOOD.replace("\n[Result", f'\n[{name} "{value}"]\n[Result', 1)
        for name in ("Player1", "Event", "Date", "Reason", "Start")
        for value in (escaped, trick)
    ]
    texts += [GOOD.replace("3-11", f"3-11{trick}"), f"; {trick}.\n{GOOD}", f"{GOOD}; {trick}.\n"]
    texts += [
        finished(**{key: value})
        for key, value in {
            "players": ["a", trick],
            "headers": {"Event": trick},
            "date": f"2024-05-01{trick}",
            "reason": trick,
            "game": trick,
            "start": trick,
            "ending": trick,
            "turns": [f"3-11{trick}"],
            "options": {"first": trick},
            trick: "x",
        }.items()
    ]
    texts += [finished(options={trick: "x"}), finished(headers={trick: "x"})]
    for text in texts:
        with pytest.raises(amduat.RecordError) as caught:
            loads(text)
        # The message itself must not play the trick.
        assert str(caught.value).isprintable(), ascii(text)
        assert caught.value.line is not None


def test_lines_and_tabs_belong_into_headers_but_not_into_names():
    start = amduat.start("ramses")
    record = Record(start, headers={"Notes": "one\n\ttwo"})
    assert loads(dumps(record)) == loads(dumps(record, "json")) == [record]
    for name in ("a\nb", "a\tb"):
        with pytest.raises(amduat.RecordError, match='player 2 "a'):
            Record(start, players=("a", name))


@pytest.mark.parametrize(
    "date",
    ["2026-02-31", "2026-13-01", "2026-00-10", "2025-02-29", "2026-01-01T24:30", "0000-01-01"],
)
def test_impossible_dates_are_refused(date):
    with pytest.raises(amduat.RecordError, match=f'date "{date}": there is no such date'):
        Record(amduat.start("ramses"), date=date)
    with pytest.raises(amduat.RecordError, match="line 3, column 8: date"):
        loads(GOOD.replace("\n[Result", f'\n[Date "{date}"]\n[Result', 1))
    with pytest.raises(amduat.RecordError, match="no such date"):
        loads(finished(date=date))


@pytest.mark.parametrize("date", ["2024-02-29", "2024-02-29T23:59:59Z", "2024-02-29T23:59+14:00"])
def test_possible_dates(date):
    assert Record(amduat.start("ramses"), date=date).date == date


def test_errors_name_the_file(tmp_path):
    file = tmp_path / "games.txt"
    file.write_text(GOOD.replace("3-11", "3-12"), "utf-8")
    with pytest.raises(amduat.RecordError, match=r"games.txt: line 5, column 4") as caught:
        list(read(file))
    assert (caught.value.line, caught.value.column) == (5, 4)
    for text in ("", "\n \n", "; nothing\n"):
        file.write_text(text)
        with pytest.raises(amduat.RecordError, match=r"games.txt: holds no game"):
            list(read(file))
        assert list(read(file, empty=True)) == []
    with pytest.raises(amduat.RecordError, match="holds no game"):
        list(read(io.BytesIO()))


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


class Trap:
    """An object that creates a file when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.file,)


@pytest.mark.parametrize("protocol", [0, pickle.HIGHEST_PROTOCOL])
@pytest.mark.parametrize("begin", [b"", b"\n", b"[", b"{", b'[Game "ramses"]\n'])
def test_nothing_is_unpickled(tmp_path, begin, protocol):
    """Whoever reads a file of somebody else runs no code of theirs: it is text, and no more."""
    sprung = tmp_path / "sprung"
    payload = pickle.dumps(Trap(sprung), protocol)
    pickle.loads(payload)
    assert sprung.exists(), "the trap works"
    sprung.unlink()
    file = tmp_path / "games.txt"
    file.write_bytes(begin + payload)
    with pytest.raises(amduat.RecordError, match="line "):
        list(read(file))
    for command in (("record", "check"), ("record", "show"), ("play", "ramses", "--resume")):
        done = run(*command, str(file))
        assert done.returncode in {1, 2}, command
        assert "line " in done.stderr, command
    with pytest.raises(amduat.AmduatError):
        amduat.ramses.Solution(begin + payload)
    # What begins like a game may be one that was cut off, and is put aside.
    with contextlib.suppress(amduat.RecordError), Appender(file):
        pass
    assert not sprung.exists()
