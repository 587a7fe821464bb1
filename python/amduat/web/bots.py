"""The bots at a table: each thinks on its own seat, in a thread, and can be stopped."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from amduat.bots import make_bot
from amduat.players import Fault, ask, close, name_of
from amduat.seeds import derive
from amduat.web.refusals import RefusedError
from amduat.web.views import action_data

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from amduat._core import Action, Position
    from amduat.players import Player
    from amduat.setup import Setup

__all__ = ["SeatedBots", "hint_of"]


class SeatedBots:
    """The bots of one table. They are made when their turn comes first.

    Args:
        setup: Who plays.
        executor: Where they think.
    """

    def __init__(self, setup: Setup, executor: Executor) -> None:
        self._seats = setup.seats
        self._game = setup.game
        self._seed = setup.seed
        self._executor = executor
        self._bots: dict[int, Player] = {}
        self._asked: Player | None = None  # the one that is thinking now
        self._attempt = 0  # grows whenever thinking is stopped

    @property
    def thinking(self) -> bool:
        """Whether one of them is thinking now."""
        return self._asked is not None

    async def think(self, seat: int, position: Position) -> Action | Fault | None:
        """Has a bot think: its action, its fault, or nothing if it has been stopped."""
        bot, attempt = self._bot(seat), self._attempt
        self._asked = bot

        def answer() -> Action | None:  # in another thread, perhaps some time after it was asked
            if attempt != self._attempt:
                return None
            _call(bot, "stop", False)  # a request to stop may have come too late
            try:
                return ask(bot, position)
            finally:
                _call(bot, "forget")  # there may be many tables, and little memory

        found: Action | Fault | None
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._executor, answer)
        except Fault as fault:
            found = fault
        self._asked = None
        return found if attempt == self._attempt else None

    def stop(self) -> None:
        """Has the bot that is thinking stop; what it says then is not heard."""
        self._attempt += 1
        if self._asked is not None:
            _call(self._asked, "stop")

    def name(self, seat: int) -> str:
        """What the bot on a seat calls itself."""
        return name_of(self._bot(seat))

    def close(self) -> None:
        """Ends all of them."""
        close(list(self._bots.values()))
        self._bots.clear()

    def _bot(self, seat: int) -> Player:
        if seat not in self._bots:
            seed = derive(self._seed, "player", seat)
            self._bots[seat] = make_bot(self._seats[seat], seed, self._game)
        return self._bots[seat]


def _call(bot: Player, name: str, *arguments: object) -> None:
    """Calls a method that a bot may have."""
    method = getattr(bot, name, None)
    if callable(method):
        method(*arguments)


def hint_of(by: str, position: Position) -> dict[str, Any]:
    """What a strong bot would do."""
    try:
        action = ask(make_bot(by), position)
    except Fault as fault:
        raise RefusedError(f"There is no hint: {fault}.", "hint", None, str(fault)) from None
    return {"hint": action_data(position, action), "by": by}
