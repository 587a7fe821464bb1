"""Any bytes as the body of a call of the page.

The call is answered with JSON, or refused: with a sentence for people where a person may have meant
it, else with an error for programs. The first byte chooses the call.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

import amduat
from amduat.web import api, sockets
from amduat.web.bodies import Body, parsed
from amduat.web.refusals import MisuseError, refusal
from amduat.web.seating import seated

#: The longest answer to the shortest question, in characters.
LONGEST = 400_000
#: How many more an answer may have for each byte of the question.
MORE = 50

API: Any = api.Api(None, None)  # type: ignore[arg-type]  # no call here needs tables or pools


def _done(call: Coroutine[Any, Any, Any]) -> Any:
    """What a call gives that waits for nothing."""
    try:
        call.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("waits")


def _settings(body: Body) -> object:
    """What a new table is told besides its game."""
    game = amduat.info(body.text("game")).name
    players = body.whole("version", 2, 4, 2)
    return {
        "seats": seated(body.texts("seats"), players, game),
        "dice": api._dice(body),
        "seed": body.whole("seed", 0, 2**53, 1),
        "turns": body.whole("max_turns", 1, 10**6, 1000),
        "pause": body.number("pause", 0, 60, 1),
        "flags": [body.flag(name) for name in ("auto_roll", "repetition", "face_down", "swap")],
    }


def _searched(raw: bytes) -> object:
    """What the socket of the engine is asked, as far as the search itself."""
    data = parsed(raw)
    data.pop("type", None)
    thinker = sockets._Thinker(*(None,) * 3)  # type: ignore[arg-type]  # nobody listens
    search = thinker._search(data, print)
    return {"position": str(search.position), "game": search.position.game}


#: All calls that need no table.
CALLS: list[tuple[Callable[[Body], Any], tuple[str, ...]]] = [
    (
        lambda body: _done(API.view(None, body)),
        ("game", "position", "options", "action", "text"),
    ),
    (lambda body: _done(API.position(None, body)), ("game", "position", "pieces", "parts")),
    (api._line, (*api.GAME, "number")),
    (lambda body: _done(API.solved(None, body)), ("game", "position")),
    (lambda body: _done(API.why(None, body)), ("game", "position", "from", "to")),
    (_settings, ("game", "version", "swap", *api.TABLE)),
]


def run(data: bytes) -> None:
    """Makes a call."""
    number = data[0] % (len(CALLS) + 1) if data else 0
    try:
        if number == len(CALLS):
            found = _searched(data[1:])
        else:
            call, names = CALLS[number]
            found = call(Body.read(data[1:], names))
    except MisuseError as error:
        assert len(str(error)) <= 400, str(error)
        found = {"error": str(error)}
    except amduat.AmduatError as error:
        assert str(error), repr(error)
        found = refusal(error)
    text = json.dumps(found, allow_nan=False)
    assert len(text) <= LONGEST + MORE * len(data), len(text)
    text.encode()
