"""Programs as people use them: with lines typed to them, or at a pseudo-terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

try:
    import pty
except ImportError:  # Windows has none; the tests that need one are skipped
    pty = None  # type: ignore[assignment]

__all__ = ["HUMANS", "Terminal", "kept", "play", "pty", "typed"]

HUMANS = ("--player", "human:Ada", "--player", "human:Ben")


def typed(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program with lines typed to it through a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "amduat", *arguments],
        input=script,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environment},
        timeout=120,
    )


def kept(state: Path) -> list[Path]:
    """The files of the games that are kept."""
    return sorted(state.glob("*.txt"))


def play(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`amduat play` with lines typed to it."""
    return typed(script, "play", *arguments, **environment)


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
