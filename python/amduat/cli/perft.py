"""``amduat perft``."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

import amduat
from amduat.cli.cluster import connected, dask_option
from amduat.cli.common import json_flag, position_arguments, print_json
from amduat.cli.progress import pieces_progress

__all__ = ["command"]


@click.command("perft", epilog="Example: amduat perft ramses -d 5 --divide")
@position_arguments
@click.option("-d", "--depth", type=int, required=True, help="How many plies each line has.")
@click.option("--divide", is_flag=True, help="Count separately for each first action.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to count with.")
@click.option(
    "--hash-mb", type=int, default=0, help="MiB of memory for counts of positions already met."
)
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep what is counted in a file, from which the same command goes on.",
)
@click.option("--verify", is_flag=True, help="Count each piece of the work in two ways.")
@dask_option
@json_flag
def command(
    position: amduat.Position,
    depth: int,
    divide: bool,
    threads: int,
    hash_mb: int,
    checkpoint: str | None,
    verify: bool,
    dask: str | None,
    as_json: bool,
) -> None:
    """Count the lines of play of exactly DEPTH plies, chance plies included.

    A line that ends early counts nothing. With --divide the last line is the total.
    """
    if dask is not None and threads != 1:
        raise click.UsageError("--threads is for this machine; it cannot go with --dask.")
    began = time.perf_counter()
    parts: dict[str, int] | None = None
    with connected(dask) as executor, pieces_progress() as report:
        ways: dict[str, Any] = {}
        if executor is not None or checkpoint is not None or verify:
            ways = {"executor": executor, "checkpoint": checkpoint, "progress": report}
            ways["verify"] = verify
        if divide:
            parts = amduat.divide(position, depth, threads, hash_mb, **ways)
            count = sum(parts.values())
        else:
            count = amduat.perft(position, depth, threads, hash_mb, **ways)
    seconds = time.perf_counter() - began

    if as_json:
        data = {"game": position.game, "position": str(position), "depth": depth, "perft": count}
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
