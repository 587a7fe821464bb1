"""A real cluster for tests: a scheduler and workers of Dask, each a process, on loopback only."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

#: How long the processes may take for anything, in seconds: far more than they need.
PATIENCE = 60

#: No address but this one is listened at.
LOOPBACK = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]

#: A task whose worker dies is lost at once, so that it is up to us to try it again.
SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    "DASK_DISTRIBUTED__WORKER__DAEMON": "False",
}


#: Dask's command line, in a process that does not outlive the one that started it.
SCRIPT = """
import os, sys, threading, time
from dask.__main__ import main

def watch(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)

threading.Thread(target=watch, args=(int(sys.argv.pop(1)),), daemon=True).start()
main()
"""


def wait_for(what: Callable[[], Any]) -> Any:
    """Waits until something is true, and gives it."""
    until = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < until, "it takes too long"
        time.sleep(0.02)
    return found


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(self.file))

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-c", SCRIPT, str(os.getpid()), kind, *LOOPBACK, *options],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                env={**os.environ, **SETTINGS},
            )

    @property
    def address(self) -> str:
        """Where the scheduler is."""

        def read() -> Any:
            with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
                return json.loads(self.file.read_text(encoding="utf-8"))["address"]

        address = wait_for(read)
        assert isinstance(address, str)
        return address

    def fill(self, count: int = 2) -> None:
        """Sees to it that there are so many workers."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < count:
            options = ["--scheduler-file", str(self.file), "--nthreads", "1", "--no-nanny"]
            options += ["--memory-limit", "0", "--death-timeout", str(PATIENCE)]
            options += ["--local-directory", str(self.folder)]
            self.workers.append(self._start("worker", *options))

    def stop(self) -> None:
        """Ends all processes."""
        for process in (*self.workers, self.scheduler):
            process.send_signal(signal.SIGKILL)
        for process in (*self.workers, self.scheduler):
            process.wait()


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    """A cluster with two workers, which may still be on their way."""
    cluster = Cluster(folder)
    try:
        cluster.fill()
        yield cluster
    finally:
        cluster.stop()
