"""Playing at a pseudo-terminal: sizes, colours, keys and interrupts."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import pytest

import amduat
from amduat.boards import drawing_of
from amduat.record import read
from programs import Terminal, play, pty

pytestmark = pytest.mark.skipif(pty is None, reason="there are no pseudo-terminals")


def test_at_a_terminal(tmp_path):
    file = tmp_path / "game.txt"
    terminal = Terminal("play", "ramses", "--level", "1", "--seed", "1", "--record", str(file))
    out = terminal.expect("Light> ")
    assert "\x1b[" in out  # colours
    assert "☥" in out
    terminal.send("3-1\t\n")  # completed to 3-11
    terminal.expect("none from a hieroglyph field")
    terminal.expect("Light> ")
    terminal.resize(40)
    terminal.send("board\n")
    terminal.expect("columns wide, the")
    terminal.expect("terminal 40.")
    terminal.expect("L: 2 4 5@10 11")
    terminal.expect("Light> ")
    terminal.resize(120)
    terminal.send("board\n")
    terminal.expect("☥")
    terminal.expect("none from a hieroglyph field")
    time.sleep(0.5)
    terminal.send("\x04")  # end of input
    terminal.expect("The game is not finished.")
    assert terminal.wait() == 0
    (record,) = read(file)
    assert [str(action) for action in record.actions] == ["3-11"]


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_sizes_of_terminals(game, columns, unicode):
    """Board, notes, help and rules fit any usual terminal, and no word is broken."""
    environment = {"NO_COLOR": "1"} if unicode else {"TERM": "dumb"}
    terminal = Terminal(
        "play", game, "--level", "1", "--own-dice", columns=columns, rows=24, **environment
    )
    start = amduat.start(game)
    who = "roll" if start.is_chance else start.player_name(0)
    first = terminal.expect(f"{who}> ")
    texts = []
    for command in ("board", "help", "moves", "rules"):
        terminal.resize(columns)
        terminal.send(f"{command}\n")
        texts.append(terminal.expect(f"{who}> "))
    terminal.send("quit\n")
    assert terminal.wait() == 0
    board, *_ = texts
    assert "columns wide" not in first + board
    for text in texts:
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
        assert plain.isascii() or unicode
        lines = plain.splitlines()
        assert max(map(len, lines)) <= columns
    assert len(board.splitlines()) <= 24  # with the command, which is repeated
    for word in drawing_of(game).ACTIONS[start.legal_actions()[0].kind].split():
        assert re.search(rf"(?<!\S){re.escape(word)}", texts[1])


@pytest.mark.parametrize(
    ("how", "code"), [("\x03", 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_interrupted_at_a_terminal(tmp_path, how, code):
    file = tmp_path / "game.txt"
    terminal = Terminal("play", "ramses", "--level", "1", "--seed", "1", "--record", str(file))
    terminal.expect("Light> ")
    terminal.send("3-11\n")
    terminal.expect("Light> ")
    terminal.send("20-1")  # half a move
    terminal.expect("20-1")
    time.sleep(0.5)
    if isinstance(how, str):
        terminal.send(how)
    else:
        os.kill(terminal.pid, how)
    assert terminal.wait() == code
    assert "Traceback" not in terminal.seen
    (record,) = read(file)
    assert [str(action) for action in record.actions] == ["3-11"]
    assert record.result is None


def test_interrupting_a_thinking_bot(tmp_path, monkeypatch):
    monkeypatch.chdir(Path(__file__).parent)
    file = tmp_path / "game.txt"
    bot = ("--player", "python:flow:hang_politely")
    terminal = Terminal("play", "ramses", "--player", "human", *bot, "--record", str(file))
    terminal.expect("Light> ")
    terminal.send("3-11/20-18\n")
    time.sleep(1.5)
    terminal.send("\x03")
    assert terminal.wait() == 130
    (record,) = read(file)
    assert len(record.actions) == 2


def test_the_level_is_asked_for(tmp_path):
    """On a terminal, unless it is given or no seat is left for the computer."""
    file = tmp_path / "game.txt"
    terminal = Terminal("play", "ramses", "--record", str(file))
    terminal.expect("How well shall the computer play, 1 to 10?")
    terminal.send("11\n")
    terminal.expect("11 is not in the range")
    terminal.send("2\n")
    terminal.expect("Light> ")
    terminal.send("3-11\n")
    terminal.expect("Light> ")
    terminal.send("quit\n")
    assert terminal.wait() == 0
    (record,) = read(file)
    assert record.players == ("human", "search:2")
    assert play("quit\n", "ramses", "--level", "0").returncode == 2


def test_no_colours(tmp_path):
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        terminal = Terminal("play", "ramses", "--level", "1", **environment)
        out = terminal.expect("Light> ")
        assert not re.search(r"\x1b\[[0-9;]*[34][0-9]", out)
        if "TERM" in environment:
            assert "\x1b" not in out
            assert out.isascii()
        terminal.send("quit\n")
        assert terminal.wait() == 0


def test_progress_on_a_terminal():
    terminal = Terminal("match", "ramses", "--player", "greedy", "--player", "random", "-n", "30")
    terminal.expect("30/30")
    assert terminal.wait() == 0
    assert "95 % interval" in terminal.seen
