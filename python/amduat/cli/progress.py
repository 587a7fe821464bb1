"""What a long computation tells on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from amduat.cli.common import console

__all__ = ["peak_memory", "progress"]

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
