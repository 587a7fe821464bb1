"""Plays the games of a match in several processes, and gets rid of players that hang.

Each worker plays one game after another and keeps a journal in memory that it shares with the
process that started it. A player may hang, exit or crash in ways that nothing in its own process
can prevent; then the worker is replaced, and the journal shows how far the game had come and whose
fault it was. A worker that was killed from outside is nobody's fault: its game is played again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import Counter
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from amduat._core import Action
from amduat.players import too_late
from amduat.record import dumps, loads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from amduat.game import Game
    from amduat.record import Record
    from amduat.rounds import Rounds

__all__ = ["play_all"]

#: How often the clock is looked at, in seconds.
TICK = 0.1
#: How many actions of the game being played a journal holds; enough for all but endless games.
LENGTH = 1 << 16
#: How often a game is begun whose workers die though no player seems to be the reason.
ATTEMPTS = 5
#: The exit code of a process that was killed, by somebody or for want of memory.
KILLED = -9

_CONTEXT = multiprocessing.get_context("spawn")  # the same everywhere, and safe with threads


class Journal:
    """What a worker is doing, readable from outside at any time."""

    def __init__(self) -> None:
        self.seat = _CONTEXT.RawValue("i", -1)
        self.since = _CONTEXT.RawValue("d", 0.0)
        self.count = _CONTEXT.RawValue("i", 0)
        self.actions = _CONTEXT.RawArray("i", LENGTH)

    def clear(self) -> None:
        """A new game begins."""
        self.seat.value = -1
        self.count.value = 0

    def thinking(self, seat: int) -> None:
        """The player in this seat begins to think."""
        self.since.value = time.monotonic()
        self.seat.value = seat

    def played(self, action: Action) -> None:
        """An action was played; nobody thinks."""
        self.seat.value = -1
        count = self.count.value
        if count < LENGTH:
            self.actions[count] = action.index
            self.count.value = count + 1

    def overdue(self, time_limit: float | None) -> bool:
        """Whether a player has been thinking for too long."""
        if time_limit is None or self.seat.value < 0:
            return False
        # Answers that are only just late are noticed inside; this is for those that never come.
        return bool(time.monotonic() - self.since.value > time_limit + TICK)

    def replay(self, game: Game) -> None:
        """Plays in `game` what has been played here."""
        for index in self.actions[: self.count.value]:
            if not game.is_over:
                game.play(Action.from_index(game.name, index))


class _Worker:
    """A process that plays games on demand."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.journal = Journal()
        self.number = -1  # of the game that is being played
        self.connection, theirs = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(
            target=_work, args=(theirs, rounds, self.journal), name="amduat-worker", daemon=True
        )
        self.process.start()
        theirs.close()

    def begin(self, number: int) -> None:
        """Sends the number of the game to play."""
        self.number = number
        self.journal.clear()
        with contextlib.suppress(OSError):  # of a process that has just died; it is found dead soon
            self.connection.send_bytes(str(number).encode())

    def receive(self) -> Record | None:
        """The game when it is done; None when the process has ended instead."""
        try:
            return loads(self.connection.recv_bytes().decode())[0]
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        self.connection.close()
        self.process.kill()
        self.process.join()

    def blames_nobody(self, code: int | None) -> bool:
        """Whether the process died in the middle of a game, but not by anything a player did."""
        blameless = code == KILLED or self.journal.seat.value < 0
        return blameless and not self._salvaged().is_over

    def salvage(self, fault: str) -> Record:
        """The game that was being played, ended by the fault of the player who was thinking.

        Raises:
            RuntimeError: No player was thinking, so that the fault is not a player's.
        """
        game = self._salvaged()
        if not game.is_over:
            seat = self.journal.seat.value
            if seat < 0:
                raise RuntimeError(f"a worker failed: {fault}")
            self.rounds.fail(game, self.number, seat, fault)
        return self.rounds.record(self.number, game)

    def _salvaged(self) -> Game:
        """The game that was being played, as far as it had come."""
        game = self.rounds.new_game(self.number)
        self.journal.replay(game)
        return game


def play_all(rounds: Rounds, numbers: list[int], count: int) -> Iterator[Record]:
    """Plays the games with these numbers in `count` processes; gives each as soon as it is done."""
    left = list(reversed(numbers))
    workers: list[_Worker] = []
    deaths: Counter[int] = Counter()
    try:
        while left or workers:
            while left and len(workers) < count:
                workers.append(_Worker(rounds))
                workers[-1].begin(left.pop())
            by_connection: dict[Any, _Worker] = {worker.connection: worker for worker in workers}
            for ready in wait(list(by_connection), timeout=TICK):
                worker = by_connection[ready]
                record = worker.receive()
                if record is None:
                    workers.remove(worker)
                    worker.process.join(1)
                    code = worker.process.exitcode
                    worker.stop()
                    deaths[worker.number] += 1
                    if deaths[worker.number] < ATTEMPTS and worker.blames_nobody(code):
                        left.append(worker.number)
                        continue
                    record = worker.salvage(f"the process ended with code {code}")
                elif left:
                    worker.begin(left.pop())
                else:
                    workers.remove(worker)
                    worker.stop()
                yield record
            for worker in [w for w in workers if w.journal.overdue(rounds.time_limit)]:
                if worker.connection.poll():
                    continue  # the game is done after all
                workers.remove(worker)
                worker.stop()
                yield worker.salvage(too_late(rounds.time_limit or 0))
    finally:
        for worker in workers:
            worker.stop()


def _work(connection: Connection, rounds: Rounds, journal: Journal) -> None:
    """What a worker does until its pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError, ValueError):
        os.dup2(sys.stderr.fileno(), 1)  # what a player prints is not data of the match
    with contextlib.suppress(EOFError, OSError):
        while True:
            number = int(connection.recv_bytes())
            connection.send_bytes(dumps(rounds.play(number, journal), "json").encode())


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
