"""``amduat resume``."""

from __future__ import annotations

import datetime
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

import amduat
from amduat.cli.play import last_game, refuse_programs
from amduat.cli.players import PlayerType
from amduat.plain import counted, visible

if TYPE_CHECKING:
    from amduat.cli.autosave import Slot
    from amduat.record import Appender, Record
    from amduat.setup import Setup

__all__ = ["command"]


@click.command(
    "resume",
    epilog="""\b
Example: amduat resume
         amduat resume --list
         amduat resume games.txt
""",
)
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--list", "listed", is_flag=True, help="List the unfinished games that are kept.")
@click.option(
    "--player",
    "specs",
    multiple=True,
    type=PlayerType(human=True),
    metavar="WHO",
    help="Others play, one for each seat in order.",
)
@click.option(
    "--no-autosave", is_flag=True, help="Do not keep the game for `amduat resume` by itself."
)
def command(file: str | None, listed: bool, specs: tuple[str, ...], no_autosave: bool) -> None:
    """Go on with an unfinished game: the same players, settings and dice.

    Every game that is being played is kept, action by action, whether or not it is recorded.
    Without FILE the last one that is unfinished is offered, then the one before it, and so on. With
    FILE it is the last game of that record file, and it goes on in the file.
    """
    from amduat.cli import table
    from amduat.cli.autosave import Slot
    from amduat.setup import Setup

    if listed:
        if file is not None:
            raise click.UsageError("--list and a file cannot go together.")
        _list()
        return
    if file is not None:
        record = last_game(file)
        setup = _seated(Setup.of(record), specs)
        refuse_programs(() if specs else setup.seats, setup.hint)
        slot = None if no_autosave else table.slot_of(record)
        _play(record, setup, _opened(Path(file), record), slot, not no_autosave)
        return
    path, record = _chosen()
    try:
        setup = _seated(Setup.of(record), specs)
    except amduat.RecordError as error:
        raise amduat.RecordError(f"{path}: {error}", error.field, error.input) from error
    _play(record, setup, _recording(record), Slot(record.game, path), not no_autosave)


def _seated(setup: Setup, specs: tuple[str, ...]) -> Setup:
    if not specs:
        return setup
    if len(specs) != len(setup.seats):
        raise click.UsageError(f"{len(setup.seats)} players are needed, not {len(specs)}.")
    return replace(setup, seats=specs)


def _play(
    record: Record, setup: Setup, appender: Appender | None, slot: Slot | None, autosave: bool
) -> None:
    from amduat.cli import table

    try:
        game = amduat.Game.from_record(
            record, max_turns=setup.max_turns, repetition=setup.repetition
        )
        bots = table.seat_bots(setup)
    except BaseException:
        if appender is not None:
            appender.close()
        if slot is not None:
            slot.close()
        raise
    table.play(game, setup, bots, record=appender, slot=slot, autosave=autosave, date=record.date)


def _describe(path: Path, record: Record) -> str:
    """A game in one line, for people."""
    turns = sum(1 for _ in record.turns())
    when = datetime.datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    who = ", ".join(record.players)
    title = amduat.info(record.game).title
    text = f"{title}: {who}; {counted(turns, 'turn')}, {when:%Y-%m-%d %H:%M}"
    return visible(text)


def _list() -> None:
    from amduat.cli.autosave import unfinished

    found = list(unfinished())
    for path, record in found:
        click.echo(f"{_describe(path, record)}\n  {visible(str(path))}")
    if not found:
        click.echo("No unfinished game is kept.")
    _tell_damaged()


def _tell_damaged() -> None:
    """Names the files of games that are kept and cannot be read."""
    from amduat.cli.autosave import damaged

    for path, reason in damaged():
        click.echo(visible(f"{path} cannot be read: {reason}"), err=True)


def _chosen() -> tuple[Path, Record]:
    """The unfinished game that the person chooses; the last one if nobody can be asked."""
    from amduat.cli.autosave import unfinished
    from amduat.state import directory

    asked = False
    for path, record in unfinished():
        click.echo(_describe(path, record))
        if not sys.stdin.isatty() or click.confirm("Go on with this game?", default=True):
            return path, record
        asked = True
    if asked:
        click.echo("There is no other unfinished game.")
        raise click.exceptions.Exit(0)
    _tell_damaged()
    raise click.UsageError(f"no unfinished game is kept in {directory()}.")


def _opened(path: Path, record: Record) -> Appender | None:
    """The file of a game, ready to be written in place of it."""
    from amduat.record import Appender
    from amduat.state import directory

    if path.resolve().parent == directory().resolve():
        return None  # it is one of the games that are kept
    appender = Appender(path)
    if not appender.go_on(lambda other: other == record):
        appender.close()
        raise amduat.RecordError(f"{path}: something follows the last game; it cannot go on there")
    return appender


def _recording(record: Record) -> Appender | None:
    """The file in which a game was recorded, ready to be written in place of it."""
    from amduat.record import Appender
    from amduat.setup import same_game

    path = record.headers.get("RecordFile")
    if path is None:
        return None
    try:
        appender = Appender(path)
        appender.go_on(lambda other: same_game(other, record))
    except (OSError, amduat.RecordError) as error:
        click.echo(visible(f"The game is no longer recorded in {path}: {error}"))
        return None
    return appender
