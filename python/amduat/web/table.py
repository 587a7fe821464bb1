"""A table: one game that is being played, by people at a page and by bots.

Everything here happens in the thread of the server, but for the thinking of bots. Bots think only
while somebody looks at the table, and each of their actions is shown on its own.
"""

from __future__ import annotations

import asyncio
import datetime
import json
import time
from typing import TYPE_CHECKING, Any

import amduat
from amduat.players import Fault, fault_reason
from amduat.seats import HUMAN, is_human, name_in
from amduat.setup import rolled
from amduat.web.bots import SeatedBots
from amduat.web.playing import Playing
from amduat.web.refusals import RefusedError
from amduat.web.views import result_data, view_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from amduat._core import Position
    from amduat.game import Game
    from amduat.record import Record
    from amduat.setup import Setup
    from amduat.web.listener import Listener

__all__ = ["DEFAULT_PAUSE", "Table"]

#: Seconds between two actions of bots, so that people can follow.
DEFAULT_PAUSE = 0.4


class Table:
    """A game that is being played, with its seats and settings.

    Args:
        setup: Who plays, and how; its id is that of the table.
        game: The game, perhaps with some actions played already.
        bots: Where bots think.
        keep: Called after every change, to keep the game.
        date: When the game began, if that was not today.
        auto_roll: Whether the dice of people are rolled without their asking.
        pause: Seconds between two actions of bots.
    """

    def __init__(
        self,
        setup: Setup,
        game: Game,
        bots: Executor,
        keep: Callable[[Table], None],
        *,
        date: str = "",
        auto_roll: bool = False,
        pause: float = DEFAULT_PAUSE,
    ) -> None:
        self.playing = Playing(setup, game, auto_roll=auto_roll)
        self.date = date or datetime.datetime.now(datetime.UTC).date().isoformat()
        self.pause = pause
        self.version = 0
        self.touched = time.time()
        self.listeners: set[Listener] = set()
        self._keep = keep
        self.bots = SeatedBots(setup, bots)
        self._driver: asyncio.Task[None] | None = None
        self._text = ""

    @property
    def id(self) -> str:
        """What tells the table from all others."""
        return self.setup.id

    @property
    def setup(self) -> Setup:
        """Who plays, and how."""
        return self.playing.setup

    @property
    def game(self) -> Game:
        """The game so far."""
        return self.playing.game

    @property
    def auto_roll(self) -> bool:
        """Whether the dice of people are rolled without their asking."""
        return self.playing.auto_roll

    @property
    def hidden(self) -> bool:
        """Whether something lies face down that nobody may know."""
        return self.playing.hidden

    # What people do.

    def act(self, text: str, *, exact: bool) -> None:
        """Plays an action of a person, and shows those parts that could be played."""
        played = len(self.game.actions)
        try:
            self.playing.act(text, exact=exact)
        finally:
            if len(self.game.actions) > played:
                self._changed()

    def roll(self, outcome: str | None) -> None:
        """Lets chance act for a person: by the program, or as the person says."""
        self.playing.roll(outcome)
        self._changed()

    def undo(self) -> None:
        """Goes back to the last decision of a person; a resignation alone is just taken back."""
        self.playing.undo()
        self._changed()

    def redo(self) -> None:
        """Plays again what was taken back, up to the next decision of a person."""
        self.playing.redo()
        self._changed()

    def resign(self, player: int | None) -> None:
        """Gives the game up for a person: the one named, else the one whose turn it is."""
        self.playing.resign(player)
        self._changed()

    def reveal(self) -> None:
        """Turns up for good what lies face down."""
        self.playing.reveal()
        self._changed()

    def check_version(self, version: int | None) -> None:
        """Refuses what was meant for another state of the game than the present one."""
        if version is not None and version != self.version:
            raise RefusedError(
                "The game has gone on meanwhile.", "version", str(version), "not the present one"
            )

    # What the page shows.

    def data(self) -> dict[str, Any]:
        """Everything that the page shows."""
        playing = self.playing
        game, setup, hidden = playing.game, playing.setup, playing.hidden
        over = game.is_over
        waits = playing.waits()
        chance = game.position.is_chance
        decides = not over and not chance and playing.person_decides()
        return {
            "id": self.id,
            "version": self.version,
            "game": setup.game,
            "title": amduat.info(setup.game).title,
            "view": view_of(
                game.position,
                hidden=hidden,
                choosing=not over and (setup.own_dice if chance else decides),
            ),
            "seats": [
                {"who": seat, "human": is_human(seat), "name": _name(seat)} for seat in setup.seats
            ],
            "options": dict(game.options),
            "dice": "hand" if setup.own_dice else "program",
            "auto_roll": playing.auto_roll,
            "pause": self.pause,
            "face_down": not setup.face_up,
            "seed": None if hidden else setup.seed,  # it tells all tiles
            "max_turns": setup.max_turns,
            "repetition": setup.repetition,
            "thinking": self._thinking(),
            "can": {
                "act": decides,
                "roll": waits and not setup.own_dice,
                "enter": waits and setup.own_dice,
                "undo": playing.can_undo(),
                "redo": bool(game.undone) and not over,
                "resign": not over and any(map(is_human, setup.seats)),
                "hint": decides,
                "reveal": hidden,
                "record": not hidden,
                "rematch": True,
            },
            "last": playing.last_fields(),
            "history": playing.plies(),
            "start": amduat.boards.text_of(game.start, hidden=hidden),
            "turns": len(game),
            "result": result_data(game.result),
        }

    def summary(self) -> dict[str, Any]:
        """The table in a list of tables."""
        result = self.game.result
        return {
            "id": self.id,
            "game": self.setup.game,
            "title": amduat.info(self.setup.game).title,
            "seats": list(self.setup.seats),
            "turns": len(self.game),
            "status": self.game.position.describe() if result is None else result.reason,
            "over": result is not None,
            "seconds": round(max(0.0, time.time() - self.touched), 1),
        }

    def record(self, *, keeping: bool = False) -> Record:
        """The game so far.

        Args:
            keeping: Whether it is for going on with later, and not for people.
        """
        names = [_name(seat) for seat in self.setup.seats]
        headers = self.setup.headers(finished=not keeping and self.game.is_over)
        if keeping:
            headers["Roll"] = "auto" if self.auto_roll else "asked"
            headers["Pause"] = repr(self.pause)
        return self.game.record(names, self.date, headers)

    # Who looks at it.

    def join(self, listener: Listener) -> None:
        """Somebody begins to look; bots go on thinking."""
        self.listeners.add(listener)
        self.touched = time.time()
        self._wake()
        self._text = ""  # somebody may be thinking now
        listener.tell(self.message())

    def leave(self, listener: Listener) -> None:
        """Somebody looks no longer; when it was the last one, bots stop."""
        self.listeners.discard(listener)
        self._text = ""
        if not self.listeners:
            self.bots.stop()

    def message(self) -> str:
        """What is told to those who look."""
        return f'{{"type":"table","table":{self.text()}}}'

    def text(self) -> str:
        """Everything that the page shows as JSON; made once for each change."""
        if not self._text:
            self._text = json.dumps(self.data(), separators=(",", ":"))
        return self._text

    async def close(self) -> None:
        """Ends what goes on at the table."""
        self.listeners.clear()
        self.bots.stop()
        if self._driver is not None:
            await asyncio.gather(self._driver, return_exceptions=True)
        self.bots.close()

    # How the game goes on.

    def _changed(self) -> None:
        """Tells everybody, keeps the game, and lets bots go on."""
        self.version += 1
        self.touched = time.time()
        self._text = ""
        self.bots.stop()
        self._keep(self)
        self._wake()
        for listener in self.listeners:
            listener.tell(self.message())

    def _wake(self) -> None:
        idle = self._driver is None or self._driver.done()
        if self.listeners and idle and self.playing.bot_is_next():
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    async def _drive(self) -> None:
        """Lets bots act, one after the other, until a person has to decide or nobody looks."""
        while self.listeners and self.playing.bot_is_next():
            position = self.game.position
            if position.is_chance:
                self.game.roll(rolled(self.setup.seed, self.game))
            elif not await self._act_for(position.current_player, position):
                continue
            self._changed()
            await asyncio.sleep(self.pause if self.playing.bot_is_next() else 0)

    async def _act_for(self, seat: int, position: Position) -> bool:
        """Has a bot think, and plays what it says unless it has been stopped; says whether."""
        action = await self.bots.think(seat, position)
        if action is None:
            return False
        if isinstance(action, Fault):
            self.game.forfeit(seat, fault_reason(position, seat, self.bots.name(seat), action))
        else:
            self.game.play(action)
        return True

    def _thinking(self) -> int | None:
        if not self.listeners or self.game.position.is_chance or not self.playing.bot_is_next():
            return None
        return self.game.position.current_player


def _name(seat: str) -> str:
    """What somebody on a seat is called."""
    return name_in(seat) or HUMAN if is_human(seat) else seat
