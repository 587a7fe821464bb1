"""``amduat match``."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

import click

import amduat
from amduat.cli.cluster import connected, dask_option
from amduat.cli.common import SEEDS, Whole, json_flag, print_json, start_arguments
from amduat.cli.players import PlayerType, flow_options, players_help

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from amduat.standings import Standings

__all__ = ["command"]


@click.command(
    "match",
    epilog=f"""{players_help(human=False)}

\b
Example: amduat match ramses --player greedy --player random -n 200
         amduat match isis-osiris --player greedy --player random -n 20 --record match.txt
""",
)
@start_arguments()
@click.option(
    "--player",
    "specs",
    multiple=True,
    required=True,
    type=PlayerType(human=False),
    metavar="WHO",
    help="Who plays, one for each seat of the first game.",
)
@click.option(
    "-n",
    "--games",
    type=Whole(1),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games to play.",
)
@click.option(
    "--seed", type=SEEDS, default=0, show_default=True, help="The same seed gives the same games."
)
@click.option(
    "--record",
    "record_file",
    metavar="FILE",
    help="Add the games to a record file; games that are already in it are not played again.",
)
@click.option(
    "--workers",
    type=Whole(0),
    metavar="N",
    help="How many processes play.  [default: all cores; 0: this process alone]",
)
@dask_option
@flow_options(max_turns=1000, time_limit=60.0)
@json_flag
def command(
    game: str,
    position: str | None,
    options: dict[str, Any],
    specs: tuple[str, ...],
    games: int,
    seed: int,
    record_file: str | None,
    workers: int | None,
    dask: str | None,
    max_turns: int | None,
    repetition: bool,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Play several games between bots and print a table.

    In each game everyone moves up one seat, so that all begin equally often. The number of workers
    does not change the games.
    """
    if position is not None:
        raise click.UsageError("a match begins with the start position.")
    if dask is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; it cannot go with --dask.")
    last: list[tuple[int, Standings]] = []
    try:
        with connected(dask) as executor, _progress(games) as advance:
            match = amduat.Match(
                game,
                specs,
                games=games,
                seed=seed,
                options=options,
                max_turns=max_turns,
                repetition=repetition,
                time_limit=time_limit,
                workers=workers,
                executor=executor,
                record=record_file,
            )

            def progress(done: int, standings: Standings) -> None:
                last[:] = [(done, standings)]
                advance(done, standings)

            match.run(progress)
    except KeyboardInterrupt:
        if last:
            _print(last[0][1], games, as_json)
        raise
    _print(last[0][1], games, as_json)


def _print(standings: Standings, games: int, as_json: bool) -> None:
    if as_json:
        lines = [line.as_dict() for line in standings.ranked()]
        print_json({"games": games, "cut_off": standings.cut_off, "standings": lines})
    else:
        click.echo(standings.table())


@contextlib.contextmanager
def _progress(games: int) -> Iterator[Callable[[int, Standings], None]]:
    """A bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, standings: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    from amduat.cli.common import console

    columns = (BarColumn(), MofNCompleteColumn(), Remaining(), TextColumn("{task.description}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)

        def advance(done: int, standings: Standings) -> None:
            leader = standings.ranked()[0]
            bar.update(task, completed=done, description=f"{leader.name} {leader.rate:.0%}")

        yield advance
