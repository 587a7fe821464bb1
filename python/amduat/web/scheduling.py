"""Jobs that take turns on a few threads.

More threads than processors would not think faster, and those that hold the interpreter lock while
they wait for a processor would keep the server waiting. So a job that is alone goes on as long as
it likes, and several go on a little at a time, one after the other.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
import threading
from collections import deque
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Job", "Turns", "step_back"]

#: How long all jobs that wait should take until each has had its turn, and the shortest and the
#: longest turn, in seconds.
ROUND = 2.0
SHORTEST, LONGEST = 0.05, 1.0


def step_back() -> None:
    """Lets other threads go before this one, where threads have priorities of their own."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Job(Protocol):
    """Something that takes time and can be done little by little."""

    def go_on(self, seconds: float) -> bool:
        """Goes on for some time; says whether there is more to do."""

    def pause(self) -> None:
        """Has the present turn end soon."""

    def stop(self) -> None:
        """Has the job end soon."""


class _Entry:
    """A job that was handed in."""

    def __init__(self, job: Job, ended: Callable[[], None]) -> None:
        self.job = job
        self.ended = ended
        self.limited = False


class Turns:
    """A few threads on which jobs take turns.

    Args:
        name: What the threads are called.
        threads: How many there are at most; they begin when they are needed.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._name = name
        self._most = threads
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._waiting: deque[_Entry] = deque()
        self._running: set[_Entry] = set()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        """How many jobs have not ended."""
        with self._changed:
            return len(self._waiting) + len(self._running)

    def submit(self, job: Job, ended: Callable[[], None]) -> None:
        """Hands a job in; `ended` is called when it has ended, in whatever thread."""
        with self._changed:
            if self._closed:
                raise RuntimeError("no more jobs are taken")
            self._waiting.append(_Entry(job, ended))
            if not self._idle and len(self._threads) < self._most:
                thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._threads.append(thread)
                thread.start()
            elif not self._idle:
                for entry in self._running:
                    if not entry.limited:
                        entry.job.pause()
            self._changed.notify()

    def stop(self, job: Job) -> None:
        """Stops a job; one that waits need not wait much longer to end."""
        job.stop()
        with self._changed:
            for entry in self._waiting:
                if entry.job is job:
                    self._waiting.remove(entry)
                    self._waiting.appendleft(entry)
                    return

    def close(self) -> None:
        """Stops all jobs, and waits until they have ended."""
        with self._changed:
            self._closed = True
            for entry in (*self._waiting, *self._running):
                entry.job.stop()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        step_back()
        while (entry := self._next()) is not None:
            waiting = len(self._waiting)
            entry.limited = waiting > 0
            turn = min(LONGEST, max(SHORTEST, ROUND / waiting)) if waiting else math.inf
            more = entry.job.go_on(turn)
            with self._changed:
                self._running.discard(entry)
                if more and not self._closed:
                    self._waiting.append(entry)
                    continue
            entry.ended()

    def _next(self) -> _Entry | None:
        """The job whose turn it is; None when all is over."""
        with self._changed:
            self._idle += 1
            while not self._waiting and not self._closed:
                self._changed.wait()
            self._idle -= 1
            if not self._waiting:
                return None
            entry = self._waiting.popleft()
            self._running.add(entry)
            return entry
