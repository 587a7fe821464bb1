"""Playing at a pseudo-terminal: sizes, colours, keys and interrupts."""

from __future__ import annotations

import io
import os
import re
import signal
import time
from pathlib import Path

import pytest
from rich.console import Console

import amduat
from amduat.boards import drawing_of
from amduat.cli import picture
from amduat.cli.screen import Screen
from amduat.record import read
from amduat.typed import typed_form
from flow import finished
from programs import Terminal, play, pty
from support import all_variants, name_of

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


@pytest.mark.parametrize(
    ("columns", "unicode"), [(60, True), (60, False), (80, True), (120, False)]
)
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


def words_of(text: str) -> list[str]:
    """The words of what stands below a board, however its lines are broken."""
    return text.replace(";", " ").split()


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("size", [(60, 24), (80, 24)])
@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_every_board_fits_small_terminals(monkeypatch, game, options, size, unicode):
    """With all that stands below it and the prompt, from the first position to the last."""
    monkeypatch.setattr("amduat.cli.screen.terminal_size", lambda: size)
    lines: list[str] = []
    done = list(finished(game, options).record().positions())
    for position in [*done[::20], *done[-3:]]:
        out = io.StringIO()
        screen = Screen(Console(file=out, highlight=False, soft_wrap=True))
        screen.unicode = unicode
        screen.board(position)
        lines = out.getvalue().splitlines()
        assert len(lines) + 1 <= size[1], out.getvalue()
        assert max(map(len, lines)) <= size[0], out.getvalue()
        assert sum(line[0] in "┌└+" for line in lines) >= 2, "the board is drawn"
        words = words_of(out.getvalue())
        notes = [picture.status(position, brief=brief) for brief in (False, True)]
        assert any(_in_a_row(words_of(" ".join(told)), words) for told in notes)
    assert position.is_over


def _in_a_row(some: list[str], words: list[str]) -> bool:
    """Whether words end with some others, each whole."""
    return words[len(words) - len(some) :] == some


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ramses", {}),
        ("isis", {"players": 4, "end": "all"}),
        ("pharao", {}),
        ("uraeus", {"players": 3, "end": "all"}),
        ("uraeus", {"players": 4, "end": "all"}),
        ("isis-osiris", {"players": 3, "common": False}),
        ("isis-osiris", {"players": 4, "common": False}),
    ],
    ids=name_of,
)
def test_the_end_of_a_game_fits_a_small_terminal(game, options, columns):
    """The last board with the whole result, at the prompt after the game."""
    done = finished(game, options)
    last = done.undo()
    seats = [part for _ in range(done.start.players) for part in ("--player", "human")]
    start = ("-p", str(done.position), "--own-dice", "--no-autosave")
    terminal = Terminal("play", game, *start, *seats, columns=columns, rows=24, NO_COLOR="1")
    terminal.expect("> ")
    terminal.resize(columns)
    terminal.send(f"{typed_form(last)}\n")
    terminal.expect("quit> ")
    terminal.send("board\n")
    shown = terminal.expect("quit> ")
    terminal.send("quit\n")
    assert terminal.wait() == 0
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines()
    assert lines[0].endswith("board")
    assert len(lines[1:]) <= 24  # without the command; the last line is the prompt
    assert max(map(len, lines)) <= columns
    told = words_of(" ".join(lines))
    for word in words_of(done.position.apply(last).describe()):
        assert word in told
