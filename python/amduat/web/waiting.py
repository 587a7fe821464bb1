"""Nobody is waited for without end: a request has to be there within some seconds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from amduat.web.limits import REQUEST_SECONDS

if TYPE_CHECKING:
    import h11

__all__ = ["Waiting"]


class Waiting(H11Protocol):
    """A connection that is closed if it is open for long without a request that is begun and ended.

    What has been asked is answered, however long that takes; bodies that come slowly end in
    ``body_of``, and sockets end by pings that are not answered.
    """

    _deadline: asyncio.TimerHandle | None = None
    _is_socket = False

    def connection_made(self, transport: Any) -> None:
        """Begins to wait."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Goes on waiting until there is a whole request; a little at a time gains no time."""
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Waits no longer, as the socket takes care of itself."""
        self._is_socket = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no longer."""
        self._is_socket = True
        self._watch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if self._is_socket or answering:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._deadline = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
