"""``amduat analyse``."""

from __future__ import annotations

import click

from amduat.cli.common import Seconds, Whole, json_flag, print_json
from amduat.cli.record import games_in
from amduat.files import replacing
from amduat.plain import counted

__all__ = ["command"]


@click.command("analyse", epilog="Example: amduat analyse game.txt --seconds 0.5 --svg curve.svg")
@click.argument("file", metavar="FILE")
@click.option(
    "--game",
    "number",
    type=Whole(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Which game of the file.",
)
@click.option(
    "--seconds",
    type=Seconds(),
    help="Seconds for each position; 0.1 if there is no other limit.",
)
@click.option("--nodes", type=Whole(1), help="Nodes to visit for each position.")
@click.option("-o", "--output", metavar="FILE", help="Add the game with comments to a file.")
@click.option("--svg", metavar="FILE", help="Draw the curve of the values into a file.")
@json_flag
def command(
    file: str,
    number: int,
    seconds: float | None,
    nodes: int | None,
    output: str | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Say what each turn of a recorded game was worth, and mark the mistakes.

    Values go from -1 (lost) to 1 (won). Where the game is solved they are exact, else found by
    search.
    """
    from amduat.analysis import analyse, curve, curve_svg
    from amduat.record import Appender

    games = games_in(file)
    record = next((game for at, game in enumerate(games, 1) if at == number), None)
    if record is None:
        raise click.UsageError(f"{file} has no game {number}.")
    analysis = analyse(record, seconds=seconds, nodes=nodes)
    if svg is not None:
        with replacing(svg) as drawing:
            drawing.write(curve_svg(analysis))
    if output is not None:
        appender = Appender(output)
        try:
            appender.add(analysis.commented())
        finally:
            appender.close()
    start = record.start
    if as_json:
        turns = [turn.as_dict() for turn in analysis.turns]
        print_json({"game": record.game, "method": analysis.method, "turns": turns})
        return
    for turn in analysis.turns:
        name = start.player_name(turn.player)
        before, after = turn.before[turn.player], turn.after[turn.player]
        better = f"  better: {turn.better}" if turn.better else ""
        values = f"{before:+.2f} to {after:+.2f}"
        click.echo(f"{turn.number:4}. {name}  {turn.text}  {values} {turn.mark:2}{better}".rstrip())
    if analysis.turns:
        click.echo(f"\n{start.player_name(0)}:")
        click.echo("\n".join(curve([values[0] for values in analysis.values()])))
    click.echo(f"{counted(len(analysis.mistakes), 'mistake')}.")
