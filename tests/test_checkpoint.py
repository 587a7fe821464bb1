"""Checkpoints: counts that go on, whatever has ended them, and files that are refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import amduat
from amduat import checkpoint, pieces
from amduat.spread import Here, Progress
from cluster import wait_for
from support import run, watchdog

RAMSES = amduat.start("ramses")
DEPTH = 5
COUNT = 46914


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many pieces as there may be, and that is few."""
    monkeypatch.setattr(pieces, "MOST", 100)


def count(path: Path, told: list[Progress] | None = None, **options: object) -> int:
    options = {"piece_seconds": 1e-9, **options}
    tell = None if told is None else told.append
    return amduat.perft(RAMSES, DEPTH, checkpoint=path, progress=tell, **options)


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """A file with all pieces of a count."""
    path = tmp_path / "whole"
    assert count(path) == COUNT
    return path.read_bytes()


def test_the_file_says_what_it_has(whole):
    header, *lines = map(json.loads, whole.splitlines())
    assert header["amduat"] == "checkpoint"
    assert {name: header[name] for name in ("count", "game", "position", "depth")} == {
        "count": "perft",
        "game": "ramses",
        "position": str(RAMSES),
        "depth": DEPTH,
    }
    assert len(lines) == header["pieces"] > 20
    left = DEPTH - header["plies"]
    for line in lines:
        assert amduat.perft(amduat.parse("ramses", line["position"]), left) == line["lines"]
    assert sum(line["times"] * line["lines"] for line in lines) == COUNT


def test_a_count_goes_on_where_it_was_cut_anywhere(whole, tmp_path):
    """A kill may come after any byte: nothing that has its end is counted again."""
    path = tmp_path / "cut"
    lines = whole.count(b"\n")
    ends = [end + 1 for end, byte in enumerate(whole) if byte == ord("\n")]
    for size in {0, 5, ends[0] - 1, *ends[:2], ends[2] + 1, ends[3] - 1, ends[9] + 40, len(whole)}:
        path.write_bytes(whole[:size])
        told: list[Progress] = []
        assert count(path, told, executor=Here() if size % 2 else None) == COUNT
        kept = whole[:size].count(b"\n")
        assert told[0].done == max(0, kept - 1)
        after = path.read_bytes()
        assert after.startswith(whole[: ends[kept - 1] if kept else 0])
        if kept:  # else the cut may be another one
            assert sorted(after.splitlines()) == sorted(whole.splitlines())
            assert after.count(b"\n") == lines


def test_what_a_crash_of_the_machine_leaves_is_cut_off(whole, tmp_path):
    path = tmp_path / "zeros"
    begin = b"".join(whole.splitlines(keepends=True)[:5])
    path.write_bytes(begin + bytes(300))
    assert count(path) == COUNT
    assert path.read_bytes().startswith(begin)
    assert b"\0" not in path.read_bytes()


def damaged(whole: bytes, line: int, change: tuple[bytes, bytes]) -> bytes:
    lines = whole.splitlines(keepends=True)
    assert change[0] in lines[line]
    lines[line] = lines[line].replace(*change, 1)
    return b"".join(lines)


@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (3, (b'"lines": ', b'"lines": 1'), "line 4: is damaged: its check sum does not fit"),
        (3, (b'"times": ', b'"times": 1'), "line 4: is damaged: its check sum does not fit"),
        (1, (b'", "times', b"times"), "line 2: is damaged: it is not JSON"),
        (2, (b'{"piece"', b"3\n{"), "line 3: is damaged: its check sum does not fit"),
        (4, (b"{", b"[" * 60000 + b"{"), "line 5: is damaged: it is not JSON"),
        (4, (b"{", b" " * 70000 + b"{"), "line 5: is longer than 65536 bytes"),
        (0, (b'"pieces": ', b'"pieces": 1'), "line 1: is damaged: its check sum does not fit"),
        (0, (b'{"amduat"', b'{"amduot"'), "line 1: is not a checkpoint"),
    ],
)
def test_damaged_files_are_refused_and_left_alone(whole, tmp_path, line, change, message):
    path = tmp_path / "damaged"
    path.write_bytes(damaged(whole, line, change))
    before = path.read_bytes()
    with pytest.raises(amduat.CheckpointError) as caught:
        count(path)
    assert str(caught.value) == f"{path}, {message}"
    assert caught.value.line == line + 1
    assert path.read_bytes() == before


def test_lines_of_another_file_are_refused(whole, tmp_path):
    path = tmp_path / "mixed"
    assert amduat.perft(RAMSES, 4, checkpoint=path, piece_seconds=1e-9) == 3766
    path.write_bytes(path.read_bytes() + whole.splitlines(keepends=True)[1])
    with pytest.raises(amduat.CheckpointError, match="check sum does not fit"):
        amduat.perft(RAMSES, 4, checkpoint=path)


def test_files_of_another_count_are_refused(whole, tmp_path):
    path = tmp_path / "other"
    path.write_bytes(whole)
    for call, message in (
        (lambda: amduat.perft(RAMSES, 6, checkpoint=path), "depth 5, not 6"),
        (lambda: amduat.divide(RAMSES, 5, checkpoint=path), "count 'perft', not 'divide'"),
        (lambda: amduat.perft(RAMSES.apply("3-11"), 5, checkpoint=path), "position '.*', not '"),
        (lambda: amduat.perft(amduat.start("isis"), 5, checkpoint=path), "game 'ramses', not 'is"),
    ):
        with pytest.raises(amduat.CheckpointError, match=f"line 1: is of another count: {message}"):
            call()
    assert path.read_bytes() == whole


@pytest.mark.parametrize("content", [b"hello\n", b"hello", b"{}\n", b"\x00\xff", b"\n"])
def test_other_files_are_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "mine"
    path.write_bytes(content)
    with pytest.raises(amduat.CheckpointError, match="line 1: is not a checkpoint"):
        count(path)
    assert path.read_bytes() == content


def test_what_is_no_file_is_refused(tmp_path):
    with pytest.raises(amduat.CheckpointError, match="is not a file"):
        count(Path("/dev/null"))
    with pytest.raises(IsADirectoryError):
        count(tmp_path)
    with pytest.raises(FileNotFoundError):
        count(tmp_path / "missing" / "file")


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_a_file_in_use_is_refused(tmp_path):
    path = tmp_path / "used"
    refused: list[str] = []

    def tell(progress: Progress) -> None:
        with pytest.raises(amduat.CheckpointError) as caught:
            count(path)
        refused.append(str(caught.value.reason))

    assert amduat.perft(RAMSES, 4, checkpoint=path, progress=tell) == 3766
    assert set(refused) == {"another program is counting with it"}


def test_every_game_goes_on(game, tmp_path):
    start = amduat.start(game)
    for kind, whole in (("perft", amduat.perft), ("divide", amduat.divide)):
        path = tmp_path / kind
        assert whole(start, 3, checkpoint=path, piece_seconds=1e-9) == whole(start, 3)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[: len(lines) // 2]))
        assert whole(start, 3, checkpoint=path) == whole(start, 3)
        assert sorted(path.read_bytes().splitlines(keepends=True)) == sorted(lines)


def test_what_a_file_has_can_be_verified_later(whole, tmp_path, monkeypatch):
    path = tmp_path / "later"
    path.write_bytes(whole)
    told: list[Progress] = []
    assert count(path, told, verify=True) == COUNT
    assert told[0].done == 0
    assert path.read_bytes().startswith(whole)
    lines = list(map(json.loads, path.read_bytes().splitlines()[1:]))
    assert [line["verified"] for line in lines] == [False] * 38 + [True] * 38
    assert count(path, told, verify=True) == COUNT
    assert told[-1] == Progress(38, 38, 0.0)
    # A count that was wrong when it was written.
    wrong = checkpoint.Checkpoint(tmp_path / "wrong", "perft", RAMSES, DEPTH)
    with wrong:
        parts = pieces.split([RAMSES], 2)
        wrong.begin(2, DEPTH - 2, parts)
        wrong.add([(5, 1234)], verified=False)
    with pytest.raises(
        amduat.WorkError, match=r"piece 6, .*: the checkpoint has 1234 lines, count"
    ):
        count(tmp_path / "wrong", verify=True)


#: Counts in small pieces until it is killed.
SCRIPT = """
import sys, amduat.pieces
amduat.pieces.MOST = 100
amduat.perft(amduat.start("ramses"), 8, checkpoint=sys.argv[1], piece_seconds=1e-9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="programs are killed differently there")
def test_a_killed_command_goes_on(tmp_path):
    """The same count, killed without warning, goes on with what is on the disk."""
    path = tmp_path / "count"
    with (
        subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)]) as process,
        watchdog(process.kill),
    ):
        wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") > 3)
        process.kill()
    before = path.read_bytes()
    header = json.loads(before.splitlines()[0])
    assert 3 < before.count(b"\n") < header["pieces"]  # it was killed in the middle
    done = run("perft", "ramses", "-d", "8", "--threads", "2", "--json", "--checkpoint", str(path))
    assert json.loads(done.stdout)["perft"] == amduat.perft(RAMSES, 8, threads=2), done.stderr
    assert path.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    assert path.read_bytes().count(b"\n") == header["pieces"] + 1
    refused = run("perft", "ramses", "-d", "7", "--checkpoint", str(path))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"Error: {path}, line 1: is of another count: depth 8, not 7")
