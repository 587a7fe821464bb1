"""Programs that play, by name.

    >>> import amduat
    >>> from amduat.bots import make_bot
    >>> make_bot("random", seed=1).choose(amduat.start("ramses"))
    amduat.Action('ramses', '2-10')

A bot is described by its name and, after a colon, its argument: ``random``, ``search:7``,
``python:my_module:MyBot``. New kinds are added with ``register``.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amduat import pharao, ramses
from amduat.errors import OptionError
from amduat.plain import visible

if TYPE_CHECKING:
    from amduat.bots.perfect import PerfectBot
    from amduat.bots.search import MctsBot, SearchBot
    from amduat.bots.simple import GreedyBot, RandomBot
    from amduat.players import Player

__all__ = [
    "BotKind",
    "GreedyBot",
    "MctsBot",
    "PerfectBot",
    "RandomBot",
    "SearchBot",
    "build",
    "is_program",
    "kinds",
    "make_bot",
    "register",
]

#: How much of a text that is no bot an error quotes, in characters.
QUOTED = 200

#: The module of each bot; it is imported when it is first needed.
_MODULES = {
    "GreedyBot": "simple",
    "MctsBot": "search",
    "PerfectBot": "perfect",
    "RandomBot": "simple",
    "SearchBot": "search",
}


def __getattr__(name: str) -> object:
    """The class of a bot."""
    if name in _MODULES:
        return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot.

    Attributes:
        name: The word before the colon.
        make: Makes a bot from what stands after the colon (empty if nothing) and a seed.
        help: One line for people.
        argument: What stands after the colon, in capitals, or empty if nothing may.
        games: The games that it can play, or empty for all.
        obstacle: Says why it cannot play one of its games at the moment, or nothing.
        runs_program: Whether it runs whatever program it is told. Only who starts amduat may seat
            such a bot; a file or a page may not.
    """

    name: str
    make: Callable[[str, int], Player]
    help: str
    argument: str = ""
    games: tuple[str, ...] = ()
    obstacle: Callable[[str], str] = lambda game: ""
    runs_program: bool = False

    def plays(self, game: str) -> bool:
        """Whether it can play a game now."""
        return (not self.games or game in self.games) and not self.obstacle(game)


_KINDS: dict[str, BotKind] = {}


def register(kind: BotKind) -> None:
    """Makes a kind of bot known by its name."""
    _KINDS[kind.name] = kind


def kinds() -> list[BotKind]:
    """All kinds of bots, in the order in which they were registered."""
    return list(_KINDS.values())


def is_program(spec: str) -> bool:
    """Whether a text describes a bot that runs whatever program it is told.

    >>> is_program("python:my_bots:Mine"), is_program("engine:1s:other"), is_program("greedy")
    (True, True, False)
    """
    kind = _KINDS.get(spec.partition(":")[0])
    return kind is not None and kind.runs_program


def make_bot(spec: str, seed: int = 0, game: str | None = None) -> Player:
    """The bot that a text describes: ``name`` or ``name:argument``.

    Args:
        spec: The text.
        seed: Makes what the bot decides by chance repeatable.
        game: The game that it is to play, if that is known.

    Raises:
        OptionError: There is no such kind of bot, it cannot be made from the argument, or it does
            not play the game.
    """
    name, colon, argument = spec.partition(":")
    kind = _KINDS.get(name)
    if kind is None:
        known = ", ".join(f"`{known}`" for known in _KINDS)
        raise _error(spec, f"no such bot; there are {known}")
    if colon and not kind.argument:
        raise _error(spec, f"`{name}` takes nothing after a colon")
    if game is not None and kind.games and game not in kind.games:
        raise _error(spec, f"plays {' and '.join(kind.games)} only, not {game}")
    if game is not None and (obstacle := kind.obstacle(game)):
        raise _error(spec, obstacle)
    return kind.make(argument, seed)


def _error(spec: str, reason: str) -> OptionError:
    shown = visible(spec if len(spec) <= QUOTED else f"{spec[:QUOTED]}…")
    return OptionError(f'player "{shown}": {reason}', "player", shown, reason)


def _random(argument: str, seed: int) -> Player:
    from amduat.bots.simple import RandomBot

    return RandomBot(seed)


def _greedy(argument: str, seed: int) -> Player:
    from amduat.bots.simple import GreedyBot

    return GreedyBot(seed)


def _perfect(argument: str, seed: int) -> Player:
    from amduat.bots.perfect import PerfectBot

    return PerfectBot()


def _missing_tables(game: str) -> str:
    """Which tables of PHARAO are missing, if any are."""
    missing = pharao.missing() if game == pharao.GAME else []
    if not missing:
        return ""
    *others, last = missing
    tables = f"{len(missing)} more tables, such as {last}" if others else f"the table {last}"
    return f"needs {tables}: `amduat solve pharao`"


def _python(argument: str, seed: int) -> Player:
    spec = f"python:{argument}"
    module, colon, name = argument.partition(":")
    if not colon:
        raise _error(spec, "expected `python:MODULE:NAME`")
    if (here := os.getcwd()) not in sys.path:  # noqa: PTH109
        sys.path.append(here)  # at the end, so that nothing there can hide anything installed
    try:
        source = getattr(importlib.import_module(module), name)
    except Exception as error:
        raise _error(spec, f"cannot be imported: {error or type(error).__name__}") from error
    return build(source, seed, spec)


def build(source: object, seed: int, name: str = "") -> Player:
    """The player that something is or makes: an instance, a class, or a function.

    A class or a function is given the seed if it takes one: a parameter `seed`, or one that needs
    a value. Otherwise it is called without arguments.

    Args:
        source: What has a method ``choose``, or makes something that has one.
        seed: For what it decides by chance.
        name: What errors call it.

    Raises:
        OptionError: It cannot be made, or has no method ``choose``.
    """
    name = name or getattr(source, "__name__", type(source).__name__)
    made = source
    if isinstance(source, type) or not callable(getattr(source, "choose", None)):
        if not callable(source):
            raise _error(name, "has no method `choose`")
        try:
            made = _call(source, seed)
        except OptionError:
            raise
        except (Exception, SystemExit) as error:
            raise _error(name, f"cannot be made: {type(error).__name__}: {error}") from error
    if isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise _error(name, "made something without a method `choose`")
    return made  # type: ignore[return-value]  # it has the method


def _call(make: Callable[..., object], seed: int) -> object:
    """Calls what makes a player, with the seed if it takes one."""
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):  # built in, and silent about it
        return make(seed)
    if any(part.name == "seed" and part.kind != part.POSITIONAL_ONLY for part in parameters):
        return make(seed=seed)
    needed = [
        part
        for part in parameters
        if part.default is part.empty and part.kind != inspect.Parameter.VAR_KEYWORD
    ]
    return make(seed) if needed else make()


def _search(argument: str, seed: int) -> Player:
    from amduat.bots.search import SearchBot

    if seconds := _seconds(argument):
        return SearchBot(seconds=seconds, seed=seed)
    level = argument or "10"
    if not (level.isascii() and level.isdigit() and len(level) <= 3):
        raise _error(f"search:{argument}", "expected a level or a time, such as `7` or `0.5s`")
    return SearchBot(level=int(level), seed=seed)


def _mcts(argument: str, seed: int) -> Player:
    from amduat.bots.search import MctsBot

    if not argument or (seconds := _seconds(argument)):
        return MctsBot(seconds if argument else None, seed)
    if not (argument.isascii() and argument.isdigit() and len(argument) <= 12 and int(argument)):
        reason = "expected a number of simulations or a time, such as `1000` or `0.5s`"
        raise _error(f"mcts:{argument}", reason)
    return MctsBot(simulations=int(argument), seed=seed)


def _engine(argument: str, seed: int) -> Player:
    from amduat.engine import EngineBot

    seconds, colon, command = argument.partition(":")
    if not colon or not command or not (limit := _seconds(seconds)):
        raise _error(f"engine:{argument}", "expected a time and a command, `0.5s:COMMAND`")
    return EngineBot(command, seconds=limit, seed=seed)


def _seconds(text: str) -> float | None:
    """The number of seconds in a text such as `0.5s`, if it is one."""
    try:
        seconds = float(text.removesuffix("s")) if text.endswith("s") else 0.0
    except ValueError:
        return None
    return seconds if 0 < seconds < 1e9 else None


register(BotKind("random", _random, "any legal action, all equally likely"))
register(BotKind("greedy", _greedy, "wins if it can, avoids a loss it can see, and prefers points"))
register(
    BotKind(
        "perfect",
        _perfect,
        "RAMSES, and PHARAO with all its tables: never gives anything away",
        games=(ramses.GAME, pharao.GAME),
        obstacle=_missing_tables,
    )
)
register(
    BotKind(
        "python",
        _python,
        "your own: anything with choose(position), or what makes it",
        "MODULE:NAME",
        runs_program=True,
    )
)
register(BotKind("search", _search, "looks ahead; level 1 to 10, or a time", "LEVEL|TIMEs"))
register(BotKind("mcts", _mcts, "simulates; a number of simulations, or a time", "NUMBER|TIMEs"))
register(
    BotKind(
        "engine",
        _engine,
        "another program, by the engine protocol",
        "TIMEs:COMMAND",
        runs_program=True,
    )
)
