"""Record files: written whole or not at all, grown game by game, safe from kills."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

import amduat
from amduat.record import Appender, dumps, read, write
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


@pytest.mark.skipif(sys.platform == "win32", reason="has no such locks")
def test_two_writers(tmp_path):
    file = tmp_path / "games.txt"
    with Appender(file), pytest.raises(amduat.RecordError, match="another program"):
        Appender(file)
    with Appender(file) as appender:
        appender.add(RECORDS[0])
    assert list(read(file)) == RECORDS[:1]


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
