"""Tables of counts, recounted: ``amduat perft --check``.

A table has one line for each count, ``GAME | POSITION | DEPTH | LINES | POSITIONS``, the last part
a dash where nobody has counted the different positions. What begins with ``#`` is a comment.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import click

import amduat
from amduat.cli.common import print_json

__all__ = ["Row", "read_table", "recount"]

#: A table has at most so many bytes.
LONGEST = 1 << 20

#: Up to so many lines are counted one by one, and so many positions kept whole.
FEW_LINES = 10**9
FEW_POSITIONS = 10**6


class Row(NamedTuple):
    """One count of a table."""

    position: amduat.Position
    depth: int
    lines: int
    #: How many different positions there are, where somebody has counted them.
    positions: int | None


def read_table(file: str) -> list[Row]:
    """The counts of a table."""
    try:
        with Path(file).open("rb") as opened:
            raw = opened.read(LONGEST + 1)
        text = raw.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None
    if len(raw) > LONGEST:
        raise click.UsageError(f"{file} is too long for a table: more than {LONGEST} bytes.")
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                rows.append(_row(line))
            except ValueError as error:
                raise click.UsageError(f"{file}, line {number}: {error}") from None
    if not rows:
        raise click.UsageError(f"{file} has no counts.")
    return rows


def _row(line: str) -> Row:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != 5:
        wanted = "GAME | POSITION | DEPTH | LINES | POSITIONS"
        raise ValueError(f'"{line[:100]}" has {len(parts)} parts, not {wanted}')
    game, position, depth, lines, positions = parts
    return Row(
        amduat.parse(game, position),
        _number("depth", depth),
        _number("lines", lines),
        None if positions == "-" else _number("positions", positions),
    )


def _number(name: str, text: str) -> int:
    # 128 bits have 39 digits.
    if not (text.isascii() and text.isdecimal() and len(text) <= 39):
        raise ValueError(f'{name} "{text[:50]}": expected a number')
    return int(text)


def recount(file: str, deepest: int | None, threads: int, memory: int, as_json: bool) -> None:
    """Recounts a table and prints what comes of it; ends the program with 1 if a count differs."""
    rows = [row for row in read_table(file) if deepest is None or row.depth <= deepest]
    found = []
    for row in rows:
        lines, method = _lines(row, threads, memory)
        positions = _positions(row)
        right = lines == row.lines and positions in {None, row.positions}
        found.append(
            {
                "game": row.position.game,
                "position": str(row.position),
                "depth": row.depth,
                "perft": row.lines,
                "counted": lines,
                "method": method,
                "positions": row.positions,
                "positions_counted": positions,
                "right": right,
            }
        )
        if not as_json:
            _print_row(row, lines, method, positions, right)
    wrong = sum(not row["right"] for row in found)
    if as_json:
        print_json({"file": file, "counts": found, "wrong": wrong})
    else:
        click.echo(f"{len(found)} counts, {wrong} wrong")
    if wrong:
        sys.exit(1)


def _print_row(row: Row, lines: int, method: str, positions: int | None, right: bool) -> None:
    told = [f"{row.position.game} {row.depth}: {lines} lines {method}"]
    if positions is not None:
        told.append(f"{positions} positions")
    if not right:
        told.append(f"WRONG: the table has {row.lines} lines, {row.positions} positions")
    click.echo("; ".join(told))


def _lines(row: Row, threads: int, memory: int) -> tuple[int, str]:
    """The number of lines, counted otherwise than by one merged count, and how."""
    if row.lines <= FEW_LINES or row.depth == 0:
        return amduat.perft(row.position, row.depth, threads), "one by one"
    parts = amduat.divide(row.position, row.depth, threads, merge=True, memory=memory)
    return sum(parts.values()), "by first action"


def _positions(row: Row) -> int | None:
    """The number of different positions, kept whole in a plain table, if they are few."""
    if row.positions is None or row.positions > FEW_POSITIONS:
        return None
    from amduat._core import frontier

    return len(frontier(row.position, row.depth))
