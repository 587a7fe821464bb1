"""``amduat solve pharao``: a table for each number of stones."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

import amduat
from amduat.cli.common import print_json
from amduat.cli.progress import peak_memory, progress

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["solve_tables"]

#: How many positions of a table are checked, all if it has no more.
CHECKED = 1_000_000


def solve_tables(
    out: Path | None,
    threads: int | None,
    stones: int | None,
    megabytes: int | None,
    verify: bool,
    as_json: bool,
) -> None:
    """Computes the tables, prints what they are, and checks them."""
    if out is None:
        raise click.UsageError("--out is needed: the folder of the tables.")
    if out.exists() and not out.is_dir():
        raise click.UsageError(f"--out {str(out)!r}: is not a folder.")
    began = time.perf_counter()
    with progress() as report:
        solved = amduat.pharao.solve(out, stones, threads, megabytes, report)
    seconds = time.perf_counter() - began
    tables: list[dict[str, Any]] = [
        {
            "own": own,
            "other": other,
            "file": (file := f"pharao-{own}v{other}.table"),
            "bytes": (out / file).stat().st_size,
            "sweeps": sweeps,
            "error": error,
        }
        for own, other, sweeps, error in solved
    ]
    at_hand = amduat.pharao.Tables().with_folder(out)
    with progress() as report:
        for table in tables:
            surveyed = at_hand.survey(table["own"], table["other"], threads, report)
            _, table["mean"], (_, table["lowest"]), (_, table["highest"]), _ = surveyed
    data: dict[str, Any] = {"game": amduat.pharao.GAME, "tables": tables}
    if verify:
        data["checks"] = checks(at_hand, tables, threads)
    if as_json:
        print_json(data)
    else:
        describe(data)
    if sys.stderr.isatty():
        click.echo(f"Solved in {seconds:.1f} s{peak_memory()}.", err=True)
    if any(check["wrong"] for check in data.get("checks", [])):
        raise click.exceptions.Exit(1)


def checks(
    at_hand: amduat.pharao.Tables, tables: list[dict[str, Any]], threads: int | None
) -> list[dict[str, Any]]:
    """Looks one turn ahead by the rules, from positions of each table."""
    done = []
    with progress() as report:
        for table in tables:
            own, other = table["own"], table["other"]
            count, largest, wrong = at_hand.verify(own, other, CHECKED, 1, threads, report)
            name = f"positions of {table['file']}, one turn ahead"
            done.append({"name": name, "checked": count, "largest": largest, "wrong": wrong})
    return done


def describe(data: dict[str, Any]) -> None:
    """Prints the tables and the checks for people."""
    click.echo("table                   bytes  sweeps  error        mean  lowest  highest")
    for table in data["tables"]:
        sweeps = table["sweeps"] or "-"
        values = f"{table['mean']:.5f}  {table['lowest']:.4f}   {table['highest']:.4f}"
        size = f"{table['bytes']:12,}"
        click.echo(f"{table['file']} {size} {sweeps:>7}  {table['error']:.7f}  {values}")
    for check in data.get("checks", []):
        verdict = f"{check['wrong']:,} WRONG" if check["wrong"] else "all right"
        click.echo(
            f"{check['checked']:>12,} {check['name']}: {verdict} (off by {check['largest']:.7f})"
        )
