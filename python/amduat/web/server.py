"""The server: everything put together, and how it is started and ended."""

from __future__ import annotations

import contextlib
import secrets
import socket
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route

import amduat
from amduat.state import directory
from amduat.web.api import Api, answer
from amduat.web.claim import Claim
from amduat.web.guard import Address, Guard, is_loopback
from amduat.web.limits import MAX_BODY, MAX_CONNECTIONS
from amduat.web.pages import INDEX, Files
from amduat.web.sockets import Sockets
from amduat.web.store import Store
from amduat.web.thinking import Pools
from amduat.web.waiting import Waiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["Server", "application", "bound", "kept_in", "own_number"]

#: The pages of a game besides the game itself.
VIEWS = ("analysis", "edit")


def kept_in() -> Path | None:
    """Where games are kept; None if nobody knows where the user's directories are."""
    try:
        return directory() / "web"
    except OSError:
        return None


def application(address: Address, folder: Path | None) -> Starlette:
    """The application.

    Args:
        address: Where it is reached, and with which token.
        folder: Where games are kept; None keeps them in memory alone, and so does a folder that
            cannot be written.

    Raises:
        ClaimedError: Another server keeps its games in the folder.
    """
    claim, trouble = None, None
    if folder is not None:
        try:
            claim = Claim(folder, replace(address, token="").url())
        except OSError as error:
            trouble, folder = error, None
    pools = Pools()
    store = Store(folder, pools.bots)
    files = Files()

    async def page(request: Request) -> Response:
        game = request.path_params.get("game")
        view = request.path_params.get("view")
        known = game in (None, *amduat.GAMES) and view in (None, *VIEWS)
        return files.answer(request, INDEX, 200 if known else 404)

    async def file(request: Request) -> Response:
        return files.answer(request, request.path_params["name"])

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await store.close()
        pools.close()
        if claim is not None:
            claim.close()

    async def failed(request: Request, error: Exception) -> Response:
        return answer({"error": "the server has failed; please report it"}, 500)

    async def missing(request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 404)
        return answer({"error": str(getattr(error, "detail", "not found"))}, status)

    app = Starlette(
        routes=[
            *Api(store, pools).routes(),
            *Sockets(store, pools).routes(),
            Route("/static/{name:path}", file, methods=["GET"]),
            Route("/", page, methods=["GET"]),
            Route("/{game}", page, methods=["GET"]),
            Route("/{game}/{view}", page, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, address)],
        exception_handlers={404: missing, 405: missing, 500: failed},
        lifespan=lifespan,
    )
    app.state.store, app.state.pools, app.state.trouble = store, pools, trouble
    return app


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises:
        OSError: Somebody else does, or it is not an address of this machine.
    """
    family, kind, protocol, _, place = socket.getaddrinfo(
        host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    found = socket.socket(family, kind, protocol)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(place)
        found.listen(256)
    except BaseException:
        found.close()
        raise
    return found


def own_number() -> str:
    """The address of this machine in its network; its name if it has none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # which sends nothing
        return str(probe.getsockname()[0])
    return socket.gethostname()


class Server:
    """A server on a socket.

    Args:
        listening: The socket.
        host: What it is bound to, as the person said it.
        folder: Where games are kept.

    Raises:
        ClaimedError: Another server keeps its games there.
    """

    def __init__(self, listening: socket.socket, host: str, folder: Path | None) -> None:
        self._socket = listening
        port = listening.getsockname()[1]
        token = "" if is_loopback(host) else secrets.token_urlsafe(32)
        self.address = Address(host.strip("[]"), port, token)
        self.app = application(self.address, folder)
        #: Why games are not kept in the folder, if that is so.
        self.trouble: OSError | None = self.app.state.trouble
        settings: dict[str, Any] = {
            "log_level": "error",
            "access_log": False,
            "ws": "websockets-sansio",
            "ws_max_size": MAX_BODY,
            "ws_per_message_deflate": False,  # it would take longer than the way through memory
            "h11_max_incomplete_event_size": 64 * 1024,
            "limit_concurrency": MAX_CONNECTIONS,
            "http": Waiting,
            "timeout_graceful_shutdown": 3,
            "server_header": False,
            "proxy_headers": False,
        }
        self._server = uvicorn.Server(uvicorn.Config(self.app, **settings))

    def url(self, path: str = "/") -> str:
        """The address of a page, for a browser on this machine."""
        return self.address.url(path)

    def run(self) -> None:
        """Serves until it is told to end, by Ctrl-C or `stop`."""
        self._server.run(sockets=[self._socket])

    @property
    def started(self) -> bool:
        """Whether it answers."""
        return self._server.started

    def stop(self) -> None:
        """Has it end soon."""
        self._server.should_exit = True
