"""``amduat show``."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

import amduat
from amduat.boards import text_of
from amduat.cli.common import console, position_arguments, wants_unicode

__all__ = ["command"]


@click.command("show", epilog="Example: amduat show ramses --svg board.svg")
@position_arguments
@click.option("--svg", metavar="FILE", help="Write an SVG picture instead; - for standard output.")
@click.option("--open", "face_up", is_flag=True, help="Show tiles that lie face down.")
def command(position: amduat.Position, svg: str | None, face_up: bool) -> None:
    """Draw a position in the terminal or as an SVG picture."""
    if svg is not None:
        from amduat.svg import draw

        picture = draw(position, hidden=not face_up)
        if svg == "-":
            click.echo(picture, nl=False)
        else:
            write_atomically(Path(svg), picture)
        return
    from amduat.cli import draw as terminal

    out = console()
    out.print(terminal.board(position, unicode=wants_unicode(), hidden=not face_up))
    for line in terminal.status(position):
        out.print(line, markup=False)
    text = text_of(position, hidden=not face_up)
    out.print(f"{position.game}: {text}", style="dim", markup=False)


def write_atomically(path: Path, text: str) -> None:
    """Replaces a file as a whole, so that a failure leaves the old one as it was."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
