"""Somebody who looks at a table."""

from __future__ import annotations

import asyncio

__all__ = ["Listener"]


class Listener:
    """Somebody who looks at a table: the messages that are still to be sent."""

    def __init__(self) -> None:
        # The latest message tells all, so those that nobody fetches may be lost.
        self._messages: asyncio.Queue[str] = asyncio.Queue(maxsize=64)

    def tell(self, message: str) -> None:
        """Puts a message into the queue; the oldest one makes room."""
        if self._messages.full():
            self._messages.get_nowait()
        self._messages.put_nowait(message)

    async def message(self) -> str:
        """Waits for the next message."""
        return await self._messages.get()
