"""Playing in the terminal: scripted through a pipe, and at a pseudo-terminal."""

from __future__ import annotations

import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import amduat
from amduat.boards import drawing_of
from amduat.cli.human import Human
from amduat.cli.interpret import interpret, names_field, of_field
from amduat.cli.picture import MARKS
from amduat.cli.prompt import Prompt
from amduat.cli.screen import Screen
from amduat.record import read
from flow import finished, played
from support import ROOT, all_variants, name_of, random_game, variants


def play(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "amduat", "play", *arguments],
        input=script,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environment},
        timeout=120,
    )


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
    script = "\n".join(map(str, done.actions)) + "\n"
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


def test_forgiving_input(tmp_path):
    file = tmp_path / "game.txt"
    script = "3 11\n 20 - 18 \n"
    play(script, "ramses", "--player", "human", "--player", "human", "--record", str(file))
    script = "3-11/20-18\n"
    play(script, "ramses", "--player", "human", "--player", "human", "--record", str(file))
    one, other = read(file)
    assert one.actions == other.actions
    assert len(one.actions) == 2


@pytest.mark.parametrize(
    ("game", "line", "typed", "meant"),
    [
        ("ramses", "", "3-11", "3-11"),
        ("ramses", "", "3 11", "3-11"),
        ("ramses", "", "3", "3-11"),
        ("ramses", "", "5 7", ""),
        ("ramses", "", "5@10 7", "5@10-7"),
        ("ramses", "", "5107", "5@10-7"),
        ("ramses", "", "4,12", "4-12"),
        ("ramses", "", "4>6", "4-6"),
        ("ramses", "", "2", "2-8 2-10"),
        ("ramses", "", "312", ""),
        ("ramses", "", "311", "3-11"),
        ("ramses", "", "2-1", "2-10"),
        ("ramses", "", "", ""),
        ("ramses", "", "-", ""),
        ("isis-osiris", "", "c4", "@c4"),
        ("isis-osiris", "", "C4", "@c4"),
        ("isis-osiris", "", "d", "draw"),
        ("isis-osiris", "", "DRAW", "draw"),
        ("isis-osiris", "draw", "+2", "=+2"),
        ("isis-osiris", "draw", "-4", "=-4"),
        ("isis-osiris", "draw", "2", "=+2 =-2"),
        ("isis-osiris", "draw =+2", "c4", "c4"),
        ("uraeus", "", "4", "=4"),
        ("uraeus", "=4", "r 4+", "r:4+"),
        ("uraeus", "=4", "r 4", "r:4+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "4 6", "4:6+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "4", "4:3- 4:5- 4:6+"),
        ("pharao", "", "3 1", "=3,1"),
        ("pharao", "", "31", "=3,1"),
        ("pharao", "", "3", "=3,0 =3,1 =3,2"),
        # In words: the kind of action, and its fields.
        ("ramses", "", "move 3 11", "3-11"),
        ("ramses", "", "Move 3-11", "3-11"),
        ("ramses", "", "move 3-12", ""),
        ("isis-osiris", "", "place c4", "@c4"),
        ("isis-osiris", "", "pawn c4", "@c4"),
        ("isis-osiris", "draw =+2", "lay c4", "c4"),
        ("isis-osiris", "draw =+2", "tile c4", "c4"),
        ("isis-osiris", "draw", "show -4", "=-4"),
        ("uraeus", "", "roll 6", "=6"),
        ("uraeus", "", "6", "=6"),
        ("uraeus", "", "7", ""),
        ("uraeus", "=6", "0-6", "r:6+"),
        ("uraeus", "=6", "enter 6", "r:6+"),
        ("uraeus", "=6", "enter", "r:1- r:3- r:5- r:6+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "move 4 6", "4:6+"),
        ("pharao", "", "roll 3 1", "=3,1"),
        ("pharao", "", "roll 3,1", "=3,1"),
    ],
)
def test_interpretation(game, line, typed, meant):
    position = amduat.start(game)
    for action in line.split():
        position = position.apply(action)
    assert {str(a) for a in interpret(typed, position)} == set(meant.split())


def test_flips_in_words():
    position = amduat.parse("isis", "39,41 -,48 1 - first")
    assert [str(action) for action in interpret("flip 41", position)] == ["*41"]
    assert interpret("flip 40", position) == []
    alone = amduat.parse("isis", "41 -,48 1 - first")
    assert [str(action) for action in alone.legal_actions()][-1] == "*41"
    # The kind alone does not flip anything, even where only one stone can be flipped.
    assert interpret("flip", alone) == []


@pytest.mark.parametrize(
    ("game", "line", "typed", "shown"),
    [
        ("ramses", "", "3", "3-11"),
        ("ramses", "", "5", "5@10-7"),
        ("ramses", "", "5@10", "5@10-7"),
        ("ramses", "", "1", ""),
        ("isis-osiris", "", "C4", "@c4"),
        ("uraeus", "=4", "r", "r:1- r:3- r:4+"),
        ("uraeus", "=4", "0", "r:1- r:3- r:4+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "4", "4:3- 4:5- 4:6+"),
    ],
)
def test_a_field_alone_shows(game, line, typed, shown):
    position = amduat.start(game)
    for action in line.split():
        position = position.apply(action)
    assert names_field(typed, position)
    assert {str(action) for action in of_field(typed, position)} >= set(shown.split())
    assert bool(of_field(typed, position)) == bool(shown)


def test_a_field_alone_never_plays(game):
    """Wherever a stone can go, its field alone is no move, even if there is only one."""
    done = played(game, {}, max_turns=40)
    position = done.start
    fields = {cell.name for cell in amduat.board(game).cells}
    for action in done.actions:
        exact = {str(each) for each in position.legal_actions()}
        for field in fields:
            if not {field, f"={field}"} & exact:
                assert names_field(field, position)
        position = position.apply(action)


def test_a_field_alone_at_the_prompt(tmp_path):
    file = tmp_path / "game.txt"
    done = play("3\n4?\nmoves 3\n", "ramses", "--record", str(file))
    assert done.stdout.count("  3-11\n") == 2
    flip = play("41\n1\n", "isis", "-p", "41 -,48 1 - first", "--record", str(file))
    assert "*41" in flip.stdout
    assert "Nothing on `1` can move." in flip.stdout
    assert list(read(file, empty=True)) == []  # a game without a move is not kept


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


def test_the_last_turn_is_marked(capsys):
    screen = Screen()
    screen.unicode = False
    position = amduat.start("ramses")
    for text in ("3-11", "20-18"):
        action = amduat.Action("ramses", text)
        screen.action(position, action, "Ada")
        position = position.apply(action)
    capsys.readouterr()
    screen.board(position)
    out = capsys.readouterr().out
    assert out.count("(") == 4
    assert "(L )" in out
    # After something else, such as taking back, nothing is marked.
    screen.board(amduat.start("ramses"))
    assert "(" not in capsys.readouterr().out
    # A hint is no move.
    screen.proposal(position, position.legal_actions()[0], "Hint")
    screen.board(position)
    assert capsys.readouterr().out.count("( ") >= 2
    # The next turn takes the marks over.
    action = position.legal_actions()[0]
    screen.action(position, action, "Ben")
    screen.board(position.apply(action))
    assert capsys.readouterr().out.partition("+--")[2].count("(") == 2


def test_the_marks_outlast_a_roll(capsys):
    screen = Screen()
    position = amduat.start("uraeus")
    for text in ("=4", "r:4+", "=2"):
        action = amduat.Action("uraeus", text)
        if action.is_chance:
            screen.roll(position, action)
        else:
            screen.action(position, action, "Ada")
        position = position.apply(action)
    capsys.readouterr()
    screen.board(position)
    assert "(1→" in capsys.readouterr().out


def test_every_legal_action_means_itself(game):
    done = played(game, {}, max_turns=40)
    position = done.start
    for action in done.actions:
        legal = position.legal_actions()
        for each in legal:
            assert interpret(str(each), position) == [each]
            assert interpret(f"  {str(each).upper()} ", position) == [each]
            assert not names_field(str(each), position)
        position = position.apply(action)


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
    script = "draw\n+3\nc4\nposition\nturns\nboard\n"
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


def test_completion_scripts():
    for shell in ("bash", "zsh", "fish"):
        done = subprocess.run(
            [sys.executable, "-m", "amduat", "completion", shell],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0
        assert "_AMDUAT_COMPLETE" in done.stdout


def completions(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-m", "amduat"],
        capture_output=True,
        text=True,
        timeout=60,
        env={
            **os.environ,
            "_AMDUAT_COMPLETE": "bash_complete",
            "COMP_WORDS": "amduat " + " ".join(words),
            "COMP_CWORD": str(len(words)),
        },
    )
    return {line.partition(",")[2] for line in done.stdout.splitlines()}


def test_shell_completion():
    assert {"play", "perft"} <= completions("p")
    assert {"record"} == completions("rec")
    assert {"ramses"} == completions("play", "ra")
    assert {"greedy"} == completions("play", "ramses", "--player", "gre")
    assert {"check", "convert"} == completions("record", "c")


pty = pytest.importorskip("pty")


class Terminal:
    """A program at a pseudo-terminal of some size."""

    def __init__(
        self, *arguments: str, columns: int = 100, rows: int = 40, **environment: str
    ) -> None:
        self.seen = ""
        self.rows = rows
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", **environment})
            os.environ.pop("COLUMNS", None)
            os.environ.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
            os.execv(sys.executable, [sys.executable, "-m", "amduat", *arguments])
        self.resize(columns)

    def resize(self, columns: int) -> None:
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, columns, 0, 0))

    def send(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def expect(self, text: str) -> str:
        """Reads until a text appears; gives all that came up to then."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            if not self._read():
                break
        assert text in self.seen, self.seen
        before, _, self.seen = self.seen.partition(text)
        return before

    def _read(self) -> bool:
        ready, _, _ = select.select([self.fd], [], [], 1)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other side is closed
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    def wait(self) -> int:
        deadline = time.monotonic() + 30
        while self._read():
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


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


def test_every_command_has_help_with_examples():
    from amduat.cli.app import COMMANDS

    commands = [[name] for name in COMMANDS]
    commands += [["record", name] for name in ("check", "show", "convert", "stats")]
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "amduat", *command, "--help"],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0
        assert f"Usage: amduat {' '.join(command)}" in done.stdout
        assert "Example: " in done.stdout
        assert f"amduat {' '.join(command)} " in done.stdout.partition("Example:")[2]
