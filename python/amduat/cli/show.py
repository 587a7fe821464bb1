"""``amduat show``."""

from __future__ import annotations

import click

import amduat
from amduat.boards import text_of
from amduat.cli.common import position_arguments, write_picture

__all__ = ["command"]


@click.command("show", epilog="Example: amduat show ramses --svg board.svg")
@position_arguments
@click.option("--svg", metavar="FILE", help="Write an SVG picture instead; - for standard output.")
@click.option("--open", "face_up", is_flag=True, help="Show tiles that lie face down.")
def command(position: amduat.Position, svg: str | None, face_up: bool) -> None:
    """Draw a position in the terminal or as an SVG picture."""
    if svg is not None:
        from amduat.svg import draw

        write_picture(svg, draw(position, hidden=not face_up))
        return
    from amduat.cli.screen import Screen

    screen = Screen(face_up=face_up)
    screen.board(position)
    screen.say(f"{position.game}: {text_of(position, hidden=not face_up)}", style="dim")
