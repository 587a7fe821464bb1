"""`amduat record`: check, show, convert, stats."""

from __future__ import annotations

import json
import subprocess
import sys

import amduat
from amduat.record import dumps, read, write
from flow import played
from support import run


def record_file(tmp_path, name="games.txt", count=3):
    file = tmp_path / name
    records = [played("ramses", {}, seed).record(["a", "b"], "2024-05-01") for seed in range(count)]
    records.append(played("uraeus", {"players": 3}, 1).record(["a", "b", "c"]))
    write(file, records)
    return file, records


def test_record_check(tmp_path):
    file, records = record_file(tmp_path)
    turns = sum(len(list(record.turns())) for record in records)
    done = run("record", "check", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{file}: 4 games, {turns} turns\n"
    bad = tmp_path / "bad.txt"
    bad.write_text(file.read_text("utf-8").replace('"a"', '"a', 1), "utf-8")
    done = run("record", "check", str(file), str(bad))
    assert done.returncode == 1
    assert f"Error: {bad}: line 3, column 1" in done.stderr
    assert "0 good games" in done.stdout
    data = json.loads(run("record", "check", str(file), str(bad), "--json").stdout)
    assert data[0] == {"file": str(file), "games": 4, "turns": turns, "error": None}
    assert data[1]["error"]["line"] == 3
    missing = run("record", "check", str(tmp_path / "none"))
    assert missing.returncode == 2
    assert "No such file" in missing.stderr


def test_record_convert(tmp_path):
    file, records = record_file(tmp_path)
    out = tmp_path / "games.jsonl"
    assert run("record", "convert", str(file), "-o", str(out)).returncode == 0
    assert list(read(out)) == records
    back = run("record", "convert", str(out))
    assert back.stdout == file.read_text("utf-8")
    assert run("record", "convert", str(file), "--to", "json").stdout == out.read_text("utf-8")
    piped = subprocess.run(
        [sys.executable, "-m", "amduat", "record", "convert", "-"],
        input=out.read_bytes(),
        capture_output=True,
        timeout=60,
    )
    assert piped.stdout.decode() == file.read_text("utf-8")
    # Converting a broken file in place leaves it as it was.
    out.write_bytes(out.read_bytes()[:-9])
    before = out.read_bytes()
    done = run("record", "convert", str(out), "-o", str(out))
    assert done.returncode == 2
    assert out.read_bytes() == before


def test_record_show(tmp_path):
    file, records = record_file(tmp_path)
    done = run("record", "show", str(file))
    assert done.returncode == 0
    assert all(dumps(record) in done.stdout for record in records)
    one = run("record", "show", str(file), "--game", "2", "--turn", "1")
    assert one.stdout.startswith(dumps(records[1]))
    assert "After turn 1:" in one.stdout
    assert "Dark moves one of its own stones." in one.stdout
    start = run("record", "show", str(file), "-g", "1", "-t", "0")
    assert amduat.start("ramses").describe() in start.stdout
    assert run("record", "show", str(file), "--game", "9").returncode == 2


def test_turns_that_are_not_there(tmp_path):
    file = tmp_path / "games.txt"
    game = amduat.Game("ramses")
    for action in ("3-11", "20-18", "18-3"):
        game.play(action)
    write(file, [game.record()])
    for turn in ("0", "1", "2"):
        assert run("record", "show", str(file), "--turn", turn).returncode == 0
    done = run("record", "show", str(file), "--turn", "99")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"--turn 99: game 1 of {file} has 2 turns." in done.stderr
    done = run("record", "show", str(file), "--game", "2")
    assert done.returncode == 2
    assert "holds 1 game." in done.stderr


def test_one_game_and_one_turn(tmp_path):
    file = tmp_path / "games.txt"
    game = amduat.Game("ramses")
    game.play("3-11")
    write(file, [game.record()])
    assert run("record", "check", str(file)).stdout == f"{file}: 1 game, 1 turn\n"
    with file.open("a") as out:
        out.write("x")
    assert "1 good game before the error, 1 turn\n" in run("record", "check", str(file)).stdout


def test_empty_files(tmp_path):
    file = tmp_path / "games.txt"
    file.touch()
    for command, code in (("check", 1), ("show", 2), ("convert", 2), ("stats", 2)):
        done = run("record", command, str(file))
        assert done.returncode == code
        assert f"Error: {file}: holds no game" in done.stderr
    done = run("record", "convert", str(file), "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["games.txt"]


def test_nothing_plays_tricks_on_the_terminal(tmp_path):
    file = tmp_path / "a\x1b[2Jb.txt"
    write(file, [amduat.Game("ramses").record()])
    bad = tmp_path / "bad\x1b[2J.txt"
    bad.write_text('[Game "\\u001b[2J"]\n[Format "1"]\n*\n')
    for arguments in (
        ("record", "check", str(file)),
        ("record", "check", str(bad)),
        ("record", "show", str(bad)),
        ("record", "show", str(file), "--turn", "7"),
        ("record", "show", str(tmp_path / "no\x1b[2J")),
        ("show", "ramses", "-p", "\x1b[2J"),
        ("show", "\x1b[2J"),
        ("moves", "ramses", "-o", "\x1b[2J"),
        ("record", "check", b"\xff\xfe"),
    ):
        done = run(*arguments)
        assert "\x1b" not in done.stdout + done.stderr, arguments
        assert done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_record_stats(tmp_path):
    file, _ = record_file(tmp_path)
    done = run("record", "stats", str(file), str(file))
    assert done.returncode == 0
    assert "RAMSES" in done.stdout
    assert "games   6" in done.stdout
    data = json.loads(run("record", "stats", str(file), "--json").stdout)
    assert data["ramses"]["games"] == 3
    assert data["uraeus"]["standings"][0]["games"] == 1
    assert sum(data["ramses"]["endings"].values()) == 3
