"""How fast the server of the board answers: `python benches/load.py`, and a part of `make bench`.

The server runs as a program of its own, as people start it. Fifty games are played at once by as
many people as there are threads, each move as soon as the last one is answered; then one game is
played, move by move, while bots think for seconds in others.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from websockets.sync.client import connect

import amduat

#: How many games are played at once, and for how long, in seconds.
GAMES = 50
SECONDS = 10.0
#: How many people send requests at once.
PEOPLE = 8
#: How many bots think while moves are measured, and how many moves are.
BOTS = 2
MOVES = 200


@dataclass(frozen=True)
class Answers:
    """How long moves took, in seconds, and how long all of them together."""

    times: list[float]
    seconds: float

    @property
    def per_second(self) -> float:
        """How many moves were answered in a second."""
        return len(self.times) / self.seconds

    def percentile(self, part: int) -> float:
        """The time, in milliseconds, within which so many of a hundred were answered."""
        return 1000 * statistics.quantiles(self.times, n=100)[part - 1]


@contextlib.contextmanager
def server() -> Iterator[int]:
    """A server of its own, by its port; what it keeps is gone afterwards."""
    with tempfile.TemporaryDirectory() as state:
        program = subprocess.Popen(
            [sys.executable, "-u", "-m", "amduat", "web", "--no-open", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_STATE_HOME": state},
        )
        try:
            assert program.stdout is not None
            found = re.search(r":(\d+)/", program.stdout.readline())
            assert found, "the server does not start"
            port = int(found[1])
            for _ in range(200):
                with contextlib.suppress(OSError):
                    Person(port).post("/api/views", game=amduat.GAMES[0])
                    break
                time.sleep(0.05)
            yield port
        finally:
            program.terminate()
            program.wait()


class Person:
    """Somebody who plays: one connection, and a way to choose."""

    def __init__(self, port: int, seed: int = 0) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._dice = random.Random(seed)
        self.times: list[float] = []

    def post(self, path: str, **body: object) -> dict[str, Any]:
        """What a call answers."""
        self._connection.request(
            "POST", path, json.dumps(body), {"content-type": "application/json"}
        )
        answer: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return answer

    def table(self, game: str, *seats: str) -> dict[str, Any]:
        """A new game, between two people unless others are named."""
        settings = {"auto_roll": True, "pause": 0}
        return self.post("/api/tables", game=game, seats=seats or ["human", "human"], **settings)

    def move(self, table: dict[str, Any]) -> dict[str, Any]:
        """Plays any move, and notes how long the answer took; a new game after the last."""
        if table["result"] is not None:
            return self.table(table["game"])
        action = self._dice.choice(table["view"]["actions"])["action"]
        began = time.perf_counter()
        after = self.post(f"/api/tables/{table['id']}/act", action=action)
        self.times.append(time.perf_counter() - began)
        assert "refused" not in after, after
        return after


def many_games(port: int, seconds: float = SECONDS) -> Answers:
    """Moves in many games at once."""
    people = [Person(port, seed) for seed in range(PEOPLE)]
    games = [amduat.GAMES[number % len(amduat.GAMES)] for number in range(GAMES)]
    end = time.perf_counter() + seconds

    def play(seed: int, person: Person) -> None:
        tables = [person.table(game) for game in games[seed::PEOPLE]]
        while time.perf_counter() < end:
            tables = [person.move(table) for table in tables]

    threads = [threading.Thread(target=play, args=entry) for entry in enumerate(people)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = [passed for person in people for passed in person.times]
    return Answers(times, time.perf_counter() - began)


def beside_bots(port: int, moves: int = MOVES) -> Answers:
    """Moves in one game while bots think in others."""
    person = Person(port)
    two_to_four = [game for game in amduat.GAMES if not amduat.info(game).has_chance]
    with contextlib.ExitStack() as stack:
        for number in range(BOTS):
            game = two_to_four[number % len(two_to_four)]
            thinking = person.table(game, "search:30s", "search:30s")
            address = f"ws://127.0.0.1:{port}/api/tables/{thinking['id']}/live"
            stack.enter_context(connect(address, proxy=None))
        table = person.table(amduat.GAMES[0])
        began = time.perf_counter()
        while len(person.times) < moves:
            table = person.move(table)
            time.sleep(0.01)
        return Answers(person.times, time.perf_counter() - began)


def section() -> list[str]:
    """The lines for docs/benchmarks.md."""
    with server() as port:
        many, beside = many_games(port), beside_bots(port)
    rates = [f"{many.per_second:,.0f}", f"{many.percentile(50):.1f}", f"{many.percentile(99):.1f}"]
    times = [f"{beside.percentile(50):.1f}", f"{beside.percentile(99):.1f}"]
    return [
        "## The board in the browser",
        "",
        "How long the server takes to answer a move.",
        "",
        "| moves | per second | median, ms | 99th percentile, ms | target |",
        "| --- | --- | --- | --- | --- |",
        f"| in {GAMES} games at once, all five | {' | '.join(rates)} | – |",
        f"| in one game while {BOTS} bots think | – | {' | '.join(times)} | 50 |",
        "",
    ]


if __name__ == "__main__":
    print("\n".join(section()))
