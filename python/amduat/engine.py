"""A client for engines: programs that speak the protocol of ``amduat engine`` (docs/protocol.md).

>>> import amduat, sys
>>> from amduat.engine import Engine
>>> with Engine([sys.executable, "-m", "amduat", "engine"]) as engine:
...     print(engine.search(amduat.start("ramses"), nodes=500).action in
...           amduat.start("ramses").legal_actions())
True
"""

from __future__ import annotations

import contextlib
import math
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType

from amduat._core import Action, Position
from amduat.errors import AmduatError
from amduat.seen import Seen

__all__ = ["Engine", "EngineBot", "EngineChoice", "EngineError", "EngineResult"]

#: How long an engine may take to start, to get ready and to end, in seconds.
PATIENCE = 20.0

#: How long an engine may think beyond the time it was given.
GRACE = 5.0

#: An engine that writes longer lines is broken.
LONGEST_LINE = 1_000_000


class EngineError(AmduatError):
    """An engine that crashed, did not answer in time, answered nonsense, or refused."""


class _RefusalError(EngineError):
    """The engine said ``error``; it is still there."""


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """What an engine says about one action.

    Attributes:
        values: The expected result for each player.
        pv: The best line, in the notation of the game.
        depth: How deep the engine has looked.
        nodes: How many nodes it has visited.
        exact: Whether it has proved the values.
    """

    values: tuple[float, ...]
    pv: tuple[str, ...]
    depth: int = 0
    nodes: int = 0
    exact: bool = False


@dataclass(frozen=True, slots=True)
class EngineResult:
    """An engine's answer.

    Attributes:
        action: A legal action; None where chance acts.
        choices: The last report on each of the best actions, the best first.
    """

    action: Action | None
    choices: tuple[EngineChoice, ...] = ()


@dataclass(slots=True)
class _Reports:
    choices: dict[int, EngineChoice] = field(default_factory=dict)

    def read(self, words: list[str]) -> None:
        """Takes in an ``info`` line; what is not understood is ignored."""
        known: dict[str, str] = {}
        at = 0
        while at < len(words) and words[at] != "pv":
            if at + 1 < len(words):
                known[words[at]] = words[at + 1]
            at += 2
        with contextlib.suppress(ValueError):
            values = tuple(float(value) for value in known.get("values", "").split(","))
            line, depth, nodes = (
                int(known.get(name, usual))
                for name, usual in (("line", "1"), ("depth", "0"), ("nodes", "0"))
            )
            if all(map(math.isfinite, values)) and min(line, depth, nodes) >= 0:
                exact = known.get("exact") == "1"
                self.choices[line] = EngineChoice(
                    values, tuple(words[at + 1 :]), depth, nodes, exact
                )


class Engine:
    """Another program that searches: starts it and talks to it.

    Args:
        command: The program and its arguments, as a list or as one text.
        options: Options to set, such as ``threads``.
        patience: How long it may take to start and to get ready, in seconds.

    Raises:
        EngineError: It cannot be started, or does not answer as it should.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: dict[str, str | int] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = self.command[0] if self.command else ""
        self.games: list[str] = []
        self.options: list[str] = []
        self.features: list[str] = []
        self._patience = patience
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            raise self._error(f"cannot be started: {error}") from error
        threading.Thread(target=self._listen, name="engine", daemon=True).start()
        try:
            self._introduce()
            for name, value in (options or {}).items():
                self._tell(f"setoption name {name} value {value}")
            self.ready()
        except BaseException:
            self.kill()
            raise

    def _introduce(self) -> None:
        self._tell("uai")
        for words in self._until("uaiok", time.monotonic() + self._patience):
            match words:
                case ["id", "name", *name]:
                    self.name = " ".join(name)
                case ["game", game]:
                    self.games.append(game)
                case ["option", "name", name, *_]:
                    self.options.append(name)
                case ["feature", feature]:
                    self.features.append(feature)

    def ready(self) -> None:
        """Waits until the engine has carried out everything it was told.

        Raises:
            EngineError: It refused something, or did not answer.
        """
        self._tell("isready")
        deadline = time.monotonic() + self._patience
        refusal: _RefusalError | None = None
        while True:
            try:
                self._until("readyok", deadline)
            except _RefusalError as error:
                refusal = refusal or error  # what comes before readyok belongs to it
                continue
            if refusal is not None:
                raise refusal
            return

    def new_game(self) -> None:
        """Makes the engine forget the game so far."""
        self._tell("newgame")

    def search(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        played: Sequence[Position] = (),
        grace: float = GRACE,
    ) -> EngineResult:
        """The engine's answer in a position; with a time, at most ``grace`` seconds later.

        Without any limit it thinks for a second.

        Args:
            position: Where to search; the game must not be over.
            seconds: How long the engine may think.
            nodes: How many nodes it may visit.
            depth: How deep it may look.
            played: The positions of the game so far, which it should avoid repeating. They are not
                sent to engines that do not announce the feature ``played``.
            grace: How late the answer may be.

        Raises:
            EngineError: It crashed, was too late, or gave no legal action, and is then ended; or it
                refused the position or the limits, and can be asked again.
            AmduatError: A limit that is out of range; nothing has been sent.
        """
        _check("seconds", seconds, (int, float), 0, 1e9)
        _check("nodes", nodes, (int,), 1, 10**15 - 1)
        _check("depth", depth, (int,), 1, 10**15 - 1)
        if seconds is None and nodes is None and depth is None:
            seconds = 1.0
        limits = "" if seconds is None else f" movetime {max(1, round(1000 * seconds))}"
        limits += "" if nodes is None else f" nodes {nodes}"
        limits += "" if depth is None else f" depth {depth}"
        reports = _Reports()
        try:
            self._tell(f"position {position.game} at {position}")
            if "played" in self.features:
                for before in played:
                    self._tell(f"played {before}")
            self.ready()
            self._tell(f"go{limits}")
            deadline = None if seconds is None else time.monotonic() + seconds + grace
            try:
                said = self._until("bestmove", deadline)
            except _RefusalError:
                self.ready()
                raise
            for words in said:
                if words[0] == "info":
                    reports.read(words[1:])
            action = self._checked(position, self._last)
        except _RefusalError:
            raise
        except BaseException:
            self.kill()
            raise
        return EngineResult(action, tuple(choice for _, choice in sorted(reports.choices.items())))

    def _checked(self, position: Position, words: list[str]) -> Action | None:
        text = words[1] if len(words) > 1 else ""
        if position.is_chance and text == "-":
            return None
        try:
            action = Action(position.game, text)
            legal = position.is_legal(action)
        except AmduatError:
            legal = False
        if not legal:
            raise self._error(f'answered "{text[:40]}", which is not legal in {position}')
        return action

    def close(self) -> None:
        """Ends the engine; kills it if it does not end by itself."""
        if self._process.poll() is None:
            with contextlib.suppress(EngineError):
                self._tell("quit")
            with contextlib.suppress(OSError):
                if self._process.stdin is not None:
                    self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2.0)
        self.kill()

    def kill(self) -> None:
        """Ends the engine at once."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _listen(self) -> None:
        """Passes on what the engine says as it comes, and None at the end."""
        out = self._process.stdout
        with contextlib.suppress(OSError, ValueError):
            while out is not None and (line := out.readline(LONGEST_LINE)):
                self._said.put(line)
        self._said.put(None)

    def _tell(self, line: str) -> None:
        try:
            if self._process.stdin is None:
                raise OSError("no pipe")
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._crashed() from error

    def _until(self, word: str, deadline: float | None) -> list[list[str]]:
        """The lines up to the one that begins with a word, which is kept as ``_last``.

        Raises:
            EngineError: The engine refused something, ended, or was too late.
        """
        lines: list[list[str]] = []
        while True:
            rest = 0.2 if deadline is None else min(0.2, deadline - time.monotonic())
            if rest <= 0:
                raise self._error(f"did not say {word} in time")
            try:
                line = self._said.get(timeout=rest)
            except queue.Empty:
                continue
            if line is None:
                raise self._crashed()
            words = line.split()
            if not words:
                continue
            if words[0] == word:
                self._last = words
                return lines
            if words[0] == "error":
                reason = " ".join(words[1:]) or "refuses, and does not say why"
                message = f'engine "{self.name}": {reason}'
                raise _RefusalError(message, "engine", self.name, reason)
            lines.append(words)
            if len(lines) > 100_000:
                raise self._error(f"says too much without {word}")

    def _crashed(self) -> EngineError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        return self._error(f"has ended, with exit code {self._process.returncode}")

    def _error(self, reason: str) -> EngineError:
        return EngineError(f'engine "{self.name}": {reason}', "engine", self.name, reason)


def _check(
    name: str, value: object, kinds: tuple[type, ...], lowest: float, highest: float
) -> None:
    """Refuses a limit that is no number or out of range; None is none."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, kinds):
        wanted = "a number" if float in kinds else "an integer"
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}")
    if not lowest <= value <= highest:  # type: ignore[operator]  # a number, as just checked
        reason = f"must be from {lowest:g} to {highest:g}"
        raise AmduatError(f'{name} "{value}": {reason}', name, str(value), reason)


class EngineBot:
    """An engine as a player.

    Args:
        command: The program and its arguments.
        seconds: How long it thinks for each action.
        seed: Set as an option, if the engine has it.
    """

    def __init__(
        self, command: str | Sequence[str], *, seconds: float = 0.5, seed: int | None = None
    ) -> None:
        self._engine = Engine(command)
        if seed is not None and "seed" in self._engine.options:
            self._engine._tell(f"setoption name seed value {seed}")
            self._engine.ready()
        self.name = f"engine:{self._engine.name}"
        self._seconds = seconds
        self._seen = Seen()

    def choose(self, position: Position) -> Action:
        """The engine's action."""
        self._seen.meet(position)
        legal = position.legal_actions()
        action: Action | None = legal[0]
        if len(legal) > 1:
            action = self._engine.search(
                position, seconds=self._seconds, played=self._seen.positions
            ).action
        assert action is not None
        self._seen.meet(position.apply(action))
        return action

    def close(self) -> None:
        """Ends the engine."""
        self._engine.close()
