"""Any names and values as options of a start position, and any text as a player.

There is such a start or such a bot, or the error names the part, quotes it and gives a reason. The
first byte chooses the game; options are JSON. Bots that are programs of somebody else are left out.
"""

from __future__ import annotations

import json

import amduat
from amduat.bots import make_bot
from amduat.players import close
from fuzz_promises import explained

#: What would run a program.
PROGRAMS = ("python:", "engine:")


def run(data: bytes) -> None:
    """Begins a game, or makes a bot."""
    game = amduat.GAMES[data[0] % len(amduat.GAMES)] if data else amduat.GAMES[0]
    text = data[1:].decode("utf-8", "replace")
    if text.startswith("{"):
        _start(game, text)
    elif not text.startswith(PROGRAMS):
        try:
            close([make_bot(text, seed=1, game=game)])
        except amduat.AmduatError as error:
            explained(error)


def _start(game: str, text: str) -> None:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        return
    try:
        position = amduat.start(game, **options)
    except amduat.AmduatError as error:
        explained(error)
    except TypeError as error:
        # Nothing, and numbers that are not whole, are of no type that options have.
        assert "option" in str(error), error
    else:
        assert amduat.parse(game, str(position)) == position
        assert not position.is_over
