"""``amduat record``: check, show, convert and count recorded games."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

import amduat
from amduat.cli.common import Whole, json_flag, print_json, write_picture
from amduat.plain import counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from amduat.record import Record
    from amduat.turns import Turn

__all__ = ["command"]


@click.group(
    "record",
    epilog="Example: amduat record check games.txt; amduat record stats games.txt",
    context_settings={"help_option_names": ["-h", "--help"]},
)
def command() -> None:
    """Check, show, convert and count recorded games.

    A file may hold text or JSON and any number of games; - is standard input.
    """


files = click.argument("files", nargs=-1, required=True, metavar="FILE...")
file = click.argument("file", metavar="FILE")


def games_in(path: str) -> Iterator[Record]:
    """The games of a file, with the file named in errors."""
    from amduat.record import read
    from amduat.record.files import named

    if path != "-":
        yield from read(path)
        return
    try:
        yield from read(sys.stdin.buffer)
    except amduat.RecordError as error:
        raise named(error, "standard input") from error


@command.command("check", epilog="Example: amduat record check games.txt more.jsonl")
@files
@json_flag
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Replay every game by the rules; exit code 1 if anything is wrong.

    Prints one line for each file: how many games and turns it holds, or what is wrong and where.
    """
    reports: list[dict[str, Any]] = []
    for path in files:
        report: dict[str, Any] = {"file": path, "games": 0, "turns": 0, "error": None}
        try:
            for record in games_in(path):
                report["games"] += 1
                report["turns"] += sum(1 for _ in record.turns())
        except amduat.RecordError as error:
            report["error"] = {"line": error.line, "column": error.column, "reason": error.reason}
            if not as_json:
                click.echo(f"Error: {error}", err=True)
        reports.append(report)
        if not as_json:
            games = counted(report["games"], "good game" if report["error"] else "game")
            games += " before the error" if report["error"] else ""
            click.echo(f"{visible(path)}: {games}, {counted(report['turns'], 'turn')}")
    if as_json:
        print_json(reports)
    if any(report["error"] for report in reports):
        raise click.exceptions.Exit(1)


@command.command("show", epilog="Example: amduat record show games.txt --game 2 --turn 10")
@file
@click.option("-g", "--game", "number", type=Whole(1), metavar="N", help="This game alone.")
@click.option("-t", "--turn", type=Whole(0), metavar="N", help="The board after a turn.")
@click.option("--open", "face_up", is_flag=True, help="Show tiles that lie face down.")
@click.option(
    "--svg",
    metavar="FILE",
    help="Draw the board of one game instead; - for standard output.",
)
def show(file: str, number: int | None, turn: int | None, face_up: bool, svg: str | None) -> None:
    """Print games as text, each with its last board, or the board after a given turn.

    The moves of the turn before it are marked on the board.
    """
    from amduat.cli.screen import Screen
    from amduat.record import dumps

    if svg is not None:
        _draw(file, number, turn, face_up, svg)
        return
    screen = Screen(face_up=face_up)
    for found, record in _chosen(file, number):
        board, last = _after(file, found, record, turn)
        if found > 1 and number is None:
            click.echo()
        click.echo(dumps(record), nl=False)
        click.echo()
        if turn is not None:
            click.echo(f"After turn {turn}:")
        screen.mark(board, last)
        screen.board(board)


def _draw(file: str, number: int | None, turn: int | None, face_up: bool, svg: str) -> None:
    """Writes the picture of one game."""
    from amduat.svg import draw

    games = list(islice(_chosen(file, number), 2))
    if len(games) > 1:
        raise click.UsageError("--svg draws one game: name it with --game.")
    for found, record in games:
        board, last = _after(file, found, record, turn)
        actions = [action for turn in last for action in turn.actions]
        write_picture(svg, draw(board, hidden=not face_up, last=actions))


def _chosen(file: str, number: int | None) -> Iterator[tuple[int, Record]]:
    """The games of a file with their numbers: all of them, or the one with a given number."""
    found = 0
    for found, record in enumerate(games_in(file), 1):
        if number in (None, found):
            yield found, record
        if number == found:
            return
    if number is not None:
        raise click.UsageError(f"--game {number}: {file} holds {counted(found, 'game')}.")


def _after(
    file: str, found: int, record: Record, turn: int | None
) -> tuple[amduat.Position, list[Turn]]:
    """The position after a turn, by default the last one, and that turn, if there is any."""
    position, last = record.start, []
    for done in record.turns():
        if turn is not None and done.number > turn:
            break
        last = [done]
        for action in done.actions:
            position = position.apply(action)
    if turn and (not last or last[0].number < turn):
        turns = counted(sum(1 for _ in record.turns()), "turn")
        raise click.UsageError(f"--turn {turn}: game {found} of {file} has {turns}.")
    return position, last


@command.command(
    "convert", epilog="Example: amduat record convert games.txt --to json -o games.jsonl"
)
@file
@click.option("--to", type=click.Choice(["text", "json"]), help="The format to write.")
@click.option("-o", "--output", metavar="FILE", help="A file instead of standard output.")
def convert(file: str, to: Any, output: str | None) -> None:
    """Write the games of a file as text or as JSON.

    Without --to the name of the output file decides the format; without either, it is text. The
    file is replaced as a whole once all games have been read.
    """
    from amduat.record import write
    from amduat.record.files import separated

    if output is not None and output != "-":
        write(output, games_in(file), to)
        return
    for number, record in enumerate(games_in(file)):
        click.echo(separated(record, to or "text", first=number == 0), nl=False)


@command.command("stats", epilog="Example: amduat record stats games.txt --json")
@files
@json_flag
def stats(files: tuple[str, ...], as_json: bool) -> None:
    """Count games, turns, endings and what each player won."""
    from amduat.standings import Standings

    by_game: dict[str, dict[str, Any]] = {}
    for path in files:
        for record in games_in(path):
            entry = by_game.setdefault(
                record.game, {"turns": [], "endings": Counter(), "standings": Standings()}
            )
            entry["turns"].append(sum(1 for _ in record.turns()))
            result = record.result
            entry["endings"]["unfinished" if result is None else result.ending] += 1
            entry["standings"].add(record)
    if as_json:
        print_json({game: _summary(entry) for game, entry in by_game.items()})
        return
    for number, (game, entry) in enumerate(by_game.items()):
        summary = _summary(entry)
        click.echo(("\n" if number else "") + amduat.info(game).title)
        turns = summary["turns"]
        click.echo(f"games   {summary['games']}")
        click.echo(
            f"turns   {turns['total']} ({turns['shortest']} to {turns['longest']} in a game, "
            f"{turns['mean']:.1f} on average)"
        )
        endings = ", ".join(f"{name} {times}" for name, times in summary["endings"].items())
        click.echo(f"ended   {endings}")
        click.echo(entry["standings"].table())


def _summary(entry: dict[str, Any]) -> dict[str, Any]:
    turns = entry["turns"]
    return {
        "games": len(turns),
        "turns": {
            "total": sum(turns),
            "shortest": min(turns),
            "longest": max(turns),
            "mean": sum(turns) / len(turns),
        },
        "endings": dict(entry["endings"].most_common()),
        "standings": [line.as_dict() for line in entry["standings"].ranked()],
    }
