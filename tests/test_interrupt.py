"""Long calls: they let other threads run, and Ctrl-C stops them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import amduat
from support import watchdog

#: Calls none of which would end before next week, each with its number of threads.
SCRIPT = """
import os, signal, sys, threading, time
import amduat
from amduat.walk import Graph

def full(size):
    return Graph(size, [(a, b) for a in range(size) for b in range(size) if a != b])

calls = {
    "perft": lambda: amduat.perft(amduat.start("ramses"), 40),
    "threads": lambda: amduat.perft(amduat.start("ramses"), 40, threads=2),
    "divide": lambda: amduat.divide(amduat.start("ramses"), 40, threads=3),
    "merged": lambda: amduat.perft(amduat.start("uraeus"), 200, threads=2, merge=True, memory=50),
    "distinct": lambda: amduat.distinct(amduat.start("ramses"), 40, threads=2),
    "playouts": lambda: amduat.playouts(amduat.start("isis"), 10**12, 1, threads=2),
    "search": lambda: amduat.search(amduat.start("ramses"), seconds=10**6, threads=2),
    "mcts": lambda: amduat.search(amduat.start("isis"), seconds=10**6, method="mcts"),
    "reach": lambda: full(64).reach(0, 62),
    "count": lambda: full(64).count(0, 30),
}

def press():
    # The threads of the call show that it is under way; where they cannot be counted, or there is
    # only one, some time has to do.
    while os.path.exists("/proc/self/task") and len(os.listdir("/proc/self/task")) < expected:
        time.sleep(0.01)
    time.sleep(0.3)
    sent.append(True)
    os.kill(os.getpid(), signal.SIGINT)

sent = []
expected = 1 + int(sys.argv[2])
threading.Thread(target=press, daemon=True).start()
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print("interrupted" if sent else "too early")
else:
    print("ended by itself")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently there")
@pytest.mark.parametrize(
    ("call", "threads"),
    [
        ("perft", 1),
        ("threads", 2),
        ("divide", 3),
        ("merged", 2),
        ("distinct", 2),
        ("playouts", 2),
        ("search", 2),
        ("mcts", 1),
        ("reach", 1),
        ("count", 1),
    ],
)
def test_interrupt(call, threads):
    # A call that cannot be stopped, or that has fewer threads than it was told, runs into the
    # timeout.
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, call, str(threads)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout == "interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently there")
def test_interrupted_command_line():
    # The number of lines of 40 plies would not be known for ages.
    script = "print('begun', flush=True); from amduat.cli import main; main()"
    program = [sys.executable, "-c", script, "perft", "ramses", "-d", "40"]
    with (
        subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
        watchdog(process.kill),
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def test_other_threads_run_meanwhile():
    """A count lets go of the lock of the interpreter, so another thread ticks while it goes on."""
    ticks: list[None] = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.001):
            ticks.append(None)

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        # The faster the machine, the deeper the count that takes some time. A count that keeps the
        # lock leaves at most a tick before it and one after it.
        for depth in range(7, 11):
            before = len(ticks)
            amduat.perft(amduat.start("ramses"), depth)
            during = len(ticks) - before
            if during >= 20:
                break
    finally:
        done.set()
        ticker.join()
    assert during >= 20
