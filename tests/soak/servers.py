"""The server of the board in the browser, its clients and itself killed at any moment.

What holds: a finished game is never lost; any other goes on from a state that was acknowledged, and
not from one that was old by then; nothing that a killed server was writing stays behind; and a
server that is never killed needs no more memory after hours, whoever hangs up.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import queue
import re
import select
import socket
import subprocess
import sys
import threading
import time

from amduat.files import UNFINISHED
from soak.ledger import Ledger
from soak.player import HOST
from soak.processes import bury, left_behind, resident, started, zombies
from soak.share import Memory, Share

__all__ = ["run"]

#: How many clients play at once.
CLIENTS = 2

#: What is heard of a client that has ended.
DEAD = "it has ended"

#: How long the server may take to start, in seconds.
PATIENCE = 60.0

#: The server is killed in this part of the time; in the rest its memory is watched.
KILLED = 0.6


def run(share: Share) -> None:
    """Plays on a server that is killed, and then on one that lives."""
    scene = _Scene(share)
    try:
        scene.start()
        while share.goes_on and share.passed < KILLED * share.seconds:
            scene.play(share.moment(3.0, 15.0))
            scene.kill_server()
        memory = Memory()
        while share.goes_on:
            scene.play(min(1.0, share.seconds / 60), memory)
        flat, how = memory.verdict()
        share.tally.check(flat, f"the memory of the server grows: {how}")
        share.tally.notes.append(f"memory of the server: {how}")
        scene.kill_server()
        share.tally.notes.append(
            f"actions acknowledged just before a kill and not yet on the disk: {scene.ledger.late}"
        )
    finally:
        scene.end()
    share.tally.faults += left_behind()


class _Client:
    """A process that plays, and what it says."""

    def __init__(self, port: int, seed: int, games: list[str], ledger: Ledger) -> None:
        self.process = started(
            [sys.executable, "-m", "soak.player", str(port), str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self.games = games
        self.lost: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._ledger = ledger
        self.tell(json.dumps(games))
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if not line.endswith("\n"):
                break  # it was killed in the middle
            said = json.loads(line)
            if "lost" in said:
                self.lost.put(said["lost"])
            else:
                if "table" in said and said["table"] not in self.games:
                    self.games.append(said["table"])
                self._ledger.hear(said)
        self.lost.put(DEAD)

    def tell(self, line: str) -> None:
        """Says something to it."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def kill(self) -> None:
        """Ends it without warning; everything that it has said is heard."""
        self.process.kill()
        self._thread.join()
        bury(self.process)


class _Scene:
    """A server, its clients, and what they have heard."""

    def __init__(self, share: Share) -> None:
        self.share, self.tally = share, share.tally
        self.state = share.new_folder()
        self.folder = self.state / "amduat" / "web"
        self.ledger = Ledger(share.tally)
        with socket.create_server((HOST, 0)) as free:
            self.port = free.getsockname()[1]
        self.server: subprocess.Popen[str] | None = None
        self.clients: list[_Client] = []

    def start(self) -> None:
        """Starts the server, and then clients if there are none."""
        with (self.state / "errors").open("a") as errors:
            self.server = started(
                [
                    sys.executable,
                    "-u",
                    "-m",
                    "amduat",
                    "web",
                    "--no-open",
                    "--port",
                    str(self.port),
                ],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, "XDG_STATE_HOME": str(self.state)},
            )
        assert self.server.stdout is not None
        end = time.monotonic() + PATIENCE
        ready, _, _ = select.select([self.server.stdout], [], [], PATIENCE)
        line = self.server.stdout.readline() if ready else ""
        assert re.search(rf":{self.port}/", line), f"the server does not start: {line}"
        while not self._answers():
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.02)
        left = sorted(path.name for path in self.folder.glob(f"{UNFINISHED}*"))
        self.tally.check(not left, f"a killed server has left {left}")
        while len(self.clients) < CLIENTS:
            self.clients.append(self._client([]))

    def _answers(self) -> bool:
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection(HOST, self.port, timeout=20)
            connection.request("GET", "/api/games")
            found = connection.getresponse().status == 200
            connection.close()
            return found
        return False

    def _client(self, games: list[str]) -> _Client:
        return _Client(self.port, self.share.dice.randrange(10**9), games, self.ledger)

    def play(self, seconds: float, memory: Memory | None = None) -> None:
        """Lets them play for a while, and kills one of the clients now and then."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(max(0.0, min(self.share.moment(1.0), end - time.monotonic())))
            assert self.server is not None
            if memory is not None and (size := resident(self.server.pid)) is not None:
                memory.samples.append(size)
            if self.share.dice.random() < 0.3:
                victim = self.clients.pop(0)
                victim.kill()
                self.tally.kills += 1
                games = [name for name in victim.games if not self._is_removed(name)]
                self.clients.append(self._client(games))
            for client in self.clients:
                while not client.lost.empty():
                    self.tally.fault(f"a client has lost a server that lives: {client.lost.get()}")
                    client.tell("go on")
            gone = self.server.poll()
            if not self.tally.check(gone is None, f"the server ended by itself, with {gone}"):
                return

    def _is_removed(self, name: str) -> bool:
        entry = self.ledger.entries.get(name)
        return entry is None or entry.removed

    def kill_server(self) -> None:
        """Kills the server, compares what it has said with the disk, and starts it again."""
        assert self.server is not None
        dead = zombies(self.server.pid, 0)
        self.tally.check(not dead, f"the server does not bury {dead}")
        if self.share.dice.random() < 0.5:  # as soon as somebody hears that a game is over
            self.ledger.finished.clear()
            self.ledger.finished.wait(3)
        killed_at = time.monotonic()
        self.tally.kills += bury(self.server)
        for client in self.clients:  # what they heard before is in the ledger then
            why = client.lost.get(timeout=300)
            self.tally.check(why != DEAD, "a client has ended by itself")
        self.ledger.compare(self.folder, killed_at)
        wrong = (self.state / "errors").read_text(encoding="utf-8")
        self.tally.check(not wrong, f"the server says {wrong[-800:]}")
        (self.state / "errors").write_text("")
        self.start()
        for client in self.clients:
            client.tell("go on")

    def end(self) -> None:
        """Ends everything."""
        for client in self.clients:
            client.kill()
        if self.server is not None:
            bury(self.server)
