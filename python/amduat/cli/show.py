"""``amduat show``."""

from __future__ import annotations

from typing import Any

import click

import amduat
from amduat.boards import drawing_of, text_of
from amduat.cli.common import json_flag, position_arguments, print_json, write_picture

__all__ = ["command"]


@click.command("show", epilog="Example: amduat show ramses --svg board.svg")
@position_arguments
@click.option("--svg", metavar="FILE", help="Write an SVG picture instead; - for standard output.")
@click.option("--open", "face_up", is_flag=True, help="Show tiles that lie face down.")
@json_flag
def command(position: amduat.Position, svg: str | None, face_up: bool, as_json: bool) -> None:
    """Draw a position in the terminal or as an SVG picture, or say as JSON what stands where."""
    if as_json:
        if svg is not None:
            raise click.UsageError("--svg and --json cannot go together.")
        print_json(_told(position, hidden=not face_up))
        return
    if svg is not None:
        from amduat.svg import draw

        write_picture(svg, draw(position, hidden=not face_up))
        return
    from amduat.cli.screen import Screen

    screen = Screen(face_up=face_up)
    screen.board(position)
    screen.say(f"{position.game}: {text_of(position, hidden=not face_up)}", style="dim")


def _told(position: amduat.Position, *, hidden: bool) -> dict[str, Any]:
    """What the picture shows, for programs; what lies face down in it is ``?``."""
    drawing = drawing_of(position.game)
    tokens = drawing.tokens(position, hidden=hidden)
    covered = {token.field for token in tokens if token.letter == "?"}
    return {
        "game": position.game,
        "position": text_of(position, hidden=hidden),
        "players": position.players,
        "current_player": position.current_player,
        "is_over": position.is_over,
        "returns": position.returns(),
        # The points would give away what is covered.
        "scores": None if covered else position.scores(),
        "status": position.describe(),
        "notes": list(drawing.notes(position)),
        "pieces": [
            {"field": field, "piece": "?" if field in covered else piece}
            for field, piece in position.pieces()
        ],
    }
