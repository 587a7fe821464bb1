"""The program ``amduat``: its commands, and how it ends.

Exit codes: 0 done, 1 a check failed, 2 bad input (with a message), 130 interrupted, 141 nobody
reads the output any more.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import NoReturn

import click

import amduat
from amduat.plain import visible

__all__ = ["cli", "run"]

#: What a shell reports of a program that the signal SIGPIPE has ended.
BROKEN_PIPE = 128 + 13

#: How many characters of a message are shown.
LONGEST = 2000

COMMANDS = {
    "perft": "Count the lines of play of a given length.",
    "positions": "Count the different positions after each number of plies.",
    "moves": "List the legal actions of a position.",
    "show": "Draw a position.",
    "rules": "Print the rules of a game.",
    "play": "Play a game in the terminal.",
    "resume": "Go on with an unfinished game.",
    "web": "Play and analyse in the browser.",
    "match": "Play several games between bots and print a table.",
    "record": "Check, show, convert and count recorded games.",
    "completion": "Print a script for completion in a shell.",
    "solve": "Compute the value of every position of RAMSES or PHARAO.",
    "best": "Find the best actions.",
    "analyse": "Say what each turn of a recorded game was worth.",
    "engine": "Let other programs use the search.",
}


class _ReaderGoneError(Exception):
    """Nobody reads the output any more."""


class LazyGroup(click.Group):
    """Imports a command's module only when that command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"amduat.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named; a game of two words needs no quotes after it."""
        from amduat.cli.common import GameType, with_games_joined

        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and any(isinstance(p.type, GameType) for p in command.params):
            rest = with_games_joined(rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command; that the reader has gone is said in words of our own.

        The framework would end the program with a code that says nothing.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGoneError from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    help="Board games in the ancient Egyptian style: "
    f"{', '.join(amduat.info(game).title for game in amduat.GAMES)}.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Try: amduat play ramses; amduat show isis; amduat perft isis -d 6 --threads 2",
)
@click.version_option(amduat.__version__, prog_name="amduat")
def cli() -> None:
    """The program without a command prints its help."""


def _open_streams() -> None:
    """Puts something empty in place of streams that are closed, and lets no character be an error.

    Without that the next file to be opened would take the place of a closed stream.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _cut(message: str) -> str:
    """A message that is not much longer than a screen, whatever it quotes."""
    if len(message) <= LONGEST:
        return message
    half = LONGEST // 2
    return f"{message[:half]} … {message[-half:]}"


def run() -> NoReturn:
    """Runs the program; every way it can end leads to its exit code."""
    _open_streams()
    try:
        code = cli.main(prog_name="amduat", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        vars(error)["message"] = _cut(visible(error.message))
        error.show()
        code = error.exit_code
    except amduat.AmduatError as error:
        click.echo(f"Error: {_cut(visible(str(error)))}", err=True)
        code = 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("Interrupted.", err=True)
        code = 130
    except (BrokenPipeError, _ReaderGoneError):
        # The reader has gone, as `head` does. Nothing more may be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = BROKEN_PIPE
    except OSError as error:
        click.echo(f"Error: {_cut(visible(str(error)))}", err=True)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
