"""Long calls: they let other threads run, and Ctrl-C stops them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import amduat

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
    "playouts": lambda: amduat.playouts(amduat.start("isis"), 10**12, 1, threads=2),
    "search": lambda: amduat.search(amduat.start("ramses"), seconds=60, threads=2),
    "mcts": lambda: amduat.search(amduat.start("isis"), seconds=60, method="mcts"),
    "reach": lambda: full(64).reach(0, 62),
    "count": lambda: full(64).count(0, 30),
}

def press():
    time.sleep(0.5)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

# Whoever runs the tests in the background may have had the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
sent = []
threading.Thread(target=press, daemon=True).start()
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently there")
@pytest.mark.parametrize(
    "call", ["perft", "threads", "divide", "playouts", "search", "mcts", "reach", "count"]
)
def test_interrupt(call):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, call], capture_output=True, text=True, timeout=60, check=True
    )
    # 0.2 s is what is promised; a loaded machine gets some slack for starting threads.
    assert float(done.stdout) < 1.0, done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently there")
def test_interrupted_command_line():
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from amduat.cli import main; main()"
    )
    program = [sys.executable, "-c", script, "perft", "ramses", "-d", "40"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    began = time.monotonic()
    amduat.perft(amduat.start("ramses"), 7)
    ended = time.monotonic()
    done.set()
    ticker.join()
    assert len([moment for moment in ticks if began < moment < ended]) >= 3
