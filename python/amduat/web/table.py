"""A table: one game that is being played, by people at a page and by bots.

Everything here happens in the thread of the server, but for the thinking of bots. Bots think only
while somebody looks at the table, and each of their actions is shown on its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import amduat
from amduat.bots import make_bot
from amduat.errors import HistoryError
from amduat.players import Fault, ask, close, fault_reason, name_of
from amduat.result import RESIGNATION
from amduat.seats import HUMAN, is_human, name_in, strongest
from amduat.seeds import derive
from amduat.setup import rolled
from amduat.typed import interpret, names_field, of_field, reason_against
from amduat.web.refusals import RefusedError
from amduat.web.views import action_data, has_hidden, ply_of, result_data, view_of
from amduat.web.whys import why

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from amduat._core import Action, Position
    from amduat.game import Game
    from amduat.players import Player
    from amduat.record import Record
    from amduat.setup import Setup

__all__ = ["DEFAULT_PAUSE", "Listener", "Table", "hint_of"]

#: Seconds between two actions of bots, so that people can follow.
DEFAULT_PAUSE = 0.4
#: How many moves are listed where a text may mean several.
LISTED = 12


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
        self.setup = setup
        self.game = game
        self.date = date or datetime.datetime.now(datetime.UTC).date().isoformat()
        self.auto_roll = auto_roll
        self.pause = pause
        self.version = 0
        self.touched = time.time()
        self.listeners: set[Listener] = set()
        self._executor = bots
        self._keep = keep
        self._bots: dict[int, Player] = {}
        self._driver: asyncio.Task[None] | None = None
        self._asked: Player | None = None  # the bot that is thinking now
        self._attempt = 0  # grows whenever thinking is stopped
        self._plies: list[dict[str, Any]] = []
        self._plies_hidden = False
        self._text = ""
        self._settle()

    @property
    def id(self) -> str:
        """What tells the table from all others."""
        return self.setup.id

    @property
    def hidden(self) -> bool:
        """Whether something lies face down that nobody may know."""
        return not self.setup.face_up and has_hidden(self.setup.game) and self.game.result is None

    # What people do.

    def act(self, text: str, *, exact: bool) -> None:
        """Plays an action of a person.

        Args:
            text: In the notation; or, unless exact, as it may be typed: several parts of a turn
                have strokes between them.
            exact: Whether it is in the notation.

        Raises:
            RefusedError: It cannot be done; nothing has changed. (Of several parts, those before
                the one that cannot be done have been played.)
        """
        played = len(self.game.actions)
        try:
            for part in [text] if exact else text.split("/"):
                self._check_decision()
                self.game.play(self._exactly(part) if exact else self._read(part))
                self._settle()
        finally:
            if len(self.game.actions) > played:
                self._changed()

    def roll(self, outcome: str | None) -> None:
        """Lets chance act for a person: by the program, or as the person says."""
        position = self.game.position
        if self.game.is_over or not position.is_chance:
            raise RefusedError("There is nothing to roll now.", "roll", None, "nothing to roll")
        if self.setup.own_dice:
            if outcome is None:
                raise RefusedError(
                    "Say what the dice show.", "outcome", None, "the dice are rolled by hand"
                )
            self.game.roll(self._read(outcome))
        elif outcome is not None:
            raise RefusedError(
                "The program rolls the dice.", "outcome", outcome[:80], "the program rolls"
            )
        elif not self._waits():
            raise RefusedError("The dice are rolled for a bot.", "roll", None, "not your turn")
        else:
            self.game.roll(rolled(self.setup.seed, self.game))
        self._settle()
        self._changed()

    def undo(self) -> None:
        """Goes back to the last decision of a person; a resignation alone is just taken back."""
        result = self.game.result
        if result is not None and result.ending == RESIGNATION:
            self.game.reopen()
        else:
            back = self._last_decision()
            if back is None:
                raise RefusedError(
                    "You have no move to take back.", "undo", None, "nothing to take back"
                )
            for _ in range(len(self.game.actions) - back):
                self.game.undo()
            del self._plies[back:]
        self._changed()

    def redo(self) -> None:
        """Plays again what was taken back, up to the next decision of a person."""
        if self.game.is_over or not self.game.undone:
            reason = "nothing to play again"
            raise RefusedError("There is nothing to play again.", "redo", None, reason)
        self.game.redo()
        with contextlib.suppress(HistoryError):
            while not self.game.is_over and not self._person_decides():
                self.game.redo()
        self._settle()
        self._changed()

    def resign(self, player: int | None) -> None:
        """Gives the game up for a person: the one named, else the one whose turn it is."""
        seats = [seat for seat in range(len(self.setup.seats)) if self._is_human(seat)]
        seat = self.game.turn_owner if player is None else player
        if player is None and seat not in seats and len(seats) == 1:
            seat = seats[0]
        if self.game.is_over:
            raise RefusedError("The game is over.", "resign", None, "the game is over")
        if seat is None or seat not in seats:
            raise RefusedError("Only people resign.", "player", None, "no person sits there")
        self.game.resign(seat, name_in(self.setup.seats[seat]))
        self._changed()

    def reveal(self) -> None:
        """Turns up for good what lies face down."""
        if not has_hidden(self.setup.game):
            raise RefusedError(
                "Nothing lies face down in this game.", "reveal", None, "nothing is hidden"
            )
        self.setup = replace(self.setup, face_up=True)
        self._changed()

    def check_version(self, version: int | None) -> None:
        """Refuses what was meant for another state of the game than the present one."""
        if version is not None and version != self.version:
            raise RefusedError(
                "The game has gone on meanwhile.", "version", str(version), "not the present one"
            )

    def why(self, start: str | None, end: str | None) -> str:
        """Why a stone cannot go somewhere, or at all, in one sentence."""
        try:
            self._check_decision()
        except RefusedError as error:
            return str(error)
        return why(self.game.position, start, end)

    def hinting(self) -> tuple[str, Position]:
        """The bot to ask for a hint, and the position to ask about."""
        self._check_decision()
        return self.setup.hint or strongest(self.setup.game), self.game.position

    # What the page shows.

    def data(self) -> dict[str, Any]:
        """Everything that the page shows."""
        game, setup, hidden = self.game, self.setup, self.hidden
        over = game.is_over
        waits = self._waits()
        chance = game.position.is_chance
        decides = not over and not chance and self._person_decides()
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
            "auto_roll": self.auto_roll,
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
                "undo": self._can_undo(),
                "redo": bool(game.undone) and not over,
                "resign": not over and any(map(is_human, setup.seats)),
                "hint": decides,
                "reveal": hidden,
                "record": not hidden,
                "rematch": True,
            },
            "last": self._last_fields(),
            "history": self.plies(),
            "start": amduat.boards.text_of(game.start, hidden=hidden),
            "turns": len(game),
            "result": result_data(game.result),
        }

    def plies(self) -> list[dict[str, Any]]:
        """All actions so far as data; what was made once is kept."""
        hidden = self.hidden
        if hidden != self._plies_hidden:
            self._plies, self._plies_hidden = [], hidden
        known, positions = self._plies, self.game.positions
        if len(known) + 1 < len(positions):
            played = ((turn.number, action) for turn in self.game for action in turn.actions)
            for at, (turn, action) in enumerate(played):
                if at >= len(known):
                    known.append(ply_of(positions[at], action, turn, hidden=hidden))
        return known

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
            self._stop_thinking()

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
        self._stop_thinking()
        if self._driver is not None:
            await asyncio.gather(self._driver, return_exceptions=True)
        close(list(self._bots.values()))
        self._bots.clear()

    # How the game goes on.

    def _changed(self) -> None:
        """Tells everybody, keeps the game, and lets bots go on."""
        self.version += 1
        self.touched = time.time()
        self._text = ""
        self._stop_thinking()
        self._keep(self)
        self._wake()
        for listener in self.listeners:
            listener.tell(self.message())

    def _settle(self) -> None:
        """Lets chance act where a person has already said so: tiles that are drawn are shown."""
        while (
            not self.game.is_over
            and self.game.position.is_chance
            and not self._waits()
            and self._is_human(self.game.turn_owner)
        ):
            self.game.roll(rolled(self.setup.seed, self.game))

    def _waits(self) -> bool:
        """Whether chance waits for a person."""
        position = self.game.position
        if not position.is_chance or self.game.is_over:
            return False
        if self.setup.own_dice:
            return True
        # What is not a die, such as a tile, needs no roll.
        return bool(position.faces) and not self.auto_roll and self._is_human(position.turn_owner)

    def _wake(self) -> None:
        if self.listeners and (self._driver is None or self._driver.done()) and self._bot_is_next():
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    def _bot_is_next(self) -> bool:
        """Whether the game goes on without any person."""
        return not self.game.is_over and not self._waits() and not self._person_decides()

    async def _drive(self) -> None:
        """Lets bots act, one after the other, until a person has to decide or nobody looks."""
        while self.listeners and self._bot_is_next():
            position = self.game.position
            if position.is_chance:
                self.game.roll(rolled(self.setup.seed, self.game))
            elif not await self._act_for(position.current_player, position):
                continue
            self._changed()
            await asyncio.sleep(self.pause if self._bot_is_next() else 0)

    async def _act_for(self, seat: int, position: Position) -> bool:
        """Has a bot think, and plays what it says unless it has been stopped; says whether."""
        self._asked, attempt = self._bot(seat), self._attempt

        def think() -> Action | None:  # in another thread, perhaps some time after it was asked
            if attempt != self._attempt:
                return None
            _call(bot, "stop", False)  # a request to stop may have come too late
            try:
                return ask(bot, position)
            finally:
                _call(bot, "forget")  # there may be many tables, and little memory

        bot = self._asked
        action: Action | Fault | None
        try:
            action = await asyncio.get_running_loop().run_in_executor(self._executor, think)
        except Fault as fault:
            action = fault
        self._asked = None
        if action is None or attempt != self._attempt:
            return False
        if isinstance(action, Fault):
            self.game.forfeit(seat, fault_reason(position, seat, name_of(bot), action))
        else:
            self.game.play(action)
        return True

    def _stop_thinking(self) -> None:
        """Has a bot that is thinking stop; what it says then is not heard."""
        self._attempt += 1
        if self._asked is not None:
            _call(self._asked, "stop")

    def _thinking(self) -> int | None:
        if not self.listeners or self.game.position.is_chance or not self._bot_is_next():
            return None
        return self.game.position.current_player

    def _bot(self, seat: int) -> Player:
        if seat not in self._bots:
            seed = derive(self.setup.seed, "player", seat)
            self._bots[seat] = make_bot(self.setup.seats[seat], seed, self.setup.game)
        return self._bots[seat]

    # Who decides, and what.

    def _is_human(self, seat: int | None) -> bool:
        return seat is not None and is_human(self.setup.seats[seat])

    def _person_decides(self) -> bool:
        mover = self.game.position.current_player
        return self.setup.own_dice if mover < 0 else self._is_human(mover)

    def _check_decision(self) -> None:
        """Refuses what a person wants to do while it is for nobody, or somebody else, to decide."""
        result = self.game.result
        if result is not None:
            raise RefusedError(f"The game is over. {result.reason}", "action", None, "it is over")
        if self.game.position.is_chance:
            raise RefusedError("First the dice are rolled.", "action", None, "chance comes first")
        if not self._person_decides():
            raise RefusedError("It is not your turn.", "action", None, "a bot is thinking")

    def _exactly(self, text: str) -> Action:
        try:
            action = amduat.Action(self.setup.game, text)
        except amduat.ActionError as error:
            raise RefusedError(str(error), error.field, error.input, error.reason) from None
        if not self.game.position.is_legal(action):
            raise self._illegal(text)
        return action

    def _read(self, text: str) -> Action:
        """What a person means."""
        position, shown = self.game.position, text.strip()[:80]
        if not shown:
            raise RefusedError("Type a move.", "text", "", "nothing is typed")
        if not position.is_chance and names_field(text, position):
            found = of_field(text, position)
            reason = _listed(found) if found else f"Nothing on {shown} can move."
            raise RefusedError(f"`{shown}` is a field. {reason}", "text", shown, reason)
        found = interpret(text, position)
        if len(found) == 1:
            return found[0]
        if found:
            reason = _listed(found)
            raise RefusedError(f"`{shown}` may mean several moves. {reason}", "text", shown, reason)
        raise self._illegal(text)

    def _illegal(self, text: str) -> RefusedError:
        position, shown = self.game.position, text.strip()[:80]
        reason = reason_against(text, position)
        if reason is None and len(fields := text.replace("-", " ").split()) == 2:
            reason = why(position, *fields)
        reason = reason or position.describe()
        return RefusedError(f"`{shown}` is not legal here. {reason}", "action", shown, reason)

    # What has been done.

    def _can_undo(self) -> bool:
        result = self.game.result
        resigned = result is not None and result.ending == RESIGNATION
        return resigned or self._last_decision() is not None

    def _last_decision(self) -> int | None:
        """Where a person decided last, if anywhere."""
        plies = self.plies()
        for number in range(len(plies) - 1, -1, -1):
            ply = plies[number]
            if self.setup.own_dice if ply["chance"] else self._is_human(ply["player"]):
                return number
        return None

    def _last_fields(self) -> list[str]:
        """The fields of the last turn in which something was moved."""
        moved = [ply for ply in self.plies() if not ply["chance"]]
        fields = [
            field
            for ply in moved
            if ply["turn"] == moved[-1]["turn"]
            for field in (ply["from"], ply["to"])
        ]
        return list(dict.fromkeys(field for field in fields if field is not None))


def _name(seat: str) -> str:
    """What somebody on a seat is called."""
    return name_in(seat) or HUMAN if is_human(seat) else seat


def _listed(actions: list[Action]) -> str:
    """Some actions in one sentence."""
    texts = [str(action) for action in actions]
    more = " …" if len(texts) > LISTED else ""
    return f"There are {', '.join(texts[:LISTED])}{more}."


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
