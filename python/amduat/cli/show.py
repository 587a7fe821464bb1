"""``amduat show``."""

from __future__ import annotations

import click

import amduat
from amduat.boards import text_of
from amduat.cli.common import console, position_arguments, wants_unicode
from amduat.files import replacing

__all__ = ["command"]


@click.command("show", epilog="Example: amduat show ramses --svg board.svg")
@position_arguments
@click.option("--svg", metavar="FILE", help="Write an SVG picture instead; - for standard output.")
@click.option("--open", "face_up", is_flag=True, help="Show tiles that lie face down.")
def command(position: amduat.Position, svg: str | None, face_up: bool) -> None:
    """Draw a position in the terminal or as an SVG picture."""
    if svg is not None:
        from amduat.svg import draw

        drawn = draw(position, hidden=not face_up)
        if svg == "-":
            click.echo(drawn, nl=False)
        else:
            with replacing(svg) as file:
                file.write(drawn)
        return
    from amduat.cli import picture as terminal

    out = console()
    out.print(terminal.board(position, unicode=wants_unicode(), hidden=not face_up))
    for line in terminal.status(position):
        out.print(line, markup=False)
    text = text_of(position, hidden=not face_up)
    out.print(f"{position.game}: {text}", style="dim", markup=False)
