"""The two sockets of the page: what happens at a table, and what the engine thinks."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

import amduat
from amduat.web.api import GAME, game_in
from amduat.web.bodies import Body, parsed
from amduat.web.limits import (
    MAX_LINES,
    MAX_LIVE,
    MAX_SEARCHES,
    REVIEW_SECONDS,
    THINK_SECONDS,
)
from amduat.web.listener import Listener
from amduat.web.refusals import MisuseError, RefusedError, refusal
from amduat.web.thinking import Review, Search

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from amduat.web.scheduling import Job, Turns
    from amduat.web.store import Store
    from amduat.web.thinking import Pools, Tell

__all__ = ["Sockets"]

#: The codes with which a socket is closed: the page did something that it should not.
MISUSE = 1008


class Sockets:
    """Both sockets, over the tables of a server."""

    def __init__(self, store: Store, pools: Pools) -> None:
        self.store = store
        self.pools = pools

    def routes(self) -> list[WebSocketRoute]:
        """Their addresses."""
        return [
            WebSocketRoute("/api/tables/{table}/live", self.live),
            WebSocketRoute("/api/think", self.think),
        ]

    async def live(self, socket: WebSocket) -> None:
        """Tells what happens at a table until the page is closed."""
        await socket.accept()
        try:
            table = self.store.get(socket.path_params["table"])
            if len(table.listeners) >= MAX_LIVE:
                reason = f"{MAX_LIVE} pages show it already"
                raise RefusedError(f"This game is full: {reason}.", "table", None, reason)
        except amduat.AmduatError as error:
            await _send(socket, {"type": "refused", **refusal(error)})
            await socket.close()
            return
        listener = Listener()
        table.join(listener)
        teller = asyncio.create_task(_tell(socket, listener))
        try:
            while True:  # nothing is expected; this ends when the page is closed
                await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            table.leave(listener)
            teller.cancel()

    async def think(self, socket: WebSocket) -> None:
        """Thinks for the page, about one thing at a time, until the page is closed."""
        await socket.accept()
        thinker = _Thinker(socket, self.pools, self.store)
        try:
            while True:
                await thinker.hear(await socket.receive_text())
        except MisuseError as error:
            with contextlib.suppress(RuntimeError):
                await socket.close(MISUSE, str(error)[:100])
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            await thinker.stop()


async def _tell(socket: WebSocket, listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await listener.message())


async def _send(socket: WebSocket, data: dict[str, Any]) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(json.dumps(data))


class _Thinker:
    """What is thought for one page."""

    def __init__(self, socket: WebSocket, pools: Pools, store: Store) -> None:
        self._socket = socket
        self._pools = pools
        self._store = store
        self._job: Job | None = None
        self._turns: Turns | None = None
        self._task: asyncio.Task[None] | None = None

    async def hear(self, text: str) -> None:
        """Does what the page asks for.

        Raises:
            MisuseError: It is nothing that a page asks for.
        """
        data = parsed(text)
        kind, number = data.pop("type", None), data.get("id", 0)
        if not isinstance(number, int) or isinstance(number, bool):
            raise MisuseError('"id": expected a whole number')
        await self.stop()
        if kind == "stop":
            return
        told: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(message: dict[str, Any] | None) -> None:  # in another thread
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(told.put_nowait, message)

        try:
            if kind == "search":
                self._job, self._turns = self._search(data, tell), self._pools.searches
            elif kind == "review":
                self._job, self._turns = await self._review(data, tell), self._pools.reviews
            else:
                raise MisuseError('"type": expected "search", "review" or "stop"')
            if self._pools.full:
                reason = f"{MAX_SEARCHES} searches run already"
                raise RefusedError(f"Too much is being thought: {reason}.", None, None, reason)
        except amduat.AmduatError as error:
            await _send(self._socket, {"type": "refused", "id": number, **refusal(error)})
            return
        with contextlib.suppress(RuntimeError):  # the server is ending
            self._turns.submit(self._job, lambda: tell(None))
            self._task = asyncio.create_task(self._pass_on(told))

    def _search(self, data: dict[str, Any], tell: Tell) -> Search:
        body = Body(data, ("id", "game", "position", "lines", "seconds"))
        seconds = body.number("seconds", 0.01, THINK_SECONDS, THINK_SECONDS)
        number, lines = body.whole("id", 0, 2**53, 0), body.whole("lines", 1, MAX_LINES, 3)
        position = amduat.parse(body.text("game"), body.text("position"))
        if position.is_over:
            raise RefusedError("The game is over.", "position", None, "the game is over")
        return Search(number, position, seconds, lines, tell)

    async def _review(self, data: dict[str, Any], tell: Tell) -> Review:
        body = Body(data, ("id", "table", "seconds", "number", *GAME))
        seconds = body.number("seconds", 0.001, REVIEW_SECONDS, 0.1)
        number = body.whole("id", 0, 2**53, 0)
        if "table" in body:
            table = self._store.get(body.text("table"))
            if table.hidden:
                reason = "tiles lie face down"
                raise RefusedError("First turn up the tiles.", "table", None, reason)
            record = table.record()
        else:
            record, _ = await asyncio.get_running_loop().run_in_executor(None, game_in, body)
        return Review(number, record, seconds, tell)

    async def stop(self) -> None:
        """Ends what is being thought, and waits for its end."""
        if self._job is not None and self._turns is not None and self._task is not None:
            self._turns.stop(self._job)
            await asyncio.gather(self._task, return_exceptions=True)
        self._job = self._task = None

    async def _pass_on(self, told: asyncio.Queue[dict[str, Any] | None]) -> None:
        """Sends what is told until its end."""
        while (message := await told.get()) is not None:
            await _send(self._socket, message)
