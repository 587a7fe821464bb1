"""Writing: files as a whole or not at all, links followed, devices and pipes left in place."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from amduat.files import is_special, replacing, replacing_bytes
from amduat.record import write
from flow import played
from support import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such files")

RECORD = played("ramses", {}).record()


def put(path, text="new"):
    with replacing(path) as file:
        file.write(text)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("old", [0o600, 0o640, 0o664, 0o755])
def test_permissions_are_kept(tmp_path, old):
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(old)
    put(file)
    assert (file.read_text(), mode(file)) == ("new", old)


def test_the_owner_is_kept(tmp_path):
    if os.getuid() != 0:
        pytest.skip("only root gives files away")
    file = tmp_path / "file"
    file.write_text("old")
    os.chown(file, 12345, 54321)
    put(file)
    assert (file.stat().st_uid, file.stat().st_gid) == (12345, 54321)


def test_links_are_followed(tmp_path):
    (tmp_path / "far").mkdir()
    target, link, second = tmp_path / "far" / "target", tmp_path / "link", tmp_path / "second"
    link.symlink_to("far/target")
    second.symlink_to(link)
    put(second, "first")  # the target does not exist yet
    assert target.read_text() == "first"
    target.chmod(0o600)
    put(second)
    assert second.is_symlink()
    assert link.is_symlink()
    assert (target.read_text(), mode(target)) == ("new", 0o600)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["far", "link", "second"]
    assert list((tmp_path / "far").iterdir()) == [target]


def test_pipes_are_written_to(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    got = []
    for do in (
        lambda: put(fifo),
        lambda: write(fifo, [RECORD]),
        lambda: run("show", "ramses", "--svg", str(fifo)),
    ):
        reader = threading.Thread(target=lambda: got.append(fifo.read_bytes()), daemon=True)
        reader.start()
        do()
        reader.join(30)
        assert stat.S_ISFIFO(fifo.stat().st_mode)
    assert got[0] == b"new"
    assert b"[Game " in got[1]
    assert b"<svg" in got[2]


def test_devices_are_written_to(tmp_path):
    """As root, the device used to be replaced by a file."""
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    before = Path(os.devnull).stat()
    for path in (link, os.devnull):
        assert is_special(path)
        put(path)
        with replacing_bytes(path) as file:
            file.write(b"new")
    assert run("show", "ramses", "--svg", str(link)).returncode == 0
    games = tmp_path / "games.txt"
    write(games, [RECORD])
    assert run("record", "convert", str(games), "-o", str(link)).returncode == 0
    after = Path(os.devnull).stat()
    assert stat.S_ISCHR(after.st_mode)
    assert (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)
    assert link.is_symlink()


def test_standard_output_as_a_file(tmp_path):
    """What was there before stays when a shell appends."""
    if not Path("/dev/stdout").exists():
        pytest.skip("has no such name")
    out = tmp_path / "out"
    out.write_text("before\n")
    with out.open("a") as stdout:
        command = [sys.executable, "-m", "amduat", "show", "ramses", "--svg", "/dev/stdout"]
        subprocess.run(command, stdout=stdout, check=True, timeout=60)
    text = out.read_text()
    assert text.startswith("before\n")
    assert "<svg" in text


def test_errors_name_the_file(tmp_path):
    for path, kind in (
        (tmp_path / "no" / "file", FileNotFoundError),
        (tmp_path, IsADirectoryError),
        (tmp_path / ("x" * 300), OSError),
    ):
        with pytest.raises(kind) as caught:
            put(path)
        assert caught.value.filename == str(path)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(OSError, match="loop"):
        put(loop)
    assert loop.is_symlink()


def test_a_file_that_may_not_be_written(tmp_path):
    if os.getuid() == 0:
        pytest.skip("root may write everything")
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="file"):
        put(file)
    assert file.read_text() == "old"


def test_long_names(tmp_path):
    file = tmp_path / ("x" * 255)
    put(file)
    assert file.read_text() == "new"
