"""``amduat engine``: the search as a program that other programs talk to (docs/protocol.md)."""

from __future__ import annotations

import contextlib
import math
import select
import sys
import threading
from collections.abc import Callable
from typing import TextIO

import click

import amduat
from amduat._core import Choice
from amduat.plain import visible
from amduat.searching import METHODS

__all__ = ["Server", "command"]

#: A line longer than this is refused unread.
LONGEST_LINE = 1_000_000

#: How often it is asked whether anybody still listens while a search is waited for, in seconds.
LOOK = 0.5

#: The value of an option that has none.
EMPTY = "<empty>"

#: The settings of the search that ``setoption`` changes, each with its default and its type.
OPTIONS = {
    "threads": ("1", "spin min 1 max 1024"),
    "seed": ("0", "spin min 0 max 18446744073709551615"),
    "memory": ("0", "spin min 0 max 65536"),
    "method": ("auto", f"combo {' '.join(f'var {method}' for method in METHODS)}"),
    "lines": ("1", "spin min 1 max 1000"),
    "tables": (EMPTY, "string"),
}

#: The optional commands of the protocol that this engine knows.
FEATURES = ("played",)

#: The limits that ``go`` takes, each followed by a number.
LIMITS = ("movetime", "nodes", "depth")


class Server:
    """One conversation: reads commands, answers on ``out``."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lock = threading.Lock()
        self._options = {name: default for name, (default, _) in OPTIONS.items()}
        self._searcher: amduat.Searcher | None = None
        self._position: amduat.Position | None = None
        self._played: list[amduat.Position] = []
        self._worker: threading.Thread | None = None
        self._busy = False
        self._endless = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uai": self._introduce,
            "isready": self._ready,
            "newgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "played": self._add_played,
            "go": self._go,
            "stop": self._stop,
            "show": self._show,
        }

    def run(self, lines: TextIO) -> None:
        """Answers until ``quit`` or the end of the input, and then finishes a running search."""
        while line := lines.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                self._say(f"error a line has at most {LONGEST_LINE} characters")
                break
            words = line.split()
            if not words:
                continue
            if words[0] == "quit":
                break
            if words[0] not in self._commands:
                self._say(f"error unknown command {words[0][:40]}")
                continue
            try:
                self._commands[words[0]](words[1:])
            except (amduat.AmduatError, _RefusedError) as error:
                self._say(f"error {error}")
        # Who has piped all commands at once still wants the answer, but nobody will ever say stop.
        if self._endless:
            self._stop([])
        self._wait()

    def _say(self, line: str) -> None:
        with self._lock:
            self._out.write(visible(" ".join(line.split("\n"))) + "\n")
            self._out.flush()

    def _introduce(self, words: list[str]) -> None:
        self._say(f"id name amduat {amduat.__version__}")
        self._say("id author The amduat authors")
        for game in amduat.GAMES:
            self._say(f"game {game}")
        for name, (default, kind) in OPTIONS.items():
            word, _, range_ = kind.partition(" ")
            self._say(f"option name {name} type {word} default {default} {range_}".rstrip())
        for feature in FEATURES:
            self._say(f"feature {feature}")
        self._say("uaiok")

    def _ready(self, words: list[str]) -> None:
        self._say("readyok")

    def _new_game(self, words: list[str]) -> None:
        self._idle()
        self._searcher, self._position, self._played = None, None, []

    def _set_option(self, words: list[str]) -> None:
        self._idle()
        if len(words) < 4 or words[0] != "name" or words[2] != "value":
            raise _RefusedError("expected setoption name NAME value VALUE")
        name, value = words[1], " ".join(words[3:])
        if name not in OPTIONS:
            raise _RefusedError(f'"{name[:40]}" is no such option; there are {", ".join(OPTIONS)}')
        before = self._options[name]
        self._options[name] = value
        try:
            self._new_searcher()
        except (amduat.AmduatError, _RefusedError):
            self._options[name] = before
            raise

    def _new_searcher(self) -> amduat.Searcher:
        names = ("threads", "seed", "memory", "lines")
        number = {name: self._number(name) for name in names}
        self._searcher = amduat.Searcher(
            method=self._options["method"],
            threads=number["threads"],
            seed=number["seed"],
            memory=number["memory"] or None,
            tables=self._tables(),
        )
        return self._searcher

    def _tables(self) -> amduat.pharao.Tables | None:
        """The tables at hand and those in the folder that the option names, if it does."""
        folder = self._options["tables"]
        if folder == EMPTY:
            return None
        return amduat.pharao.with_folder(amduat.pharao.tables(), folder)

    def _number(self, name: str) -> int:
        text = self._options[name]
        _, _, lowest, _, highest = OPTIONS[name][1].split()
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else -1
        if not int(lowest) <= number <= int(highest):
            must = f"must be a whole number from {lowest} to {highest}"
            raise _RefusedError(f'{name} "{text[:40]}": {must}')
        return number

    def _set_position(self, words: list[str]) -> None:
        """``position GAME start [NAME=VALUE …] [moves …]``, ``position GAME at TEXT [moves …]``."""
        self._idle()
        if len(words) < 2 or words[1] not in ("start", "at"):
            raise _RefusedError("expected position GAME start|at …")
        game, kind, *rest = words
        moves: list[str] = []
        if "moves" in rest:
            at = rest.index("moves")
            rest, moves = rest[:at], rest[at + 1 :]
        if kind == "at":
            position = amduat.parse(game, " ".join(rest))
        else:
            options = dict(option.partition("=")[::2] for option in rest)
            position = amduat.start(game, **options)
        played = []
        for move in moves:
            played.append(position)
            position = position.apply(move)
        self._position, self._played = position, played

    def _add_played(self, words: list[str]) -> None:
        """``played TEXT``: the game has been in this position before."""
        self._idle()
        if self._position is None:
            raise _RefusedError("there is no position yet")
        self._played.append(amduat.parse(self._position.game, " ".join(words)))

    def _go(self, words: list[str]) -> None:
        self._idle()
        if self._position is None:
            raise _RefusedError("there is no position yet")
        limits = self._limits(words)
        if self._position.is_over:
            raise _RefusedError("the game is over")
        searcher = self._searcher or self._new_searcher()
        self._endless = limits.get("seconds") == math.inf
        arguments = (searcher, self._position, limits, int(self._options["lines"]))
        self._busy = True
        self._worker = threading.Thread(target=self._search, args=arguments, daemon=True)
        self._worker.start()

    def _limits(self, words: list[str]) -> dict[str, float]:
        if words in ([], ["infinite"]):
            return {"seconds": math.inf}
        limits: dict[str, float] = {}
        for name, value in zip(words[::2], words[1::2], strict=False):
            if name not in LIMITS or not (value.isascii() and value.isdigit() and len(value) < 16):
                given = f"{name[:40]} {value[:40]}"
                expected = f"expected go infinite, or {', '.join(LIMITS)} with numbers"
                raise _RefusedError(f'"{given}": {expected}')
            if name in limits:
                raise _RefusedError(f"{name} is given twice")
            limits[name] = int(value)
        if len(words) % 2:
            raise _RefusedError(f"{words[-1][:40]} has no number")
        if "movetime" in limits:
            limits["seconds"] = limits.pop("movetime") / 1000
        return limits

    def _search(
        self,
        searcher: amduat.Searcher,
        position: amduat.Position,
        limits: dict[str, float],
        lines: int,
    ) -> None:
        given = {name: int(value) for name, value in limits.items() if name != "seconds"}
        with contextlib.suppress(BrokenPipeError):  # nobody hears it any more
            try:
                result = searcher.search(
                    position,
                    seconds=limits.get("seconds"),
                    nodes=given.get("nodes"),
                    depth=given.get("depth"),
                    lines=lines,
                    played=self._played,
                    on_info=self._inform,
                )
                self._inform(result)
            except Exception as error:
                self._busy = False
                self._say(f"error {error}")  # a method that does not fit the game, for instance
                return
            # The client may go on as soon as it reads the answer.
            self._busy = False
            self._say(f"bestmove {result.action or '-'}")

    def _inform(self, result: amduat.SearchResult) -> None:
        best = result.choices if result.action is not None else []
        head = f"info depth {result.depth} nodes {result.nodes} time {result.seconds * 1000:.0f}"
        head += f" nps {result.nodes_per_second:.0f}"
        if result.table_hits:
            head += f" tablehits {result.table_hits}"
        if not best:
            self._say(f"{head} values {_values(result.values)} exact {int(result.exact)}")
        for number, choice in enumerate(best, 1):
            self._say(f"{head} line {number} {_told(choice)}")

    def _stop(self, words: list[str]) -> None:
        if self._searcher is None or self._worker is None:
            return
        self._searcher.stop()
        self._worker.join()
        # A search that had just ended by itself has left the request for the next one.
        self._searcher.stop(False)

    def _idle(self) -> None:
        """Waits for a search to end, so that commands can be piped in one go."""
        if self._busy and self._endless:
            raise _RefusedError("a search without a limit is running; say stop first")
        self._wait()

    def _wait(self) -> None:
        """Waits for a search to end, unless nobody is there any more to hear of it."""
        while self._worker is not None and self._worker.is_alive():
            self._worker.join(LOOK)
            if not _is_read(self._out):
                self._stop([])

    def _show(self, words: list[str]) -> None:
        if self._position is None:
            raise _RefusedError("there is no position yet")
        player = self._position.current_player
        turn = {amduat.CHANCE: "chance", amduat.OVER: "over"}.get(player, str(player + 1))
        self._say(f"position {self._position.game} at {self._position}")
        self._say(f"turn {turn}")
        for outcome, chance in self._position.chance_outcomes():
            self._say(f"outcome {outcome} probability {chance:.6f}")
        self._say(f"legal {' '.join(map(str, self._position.legal_actions())) or '-'}")
        if self._position.is_over:
            self._say(f"returns {_values(self._position.returns())}")
        self._say("shown")


def _is_read(out: TextIO) -> bool:
    """Whether anybody can still read what is written there, as far as the system tells.

    A client that was killed leaves an engine that may think for hours without a word.
    """
    try:
        look = select.poll()
        look.register(out.fileno(), 0)  # asks for nothing: that the reader has gone is told anyway
        return not look.poll(0)
    except (AttributeError, OSError):  # Windows, or no stream of the system
        return True


class _RefusedError(Exception):
    """A command that cannot be carried out, and why."""


def _values(values: list[float]) -> str:
    return ",".join(f"{value:.4f}" for value in values)


def _told(choice: Choice) -> str:
    text = f"values {_values(choice.values)} exact {int(choice.exact)}"
    if choice.plies_to_end is not None:
        text += f" end {choice.plies_to_end}"
    if choice.visits:
        text += f" visits {choice.visits}"
    return f"{text} pv {' '.join(map(str, choice.pv))}"


@click.command("engine", epilog="Example: amduat engine < commands.txt")
def command() -> None:
    """Let other programs use the search: commands on standard input, answers on standard output.

    The protocol is described in docs/protocol.md.
    """
    Server(sys.stdout).run(sys.stdin)
