"""What several commands share: the position they work on, and how they print."""

from __future__ import annotations

import json
import math
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

import amduat

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "SEEDS",
    "GameType",
    "NamedPath",
    "Seconds",
    "Whole",
    "console",
    "counting_options",
    "json_flag",
    "position_arguments",
    "print_json",
    "start_arguments",
    "wants_unicode",
    "with_games_joined",
    "write_picture",
]

Command = TypeVar("Command", bound=Callable[..., Any])


if TYPE_CHECKING:
    GameChoice = click.Choice[str]
else:
    GameChoice = click.Choice  # which older versions of click do not take a type for


class Whole(click.IntRange):
    """A whole number within bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; what is none is named as it was given."""
        try:
            int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        return super().convert(value, param, ctx)


#: Numbers from which dice and bots may follow: as many digits as a record keeps of them.
SEEDS = Whole(-(10**30), 10**30)


class Seconds(click.FloatRange):
    """A time above zero, and not for ever."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The seconds; what is no number of them is named as it was given."""
        try:
            finite = math.isfinite(float(value))
        except ValueError:
            finite = False
        if not finite:
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return super().convert(value, param, ctx)


class NamedPath(click.Path):
    """A path that is not empty: the empty one would be the folder where the program runs."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if not value:
            self.fail("the name is empty.", param, ctx)
        return super().convert(value, param, ctx)


class GameType(GameChoice):
    """A game by its name or title, in capitals or not: `uraeus`, `URÄUS`, `Isis & Osiris`."""

    def __init__(self, games: Sequence[str] = amduat.GAMES) -> None:
        super().__init__(games)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game in the registry."""
        for game in amduat.GAMES:
            if _letters(value) in {_letters(game), _letters(amduat.info(game).title)}:
                value = game
        return super().convert(value, param, ctx)


def with_games_joined(words: list[str]) -> list[str]:
    """The words of a command line, with those that are the name of a game together made one.

    >>> with_games_joined(["--seed", "3", "Isis", "&", "osiris", "--open"])
    ['--seed', '3', 'isis-osiris', '--open']
    """
    for begin in range(len(words)):
        for end in (begin + 3, begin + 2):
            some = words[begin:end]
            if len(some) < 2 or not (_letters(some[0]) and _letters(some[-1])) or some[0][0] == "-":
                continue
            joined = _letters("".join(some))
            for game in amduat.GAMES:
                if joined in {_letters(game), _letters(amduat.info(game).title)}:
                    return [*words[:begin], game, *words[end:]]
    return words


def _letters(text: str) -> str:
    """A name without case, blanks and signs, its umlauts written out."""
    text = unicodedata.normalize("NFC", text).casefold()
    for umlaut, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        text = text.replace(umlaut, letters)
    return "".join(filter(str.isalnum, text))


def position_arguments(command: Command) -> Command:
    """Adds GAME, --position and --option, and passes the position they name as ``position``."""

    def with_position(
        game: str, position: str | None, options: dict[str, Any], **others: Any
    ) -> None:
        start = (
            amduat.parse(game, position) if position is not None else amduat.start(game, **options)
        )
        command(position=start, **others)

    with_position.__name__ = command.__name__
    with_position.__doc__ = command.__doc__
    if hasattr(command, "__click_params__"):
        with_position.__click_params__ = command.__click_params__  # type: ignore[attr-defined]
    return start_arguments()(with_position)  # type: ignore[return-value]


def start_arguments(*, optional: bool = False) -> Callable[[Command], Command]:
    """Adds GAME, --position and --option, and passes them on as they are, the options as a dict.

    Where they are optional, the game may be None.
    """
    return lambda command: _with_start(command, optional)


def _with_start(command: Command, optional: bool) -> Command:
    def with_options(position: str | None, option: tuple[str, ...], **others: Any) -> None:
        if position is not None and option:
            raise click.UsageError("--option is for start positions; it cannot go with --position.")
        command(position=position, options=_options(option), **others)

    with_options.__name__ = command.__name__
    with_options.__doc__ = command.__doc__
    wrapped: Any = with_options
    if hasattr(command, "__click_params__"):
        wrapped.__click_params__ = command.__click_params__
    for decorate in (
        click.option(
            "-o",
            "--option",
            multiple=True,
            metavar="NAME=VALUE",
            help="An option of the start position, such as players=3.",
        ),
        click.option("-p", "--position", metavar="TEXT", help="A position instead of the start."),
        click.argument(
            "game",
            type=GameType(),
            metavar="GAME",
            required=not optional,
        ),
    ):
        wrapped = decorate(wrapped)
    return wrapped  # type: ignore[no-any-return]


def _options(options: tuple[str, ...]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise click.UsageError(f"--option {option!r}: expected NAME=VALUE.")
        if name in given:
            raise click.UsageError(f"--option {option!r}: {name} is given twice.")
        given[name] = value
    return given


def counting_options(command: Command) -> Command:
    """Adds --threads and --memory."""
    for decorate in (
        click.option(
            "--memory",
            type=int,
            default=1000,
            show_default=True,
            metavar="MB",
            help="MiB of memory for merged positions.",
        ),
        click.option(
            "--threads", type=int, default=1, show_default=True, help="Threads to count with."
        ),
    ):
        command = decorate(command)
    return command


def json_flag(command: Command) -> Command:
    """Adds --json, passed as ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def print_json(data: Any) -> None:
    """Writes data as JSON."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def write_picture(path: str, drawn: str) -> None:
    """Writes an SVG picture into a file, or to standard output if it is called ``-``."""
    from amduat.files import replacing

    if path == "-":
        click.echo(drawn, nl=False)
        return
    with replacing(path) as file:
        file.write(drawn)


def console(*, stderr: bool = False) -> Console:
    """A console that honours NO_COLOR and never breaks lines on its own."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Nobody reads any more: the program ends as it does wherever else it writes."""
            raise  # it is called where the error has been caught

    return Piped(stderr=stderr, highlight=False, soft_wrap=True)


def wants_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        "☥│○".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
