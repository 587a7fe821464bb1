"""Playing in the terminal, scripted through a pipe: whole games, commands, faults, bad input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import amduat
from amduat.record import read
from amduat.typed import typed_form
from flow import finished
from programs import play
from support import all_variants, name_of


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_each_game_to_its_end(game, options, tmp_path):
    """People type every move and roll of a whole game; the record tells exactly that game."""
    done = finished(game, options)
    file = tmp_path / "game.txt"
    arguments = [
        part for name, value in options.items() for part in ("-o", f"{name}={value}".lower())
    ]
    for _ in range(done.start.players):
        arguments += ["--player", "human"]
    script = "\n".join(map(typed_form, done.actions)) + "\n"
    out = play(script, game, *arguments, "--own-dice", "--record", str(file))
    assert (out.returncode, out.stderr) == (0, "")
    assert done.position.describe() in out.stdout
    assert "no legal move" not in out.stdout
    (record,) = read(file)
    assert record.actions == done.actions
    assert record.result == done.result
    assert record.players == ("human",) * done.start.players


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_bots_among_themselves(game, options, tmp_path):
    file = tmp_path / "game.jsonl"
    arguments = [
        part for name, value in options.items() for part in ("-o", f"{name}={value}".lower())
    ]
    for seat in range(amduat.start(game, **options).players):
        arguments += ["--player", ("greedy", "random")[seat % 2]]
    arguments += ["--seed", "4", "--max-turns", "40", "--record", str(file)]
    first, second = play("", game, *arguments), play("", game, *arguments)
    assert first.returncode == 0
    assert first.stdout == second.stdout
    one, other = read(file)
    assert one == other
    assert one.headers["Seed"] == "4"
    assert one.result.reason in first.stdout


def test_commands(tmp_path):
    saved = tmp_path / "saved.txt"
    script = f"""help
moves
moves 3
2
3?
hint
board
position
turns
undo
3-11
20-1
turns
undo
undo
redo
redo
redo
nonsense
save
save {saved}
save {tmp_path}/no/where

moves 99
h
quit
"""
    done = play(script, "ramses", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    out = done.stdout
    for expected in (
        "the legal moves, all or those of one stone",
        "take back your last move",
        "  2-8  2-10",
        "Hint (perfect): ",
        "2,3,4,5@10 19,20,21,22@10 L own !",
        "You have no move to take back.",
        "   1. 3-11/20-1  Light",
        "There is nothing to play again.",
        "`nonsense` is not a legal move here.",
        "Which file? Type `save FILE`.",
        f"Saved to {saved}.",
        "Not saved: ",
        "Type a move, `moves` to see them all, or `help`.",
        "Nothing on `99` can move.",
        "`h` is not a legal move here.",  # help or hint?
        "The game is not finished.",
    ):
        assert expected in out, expected
    assert "[  ]" in out
    (record,) = read(saved)
    assert record.result is None


def test_undo_against_a_bot(tmp_path):
    """Undo goes back to the last decision of the person, over all that the bot did."""
    file = tmp_path / "game.txt"
    play("3-11\n20-18\nundo\nundo\n2-8\n", "ramses", "--seed", "1", "--record", str(file))
    (record,) = read(file)
    assert [str(action) for action in record.actions] == ["2-8"]


def test_hidden_tiles(tmp_path):
    script = "draw\n+3\nlay c4\nposition\nturns\nboard\n"
    arguments = ("isis-osiris", "--player", "human", "--player", "human", "--own-dice")
    hidden = play(script, *arguments).stdout
    assert "Player 1 has drawn a tile, which is now shown to all." in hidden
    board = hidden[hidden.index("position") :]
    assert "+3" not in board
    assert "◉" in board
    assert "1. draw =? c4  Player 1" in board
    assert "+3" in play(script, *arguments, "--open").stdout[hidden.index("position") :]


def test_resume(tmp_path):
    file = tmp_path / "game.txt"
    play("3-11\n20-18\nquit\n", "ramses", "--player", "human:Ada", "--record", str(file))
    (record,) = read(file)
    assert record.players == ("Ada", "search:5")
    done = play("turns\n", "ramses", "--resume", str(file), "--record", str(file))
    assert "   1. 3-11/20-18  Light" in done.stdout
    (again,) = read(file)  # the same game, not another one
    assert again.actions[:2] == record.actions[:2]
    assert play("", "isis", "--resume", str(file)).returncode == 2
    assert play("", "ramses", "--resume", str(file), "-o", "first=dark").returncode == 2
    finished = tmp_path / "finished.txt"
    bots = ("--player", "greedy", "--player", "random", "--record", str(finished))
    play("", "ramses", *bots)
    assert "is finished" in play("", "ramses", "--resume", str(finished)).stderr
    finished.write_text("")
    assert "holds no game" in play("", "ramses", "--resume", str(finished)).stderr


def test_plain_terminals():
    script = "3-11\n20\nquit\n"
    for environment in ({"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}):
        done = play(script, "ramses", "--seed", "1", **environment)
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert "\x1b" not in done.stdout
        assert "[  ]" in done.stdout
    assert (
        play("\udcff\udcfe\n3-11\n".encode("utf-8", "replace").decode(), "ramses").returncode == 0
    )


def test_bytes_that_are_no_text(tmp_path):
    file = tmp_path / "game.txt"
    done = subprocess.run(
        [sys.executable, "-m", "amduat", "play", "ramses", "--record", str(file)],
        input=b"\xff\xfe\x00\x1b[2J\n3-11\n",
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b[2J" not in done.stdout
    assert len(next(read(file)).actions) == 1


def test_bots_are_made_once(tmp_path, monkeypatch):
    """A program that is slow to begin, or counts its games, begins once."""
    module = tmp_path / "counted.py"
    module.write_text(
        "print('made')\n\nclass Bot:\n"
        "    def __init__(self): print('one more')\n"
        "    def choose(self, position): return position.legal_actions()[0]\n"
        "    def close(self): print('closed')\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    bots = ("--player", "python:counted:Bot", "--player", "python:counted:Bot")
    done = play("", "ramses", *bots, "--max-turns", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("one more\n") == done.stdout.count("closed\n") == 2
    failed = play("", "ramses", *bots, "--record", str(tmp_path / "no" / "file"))
    assert failed.returncode == 2
    assert failed.stdout.count("one more\n") == failed.stdout.count("closed\n") == 2


def test_faulty_bots(tmp_path, monkeypatch):
    monkeypatch.chdir(Path(__file__).parent)
    file = tmp_path / "game.txt"
    bots = ("--player", "random", "--player", "python:flow:illegal", "--record", str(file))
    done = play("", "ramses", *bots)
    assert done.returncode == 0
    assert "has lost by a fault" in done.stdout
    (record,) = read(file)
    assert record.result.ending == "fault"
    done = play("", "ramses", *bots[:3], "python:flow:hang_politely", "--time-limit", "0.3")
    assert done.returncode == 0
    assert "no answer within 0.3 s" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "chess"),
        (("ramses", "--player", "nobody"), "no such bot"),
        (("ramses", "--player", "human", "--player", "human", "--player", "human"), "2 seats"),
        (("ramses", "--hint", "nobody"), "no such bot"),
        (("ramses", "-p", "x"), "ramses position"),
        (("ramses", "-p", "x", "-o", "first=dark"), "cannot go with --position"),
        (("ramses", "--record", "/no/such/place/x"), "No such file"),
        (("ramses", "--resume", "/no/such/place/x"), "No such file"),
        (("ramses", "--max-turns", "0"), "0"),
    ],
)
def test_bad_input(arguments, message):
    done = play("", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
