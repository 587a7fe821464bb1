"""``amduat play``."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import amduat
from amduat.bots import is_program
from amduat.cli.common import SEEDS, Whole, start_arguments
from amduat.cli.players import PlayerType, flow_options, players_help
from amduat.plain import visible
from amduat.seats import DEFAULT_LEVEL, LEVELS, filled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from amduat.record import Record
    from amduat.setup import Setup

__all__ = ["command"]


@click.command(
    "play",
    epilog=f"""{players_help(human=True)}

\b
Example: amduat play ramses
         amduat play uraeus -o players=3 --player human --player human --player greedy
         amduat play isis --player greedy --player random --seed 7 --record games.txt
         amduat play pharao --own-dice
         amduat play ramses --resume games.txt --record games.txt
Unfinished games are kept: amduat resume
""",
)
@start_arguments()
@click.option(
    "--player",
    "specs",
    multiple=True,
    type=PlayerType(human=True),
    metavar="WHO",
    help="Who plays, one for each seat in order. By default you, then searching bots of --level.",
)
@click.option("--seed", type=SEEDS, help="Makes rolls and bots repeatable.")
@click.option("--record", "record_file", metavar="FILE", help="Add the game to a record file.")
@click.option("--resume", metavar="FILE", help="Continue the last game of a record file.")
@click.option(
    "--level",
    type=Whole(*LEVELS),
    help=f"How well the computer plays, {LEVELS[0]} to {LEVELS[1]}. Asked for on a terminal, "
    f"else {DEFAULT_LEVEL}.",
)
@click.option("--own-dice", is_flag=True, help="You roll real dice and type what they show.")
@click.option("--hint", metavar="WHO", help="Who gives hints. By default the strongest bot.")
@click.option(
    "--no-autosave", is_flag=True, help="Do not keep the game for `amduat resume` by itself."
)
@click.option("--open", "face_up", is_flag=True, help="Show tiles that lie face down.")
@flow_options(max_turns=None, time_limit=None)
def command(
    game: str,
    position: str | None,
    options: dict[str, Any],
    specs: tuple[str, ...],
    seed: int | None,
    record_file: str | None,
    resume: str | None,
    level: int | None,
    own_dice: bool,
    hint: str | None,
    no_autosave: bool,
    face_up: bool,
    max_turns: int | None,
    repetition: bool,
    time_limit: float | None,
) -> None:
    """Play a game in the terminal.

    Moves are typed in the notation, or nearly so; `help` lists the commands, the tab key completes.
    """
    from amduat.cli import table
    from amduat.players import close
    from amduat.record import Appender
    from amduat.setup import Setup, same_game

    found = None
    if resume is None:
        flow: dict[str, Any] = {"max_turns": max_turns, "repetition": repetition}
        started = amduat.Game(game, position=position, **flow, **options)
        if level is None and len(specs) < started.start.players:
            level = _asked_level()
        setup = Setup(
            game,
            tuple(_seats(specs, started.start.players, level)),
            secrets.randbits(32) if seed is None else seed,
            own_dice,
            max_turns,
            repetition,
            time_limit,
            hint,
            face_up,
        )
    else:
        if position is not None or options:
            raise click.UsageError("--resume has its own start position.")
        found = last_game(resume, game)
        setup = _changed(Setup.of(found), specs)
        started = amduat.Game.from_record(
            found, max_turns=setup.max_turns, repetition=setup.repetition
        )
    bots = table.seat_bots(setup)
    try:
        record = None if record_file is None else Appender(record_file)
        if record is not None and found is not None:
            before = found
            record.go_on(lambda other: same_game(other, before))
    except BaseException:
        close(bots)
        raise
    table.play(
        started,
        setup,
        bots,
        record=record,
        slot=None if found is None or no_autosave else table.slot_of(found),
        autosave=not no_autosave,
        date="" if found is None else found.date,
    )


def _changed(setup: Setup, specs: tuple[str, ...]) -> Setup:
    """The setup of a record, with what the command line says instead."""
    ctx = click.get_current_context()
    given = {
        name: value
        for name, value in ctx.params.items()
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        and name in ("seed", "own_dice", "max_turns", "repetition", "time_limit", "hint", "face_up")
    }
    if specs:
        given["seats"] = tuple(_seats(specs, len(setup.seats)))
    refuse_programs(() if specs else setup.seats, None if "hint" in given else setup.hint)
    return replace(setup, **given)


def refuse_programs(seats: Iterable[str], hint: str | None) -> None:
    """Refuses to run what a file names: whoever opens the file of somebody else runs no code.

    Args:
        seats: Who plays, as far as the file says so.
        hint: Who gives hints, if the file says so.
    """
    for seat in seats:
        if is_program(seat):
            raise click.UsageError(
                f"the file has {visible(seat)!r} play, which runs a program; "
                "name the players with --player if you want that."
            )
    if hint is not None and is_program(hint):
        raise click.UsageError(
            f"the file has {visible(hint)!r} give hints, which runs a program; "
            "`amduat play --resume FILE --hint WHO` names another."
        )


def _asked_level() -> int:
    """The level of the computer: asked for where somebody can answer."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return DEFAULT_LEVEL
    least, most = LEVELS
    level: int = click.prompt(
        f"How well shall the computer play, {least} to {most}?",
        type=Whole(least, most),
        default=DEFAULT_LEVEL,
    )
    return level


def _seats(specs: tuple[str, ...], count: int, level: int | None = None) -> list[str]:
    """One description for each seat, refused if there are too many."""
    level = DEFAULT_LEVEL if level is None else level
    if len(specs) > count:
        raise click.UsageError(f"{len(specs)} players are given, but there are {count} seats.")
    return filled(specs, count, level)


def last_game(path: str, game: str | None = None) -> Record:
    """The last game of a file, if it is an unfinished one (of a given game)."""
    from amduat.record import read

    for record in read(path):  # noqa: B007
        pass
    if game not in (None, record.game):
        raise click.UsageError(f"{path}: the last game is one of {record.game}.")
    if record.result is not None:
        raise click.UsageError(f"{path}: the last game is finished. {record.result.reason}")
    return record
