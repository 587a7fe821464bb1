"""Processes as Linux shows them: who lives, who was left behind, who was never buried.

Those that are left behind by a program that was killed become children of this process, which asks
the system for it; so none can get lost.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

__all__ = [
    "PATIENCE",
    "adopt",
    "bury",
    "children",
    "command",
    "end_all",
    "kill",
    "left_behind",
    "listened",
    "own",
    "resident",
    "started",
    "zombies",
]

#: How long a process may live that nobody needs any longer, in seconds.
PATIENCE = 30.0

_PR_SET_CHILD_SUBREAPER = 36
#: Our own processes, with the times at which they began: numbers are given again after a while.
_OWN: set[tuple[int, int]] = set()


def adopt() -> None:
    """Makes this process the parent of all that its descendants leave behind."""
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "cannot adopt orphans")


def started(command: Sequence[str], **options: Any) -> subprocess.Popen[Any]:
    """A process of our own; whatever else becomes our child was left behind."""
    process = subprocess.Popen(command, **options)
    own(process.pid)
    return process


def own(pid: int) -> None:
    """Says that a child was started by us in some other way."""
    if (status := _status(pid)) is not None:
        _OWN.add((pid, status.began))


def _orphans() -> set[int]:
    """The children of this process that it has not started."""
    found = {(pid, status.began) for pid, status in _family(os.getpid()).items()}
    return {pid for pid, _ in found - _OWN}


@contextlib.contextmanager
def listened(
    command: Sequence[str], **options: Any
) -> Iterator[tuple[subprocess.Popen[str], list[str], list[str]]]:
    """A process of our own with the lines of its output and of its errors, all there in the end.

    By then it is dead and buried, whatever happens.
    """
    process = started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    said: list[str] = []
    wrong: list[str] = []
    readers = [
        threading.Thread(target=_hear, args=heard, daemon=True)
        for heard in ((process.stdout, said), (process.stderr, wrong))
    ]
    for reader in readers:
        reader.start()
    try:
        yield process, said, wrong
    finally:
        process.kill()
        process.wait()
        for reader in readers:  # what it has left behind may hold its pipes
            reader.join(PATIENCE)


def _hear(pipe: IO[str], lines: list[str]) -> None:
    with pipe:
        lines.extend(pipe)


def bury(process: subprocess.Popen[Any]) -> bool:
    """Kills a process of our own, buries it and closes its pipes; whether it still lived."""
    lived = process.poll() is None
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
    return lived


def kill(pid: int) -> bool:
    """Kills a process without warning; whether it still lived."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


class _Status(NamedTuple):
    """The state of a process, its parent, and when it began."""

    state: str
    parent: int
    began: int


def _status(pid: int) -> _Status | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    words = text.rpartition(")")[2].split()
    return _Status(words[0], int(words[1]), int(words[19]))


def _family(parent: int) -> dict[int, _Status]:
    """The children of a process."""
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    known = {pid: status for pid in pids if (status := _status(pid)) is not None}
    return {pid: status for pid, status in known.items() if status.parent == parent}


def children(parent: int) -> dict[int, str]:
    """The children of a process, with their states."""
    return {pid: status.state for pid, status in _family(parent).items()}


def command(pid: int) -> str:
    """What a process runs, for people."""
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return " ".join(word.decode(errors="replace") for word in words)[:200].strip()
    return ""


def zombies(parent: int, seconds: float = 3.0) -> list[int]:
    """Dead children that a living process does not bury within a while."""
    end = time.monotonic() + seconds
    while dead := [pid for pid, state in children(parent).items() if state == "Z"]:
        if time.monotonic() > end:
            return dead
        time.sleep(0.05)
    return []


def left_behind(seconds: float = PATIENCE) -> list[str]:
    """What does not end by itself within a while, though whoever started it is dead.

    It is ended then, so that it is told once.
    """
    end = time.monotonic() + seconds
    while orphans := _orphans():
        for pid in orphans:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if time.monotonic() > end:
            alive = _orphans()
            told = [f"process {pid} is left behind: {command(pid)}" for pid in alive]
            for pid in alive:
                kill(pid)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, 0)
            return told
        time.sleep(0.05)
    return []


def end_all() -> None:
    """Kills and buries all children of this process, its own ones and what they leave behind."""
    while alive := children(os.getpid()):
        for pid in alive:
            kill(pid)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
    _OWN.clear()


def resident(pid: int) -> float | None:
    """The memory of a process in MiB; None if it has ended."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    return None
