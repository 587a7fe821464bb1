"""Work for others: calls that an executor carries out, in other processes or on other machines.

An executor is anything with a method ``submit`` that gives futures, as those of
``concurrent.futures`` do: pools of processes or threads, those of MPI, or Dask's
``client.get_executor()``. Nothing else is asked of it, and it is never shut down: it is the
caller's.

Calls fail in two ways. What the call itself raises is told with the name of the task, and ends
everything. What never comes back, because a worker has died or a connection is gone, is tried
again, each attempt under a number of its own: Dask takes two calls with the same arguments for one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import queue
import time
import traceback
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from amduat._core import __version__
from amduat.errors import AmduatError, WorkError, bad_argument
from amduat.plain import counted

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

__all__ = [
    "Clock",
    "Done",
    "Executor",
    "Here",
    "Pace",
    "Progress",
    "Task",
    "check_executor",
    "spread",
]

#: How often a task is tried that does not come back.
ATTEMPTS = 3
#: How many tasks wait or are under way at most, unless the caller says otherwise.
PENDING = 1000
#: How many until the first has come back, and its size is known.
UNMEASURED = 16
#: How long a task should take, in seconds: long beside its way, short beside the whole.
SECONDS = 2.0
#: A worker that is busy for so many times as long as it should be gives back what is left.
PATIENCE = 3
#: How often Ctrl-C is looked for, in seconds, on systems where waiting is not interrupted by it.
TICK = 0.2
#: How long nothing comes back until the executor is asked whether it still takes work, in seconds;
#: then twice as long, and so on.
SILENCE = 10.0


class Executor(Protocol):
    """What carries out calls: all that is asked of it."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """Has a function called with these arguments; gives a future."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long computation is.

    Attributes:
        done: How many pieces of work are done, or games.
        total: How many there are in all.
        remaining: How many seconds the others will probably take; None while nothing is known.
    """

    done: int
    total: int
    remaining: float | None


@dataclass(frozen=True, slots=True)
class Task:
    """A call for others to make.

    Attributes:
        name: What it is called if it fails.
        function: What is called; other processes must be able to import it.
        arguments: What it is called with.
        content: What the caller knows it by.
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    content: Any = None


@dataclass(frozen=True, slots=True)
class Done:
    """What a call gave, and how many seconds it took."""

    result: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class _Failed:
    """What a call raised: told in texts, since not every exception survives a journey."""

    error: str
    place: str
    trace: str


class Here:
    """An executor that makes every call at once, in the thread that asks for it."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Calls the function; what it raises is raised."""
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


class Pace:
    """How many pieces of work make a task of the right length, learnt from those that are done.

    Args:
        seconds: How long a task should take.
        each: How long a piece takes, if that is known.
    """

    def __init__(self, seconds: float = SECONDS, each: float | None = None) -> None:
        self.seconds = seconds
        self.each = each

    @property
    def pieces(self) -> int:
        """How many pieces the next task should have."""
        if self.each is None:
            return 1
        return max(1, int(min(self.seconds / max(self.each, 1e-12), 1e15)))

    def learn(self, pieces: int, seconds: float) -> None:
        """So many pieces have taken so long. The latest count for as much as all before them."""
        if pieces:
            each = seconds / pieces
            self.each = each if self.each is None else (self.each + each) / 2


class Clock:
    """Tells how long the rest of some work will take.

    Args:
        done: How many pieces were done before it began.
        total: How many there are in all.
        tell: Who wants to know, if anybody.
    """

    def __init__(
        self, done: int, total: int, tell: Callable[[Progress], object] | None = None
    ) -> None:
        self.before = self.done = done
        self.total = total
        self.began = time.monotonic()
        self.tell = tell
        self.add(0)

    def add(self, pieces: int) -> None:
        """So many more are done."""
        self.done += pieces
        if self.tell is not None:
            fresh = self.done - self.before
            passed = time.monotonic() - self.began
            left = self.total - self.done
            remaining = passed / fresh * left if fresh else None if left else 0.0
            self.tell(Progress(self.done, self.total, remaining))


def check_executor(executor: object, max_pending: object) -> None:
    """Refuses what is no executor.

    Raises:
        AmduatError: It has no method ``submit``, or the number makes no sense.
    """
    if executor is not None and not callable(getattr(executor, "submit", None)):
        kind = type(executor).__name__
        raise bad_argument("executor", kind, "has no method `submit`, as executors have")
    if max_pending is None:
        return
    if executor is None:
        raise bad_argument("max_pending", max_pending, "needs an executor")
    if not isinstance(max_pending, int) or max_pending < 1:
        raise bad_argument("max_pending", max_pending, "must be a whole number, at least 1")


def spread(
    executor: Executor, take: Callable[[], Task | None], max_pending: int | None = None
) -> Generator[tuple[Task, Done], None, None]:
    """Has tasks carried out, and gives each with its result as soon as it is done.

    Close it, as with ``contextlib.closing``, to cancel what has not begun; Ctrl-C in here does so.

    Args:
        executor: Who carries them out. It is not shut down.
        take: Gives the next task, None if there is none at present: after a task is done there may
            be more. Tasks are taken one by one as there is room for them.
        max_pending: How many tasks wait or are under way at most; `PENDING` unless it is given.

    Raises:
        WorkError: A task has failed, was lost again and again, or the executor takes none.
    """
    run = uuid.uuid4().hex
    ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
    pending: dict[Any, tuple[Task, int]] = {}
    most = PENDING if max_pending is None else max_pending
    room = min(most, UNMEASURED)
    number = 0
    asked: list[Any] = []

    def called(task: Task) -> Any:
        nonlocal number
        number += 1
        try:
            return executor.submit(
                carry_out, f"{run}-{number}", __version__, task.function, *task.arguments
            )
        except WorkError:
            raise
        except Exception as error:
            reason = f"the executor takes no work: {_words(error)}"
            raise WorkError(f"{task.name}: {reason}", reason=reason) from error

    def submit(task: Task, attempt: int) -> None:
        future = called(task)
        pending[future] = task, attempt
        future.add_done_callback(ended.put)

    def ask() -> None:
        """Has nothing done: an executor that is gone, as Dask's without a scheduler, says so."""
        task, _ = next(iter(pending.values()))
        asked.append(called(Task(task.name, int, ())))

    try:
        while True:
            while len(pending) < room and (task := take()) is not None:
                submit(task, 1)
            if not pending:
                return
            future = _next(ended, ask)
            task, attempt = pending.pop(future)
            lost = _lost(future)
            if lost is None:
                room = most
                yield task, _checked(task, future.result())
            elif attempt < ATTEMPTS:
                submit(task, attempt + 1)
            else:
                reason = f"lost {counted(ATTEMPTS, 'time')}, the last time by {_words(lost)}"
                raise WorkError(f"{task.name}: {reason}", reason=reason) from lost
    finally:
        _cancel((*pending, *asked))


def _cancel(futures: Iterable[Any]) -> None:
    """Cancels what has not begun; what goes wrong then, where an executor is gone, is no news."""
    log = logging.getLogger("concurrent.futures")
    before, log.disabled = log.disabled, True
    try:
        for future in futures:
            with contextlib.suppress(Exception):  # the others are to be cancelled all the same
                future.cancel()
    finally:
        log.disabled = before


def _next(ended: queue.SimpleQueue[Any], ask: Callable[[], None]) -> Any:
    """The next future that is done. Waits in short stretches, so that Ctrl-C works everywhere."""
    since, silence = time.monotonic(), SILENCE
    while True:
        with contextlib.suppress(queue.Empty):
            return ended.get(timeout=TICK)
        if time.monotonic() - since > silence:
            ask()
            silence *= 2


def _lost(future: Any) -> BaseException | None:
    """Why a call has not come back; None if it has."""
    if future.cancelled():
        return RuntimeError("the executor has cancelled it")
    error: BaseException | None = future.exception()
    return error


def _words(error: object) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _checked(task: Task, answer: Done | _Failed) -> Done:
    """The answer of a call that was carried out."""
    if isinstance(answer, Done):
        return answer
    error = WorkError(f"{task.name}: {answer.error} ({answer.place})", reason=answer.error)
    if answer.trace:
        error.add_note(answer.trace)
    raise error


def carry_out(
    attempt: str, version: str, function: Callable[..., Any], *arguments: Any
) -> Done | _Failed:
    """What a worker does.

    Args:
        attempt: A name for this attempt alone; it makes each call different from all others.
        version: Of the package that sent the call: another one might have other rules.
        function: What to call.
        arguments: What to call it with.
    """
    place = f"process {os.getpid()} on {platform.node() or 'an unnamed machine'}"
    if version != __version__:
        reason = f"the worker has amduat {__version__}, not {version}"
        return _Failed(reason, place, "")
    began = time.perf_counter()
    try:
        result = function(*arguments)
    except Exception as error:
        words = str(error) if isinstance(error, AmduatError) else _words(error)
        return _Failed(words, place, traceback.format_exc())
    return Done(result, time.perf_counter() - began)
