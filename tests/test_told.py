"""What people are told while they play: help, hints, what happens, and the last moves."""

from __future__ import annotations

import random
import re

import pytest

import amduat
from amduat import svg
from amduat.boards import drawing_of
from amduat.cli import picture
from amduat.cli.human import Human
from amduat.cli.picture import MARKS
from amduat.cli.prompt import Prompt
from amduat.cli.screen import Screen
from amduat.cli.targets import ends
from amduat.record import dumps
from amduat.turns import Turn, latest
from programs import play
from support import ROOT, random_game, run, variants


@pytest.mark.parametrize("unicode", [True, False])
def test_help_is_about_the_game(game, unicode):
    """It gives examples from the position and explains every sign on the board."""
    encoding = {} if unicode else {"PYTHONIOENCODING": "ascii"}
    out = play("help\n", game, "--own-dice", **encoding).stdout
    legal = amduat.start(game).legal_actions()
    for kind in {action.kind for action in legal}:
        assert drawing_of(game).ACTIONS[kind] in out
    assert f"`{legal[0]}`" in out
    for cell in amduat.board(game).cells:
        assert not cell.mark or re.search(
            rf"^  {re.escape(MARKS[cell.mark][not unicode])} +\S", out, re.MULTILINE
        )
    assert "the last move" in out


def test_every_kind_of_action_is_explained(game):
    kinds = set()
    dice = random.Random(game)
    for options in variants(game):
        for _ in range(20):
            for position in random_game(amduat.start(game, **options), dice, 200):
                kinds |= {action.kind for action in position.legal_actions()}
    drawing = drawing_of(game)
    assert kinds <= set(drawing.ACTIONS)
    assert set(drawing.WORDS.values()) <= set(drawing.ACTIONS)
    page = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    assert set(drawing.ACTIONS) == set(re.findall(r"^\| `(\w+)` \| ", page, re.MULTILINE)) - {
        option.name for option in amduat.info(game).options
    }


def test_a_hint_is_strong(game):
    """By default it comes from the search, or from the solution if there is one."""
    position = amduat.start(game)
    if position.is_chance:
        position = position.apply(position.legal_actions()[-1])
    out = play("hint\n", game, "-p", str(position)).stdout
    expected = "perfect" if game == amduat.ramses.GAME else "search:1s"
    assert f"Hint ({expected}): " in out
    assert "Hint (random): " in play("hint\n", game, "-p", str(position), "--hint", "random").stdout


class Eventful:
    """A position that tells what an action brings about, as those of the core do."""

    def __init__(self, position: amduat.Position) -> None:
        self.position = position

    def __getattr__(self, name: str) -> object:
        return getattr(self.position, name)

    def __eq__(self, other: object) -> bool:
        return self.position == other

    def events(self, action: amduat.Action) -> list[str]:
        return [f"Something comes of {action}."]


def test_what_happens_is_told(capsys):
    screen = Screen()
    position = amduat.start("uraeus")
    roll, enter = (amduat.Action("uraeus", text) for text in ("=4", "r:4+"))
    screen.roll(Eventful(position), roll)
    screen.action(Eventful(position.apply(roll)), enter, "Ada")
    human = Human(screen=screen, prompt=Prompt(screen.out))
    human.prompt.ask = lambda *_: "r:4+"
    human.choose(Eventful(position.apply(roll)))
    out = capsys.readouterr().out
    assert out.count("Something comes of =4.") == 1
    assert out.count("Something comes of r:4+.") == 2


def test_what_happens_is_told_by_the_core(capsys):
    position = amduat.parse("uraeus", "f,f,43+/37+,41+,44- 1 1 - all")
    action = amduat.Action("uraeus", "43:44+")
    told = position.events(action)
    assert told
    screen = Screen()
    screen.action(position, action, "Ada")
    out = capsys.readouterr().out
    assert all(f"  {sentence}\n" in out for sentence in told)


def marked(out: str) -> list[set[str]]:
    """What is enclosed in parentheses on each board that was drawn, from the first to the last."""
    boards = re.findall(r"^[┌+][─-].*?^[└+].*?[┘+]$(?!\n[│|])", out, re.MULTILINE | re.DOTALL)
    return [set(re.findall(r"\(([^()]*)\)", board)) for board in boards]


def test_which_turns_are_marked():
    """Those since the own last turn; the own one alone while it goes on."""

    def turn(number: int, player: int, text: str) -> Turn:
        return Turn(number, player, tuple(amduat.Action("uraeus", part) for part in text.split()))

    turns = [turn(1, 0, "=4 r:4+"), turn(2, 1, "=6 r:6+"), turn(3, 2, "=2 r:2+")]
    for seats, numbers in (({0}, [3, 2]), ({1}, [3]), ({2}, [3]), (range(3), [3])):
        assert [found.number for found in latest(turns, seats)] == numbers
        # A roll alone leaves the marks where they are.
        assert [f.number for f in latest([*turns, turn(4, 0, "=1")], seats)] == numbers
    assert [found.number for found in latest(turns, {3})] == [3, 2, 1]
    # Of players who have moved more than once since then, only the last turn.
    again = [*turns, turn(4, 1, "=1 6:7+"), turn(5, 2, "=1 2:3+")]
    assert [found.number for found in latest(again, {0})] == [5, 4]
    assert latest([], {0}) == []


def test_the_last_turn_is_marked(capsys):
    screen = Screen()
    screen.unicode = False
    game = amduat.Game("ramses")
    for text in ("3-11", "20-18"):
        game.play(text)
    screen.mark(game.position, game)
    screen.board(game.position)
    out = capsys.readouterr().out
    assert out.count("(") == 4
    assert "(L )" in out
    # Of any other position nothing is marked.
    screen.board(game.start)
    assert "(" not in capsys.readouterr().out
    # A hint is no move.
    screen.proposal(game.position, game.position.legal_actions()[0], "Hint")
    screen.board(game.position)
    assert capsys.readouterr().out.count("( ") >= 2


def test_marks_follow_undo_and_redo():
    """The marks are those of the game as it stands, however it came to stand there."""
    script = "3-11/20-18\n18-3\nundo\nundo\nredo\nredo\n"
    out = play(script, "ramses", "--player", "human", "--player", "human", TERM="dumb").stdout
    first, dark, second, undone, twice, redone, last = marked(out)
    assert first == set()
    assert len(dark) >= 2  # where Light's two moves began are empty fields
    assert undone == dark  # Dark is to move again, after the moves of Light
    assert twice != dark
    assert redone == dark
    assert last == second


def test_all_bots_are_marked():
    """Whoever has moved since the person's last turn, in a game of four."""
    position = "r,r,1+/r,r,12+/r,r,20+/r,r,30+ 2 - - first"
    players = [
        part for who in ("greedy", "human", "greedy", "greedy") for part in ("--player", who)
    ]
    arguments = ("uraeus", "-p", position, "--seed", "4", *players)
    out = play("hint\n", *arguments, "--hint", "greedy").stdout
    action = re.search(r"Hint \(greedy\): (\S+)", out)[1]
    out = play(f"{action}\nposition\n", *arguments).stdout
    moves = re.findall(r"Player (\d) \(greedy\): (\S+)", out)
    assert [player for player, _ in moves] == ["3", "4", "1"]
    now = amduat.parse("uraeus", re.search(r"> position\n(.*)", out)[1])
    each = [ends(amduat.Action("uraeus", move)) for _, move in moves]
    assert all(each)
    fields = [field for found in each for field in found]
    assert picture.board(now, last=fields).plain in out
    assert picture.board(now, last=fields[-1:]).plain not in out


def test_the_marks_outlast_a_roll():
    out = play("=4\nr:4+\n=2\n", "uraeus", "--player", "human", "--player", "human", "--own-dice")
    assert "(1→" in out.stdout.rpartition("roll> =2")[2]


def test_the_last_turn_of_a_record_is_marked(tmp_path):
    game = amduat.Game("ramses")
    for text in ("3-11", "20-18", "18-3"):
        game.play(text)
    file = tmp_path / "game.txt"
    file.write_text(dumps(game.record()), encoding="utf-8")
    whole, first, start = (
        run("record", "show", str(file), *turn, TERM="dumb").stdout
        for turn in ((), ("--turn", "1"), ("--turn", "0"))
    )
    assert whole.count("(") == 2
    assert first.count("(") == 4
    assert start.count("(") == 0
    picture = run("record", "show", str(file), "--svg", "-").stdout
    assert picture == svg.draw(game.position, hidden=True, last=[game.last_action])
    assert picture.count('class="last"') == 2
    earlier = run("record", "show", str(file), "--svg", "-", "--turn", "1").stdout
    assert earlier.count('class="last"') == 4
    file.write_text(2 * dumps(game.record()), encoding="utf-8")
    both = run("record", "show", str(file), "--svg", str(tmp_path / "board.svg"))
    assert both.returncode == 2
    assert "--game" in both.stderr
