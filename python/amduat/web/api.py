"""The calls of the page, as docs/web.md describes them."""

from __future__ import annotations

import asyncio
import datetime
import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route

import amduat
from amduat.boards.edit import composed, taken_apart
from amduat.pages import page
from amduat.record import Record, dumps, loads
from amduat.setup import Setup
from amduat.typed import interpret, reason_against
from amduat.web.bodies import Body
from amduat.web.bots import hint_of
from amduat.web.layouts import board_data, games_data
from amduat.web.limits import (
    DEFAULT_TURNS,
    MAX_ACTIONS,
    MAX_BODY,
    MAX_HINTS,
    MAX_PAUSE,
    MAX_TURNS,
    REQUEST_SECONDS,
)
from amduat.web.refusals import MisuseError, RefusedError, refusal
from amduat.web.seating import seated
from amduat.web.store import Store, new_id
from amduat.web.table import DEFAULT_PAUSE, Table
from amduat.web.thinking import solved_data
from amduat.web.views import ply_of, result_data, view_of
from amduat.web.whys import why

if TYPE_CHECKING:
    from starlette.requests import Request

    from amduat.web.thinking import Pools

__all__ = ["Api", "answer", "game_in"]

Result = TypeVar("Result")
Data = dict[str, Any]
Said = Data | Table

#: What is answered before all was heard; nobody waits for the rest.
UNHEARD = (408, 413)

#: What goes with a new table, besides where the game begins.
TABLE = ("seats", "dice", "auto_roll", "pause", "face_down", "seed", "max_turns", "repetition")


def answer(data: Said, status: int = 200) -> Response:
    """An answer as JSON that no browser keeps."""
    text = data.text() if isinstance(data, Table) else json.dumps(data, separators=(",", ":"))
    body = text.encode()
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


async def body_of(request: Request) -> bytes:
    """The body of a request, as far as it is not too long.

    Raises:
        MisuseError: It is longer than allowed, takes too long, or is no JSON by its own account.
    """
    kind = request.headers.get("content-type", "application/json")
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise MisuseError("the body must be application/json", 415)
    found = bytearray()
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            async for chunk in request.stream():
                found += chunk
                if len(found) > MAX_BODY:
                    raise MisuseError(f"more than {MAX_BODY} bytes", 413)
    except TimeoutError:
        raise MisuseError(f"the body took more than {REQUEST_SECONDS:g} s", 408) from None
    except ClientDisconnect:  # nobody hears it, but nothing has failed here
        raise MisuseError("the body ends too early") from None
    return bytes(found)


class Api:
    """All calls, over the tables of a server.

    Args:
        store: The tables.
        pools: Where it is thought.
    """

    def __init__(self, store: Store, pools: Pools) -> None:
        self.store = store
        self.pools = pools
        self._hints = 0

    def routes(self) -> list[Route]:
        """The addresses of the calls."""
        table = "/api/tables/{table}"
        return [
            self._get("/api/games", lambda request: games_data()),
            self._get("/api/boards/{game}", lambda request: board_data(_game(request))),
            self._post("/api/views", self.view, "game", "position", "options", "action", "text"),
            self._post("/api/positions", self.position, "game", "position", "pieces", "parts"),
            self._post("/api/records", self.record, *GAME, "number"),
            self._post("/api/solved", self.solved, "game", "position"),
            self._post("/api/why", self.why, "game", "position", "from", "to"),
            self._get("/api/rules/{game}", lambda request: {"rules": page(_game(request))}),
            Route("/api/tables", _answering(self.tables), methods=["GET"]),
            self._post(
                "/api/tables", self.new_table, "game", "position", "record", "options", *TABLE
            ),
            self._get(table, self.table),
            Route(table, _answering(self.remove), methods=["DELETE"]),
            self._post(f"{table}/act", self.act, "action", "text", "version"),
            self._post(f"{table}/roll", self.roll, "outcome", "version"),
            self._post(f"{table}/undo", self.undo),
            self._post(f"{table}/redo", self.redo),
            self._post(f"{table}/reveal", self.reveal),
            self._post(f"{table}/resign", self.resign, "player"),
            self._post(f"{table}/rematch", self.rematch, "swap"),
            self._post(f"{table}/hint", self.hint),
            self._post(f"{table}/why", self.table_why, "from", "to"),
            self._get(f"{table}/record", self.table_record),
            self._get(f"{table}/views/{{ply:int}}", self.table_view),
            Route("/api/{path:path}", _answering(_nowhere), methods=["GET", "POST", "DELETE"]),
        ]

    def _get(self, path: str, call: Callable[[Request], Said]) -> Route:
        async def asked(request: Request) -> Said:
            return call(request)

        return Route(path, _answering(asked), methods=["GET"])

    def _post(
        self, path: str, call: Callable[[Request, Body], Said | Awaitable[Said]], *names: str
    ) -> Route:
        async def asked(request: Request) -> Said:
            found = call(request, Body.read(await body_of(request), names))
            return found if isinstance(found, dict | Table) else await found

        return Route(path, _answering(asked), methods=["POST"])

    # Positions and records, whoever they belong to.

    async def view(self, request: Request, body: Body) -> Data:
        """A position, or the one after an action."""
        position = _position(body)
        text = body.text("action", None) or body.text("text", None)
        if text is None:
            return {"view": view_of(position), "ply": None}
        action = _meant(position, text, exact="action" in body)
        return {"view": view_of(position.apply(action)), "ply": ply_of(position, action, 1)}

    async def position(self, request: Request, body: Body) -> Data:
        """A position set up by hand, from a text or from its parts."""
        if "pieces" in body:
            position = composed(_known(body), body.pairs("pieces"), body.mapping("parts"))
        else:
            position = _position(body)
        pieces, parts = taken_apart(position)
        return {
            "view": view_of(position),
            "pieces": [list(piece) for piece in pieces],
            "parts": parts,
        }

    async def record(self, request: Request, body: Body) -> Data:
        """A whole game."""
        return await _elsewhere(partial(_line, body))

    async def solved(self, request: Request, body: Body) -> Data:
        """What is known exactly about a position."""
        return solved_data(_position(body))

    async def why(self, request: Request, body: Body) -> Data:
        """Why a stone cannot go somewhere, or at all."""
        return {"reason": why(_position(body), body.text("from", None), body.text("to", None))}

    # Tables.

    async def tables(self, request: Request) -> Data:
        """The games that are kept."""
        return {"tables": [table.summary() for table in await self.store.latest()]}

    async def new_table(self, request: Request, body: Body) -> Table:
        """A new game."""
        most = body.whole("max_turns", 1, MAX_TURNS, DEFAULT_TURNS)
        repetition = body.flag("repetition", True)
        if "record" in body:
            record = (await _elsewhere(partial(game_in, body)))[0]
            game = amduat.Game.from_record(record, max_turns=most, repetition=repetition)
            date, seats = record.date, body.texts("seats")
        else:
            game = _begun(body, "position", max_turns=most, repetition=repetition)
            date, seats = "", body.texts("seats")
        setup = Setup(
            game.name,
            seated(seats, game.start.players, game.name),
            body.whole("seed", 0, 2**53, secrets.randbits(32)),
            own_dice=_dice(body),
            max_turns=most,
            repetition=repetition,
            # Whoever names a position knows what lies in it.
            face_up=not body.flag("face_down", "position" not in body and "record" not in body),
            id=new_id(),
        )
        pause = body.number("pause", 0, MAX_PAUSE, DEFAULT_PAUSE)
        return self.store.open(
            setup, game, auto_roll=body.flag("auto_roll"), pause=pause, date=date
        )

    def table(self, request: Request) -> Table:
        """A game that is being played."""
        return self._table(request)

    async def remove(self, request: Request) -> Data:
        """Removes a game."""
        table = self._table(request)
        await self.store.remove(table.id)
        return {"removed": table.id}

    def act(self, request: Request, body: Body) -> Table:
        """A person's action."""
        table = self._table(request)
        table.check_version(_version(body))
        exact = "action" in body
        table.act(body.text("action" if exact else "text"), exact=exact)
        return table

    def roll(self, request: Request, body: Body) -> Table:
        """A person's roll, or what the dice on the table show."""
        table = self._table(request)
        table.check_version(_version(body))
        table.roll(body.text("outcome", None))
        return table

    def undo(self, request: Request, body: Body) -> Table:
        """Back to a person's last decision."""
        table = self._table(request)
        table.undo()
        return table

    def redo(self, request: Request, body: Body) -> Table:
        """Forward to a person's next decision."""
        table = self._table(request)
        table.redo()
        return table

    def reveal(self, request: Request, body: Body) -> Table:
        """Turns up what lies face down."""
        table = self._table(request)
        table.reveal()
        return table

    def resign(self, request: Request, body: Body) -> Table:
        """A person gives up."""
        table = self._table(request)
        table.resign(body.whole("player", 0, 3) if "player" in body else None)
        return table

    def rematch(self, request: Request, body: Body) -> Table:
        """Another game like this one."""
        table = self._table(request)
        setup = table.setup.again(swapped=body.flag("swap"))
        seed = secrets.randbits(32)  # nobody is to know it from the last game
        return self.store.open(
            replace(setup, id=new_id(), seed=seed),
            table.game.anew(),
            auto_roll=table.auto_roll,
            pause=table.pause,
        )

    async def hint(self, request: Request, body: Body) -> Data:
        """What a strong bot would do."""
        by, position = self._table(request).playing.hinting()
        if self._hints >= MAX_HINTS:
            reason = f"{MAX_HINTS} others wait for one"
            raise RefusedError(f"No hint just now: {reason}.", "hint", None, reason)
        self._hints += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pools.bots, hint_of, by, position)
        finally:
            self._hints -= 1

    def table_why(self, request: Request, body: Body) -> Data:
        """Why a stone cannot go somewhere, or at all."""
        table = self._table(request)
        return {"reason": table.playing.why(body.text("from", None), body.text("to", None))}

    def table_record(self, request: Request) -> Data:
        """The game as a record."""
        table = self._table(request)
        if table.hidden:
            reason = "tiles lie face down"
            raise RefusedError(
                "The record would tell which tiles lie where. Turn them up first.",
                "record",
                None,
                reason,
            )
        record = table.record()
        return {"record": dumps(record), "filename": _filename(record)}

    def table_view(self, request: Request) -> Data:
        """What the board looked like earlier."""
        table, ply = self._table(request), request.path_params["ply"]
        positions = table.game.positions
        if ply >= len(positions):
            reason = f"there are {len(positions) - 1} actions"
            raise RefusedError(
                f"The game is not that long: {reason}.", "ply", str(ply)[:20], reason
            )
        past = ply < len(positions) - 1
        return {"view": view_of(positions[ply], hidden=table.hidden, choosing=False, past=past)}

    def _table(self, request: Request) -> Table:
        return self.store.get(request.path_params["table"])


def _answering(
    call: Callable[[Request], Awaitable[Said]],
) -> Callable[[Request], Awaitable[Response]]:
    """Makes an answer of what a call gives, refuses or raises."""

    async def endpoint(request: Request) -> Response:
        try:
            return answer(await call(request))
        except MisuseError as error:
            found = answer({"error": str(error)}, error.status)
            if error.status in UNHEARD:
                found.headers["connection"] = "close"
            return found
        except amduat.AmduatError as error:
            return answer(refusal(error))

    return endpoint


async def _nowhere(request: Request) -> Data:
    raise MisuseError("there is no such call", 404)


async def _elsewhere(call: Callable[[], Result]) -> Result:
    """What a call gives that may take a while: in another thread."""
    return await asyncio.get_running_loop().run_in_executor(None, call)


def _game(request: Request) -> str:
    return amduat.info(request.path_params["game"]).name


def _known(body: Body) -> str:
    return amduat.info(body.text("game")).name


def _version(body: Body) -> int | None:
    return body.whole("version", 0, 2**53) if "version" in body else None


def _dice(body: Body) -> bool:
    """Whether a person says what the dice show."""
    dice = body.text("dice", None)
    if dice not in (None, "program", "hand"):
        raise MisuseError('"dice": expected "program" or "hand"')
    return dice == "hand"


def _position(body: Body) -> amduat.Position:
    """The position that a request names: by its text, or the start with some options."""
    game, text = _known(body), body.text("position", None)
    if text is None:
        return amduat.start(game, **body.mapping("options"))
    return amduat.parse(game, text)


def _meant(position: amduat.Position, text: str, *, exact: bool) -> amduat.Action:
    """The action that somebody means who analyses."""
    if exact:
        position.apply(text)  # refused with the reason
        return amduat.Action(position.game, text)
    found = interpret(text, position)
    if len(found) == 1:
        return found[0]
    shown = text.strip()[:80]
    reason = reason_against(text, position) or position.describe()
    if found:
        reason = f"It may mean {', '.join(map(str, found[:12]))}."
    raise RefusedError(f"`{shown}` is no move here. {reason}", "text", shown, reason)


def _begun(body: Body, start: str, **flow: Any) -> amduat.Game:
    """The game that begins as a request says: with a position, or with the start and options."""
    name, options, text = _known(body), body.mapping("options"), body.text(start, None)
    if text is not None:
        if options:
            raise MisuseError("options are for the start position")
        return amduat.Game(name, position=text, **flow)
    amduat.start(name, **options)  # refuses options that would mean something else to the flow
    chosen: dict[str, Any] = options
    return amduat.Game(name, **flow, **chosen)


#: The names by which a request gives a whole game.
GAME = ("game", "options", "start", "actions", "record")


def game_in(body: Body) -> tuple[Record, int]:
    """The game that a request gives, and how many there were to choose from.

    Raises:
        AmduatError: It is none.
    """
    if "record" in body:
        text = body.text("record")
        records = loads(text)
        number = body.whole("number", 1, 10**6, 1)
        if number > len(records):
            reason = f"there are {len(records)} games"
            raise RefusedError(f"No game {number}: {reason}.", "number", str(number), reason)
        record, count = records[number - 1], len(records)
    else:
        game = _begun(body, "start")
        for text in body.texts("actions"):
            game.play(text)
        record, count = game.record(), 1
    if len(record.actions) > MAX_ACTIONS:
        reason = f"more than {MAX_ACTIONS} actions"
        raise RefusedError(f"The game is too long for this page: {reason}.", "record", None, reason)
    return record, count


def _line(body: Body) -> Data:
    """A whole game, ply by ply."""
    record, count = game_in(body)
    plies: list[Data] = []
    position = record.start
    for turn in record.turns():
        for action in turn.actions:
            plies.append(ply_of(position, action, turn.number))
            position = position.apply(action)
    return {
        "game": record.game,
        "games": count,
        "start": str(record.start),
        "options": dict(record.options),
        "players": list(record.players),
        "date": record.date,
        "result": result_data(record.result),
        "record": dumps(record),
        "filename": _filename(record),
        "plies": plies,
    }


def _filename(record: Record) -> str:
    """What a file with a game might be called."""
    date = record.date[:10] or datetime.datetime.now(datetime.UTC).date().isoformat()
    return f"{record.game}-{date}.txt"
