"""ISIS & OSIRIS: tiles lie face down for people, and programs see them (OSIRIS-R5)."""

from __future__ import annotations

import contextlib
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import amduat
from amduat import svg
from amduat.boards import text_of
from amduat.cli import picture as terminal
from amduat.cli.human import Human, QuitError
from amduat.record import dumps
from amduat.typed import interpret
from support import data_lines, run

GAME = "isis-osiris"
TILES = {"+1": 2, "+2": 6, "+3": 2, "+4": 1, "-1": 2, "-2": 6, "-3": 2, "-4": 1}

# Turned by half, the board shows the same tiles and the other player's pawns.
FULL = "A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1B 0,0 1,1 1 -"

# The same before the last pawn.
ALMOST_FULL = "A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1. 0,1 1,1 2 -"
ALMOST_FULL_MASKED = "A?A?A?/?A?A?A/A?A???/???B?B/B?B?B?/?B?B?. 0,1 1,1 2 -"


def parse(text: str) -> amduat.Position:
    return amduat.parse(GAME, text)


def pictures(position: amduat.Position) -> list[str]:
    """All that is drawn for people who do not see the tiles."""
    boards = [terminal.board(position, unicode=u, hidden=True) for u in (True, False)]
    styled = [f"{text.plain} {text.spans}" for text in boards]
    return [svg.draw(position, hidden=True), text_of(position, hidden=True), *styled]


def with_other_tiles(position: amduat.Position, dice: random.Random) -> amduat.Position:
    """The same position with different tiles on the board, as far as there are any."""
    board, rest = str(position).split(" ", 1)
    left = [tile for tile, count in TILES.items() for _ in range(count)]
    if rest.rsplit(" ", 1)[1] in left:
        left.remove(rest.rsplit(" ", 1)[1])
    dice.shuffle(left)
    return parse(f"{re.sub('[+-][1-4]', lambda _: left.pop(), board)} {rest}")


def test_programs_see_the_tiles():
    position = parse("....../....../..A.../....../....../+2..... 7,8 11,10 1 -")
    assert position.pieces() == [("a1", "+2"), ("c4", "A")]
    assert ">+2</text>" in position._repr_svg_()
    assert position._repr_svg_() == svg.draw(position, hidden=False)


def test_a_hidden_drawing_does_not_depend_on_the_tiles():
    """Whatever lies face down, the drawing is the same, so nothing can be learnt from it."""
    dice = random.Random("hidden")
    changed = 0
    for text, _ in data_lines(GAME, "perft.txt"):
        position = parse(text)
        if position.is_over:
            continue
        other = with_other_tiles(position, dice)
        assert pictures(position) == pictures(other)
        if position != other:
            changed += 1
            assert svg.draw(position) != svg.draw(other)
            assert terminal.board(position).plain != terminal.board(other).plain
    assert changed > 80


def test_a_hidden_drawing_shows_no_values():
    position = parse(ALMOST_FULL)
    picture = svg.draw(position, hidden=True)
    assert re.findall(r">[^<]*[+-][1-4][^<]*<", picture) == []
    assert picture.count(svg.MARKS["eye"]) == 20
    for unicode in (True, False):
        board = terminal.board(position, unicode=unicode, hidden=True).plain
        assert not set(re.sub(r"[a-f][1-6]", "", board)) & set("1234−")
        assert board.count("◉" if unicode else "?") == 20
    assert text_of(position, hidden=True) == ALMOST_FULL_MASKED
    assert text_of(position, hidden=False) == ALMOST_FULL
    opened = svg.draw(position)
    assert len(re.findall(r">[+-][1-4]</text>", opened)) == 20
    assert svg.MARKS["eye"] not in opened


def all_that_is_said(position: amduat.Position, capsys: pytest.CaptureFixture[str]) -> str:
    """What a person gets to see who tries everything that is neither a legal move nor a hint."""
    cells = [cell.name for cell in amduat.board(GAME).cells]
    forms = ("{}", "{}?", "@{}", "lay {}", "moves {}")
    tried = [form.format(cell) for cell in cells for form in forms]
    tried += [
        "help",
        "board",
        "moves",
        "position",
        "pass",
        "draw",
        "=+4",
        "=-1",
        "show +2",
        "+3",
        "x",
        "a",
    ]
    answers: list[str] = []
    human = Human()
    human.prompt.ask = lambda *_: answers.pop(0)
    for text in tried:
        if len(interpret(text, position)) == 1:
            continue
        answers[:] = [text, "quit"]
        with contextlib.suppress(QuitError):
            human.choose(position)
    return capsys.readouterr().out


def test_nothing_that_is_said_depends_on_the_tiles(capsys):
    """Refusals, help, a field typed alone and lists say the same, whatever lies face down."""
    dice = random.Random("said")
    changed = 0
    for text, _ in data_lines(GAME, "perft.txt")[::12]:
        position = parse(text)
        other = with_other_tiles(position, dice)
        if position.is_over or position.is_chance or position == other:
            continue
        changed += 1
        said = all_that_is_said(position, capsys)
        assert said == all_that_is_said(other, capsys)
        assert "is not a legal move here. " in said
    assert changed >= 4


def test_a_hint_shows_no_tiles(capsys):
    position = parse("+3...../....../..A.../....../....../-1..... 7,8 10,10 2 -")
    human = Human(hint="greedy")
    answers = ["hint", "quit"]
    human.prompt.ask = lambda *_: answers.pop(0)
    with contextlib.suppress(QuitError):
        human.choose(position)
    said = capsys.readouterr().out.partition("Hint")[2]
    assert said
    assert not re.search(r"[+−-][1-4]", said)


def test_all_tiles_are_turned_up_when_the_board_is_full():
    position = parse(ALMOST_FULL).apply("@f1")
    assert position.is_over
    assert svg.draw(position, hidden=True) == svg.draw(position)
    for unicode in (True, False):
        opened = terminal.board(position, unicode=unicode)
        assert terminal.board(position, unicode=unicode, hidden=True) == opened
    assert text_of(position, hidden=True) == str(position)
    assert show("-p", FULL) == show("-p", FULL, "--open")


def test_the_last_board_of_a_game_is_open():
    arguments = ("--player", "human", "--player", "human", "-p", ALMOST_FULL)
    command = [sys.executable, "-m", "amduat", "play", GAME, *arguments]
    done = subprocess.run(
        command, input="position\n@f1\n", capture_output=True, encoding="utf-8", timeout=60
    )
    before, _, after = done.stdout.partition("@f1")
    assert ALMOST_FULL_MASKED in before
    assert not re.search("[+−-][1-4]", before)
    board = after[after.index("┌") :].partition("Player")[0]
    assert len(re.findall("[+−][1-4] ", board)) == 20


def test_recorded_games_end_open(tmp_path: Path):
    """`record show` and pictures turn all tiles up at the end, and only then."""
    game = amduat.Game(GAME, position=ALMOST_FULL)
    game.play("@f1")
    file = tmp_path / "game.txt"
    file.write_text(dumps(game.record()), encoding="utf-8")
    end, before = (run("record", "show", str(file), *turn).stdout for turn in ((), ("-t", "0")))
    board, hidden = (out[out.index("┌") :].partition("Player")[0] for out in (end, before))
    assert len(re.findall("[+−][1-4] ", board)) == 20
    assert "◉" not in board
    assert hidden.count("◉") == 20
    assert "A pawn by pawn: " in end
    picture = run("record", "show", str(file), "--svg", "-").stdout
    assert len(re.findall(r">[+-][1-4]</text>", picture)) == 20
    assert svg.MARKS["eye"] not in picture
    assert show("-p", str(game.position), "--svg", "-").count(svg.MARKS["eye"]) == 0


@pytest.mark.parametrize("other", [game for game in amduat.GAMES if game != GAME])
def test_other_games_hide_nothing(other):
    for text, _ in data_lines(other, "perft.txt")[:20]:
        position = amduat.parse(other, text)
        assert text_of(position, hidden=True) == text
        assert svg.draw(position, hidden=True) == svg.draw(position)


def show(*arguments: str) -> str:
    done = run("show", GAME, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_show_hides_tiles_unless_told_otherwise(tmp_path: Path):
    text = "+3...../....../..A.../....../....../-1..... 7,8 10,10 2 -"
    hidden, opened = show("-p", text), show("-p", text, "--open")
    assert not re.search(r"[+−-][1-4]", hidden)
    assert re.search(r"[+][1-4]", opened.partition(f"{GAME}:")[0])
    assert f"{GAME}: ?...../....../..A.../....../....../?..... 7,8 10,10 2 -\n" in hidden
    assert f"{GAME}: {text}\n" in opened
    file = tmp_path / "board.svg"
    show("-p", text, "--svg", str(file))
    assert file.read_text(encoding="utf-8") == svg.draw(parse(text), hidden=True)
    show("-p", text, "--open", "--svg", str(file))
    assert file.read_text(encoding="utf-8") == svg.draw(parse(text))
