"""``amduat best``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

import amduat
from amduat.cli.common import Whole, console, json_flag, position_arguments, print_json
from amduat.searching import METHODS

if TYPE_CHECKING:
    from rich.table import Table

    from amduat import Choice, SearchResult

__all__ = ["command"]

#: How many plies of a line are shown.
SHOWN = 8


@click.command(
    "best",
    epilog='Example: amduat best ramses -p "2,3,4,5@10 19,20,21,22@10 L own -" --seconds 2',
)
@position_arguments
@click.option("--seconds", type=float, help="Seconds to search; 1 if there is no other limit.")
@click.option(
    "--nodes",
    type=int,
    help="Nodes to visit, or simulations to make; with `auto` a simulation counts as eight nodes.",
)
@click.option("--depth", type=int, help="How deep to look.")
@click.option("--lines", type=int, default=5, show_default=True, help="How many actions to list.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to search with.")
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    default=0,
    show_default=True,
    help="Breaks ties and rolls dice.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="auto",
    show_default=True,
    help="Look ahead, simulate, or (RAMSES and PHARAO) look it up in the solution.",
)
@json_flag
def command(
    position: amduat.Position,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int,
    threads: int,
    seed: int,
    method: str,
    as_json: bool,
) -> None:
    """Find the best actions, with what each player can expect from each.

    Values go from -1 (lost) to 1 (won), one for each player; the best for the player to move come
    first. Where chance acts, all outcomes are listed.
    """
    searcher = amduat.Searcher(method=method, threads=threads, seed=seed)
    limits: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "depth": depth, "lines": lines}
    if as_json:
        print_json(_data(searcher.search(position, **limits)))
        return
    out = console()
    if out.is_terminal and sys.stdout.isatty():
        from rich.live import Live

        with Live(console=out, auto_refresh=False) as live:

            def show(result: SearchResult) -> None:
                live.update(_table(result), refresh=True)

            show(searcher.search(position, on_info=show, **limits))
        return
    result = searcher.search(position, **limits)
    names = ", ".join(position.player_name(player) for player in range(position.players))
    click.echo(f"# {_summary(result)}; values for {names}")
    for choice in _ordered(result):
        out.print(_plain(result, choice))


def _ordered(result: SearchResult) -> list[Choice]:
    """The actions by their value for the player to move; outcomes as they are."""
    mover = result.position.current_player
    if mover < 0:
        return result.choices
    return sorted(result.choices, key=lambda choice: -choice.values[mover])


def _plain(result: SearchResult, choice: Choice) -> str:
    """One line for programs and pipes: the action, its values, its line."""
    values = " ".join(f"{value:+.3f}" for value in choice.values)
    return f"{choice.action}  {values}{_mark(choice)}  {_line(choice)}"


def _line(choice: Choice) -> str:
    shown = " ".join(map(str, choice.pv[:SHOWN]))
    return f"{shown} …" if len(choice.pv) > SHOWN else shown


def _mark(choice: Choice) -> str:
    """Says what is proven, and how soon the game then ends."""
    if choice.plies_to_end is not None:
        return f" #{choice.plies_to_end}"
    return " =" if choice.exact else ""


def _summary(result: SearchResult) -> str:
    exact = ", exact" if result.exact else ""
    if result.table_hits:
        exact += f", {result.table_hits:,} looked up"
    return (
        f"depth {result.depth}, {result.nodes:,} nodes in {result.seconds:.1f} s, "
        f"{result.nodes_per_second:,.0f} per second{exact}"
    )


def _table(result: SearchResult) -> Table:
    from rich.table import Table

    position = result.position
    table = Table(caption=_summary(result), box=None, header_style="bold", padding=(0, 1))
    table.add_column("action", style="bold", no_wrap=True)
    for player in range(position.players):
        table.add_column(position.player_name(player), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("best line", overflow="ellipsis", no_wrap=True)
    for choice in _ordered(result):
        values = [f"{value:+.3f}" for value in choice.values]
        table.add_row(str(choice.action), *values, _mark(choice).strip(), _line(choice))
    return table


def _data(result: SearchResult) -> dict[str, Any]:
    return {
        "game": result.position.game,
        "position": str(result.position),
        "action": None if result.action is None else str(result.action),
        "values": result.values,
        "pv": [str(action) for action in result.pv],
        "depth": result.depth,
        "nodes": result.nodes,
        "table_hits": result.table_hits,
        "seconds": result.seconds,
        "nodes_per_second": result.nodes_per_second,
        "exact": result.exact,
        "plies_to_end": result.plies_to_end,
        "choices": [
            {
                "action": str(choice.action),
                "values": choice.values,
                "pv": [str(action) for action in choice.pv],
                "visits": choice.visits,
                "exact": choice.exact,
                "plies_to_end": choice.plies_to_end,
            }
            for choice in _ordered(result)
        ],
    }
