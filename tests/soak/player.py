"""Somebody who plays at the board in the browser, many games at once: `python -m soak.player`.

Takes port and seed, and on standard input, as a line of JSON, the games to go on with. Says on
standard output, a line of JSON each, what the server has acknowledged. When the server is gone it
says so and waits for a line before it goes on. It is killed at any moment, and hangs up at random
by itself.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import random
import socket
import struct
import sys
import time
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from support import all_variants

__all__: list[str] = []

HOST = "127.0.0.1"

#: How long it waits for an answer, in seconds.
TIMEOUT = 120.0

#: How many games it plays at once, and how many finished ones it keeps.
GAMES = 6
FINISHED = 4

#: What may go wrong when the server is killed, on either kind of connection.
GONE = (OSError, http.client.HTTPException, WebSocketException, EOFError, ValueError)

# That a connection was torn is what is wanted here, and no news.
logging.getLogger("websockets").setLevel(logging.CRITICAL + 1)

#: What somebody sends who does not get to the end of it.
TORN = (
    "GET /api/ga",
    "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\n{{",
    "GET /api/think HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
)


class Player:
    """All games of one client."""

    def __init__(self, port: int, seed: int, known: list[str]) -> None:
        self.port = port
        self.dice = random.Random(seed)
        self.playing = known
        self.finished: list[str] = []
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        """Plays for ever."""
        while True:
            try:
                self.step()
            except GONE as error:
                self._connection = None
                say(lost=str(error) or type(error).__name__)
                sys.stdin.readline()

    def step(self) -> None:
        """One thing at random."""
        kind = self.dice.random()
        if kind < 0.02:
            self.hang_up()
        elif kind < 0.03:
            self.think()
        elif len(self.playing) < GAMES:
            self.new_game()
        else:
            self.go_on(self.dice.choice(self.playing))

    def call(self, method: str, path: str, **body: object) -> dict[str, Any]:
        """What a call answers."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(HOST, self.port, timeout=TIMEOUT)
        data = json.dumps(body) if method == "POST" else None
        self._connection.request(method, path, data, {"content-type": "application/json"})
        response = self._connection.getresponse()
        answer: dict[str, Any] = json.loads(response.read())
        if response.status != 200:
            say(fault=f"{method} {path}: {response.status} {answer}")
        return answer

    def new_game(self) -> None:
        """Begins one, between people or with a bot."""
        game, options = self.dice.choice(all_variants())
        seats = ["human"] * int(options.get("players", 2))
        if self.dice.random() < 0.3:
            seats[-1] = self.dice.choice(("random", "greedy", "search:1"))
        table = self.call(
            "POST",
            "/api/tables",
            game=game,
            options={name: str(value).lower() for name, value in options.items()},
            seats=seats,
            seed=self.dice.randrange(10**6),
            max_turns=self.dice.randint(3, 60),
            auto_roll=self.dice.random() < 0.5,
            face_down=False,
            pause=0,
        )
        if "refused" in table:
            say(fault=f"a new game is refused: {table}")
            return
        self.playing.append(table["id"])

    def go_on(self, name: str) -> None:
        """Plays in a game, with somebody looking if there are bots."""
        path = f"/api/tables/{name}"
        table = self.call("GET", path)
        if "refused" in table:  # the server was killed before anything was done in it
            say(unknown=name)
            self.playing.remove(name)
            return
        acknowledged(table)
        for _ in range(self.dice.randint(1, 12)):
            if table["result"] is not None:
                break
            can = table["can"]
            if can["roll"]:
                table = self.call("POST", f"{path}/roll")
            elif can["act"]:
                action = self.dice.choice(table["view"]["actions"])["action"]
                table = self.call("POST", f"{path}/act", action=action)
            else:
                table = self.watch(name)
            if "refused" in table:
                say(fault=f"{name}: {table}")
                return
            acknowledged(table)
        if table["result"] is not None:
            self.playing.remove(name)
            self.finished.append(name)
            self.tidy()

    def tidy(self) -> None:
        """Removes the oldest finished games, once the server has given them again."""
        while len(self.finished) > FINISHED:
            name = self.finished.pop(0)
            acknowledged(self.call("GET", f"/api/tables/{name}"))
            say(removing=name)
            self.call("DELETE", f"/api/tables/{name}")

    def watch(self, name: str) -> dict[str, Any]:
        """Looks on until a person is to act, or goes away before."""
        address = f"ws://{HOST}:{self.port}/api/tables/{name}/live"
        with connect(address, proxy=None, max_size=None, close_timeout=1) as live:
            end = time.monotonic() + TIMEOUT
            while True:
                table: dict[str, Any] = json.loads(live.recv(timeout=TIMEOUT))["table"]
                acknowledged(table)
                waits = table["can"]["act"] or table["can"]["roll"] or table["result"] is not None
                if waits or time.monotonic() > end:
                    return table
                if self.dice.random() < 0.1:
                    reset(live.socket)
                    return self.call("GET", f"/api/tables/{name}")

    def think(self) -> None:
        """Has the engine think, and often does not wait for the end."""
        game, options = self.dice.choice(all_variants())
        view = self.call(
            "POST",
            "/api/views",
            game=game,
            options={name: str(value).lower() for name, value in options.items()},
        )
        position = view["view"]["position"]
        with connect(f"ws://{HOST}:{self.port}/api/think", proxy=None, close_timeout=1) as thinking:
            ask = {"type": "search", "id": 1, "game": game, "position": position, "seconds": 0.5}
            thinking.send(json.dumps(ask))
            for _ in range(self.dice.randrange(4)):
                if json.loads(thinking.recv(timeout=TIMEOUT))["type"] != "info":
                    break  # that was all
            if self.dice.random() < 0.5:
                reset(thinking.socket)

    def hang_up(self) -> None:
        """Begins something and goes away."""
        text = self.dice.choice(TORN).format(host=f"{HOST}:{self.port}")
        with socket.create_connection((HOST, self.port), timeout=TIMEOUT) as connection:
            connection.sendall(text.encode()[: self.dice.randint(1, len(text))])
            if self.dice.random() < 0.5:
                reset(connection)


def reset(connection: socket.socket) -> None:
    """Closes a connection as the end of a process does, without a word."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.shutdown(socket.SHUT_RDWR)


def acknowledged(table: dict[str, Any]) -> None:
    """Says what the server has shown of a game."""
    if "refused" in table:
        say(fault=f"a game is gone: {table}")
        return
    say(
        table=table["id"],
        actions=[ply["action"] for ply in table["history"]],
        over=table["result"] is not None,
        bots=not all(seat["human"] for seat in table["seats"]),
        at=time.monotonic(),
    )


def say(**what: object) -> None:
    """One line, at once."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    Player(int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.stdin.readline())).run()
