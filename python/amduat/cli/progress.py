"""What a long computation tells on a terminal."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from amduat.cli.common import console

if TYPE_CHECKING:
    from amduat.spread import Progress as Pieces

__all__ = ["peak_memory", "pieces_progress", "progress"]

Report = Callable[[str, "int | None", float], None]


def peak_memory() -> str:
    """The most memory that was in use, where the system reports it."""
    try:
        import resource
    except ImportError:
        return ""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts in units of 1024 bytes, macOS in bytes.
    return f" with {peak / (1e9 if sys.platform == 'darwin' else 1e9 / 1024):.1f} GB"


@contextmanager
def progress() -> Iterator[Report | None]:
    """A bar on standard error with phase and remaining time, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description:32}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=1.0)

        def report(phase: str, distance: int | None, done: float) -> None:
            if done < bar.tasks[0].completed:
                bar.reset(task)  # another computation has begun
            description = phase if distance is None else f"{phase} {distance}"
            bar.update(task, completed=done, description=description)

        yield report


@contextmanager
def pieces_progress() -> Iterator[Callable[[Pieces], None] | None]:
    """A bar on standard error with pieces and remaining time, if that is a terminal.

    It appears with the first report.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("pieces"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
    )
    bar = Progress(*columns, console=console(stderr=True), transient=True)
    try:

        def report(pieces: Pieces) -> None:
            if not bar.task_ids:
                bar.start()
                bar.add_task("", total=pieces.total)
            left = "" if pieces.remaining is None else f"{_duration(pieces.remaining)} left"
            bar.update(bar.task_ids[0], completed=pieces.done, description=left)

        yield report
    finally:
        bar.stop()


def _duration(seconds: float) -> str:
    """A time as clocks show it.

    >>> _duration(75), _duration(3 * 86400 + 5)
    ('0:01:15', '3 days, 0:00:05')
    """
    return str(datetime.timedelta(seconds=round(seconds)))
