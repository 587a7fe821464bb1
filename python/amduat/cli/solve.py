"""``amduat solve``."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

import amduat
from amduat.cli.common import GameType, NamedPath, json_flag, print_json
from amduat.cli.progress import peak_memory, progress
from amduat.cli.tables import solve_tables
from amduat.files import replacing_bytes

__all__ = ["command"]


@click.command("solve", epilog="Example: amduat solve pharao --out tables --stones 5 --threads 2")
@click.argument("game", type=GameType([amduat.ramses.GAME, amduat.pharao.GAME]), metavar="GAME")
@click.option(
    "--out",
    metavar="PATH",
    type=NamedPath(path_type=Path),
    help="The file of the solution, or for PHARAO the folder of the tables.",
)
@click.option("--threads", type=int, help="Threads to compute with; by default one for each core.")
@click.option(
    "--stones", type=int, help="PHARAO: the most stones, both sides together; by default 8."
)
@click.option("--memory", type=int, metavar="MB", help="PHARAO: the most memory that may be used.")
@click.option("--verify", is_flag=True, help="Check values in independent ways.")
@json_flag
def command(
    game: str,
    out: Path | None,
    threads: int | None,
    stones: int | None,
    memory: int | None,
    verify: bool,
    as_json: bool,
) -> None:
    """Solve a game: the value of every position when both play as well as can be.

    RAMSES takes seconds. Prints how many positions are won, lost and drawn, by the number of turns,
    and whether the solution is the one in the package. With --verify also counts the positions that
    can come up in a game.

    PHARAO takes seconds with up to five stones, minutes with seven, and an hour with eight. Writes
    a table for each number of stones into the folder --out, and prints how far its values can be
    off, their mean, the lowest and the highest. What is there already is not computed again, and a
    computation that was broken off goes on where it was last written. With --verify looks one turn
    ahead by the rules, from all positions of small tables and a million of others.

    Exits with 1 if any check fails.
    """
    if game == amduat.pharao.GAME:
        solve_tables(out, threads, stones, memory, verify, as_json)
        return
    for name, given in (("--stones", stones), ("--memory", memory)):
        if given is not None:
            raise click.UsageError(f"{name} is for pharao only.")
    began = time.perf_counter()
    # Finds out before the long work whether the file can be written.
    with nullcontext() if out is None else replacing_bytes(out) as target:
        with progress() as report:
            solved = amduat.ramses.solve(threads, report)
        file = solved.file()
        if target is not None:
            target.write(file)
    data: dict[str, Any] = {"game": game, "counts": solved.counts(), "file_bytes": len(file)}
    data["in_package"] = file == packaged()
    seconds = time.perf_counter() - began
    if verify:
        with progress() as report:
            data["reachable"] = solved.reachable(amduat.start(game), report)
            checks = solved.verify(amduat.ramses.Solution(file), report)
        data["checks"] = [
            {"name": name, "checked": checked, "wrong": wrong} for name, checked, wrong in checks
        ]
    if as_json:
        print_json(data)
    else:
        describe(data)
    if sys.stderr.isatty():
        click.echo(f"Solved in {seconds:.1f} s{peak_memory()}.", err=True)
    if any(check["wrong"] for check in data.get("checks", [])):
        raise click.exceptions.Exit(1)


def describe(data: dict[str, Any]) -> None:
    """Prints the counts, the checks and the file for people."""
    summary(data["counts"])
    if "reachable" in data:
        click.echo("\nof these can come up at the start of a turn:")
        summary(data["reachable"])
    click.echo("\nturns          won         lost")
    won, lost = data["counts"]["won"], data["counts"]["lost"]
    for turns in range(max(len(won), len(lost))):
        numbers = [counts[turns] if turns < len(counts) else 0 for counts in (won, lost)]
        click.echo(f"{turns:5} {numbers[0]:12,} {numbers[1]:12,}")
    click.echo()
    for check in data.get("checks", []):
        verdict = f"{check['wrong']:,} WRONG" if check["wrong"] else "all right"
        click.echo(f"{check['checked']:>12,} {check['name']}: {verdict}")
    same = "the same as" if data["in_package"] else "NOT the same as"
    click.echo(f"The solution has {data['file_bytes']:,} bytes, {same} the one in the package.")


def summary(counts: dict[str, Any]) -> None:
    """Prints how many positions are won, lost and drawn."""
    rows = {
        "positions": counts["total"],
        "won": sum(counts["won"]),
        "lost": sum(counts["lost"]),
        "drawn": counts["drawn"],
        "over, the player to move has won": counts["over_won"],
        "over, the player to move has lost": counts["over_lost"],
    }
    for name, number in rows.items():
        click.echo(f"{number:>12,} {name}")


def packaged() -> bytes | None:
    """The solution in the package, if it is there."""
    path = Path(amduat.ramses.__file__).with_name("data") / "ramses.solution"
    return path.read_bytes() if path.is_file() else None
