"""Records that are wrong, and files that mean harm."""

from __future__ import annotations

import contextlib
import io
import pickle
import re
from pathlib import Path

import pytest

import amduat
from amduat.record import MAX_HEADERS, MAX_LINE, Appender, Record, dumps, loads, read
from amduat.result import Result
from records import GOOD, finished
from support import run


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
        ("\n[Result", f'\n[Event "{"x" * 8193}"]\n[Result', 3, 9, "8,192 are the most"),
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
        ({"result": [1, -1.5]}, "numbers from -1 to 1"),
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


def test_what_is_quoted_of_long_turns():
    long = "x" * 90
    with pytest.raises(amduat.RecordError) as caught:
        loads(finished(turns=[long]))
    assert f'"{"x" * 80}" ' in str(caught.value)
    with pytest.raises(amduat.RecordError) as caught:
        loads(finished(turns=["/".join(["3-11/20-18/18-3", *["1-2"] * 90])]))
    what = f'"{"/".join(["3-11/20-18/18-3", *["1-2"] * 90])[:80]}": a new turn begins within it'
    assert str(caught.value).endswith(what)
    with pytest.raises(amduat.RecordError) as caught:
        loads(finished(turns=["3-11", "20-18"]))
    assert str(caught.value).endswith('"20-18": the turn before it goes on here')


def test_a_file_without_games(tmp_path):
    file = tmp_path / "empty.txt"
    file.write_text("\n")
    for source, where in ((file, f"{file}: "), (io.BytesIO(b"\n"), "")):
        with pytest.raises(amduat.RecordError) as caught:
            list(read(source))
        error = caught.value
        assert str(error) == f"{where}holds no game"
        assert (error.field, error.input, error.reason) == ("record", None, "holds no game")
    assert list(read(file, empty=True)) == list(read(io.BytesIO(b""), empty=True)) == []


def test_errors_say_in_which_file_they_are(tmp_path):
    file = tmp_path / "games.txt"
    file.write_text(GOOD.replace("20-18", "20-99"))
    with pytest.raises(amduat.RecordError) as alone:
        loads(file.read_text())
    with pytest.raises(amduat.RecordError) as caught:
        list(read(file))
    parts = ("field", "input", "reason", "line", "column", "truncated")
    assert str(caught.value) == f"{file}: {alone.value}"
    for part in parts:
        assert getattr(caught.value, part) == getattr(alone.value, part)


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
    with pytest.raises(amduat.RecordError, match=r"^line 2, column 1: NaN is not a JSON number$"):
        loads('\n{"format": NaN}')


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
    with pytest.raises(
        amduat.RecordError, match="header A has 8,193 characters; 8,192 are the most"
    ):
        Record(start, headers={"A": "x" * 8193})
    with pytest.raises(amduat.RecordError, match="player 2 has 8,193 characters"):
        Record(start, players=("a", "x" * 8193))
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
