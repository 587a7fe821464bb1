"""Games that are kept, whatever happens, and go on later as if nothing had been."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from amduat.cli import autosave
from amduat.game import Game
from amduat.record import dumps, read, write
from amduat.setup import Setup, same_game
from flow import complete_games, finished, played
from programs import HUMANS, kept, typed
from support import run


class Killed:
    """A game in a process that is killed after some lines, without any warning."""

    def __init__(self, script: str, *arguments: str, wait: str) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "amduat", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
        ) as process:
            process.stdin.write(script)
            process.stdin.flush()
            self.out = ""
            while wait not in self.out:
                line = process.stdout.readline()
                assert line, self.out
                self.out += line
            time.sleep(0.3)
            process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
@pytest.mark.parametrize("how", ["file", "state"])
def test_a_killed_game_goes_on(tmp_path, state, name, how):
    """Every action is on the disk before the next prompt; going on leaves one game, not two."""
    file = tmp_path / name
    others = [played("ramses", {}, seed).record() for seed in range(3)]
    write(file, others)
    before = file.read_bytes()
    Killed(
        "3-11\n20-18\nposition\n",
        "play", "ramses", *HUMANS, "--record", str(file), "--max-turns", "9",
        wait="> position",
    )  # fmt: skip
    assert file.read_bytes().startswith(before)
    *first, record = read(file)
    assert first == others
    assert [str(action) for action in record.actions] == ["3-11", "20-18"]
    assert record.players == ("Ada", "Ben")
    (path,) = kept(state)
    (same,) = read(path)
    assert same_game(same, record)
    arguments = ("resume", str(file)) if how == "file" else ("resume",)
    done = typed("turns\n18-3\nquit\n", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "   1. 3-11/20-18  Light" in done.stdout
    assert "Ben (Dark)> " in done.stdout
    assert f"Go on with `amduat resume {file}`." in done.stdout
    *first, record = read(file)
    assert first == others
    assert file.read_bytes().startswith(before)
    assert [str(action) for action in record.actions] == ["3-11", "20-18", "18-3"]
    assert record.headers["MaxTurns"] == "9"
    assert len(kept(state)) == 1
    assert not list(state.glob("*.lock"))
    done = typed("resign\n", *arguments)
    assert "Dark (Ben) has resigned." in done.stdout
    *first, record = read(file)
    assert first == others
    assert record.result.ending == "resignation"
    assert "Seat1" not in record.headers
    assert kept(state) == []  # finished, and in the file
    assert run("resume").returncode == 2
    assert run("resume", str(file)).returncode == 2


@pytest.mark.parametrize(
    ("game", "line"), [("uraeus", ""), ("pharao", ""), ("isis-osiris", "draw\n")]
)
def test_the_dice_of_a_resumed_game(game, line, tmp_path, state):
    """A game that was interrupted has the same future dice, bots and settings."""

    seats = ("--player", "human:Ada", "--player", "human:Ben", "--seed", "11", "--hint", "greedy")
    first = tmp_path / "first.txt"
    script = line + "hint\n"
    # What is legal depends on the roll: the bot's hint is played, one line at a time.
    actions: list[str] = []
    for _ in range(6):
        done = typed(
            "".join(f"{a}\n" for a in actions) + script, "play", game, *seats, "--no-autosave"
        )
        actions += [line.strip()] * bool(line) + [
            re.findall(r"Hint \(greedy\): ((?:lay )?\S+)", done.stdout)[-1]
        ]
    typed(
        "".join(f"{a}\n" for a in actions),
        "play",
        game,
        *seats,
        "--record",
        str(first),
        "--no-autosave",
    )
    (whole,) = read(first)
    second = tmp_path / "second.txt"
    for number, action in enumerate(actions):
        command = ("play", game, *seats, "--record", str(second)) if not number else ("resume",)
        done = typed(f"{action}\nquit\n", *command)
        assert done.returncode == 0, done.stdout
    (record,) = read(second)
    assert record.actions == whole.actions
    assert record.headers["Seed"] == "11"
    assert sum(action.is_chance for action in record.actions) >= 3


def test_the_same_bots_and_settings(state):
    arguments = (
        "isis", "-o", "players=3", "--player", "greedy", "--player", "human:Ädä",
        "--player", "search:2",
        "--time-limit", "30.5", "--hint", "random", "--no-repetition", "--seed", "5",
    )  # fmt: skip
    typed("hint\nquit\n", "play", *arguments)
    (path,) = kept(state)
    (record,) = read(path)
    setup = Setup.of(record)
    assert setup.seats == ("greedy", "human:Ädä", "search:2")
    assert (setup.time_limit, setup.hint, setup.repetition) == (30.5, "random", False)
    assert setup.headers(finished=False) == dict(record.headers)
    done = typed("hint\nquit\n", "resume")
    assert "Hint (random)" in done.stdout
    assert "Ädä (Player 2)> " in done.stdout
    assert [dict(read_one.headers) for read_one in read(path)] == [dict(record.headers)]


def test_typed_dice_go_on_typed(state):
    typed("4\nquit\n", "play", "uraeus", *HUMANS, "--own-dice")
    done = typed("r4\n5\nturns\n", "resume")
    assert "roll> 5" in done.stdout
    assert "   2. =5  Player 2" in done.stdout


@pytest.mark.parametrize("end", ["quit\n", "exit\n", "", "QUIT\n"])
def test_leaving_says_how_to_go_on(state, end):
    done = typed(f"3-11\n{end}", "play", "ramses", *HUMANS)
    assert done.returncode == 0
    assert "The game is not finished." in done.stdout
    assert "It is kept. Go on with `amduat resume`." in done.stdout
    assert len(kept(state)) == 1
    assert state.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    listed = run("resume", "--list")
    assert re.search(r"^RAMSES: Ada, Ben; 1 turn, \d{4}-\d\d-\d\d \d\d:\d\d$", listed.stdout, re.M)
    done = typed(f"20-18\n{end}", "resume")
    assert "RAMSES: Ada, Ben; 1 turn" in done.stdout
    (path,) = kept(state)
    (record,) = read(path)
    assert len(record.actions) == 2


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_signals_say_how_to_go_on(state, number):
    with subprocess.Popen(
        [sys.executable, "-m", "amduat", "play", "ramses", *HUMANS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
    ) as process:
        process.stdin.write("3-11\nposition\n")
        process.stdin.flush()
        while "> position" not in process.stdout.readline():
            pass
        time.sleep(0.3)
        process.send_signal(getattr(signal, number))
        out, err = process.communicate(timeout=60)
    assert process.returncode == {"SIGINT": 130, "SIGTERM": 143}[number]
    assert "It is kept. Go on with `amduat resume`." in out
    assert "Traceback" not in err
    assert len(kept(state)) == 1


def test_games_of_bots(tmp_path, state):
    """They go on, too; what follows from a seed is not kept when it is over."""
    file = tmp_path / "games.txt"
    bots = ("--player", "greedy", "--player", "random", "--seed", "3", "--max-turns", "30")
    assert typed("", "play", "ramses", *bots, "--record", str(file)).returncode == 0
    assert kept(state) == []
    (record,) = read(file)
    assert "Id" not in record.headers
    game = Game("ramses")
    for action in record.actions[:10]:
        game.play(action)
    setup = Setup("ramses", ("greedy", "random"), 3, max_turns=30)
    write(file, [game.record(["greedy", "random"], "2026-01-02", setup.headers(finished=False))])
    assert typed("", "resume", str(file)).returncode == 0
    (again,) = read(file)
    assert again.actions[:10] == record.actions[:10]
    assert again.result is not None
    assert again.date == "2026-01-02"


def test_records_of_earlier_versions(tmp_path):
    """They name the players, but not the seats."""
    game = Game("ramses")
    game.play("3-11")
    file = tmp_path / "games.txt"
    write(file, [game.record(["Ada", "greedy"], headers={"Seed": "7", "Event": "x"})])
    done = typed("20-18\n", "resume", str(file))
    assert done.returncode == 0
    assert "Dark (greedy): " in done.stdout
    (record,) = read(file)
    assert record.headers["Event"] == "x"
    assert record.players == ("Ada", "greedy")


def test_files_run_no_programs(tmp_path, monkeypatch):
    trap = tmp_path / "trap.py"
    trap.write_text("import pathlib\npathlib.Path('sprung').touch()\n")
    monkeypatch.chdir(tmp_path)
    game = Game("ramses")
    game.play("3-11")
    for program in ("python:trap:Bot", f"engine:1s:{sys.executable} trap.py"):
        for headers, players in (
            ({"Seat1": "human", "Seat2": "human", "Hint": program}, ()),
            ({"Seat1": "human", "Seat2": program}, ()),
            ({}, ("Ada", program)),
        ):
            write("games.txt", [game.record(players, headers=headers)])
            for arguments in (("resume", "games.txt"), ("play", "ramses", "--resume", "games.txt")):
                done = typed("", *arguments)
                assert done.returncode == 2
                assert "runs a program" in done.stderr
    assert not (tmp_path / "sprung").exists()
    # Whoever is named on the command line plays, and gives hints.
    assert typed("", "resume", "games.txt", *HUMANS).returncode == 0
    hints = {"Seat1": "human", "Seat2": "human", "Hint": "python:trap:Bot"}
    write("games.txt", [game.record((), headers=hints)])
    named = typed("", "play", "ramses", "--resume", "games.txt", "--hint", "greedy")
    assert named.returncode == 0
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    ("header", "value", "message"),
    [
        ("Seed", "x", 'header Seed "x": expected a whole number'),
        ("Seed", "9" * 40, "expected a whole number"),
        ("MaxTurns", "0", 'header MaxTurns "0": expected 1 or more'),
        ("MaxTurns", "²", "expected a whole number"),
        ("TimeLimit", "-1", 'header TimeLimit "-1": expected a number of seconds'),
        ("TimeLimit", "nan", "expected a number of seconds"),
        ("Dice", "loaded", 'header Dice "loaded": expected `typed`'),
        ("Repetition", "maybe", "expected `no`"),
        ("Seat2", "nobody", 'player "nobody": no such bot'),
        ("Hint", "nobody", 'player "nobody": no such bot'),
        ("Seat1", "human:" + "x" * 101, "more than 100 characters"),
    ],
)
def test_bad_headers(tmp_path, header, value, message):
    game = Game("ramses")
    game.play("3-11")
    file = tmp_path / "games.txt"
    headers = {"Seat1": "human", "Seat2": "greedy", header: value}
    write(file, [game.record(headers=headers)])
    before = file.read_bytes()
    done = typed("", "resume", str(file))
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == before


def test_damaged_games_are_named(state):
    typed("3-11\n20-18\n", "play", "ramses")
    (file,) = kept(state)
    file.write_bytes(file.read_bytes()[:-3])
    listed = run("resume", "--list")
    assert (listed.returncode, listed.stdout) == (0, "No unfinished game is kept.\n")
    assert f"{file} cannot be read: " in listed.stderr
    resumed = run("resume")
    assert resumed.returncode == 2
    assert f"{file} cannot be read: " in resumed.stderr
    file.write_text("")
    assert f"{file} cannot be read: holds no game" in run("resume", "--list").stderr


def test_bad_files(tmp_path):
    file = tmp_path / "games.txt"
    for text, message in (
        ("", f"{file}: holds no game"),
        ("Dear diary\n", f"{file}: line 1"),
        (dumps(finished("ramses", {}).record()), "the last game is finished"),
        (dumps(played("ramses", {}).record())[:-9], f"{file}: line"),
    ):
        file.write_text(text)
        done = run("resume", str(file))
        assert done.returncode == 2
        assert message in done.stderr
        assert file.read_text() == text
    assert run("resume", str(tmp_path / "none")).returncode == 2
    assert run("resume", "--list", str(file)).returncode == 2
    # A file with a remark after its last game is not changed before that.
    game = Game("ramses")
    game.play("3-11")
    file.write_text(dumps(game.record()) + "; the end\n")
    done = run("resume", str(file))
    assert done.returncode == 2
    assert "cannot go on there" in done.stderr


@pytest.mark.parametrize("name", ["human:A\x1b[2J", "human:a\nb", "human:\u202eb"])
def test_names_that_play_tricks(name):
    done = run("play", "ramses", "--player", name)
    assert done.returncode == 2
    assert "player" in done.stderr
    assert "\x1b" not in done.stderr


WRITER = """
import sys
from amduat.cli.autosave import Slot
from amduat.game import Game
from amduat.record import Appender
game = Game("isis")
slot = Slot("isis")
with Appender(sys.argv[1]) as appender:
    while True:
        while len(game.actions) < 60 and not game.is_over:
            game.play(game.position.legal_actions()[len(game.actions) % 3 - 1])
            slot.write(game.record(headers={"Long": "x" * 8000}))
            appender.update(game.record(headers={"Long": "x" * 8000}))
            print(len(game.actions), flush=True)
        while len(game.actions) > 1:
            game.undo()
            slot.write(game.record())
            appender.update(game.record())
"""


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_killed_at_any_moment(tmp_path, state, name):
    """What is kept is whole at every moment; a file that others share at worst ends too early."""
    first = played("ramses", {}).record()
    for nth in range(6):
        file = tmp_path / f"{nth}{name}"
        write(file, [first])
        for path in kept(state):
            path.unlink()
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE
        ) as writer:
            assert writer.stdout.readline()
            time.sleep(0.05 + 0.037 * nth)
            writer.kill()
        (path,) = kept(state)
        (record,) = read(path)
        assert record.actions
        assert len(list(autosave.unfinished())) == 1
        found = list(complete_games(file))
        assert found[0] == first
        assert all(record.actions for record in found)
