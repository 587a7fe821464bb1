"""Record files: written whole or not at all, grown game by game, safe from kills."""

from __future__ import annotations

import io
import os
import re
import signal
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import amduat
from amduat.record import Appender, dumps, read, save, write
from amduat.record.files import MAX_JSON_LINE, _common, _survey
from flow import complete_games, played

HERE = Path(__file__).parent
RECORDS = [played("ramses", {}, seed).record(headers={"Round": str(seed)}) for seed in range(4)]


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl", "games"])
def test_write_and_append(tmp_path, name):
    file = tmp_path / name
    assert write(file, iter(RECORDS[:2])) == 2
    assert list(read(file)) == RECORDS[:2]
    with Appender(file) as appender:
        appender.add(RECORDS[2])
        assert list(read(file)) == RECORDS[:3]  # flushed, not only when it is closed
        appender.add(RECORDS[3])
    assert list(read(str(file))) == RECORDS
    whole = file.read_bytes()
    assert write(file, RECORDS) == 4
    assert file.read_bytes() == whole
    assert whole.startswith(b"{") == (name == "games.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_failed_writing_leaves_the_file_as_it_was(tmp_path):
    file = tmp_path / "games.txt"
    write(file, RECORDS[:1])
    before = file.read_bytes()

    def broken():
        yield RECORDS[1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(file, broken())
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "games.txt", RECORDS)


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
def test_permissions(tmp_path):
    file = tmp_path / "games.txt"
    mask = os.umask(0o027)
    try:
        write(file, RECORDS)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_cut_file_is_mended(tmp_path, kind):
    """Wherever a file was cut, what is complete stays, and what is not is put aside."""
    file, cut = tmp_path / "games", tmp_path / "games.cut"
    write(file, RECORDS[:2], kind)
    whole = file.read_bytes()
    first = len(dumps(RECORDS[0], kind).encode())
    for length in [*range(first - 3, first + 4), *range(first + 4, len(whole), 13), len(whole) - 1]:
        file.write_bytes(whole[:length])
        cut.unlink(missing_ok=True)
        with Appender(file) as appender:
            assert appender.format == kind
            appender.add(RECORDS[3])
        found = list(read(file))
        complete = 2 if length >= len(whole) - 1 else 1 if length >= first - 1 else 0
        assert found == [*RECORDS[:complete], RECORDS[3]], length
        rest = cut.read_bytes() if cut.exists() else b""
        assert whole[:length].endswith(rest)
        if rest:
            assert rest.lstrip()[:1] in (b"[", b"{")


def test_reading_a_cut_file(tmp_path):
    """The complete games are read; then an error says that the file ends too early."""
    for kind in ("text", "json"):
        file = tmp_path / kind
        write(file, RECORDS, kind)
        file.write_bytes(file.read_bytes()[:-30])
        games = read(file)
        assert [next(games) for _ in range(3)] == RECORDS[:3]
        with pytest.raises(amduat.RecordError) as caught:
            next(games)
        assert caught.value.truncated
        assert caught.value.line is not None


@pytest.mark.parametrize("kind", ["text", "json"])
def test_wherever_a_file_is_cut(tmp_path, kind):
    """The error says that the file ends too early, and not something that would puzzle people."""
    record = played("ramses", {}, 3).record(["Ädä ☥", "b"], headers={"Odd": 'a "b" \\ ü'})
    whole = (dumps(record, kind) * 2).encode()
    file = tmp_path / "games"
    half = len(whole) // 2
    for length in range(half + 2, len(whole) - 1):
        file.write_bytes(whole[:length])
        games = read(file)
        assert next(games) == record
        with pytest.raises(amduat.RecordError) as caught:
            next(games)
        assert caught.value.truncated, whole[:length][-40:]


def test_other_files_are_left_alone(tmp_path):
    file = tmp_path / "notes.txt"
    for text in ("Dear diary\n", '{"a": 1}\nno json\n', "[section]\nkey = 1\n[Game\n; x\n\n"):
        file.write_text(text)
        before = file.read_bytes()
        if text.startswith("[section]"):
            with Appender(file) as appender:  # might be a cut game: it is kept beside
                appender.add(RECORDS[0])
            assert (tmp_path / "notes.txt.cut").read_bytes() == before
            continue
        with pytest.raises(amduat.RecordError, match="is not a record file"):
            Appender(file)
        assert file.read_bytes() == before
    write(file, RECORDS)
    with pytest.raises(amduat.RecordError, match="holds text, not json"):
        Appender(file, "json")


def test_what_two_texts_have_in_common():
    for length in range(12):
        for at in range(length + 1):
            one, other = b"a" * length, b"a" * at + b"b" * (length - at)
            for more in (b"", b"c", b"cccc"):
                assert _common(one, other + more) == _common(other + more, one) == at


@pytest.mark.skipif(sys.platform == "win32", reason="has no such locks")
def test_two_writers(tmp_path):
    file = tmp_path / "games.txt"
    with Appender(file), pytest.raises(amduat.RecordError, match="another program"):
        Appender(file)
    with Appender(file) as appender:
        appender.add(RECORDS[0])
    assert list(read(file)) == RECORDS[:1]


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_a_game_that_goes_on(tmp_path, name):
    """The last game of a file grows and shrinks; after each step the file is whole."""
    file = tmp_path / name
    write(file, RECORDS[:1])
    before = file.read_bytes()
    whole = played("isis", {}, 3)
    records = []
    game = amduat.Game("isis")
    for action in whole.actions[:40]:
        game.play(action)
        records.append(game.record(["Ada", "Ben"]))
    with Appender(file) as appender:
        for record in [*records, *reversed(records), records[10]]:
            appender.update(record)
            assert list(read(file)) == [RECORDS[0], record]
            assert file.read_bytes().startswith(before)
        appender.update(None)
        assert file.read_bytes() == before
        appender.update(records[5])
        appender.finish()
        appender.update(records[6])
        appender.add(RECORDS[1])
        appender.update(records[7])
    expected = [RECORDS[0], records[5], records[6], RECORDS[1], records[7]]
    assert list(read(file)) == expected
    # Another one goes on where the last game is the same, and only there.
    with Appender(file) as appender:
        assert not appender.go_on(lambda record: record == records[6])
    with Appender(file) as appender:
        assert appender.go_on(lambda record: record == records[7])
        appender.update(records[15])
    assert list(read(file)) == [*expected[:-1], records[15]]
    with Appender(tmp_path / "new.txt") as appender:
        assert not appender.go_on(lambda record: True)
        appender.update(records[0])
        appender.update(None)
    assert (tmp_path / "new.txt").read_bytes() == b""


def test_a_game_that_goes_on_in_a_file_of_others(tmp_path):
    file = tmp_path / "games.txt"
    with Appender(file) as appender:
        appender.update(RECORDS[0])
        with file.open("ab") as other:
            other.write(b"; a remark\n")
        before = file.read_bytes()
        with pytest.raises(amduat.RecordError, match=r"games.txt: somebody else has changed it"):
            appender.update(RECORDS[1])
    assert file.read_bytes() == before


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_games_are_kept_apart(tmp_path, name):
    """However games are added, the file is the one that is written as a whole."""
    file, whole = tmp_path / name, tmp_path / f"whole-{name}"
    write(whole, RECORDS[:3])
    with Appender(file) as appender:
        appender.update(RECORDS[3])
        appender.update(None)
        appender.finish()
        appender.add(RECORDS[0])
        appender.update(RECORDS[1])
        appender.finish()
        appender.update(RECORDS[2])
    assert file.read_bytes() == whole.read_bytes()
    # Whether a file is empty does not depend on how long the game is that follows.
    first, second = (replace(RECORDS[0], players=(name, "Ben")) for name in ("Anna", "Ada"))
    write(whole, [first, second, first])
    write(file, [first])
    with Appender(file) as appender:
        appender.update(second)
        appender.add(first)
    assert file.read_bytes() == whole.read_bytes()


def test_a_last_game_without_the_end_of_its_line_goes_on(tmp_path):
    file = tmp_path / "games.txt"
    for end, goes_on in (
        (b"", True),
        (b"\n", True),
        (b"\n; a remark\n", False),
        (b"\n\n\n", False),
    ):
        file.write_bytes(dumps(RECORDS[0]).encode().removesuffix(b"\n") + end)
        with Appender(file) as appender:
            assert appender.go_on(lambda record: record == RECORDS[0]) == goes_on
            if goes_on:
                appender.update(RECORDS[1])
        assert list(read(file)) == ([RECORDS[1]] if goes_on else [RECORDS[0]])


def test_nothing_goes_on_where_somebody_else_has_written(tmp_path):
    file = tmp_path / "games.txt"
    write(file, RECORDS[:1])
    with Appender(file) as appender:
        with file.open("ab") as other:
            other.write(b"; a remark\n")
        assert not appender.go_on(lambda record: True)


def test_remarks_and_marks_stay(tmp_path):
    """What is no game is left as it is, and only a cut game is put aside."""
    file, cut = tmp_path / "games.txt", tmp_path / "games.txt.cut"
    begin = b"\xef\xbb\xbf; \xff no UTF-8\n  ; a remark\n\n"
    text = dumps(RECORDS[0]).encode()
    file.write_bytes(begin + text + b"  ; another\n\n" + text[:-8])
    with Appender(file) as appender:
        appender.replace(0, RECORDS[1])
    expected = begin + dumps(RECORDS[1]).encode() + b"  ; another\n\n"
    assert (file.read_bytes(), cut.read_bytes()) == (expected, text[:-8])
    for mark in (b"", b"\xef\xbb\xbf"):
        file.write_bytes(mark + text)
        assert save(file, RECORDS[2], lambda record: True)
        assert file.read_bytes() == mark + dumps(RECORDS[2]).encode()


def test_a_line_that_is_only_a_comment_ends_no_game(tmp_path):
    file = tmp_path / "games.txt"
    turns, _, end = dumps(RECORDS[0]).rstrip().rpartition("\n")
    file.write_text(f"{turns}\n{{a comment}}\n{end}\n")
    with Appender(file) as appender:
        appender.add(RECORDS[1])
    commented, other = read(file)
    assert (list(commented.comments.values()), other) == (["a comment"], RECORDS[1])


def test_a_line_of_json_that_has_its_end_is_not_cut(tmp_path):
    file = tmp_path / "games.jsonl"
    for text, cut in (('{"a": }\n', False), ('{"a": }', True), ('{"a": 1}', False), ("{\n", True)):
        file.write_text(text)
        (tmp_path / "games.jsonl.cut").unlink(missing_ok=True)
        Appender(file).close()
        assert file.read_text() == ("" if cut else text.rstrip() + "\n")
        assert (tmp_path / "games.jsonl.cut").exists() == cut


@pytest.mark.parametrize(
    ("name", "kind"), [("a", "text"), ("a.txt", "text"), ("a.JSONL", "json"), ("a.json", "json")]
)
def test_the_name_of_a_file_says_its_format(tmp_path, name, kind):
    with Appender(tmp_path / name) as appender:
        assert appender.format == kind


def test_remarks_are_not_for_json(tmp_path):
    file = tmp_path / "games.jsonl"
    write(file, RECORDS[:1])
    with file.open("a") as other:
        other.write("; a remark\n")
    with pytest.raises(amduat.RecordError, match=rf"^{re.escape(str(file))}: is not a record"):
        Appender(file)


def test_what_is_too_long_is_refused_with_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr("amduat.record.files.MAX_JSON_LINE", 1000)
    file = tmp_path / "games.txt"
    file.write_text(f"\n;{'x' * 998}\n")
    Appender(file).close()
    file.write_text(f"\n;{'x' * 999}\n")
    with pytest.raises(amduat.RecordError, match=rf"^{re.escape(str(file))}: line 2 is too long$"):
        Appender(file)


def test_no_more_of_a_line_is_read_than_may_be_there():
    class Narrow(io.BytesIO):
        def readline(self, size=-1):
            assert size == MAX_JSON_LINE + 1
            return super().readline(size)

    text = dumps(RECORDS[0]).encode()
    assert _survey(Narrow(text), Path("games.txt")) == ("text", [(0, len(text))], len(text), False)


#: Files that look like records, and whether they end within a game.
SHAPES = {
    # The first turn ends with what would be a result, were it not for the header.
    '[Game "uraeus"]\n[Result "1:-1"]\n\n1. =1 1:1\n2. =2 r:2\n1:-1\n': False,
    '[Game "uraeus"]\n[Result "1:-1"]\n\n1. =1 1:1\n': True,
    '[Game "uraeus"]\n\n1. =1 1:1\n': False,
    '[Game "uraeus"]\n[Result]\n\n1. =1 1:1\n': False,
    '[Game "uraeus"]\n[Result "1:-1" "1:1"]\n\n1. =1 1:1\n': False,
    '[Game "uraeus"]\n[Result "1:-1"]\n\n1. =1 1:1\n*\n': False,
    '[Game "uraeus"]\n\n1. =1\n': True,
    '[Game "uraeus"]\n[Note "x"] *\n\n1. =1\n': True,
    '[Game "uraeus"]\n\n{nothing was done}\n': True,
}


@pytest.mark.parametrize(("text", "cut"), SHAPES.items())
def test_where_games_end(tmp_path, text, cut):
    file = tmp_path / "games.txt"
    file.write_text(text)
    with Appender(file) as appender:
        appender.add(RECORDS[0])
    added = dumps(RECORDS[0])
    assert file.read_text() == (added if cut else f"{text}\n{added}")
    assert (tmp_path / "games.txt.cut").exists() == cut


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_save(tmp_path, name):
    """A game is added, or takes the place of the same game; all else stays, byte for byte."""
    file = tmp_path / name

    def same(record):
        return record.headers.get("Round") == "2"

    assert not save(file, RECORDS[0], same)
    assert not save(file, RECORDS[2], same)
    assert not save(file, RECORDS[1], lambda record: False)
    remark = b"" if name.endswith("l") else b"; a remark\n\n"
    file.write_bytes(b"\xef\xbb\xbf" + remark + file.read_bytes() + remark)
    file.chmod(0o600)
    before = file.read_bytes()
    changed = amduat.Game.from_record(RECORDS[2])
    for _ in range(3):
        changed.undo()
    assert save(file, changed.record(headers={"Round": "2"}), same)
    assert [record.headers["Round"] for record in read(file)] == ["0", "2", "1"]
    assert len(list(read(file))[1].actions) == len(RECORDS[2].actions) - 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert save(file, RECORDS[2], same)
    assert file.read_bytes() == before
    file.write_bytes(b"")
    assert not save(file, RECORDS[0], same)
    assert list(read(file)) == RECORDS[:1]
    for text in ("Dear diary\n", dumps(RECORDS[0])[:-10], '{"a": 1}\n'):
        file.write_text(text)
        with pytest.raises(amduat.RecordError, match=name):
            save(file, RECORDS[0], same)
        assert file.read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_saving_while_somebody_adds(tmp_path):
    file = tmp_path / "games.txt"
    write(file, RECORDS[:1])
    with Appender(file), pytest.raises(amduat.RecordError, match="another program"):
        save(file, RECORDS[0], lambda record: True)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such files")
def test_adding_to_a_pipe_or_device(tmp_path):
    with Appender(os.devnull) as appender:
        assert not appender.go_on(lambda record: True)
        appender.add(RECORDS[0])
        appender.update(RECORDS[1])
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with subprocess.Popen(["cat", str(fifo)], stdout=subprocess.PIPE) as reader:
        with Appender(fifo) as appender:
            for record in RECORDS[:3]:
                appender.update(record)
        out = reader.stdout.read().decode()
    assert out == dumps(RECORDS[2])
    lines = tmp_path / "fifo.jsonl"
    os.mkfifo(lines)
    for chosen, kind in ((None, "json"), ("text", "text")):
        with subprocess.Popen(["cat", str(lines)], stdout=subprocess.PIPE) as reader:
            with Appender(lines, chosen) as appender:
                assert appender.format == kind
                appender.add(RECORDS[0])
            assert reader.stdout.read().decode() == dumps(RECORDS[0], kind)


WRITER = """
import sys
sys.path.insert(0, sys.argv[2])
from amduat.record import Appender
from flow import complete_games, played
with Appender(sys.argv[1]) as appender:
    for seed in range(1_000_000):
        # A long game, so that kills hit while it is being written, too.
        game = played("isis", {"players": 4}, seed % 5, repetition=False)
        appender.add(game.record(headers={"Round": str(seed)}))
        print(seed, flush=True)
"""


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_killing_a_writer(tmp_path, name):
    """Whenever a writer is killed, every game it had reported as written can be read."""
    file = tmp_path / name
    total = 0
    for nth in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file), str(HERE)],
            stdout=subprocess.PIPE,
        ) as writer:
            for _ in range(2 + nth):
                assert writer.stdout.readline()
            time.sleep(0.013 * nth)
            writer.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
            reported = 2 + nth + len(writer.stdout.read().splitlines())
        games = list(complete_games(file))
        assert total + reported <= len(games) <= total + reported + 1
        total = len(games)
    with Appender(file) as appender:
        appender.add(RECORDS[0])
    assert len(list(read(file))) == total + 1
