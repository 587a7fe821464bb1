"""``amduat perft``."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

import amduat
from amduat.cli.cluster import connected, dask_option
from amduat.cli.common import (
    NamedPath,
    counting_options,
    json_flag,
    print_json,
    start_arguments,
)
from amduat.cli.progress import pieces_progress
from amduat.cli.recount import recount

__all__ = ["command"]


@click.command("perft", epilog="Example: amduat perft ramses -d 5 --divide")
@start_arguments(optional=True)
@click.option("-d", "--depth", type=int, help="How many plies each line has.")
@click.option("--divide", is_flag=True, help="Count separately for each first action.")
@counting_options
@click.option("--merge", is_flag=True, help="Merge equal positions: much faster for deep counts.")
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Recount the table in a file by another method, as far as --depth if it is given.",
)
@click.option(
    "--checkpoint",
    type=NamedPath(dir_okay=False),
    metavar="FILE",
    help="Keep what is counted in a file, from which the same command goes on.",
)
@click.option("--verify", is_flag=True, help="Count each piece of the work in two ways.")
@dask_option
@json_flag
def command(
    game: str | None,
    position: str | None,
    options: dict[str, Any],
    depth: int | None,
    divide: bool,
    threads: int,
    merge: bool,
    memory: int,
    check: str | None,
    checkpoint: str | None,
    verify: bool,
    dask: str | None,
    as_json: bool,
) -> None:
    """Count the lines of play of exactly DEPTH plies, chance plies included.

    A line that ends early counts nothing. With --divide the last line is the total.
    """
    if check is not None:
        if game is not None or divide or merge or checkpoint or verify or dask:
            raise click.UsageError(
                "--check has its own games and methods; it goes with --depth, --threads, "
                "--memory and --json only."
            )
        recount(check, depth, threads, memory, as_json)
        return
    if game is None:
        raise click.UsageError("Missing argument 'GAME'.")
    if depth is None:
        raise click.UsageError("Missing option '-d' / '--depth'.")
    start = amduat.parse(game, position) if position is not None else amduat.start(game, **options)
    if dask is not None and threads != 1:
        raise click.UsageError("--threads is for this machine; it cannot go with --dask.")
    method: dict[str, Any] = {"threads": threads, "merge": merge, "memory": memory}
    with connected(dask) as executor, pieces_progress() as report:
        if executor is not None or checkpoint is not None or verify:
            method |= {"executor": executor, "checkpoint": checkpoint, "verify": verify}
            method["progress"] = report
        began = time.perf_counter()
        parts = amduat.divide(start, depth, **method) if divide else None
        count = sum(parts.values()) if parts is not None else amduat.perft(start, depth, **method)
        seconds = time.perf_counter() - began
    _print(start, depth, count, parts, seconds, as_json)


def _print(
    start: amduat.Position,
    depth: int,
    count: int,
    parts: dict[str, int] | None,
    seconds: float,
    as_json: bool,
) -> None:
    if as_json:
        data = {"game": start.game, "position": str(start), "depth": depth, "perft": count}
        if parts is not None:
            data["divide"] = parts
        print_json(data)
        return
    if parts is not None:
        width = max(map(len, parts), default=0)
        for action, lines in parts.items():
            click.echo(f"{action:{width}}  {lines}")
    click.echo(count)
    if sys.stderr.isatty():
        rate = count / max(seconds, 1e-9)
        click.echo(f"{seconds:.3f} s, {rate:,.0f} lines per second", err=True)
