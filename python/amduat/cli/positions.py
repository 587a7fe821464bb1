"""``amduat positions``."""

from __future__ import annotations

import click

import amduat
from amduat.cli.common import counting_options, json_flag, position_arguments, print_json

__all__ = ["command"]


@click.command("positions", epilog="Example: amduat positions ramses -d 7 --threads 2")
@position_arguments
@click.option("-d", "--depth", type=int, required=True, help="After how many plies to stop.")
@counting_options
@json_flag
def command(
    position: amduat.Position, depth: int, threads: int, memory: int, as_json: bool
) -> None:
    """Count the different positions after each number of plies, and the lines that lead there.

    Positions in which the game has ended are counted too. Mirror images are different positions.
    """
    plies = amduat.distinct(position, depth, threads, memory)
    if as_json:
        rows = [
            {"ply": ply, "positions": positions, "lines": lines}
            for ply, (positions, lines) in enumerate(plies)
        ]
        print_json({"game": position.game, "position": str(position), "plies": rows})
        return
    cells = [("ply", "positions", "lines")]
    cells += [(str(ply), str(found), str(lines)) for ply, (found, lines) in enumerate(plies)]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    for row in cells:
        click.echo("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
