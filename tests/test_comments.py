"""Comments on the turns of records: written, read, bounded, kept, and those of an analysis."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest

import amduat
from amduat.analysis import analyse
from amduat.record import MAX_COMMENT, MAX_LINE, Appender, Record, dumps, loads, read
from flow import played
from programs import typed
from support import ROOT, run

SCHEMA = json.loads((ROOT / "python/amduat/data/record.schema.json").read_text(encoding="utf-8"))


def recorded(**comments: str) -> Record:
    """Two turns of RAMSES; `recorded(_1="…")` comments on the first one."""
    game = amduat.Game("ramses")
    for action in ("3-11", "20-18", "18-3"):
        game.play(action)
    told = {int(name[1:]): comment for name, comment in comments.items()}
    return replace(game.record(), comments=told)


@pytest.mark.parametrize(
    "comment",
    [
        "Good.",
        "1:-1",
        "* ; not the end [of] it",
        "2. 18-3",
        r"braces {one} }two{ and \strokes\ \{",
        '"quoted" ☥ Ä',
        "[" * MAX_COMMENT,
        "{" * MAX_COMMENT,
        "☥" * MAX_COMMENT,
    ],
)
def test_round_trips(comment, tmp_path):
    record = recorded(_1=comment, _2=comment)
    for kind in ("text", "json"):
        text = dumps(record, kind)
        assert max(len(line.encode()) for line in text.splitlines()) < MAX_LINE
        assert loads(text) == [record]
        assert loads(2 * text) == [record, record]
        file = tmp_path / kind
        for _ in range(2):  # the second time the file is surveyed
            with Appender(file, kind) as appender:
                appender.add(record)
        assert list(read(file)) == [record, record]
        assert not (tmp_path / f"{kind}.cut").exists()
    jsonschema.validate(json.loads(dumps(record, "json")), SCHEMA)


@pytest.mark.parametrize("name", ["game.txt", "game.jsonl"])
def test_a_game_cut_within_a_comment_is_no_game(tmp_path, name):
    """However much of a file is left, no word of a comment is taken for the end of the game."""
    file = tmp_path / name
    whole = dumps(recorded(_2="{1:-1} or * ; 1:-1 *"), "json" if "json" in name else "text")
    for length in range(len(whole) // 2, len(whole) - 2):
        file.write_text(whole[:length], encoding="utf-8")
        with Appender(file):
            pass
        assert file.read_text(encoding="utf-8") == "", whole[:length]


def test_what_people_may_write():
    head = '[Game "ramses"]\n[Format "1"]\n\n'
    text = head + "1. 3-11 {one} 20-18 ; a remark {no comment}\n{two} {} 2. 18-3{three}\n*\n"
    (record,) = loads(text)
    assert record.comments == {1: "one two", 2: "three"}
    assert "1. 3-11/20-18 {one two} 2. 18-3 {three}\n" in dumps(record)


def test_records_without_comments_are_as_before():
    record = recorded()
    assert "comments" not in dumps(record, "json")
    assert "{" not in dumps(record)
    assert loads(dumps(record))[0].comments == {}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{ok}", "{ok", "a comment stands in braces"),
        ("{ok}", "ok}", "ok"),
        ("{ok}", "{o{k}", "a comment stands in braces"),
        ("{ok}", r"{o\k}", "no such escape"),
        ("{ok}", "{o\x1b[2Jk}", "U\\+001B"),
        ("{ok}", "{o\tk}", "U\\+0009"),
        ("{ok}", "{o\u202ek}", "U\\+202E"),
        ("{ok}", "{" + "x" * (MAX_COMMENT + 1) + "}", "more than 2000 characters"),
        ("{ok}", "{" + "x" * MAX_COMMENT + "} {y}", "more than 2000 characters"),
        ("1. ", "{ok} 1. ", "follows the turn"),
        ("*\n", "* {ok}\n", "nothing may follow"),
        ("{ok}", "{" + "x" * MAX_LINE + "}", "longer than"),
        ("{ok}", "{" + "\\{" * (MAX_LINE // 2 - 99), "a comment stands in braces"),
        ("1. 3", "\n{" + "x" * MAX_LINE + "}\n1. 3", "longer than"),
    ],
)
def test_errors_in_text(old, new, message):
    with pytest.raises(amduat.RecordError, match=message) as caught:
        loads(dumps(recorded(_1="ok")).replace(old, new))
    assert caught.value.line
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("comments", "message"),
    [
        ([], "must be an object"),
        ({"1": 3}, "may hold only texts"),
        ({"0": "x"}, "not the number of a turn"),
        ({"01": "x"}, "not the number of a turn"),
        ({"3": "x"}, "not the number of a turn"),
        ({"9" * 4000: "x"}, "not the number of a turn"),
        ({"\u0661": "x"}, "not the number of a turn"),
        ({"1": "a\x1b[2Jb"}, "U\\+001B"),
        ({"1": "\ud800"}, "U\\+D800"),
        ({"1": "x" * (MAX_COMMENT + 1)}, "more than 2000 characters"),
    ],
)
def test_errors_in_json(comments, message):
    data = json.loads(dumps(recorded(), "json")) | {"comments": comments}
    with pytest.raises(amduat.RecordError, match=message) as caught:
        loads(json.dumps(data) + "\n")
    assert str(caught.value).isprintable()


def test_where_comments_are_wrong():
    """Line, column and what is quoted, to the letter."""
    text = dumps(recorded(_1="ok"))
    line = text.split("\n").index(next(line for line in text.split("\n") if "{ok}" in line)) + 1
    place = text.split("\n")[line - 1].index("{ok}") + 1
    for new, column, reason in (
        (r"{o\k}", place + 2, r'"\k" no such escape'),
        ("{" + "x" * 2001 + "}", place, "the comment on turn 1 has more than 2000 characters"),
    ):
        with pytest.raises(amduat.RecordError) as caught:
            loads(text.replace("{ok}", new))
        assert (caught.value.line, caught.value.column) == (line, column)
        assert str(caught.value) == f"line {line}, column {column}: {reason}"
    with pytest.raises(amduat.RecordError) as caught:
        loads(text.replace("1. ", "{ok} 1. "))
    told = f"line {line}, column 1: a comment follows the turn that it is about"
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("name", "comment", "reason"),
    [
        ("3", "x", '"3" is not the number of a turn'),
        ("9" * 90, "x", f'"{"9" * 80}" is not the number of a turn'),
        ("1", "x" * 2001, "the comment on turn 1 has more than 2000 characters"),
    ],
)
def test_where_comments_in_json_are_wrong(name, comment, reason):
    data = json.loads(dumps(recorded(), "json")) | {"comments": {name: comment}}
    line = json.dumps(data)
    with pytest.raises(amduat.RecordError) as caught:
        loads(line + "\n")
    # The place of the comment itself.
    column = line.index(json.dumps(comment), line.index('"comments"')) + 1
    assert str(caught.value) == f"line 1, column {column}: {reason}"


def test_records_refuse_comments_they_could_not_write():
    for comments, message in (
        ({"_3": "x"}, "^a comment on turn 3: the game has 2 turns$"),
        ({"_0": "x"}, "^a comment on turn 0: the game has 2 turns$"),
        ({"_1": "a\nb"}, "comment on turn 1"),
        ({"_1": "x" * (MAX_COMMENT + 1)}, "^the comment on turn 1 has more than 2000 characters$"),
    ):
        with pytest.raises(amduat.RecordError, match=message):
            recorded(**comments)
    assert recorded(_2="  b ", _1=" ").comments == {2: "b"}


def test_an_analysis_writes_comments(tmp_path):
    """The values of every turn and the mark of a mistake, after what people have said."""
    game = amduat.Game("ramses", position="1,4,9,16 5@11,8,18,21 L own -")
    game.play("9-12")
    file, out = tmp_path / "game.txt", tmp_path / "out.txt"
    file.write_text(dumps(replace(game.record(), comments={1: "Hm."})), encoding="utf-8")
    assert run("analyse", str(file), "-o", str(out)).returncode == 0
    (record,) = read(out)
    assert record.comments == {1: "Hm. value +1.00 to +0.00 ?? better: 16-13"}
    assert record.headers["Analysis"] == "perfect"
    assert record.actions == game.actions
    shown = run("record", "show", str(out)).stdout
    assert "1. 9-12 {Hm. value +1.00 to +0.00 ?? better: 16-13}\n" in shown
    # Analysed again, it says so once.
    assert analyse(record).commented() == record


def test_every_turn_gets_a_comment(game):
    record = played(game, {}, max_turns=6).record()
    commented = analyse(record, nodes=50).commented()
    assert list(commented.comments) == [turn.number for turn in record.turns()]
    assert all(comment.startswith("value ") for comment in commented.comments.values())
    for kind in ("text", "json"):
        assert loads(dumps(commented, kind)) == [commented]


def test_comments_survive_going_on(tmp_path):
    """Those on turns that stand; one on a turn that was taken back is gone."""
    game = amduat.Game("ramses")
    for action in ("3-11", "20-18", "18-3"):
        game.play(action)
    file = tmp_path / "game.txt"
    record = replace(game.record(["human"] * 2), comments={1: "One.", 2: "Two."})
    file.write_text(dumps(record), encoding="utf-8")
    typed("turns\n", "resume", str(file))
    (again,) = read(file)
    assert again.comments == record.comments
    game.undo()
    other = next(action for action in game.position.legal_actions() if str(action) != "18-3")
    done = typed(f"undo\n{other}\n", "resume", str(file))
    assert done.returncode == 0
    (again,) = read(file)
    assert again.comments == {1: "One."}
