"""``amduat perft``."""

from __future__ import annotations

import sys
import time

import click

import amduat
from amduat.cli.common import json_flag, position_arguments, print_json

__all__ = ["command"]


@click.command("perft", epilog="Example: amduat perft ramses -d 5 --divide")
@position_arguments
@click.option("-d", "--depth", type=int, required=True, help="How many plies each line has.")
@click.option("--divide", is_flag=True, help="Count separately for each first action.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to count with.")
@click.option(
    "--hash-mb", type=int, default=0, help="MiB of memory for counts of positions already met."
)
@json_flag
def command(
    position: amduat.Position, depth: int, divide: bool, threads: int, hash_mb: int, as_json: bool
) -> None:
    """Count the lines of play of exactly DEPTH plies, chance plies included.

    A line that ends early counts nothing. With --divide the last line is the total.
    """
    began = time.perf_counter()
    parts: dict[str, int] | None = None
    if divide:
        parts = amduat.divide(position, depth, threads, hash_mb)
        count = sum(parts.values())
    else:
        count = amduat.perft(position, depth, threads, hash_mb)
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
