"""``--dask``: the workers of a cluster do the work."""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from amduat.spread import Executor

__all__ = ["connected", "dask_option"]

#: How long a scheduler may take to answer, in seconds.
PATIENCE = 10

Command = TypeVar("Command", bound="Callable[..., Any]")


def dask_option(command: Command) -> Command:
    """Adds --dask, passed as ``dask``."""
    return click.option(
        "--dask",
        metavar="ADDRESS",
        help="Let the workers of a Dask cluster do it: its scheduler, as tcp://HOST:8786.",
    )(command)


@contextlib.contextmanager
def connected(address: str | None) -> Iterator[Executor | None]:
    """The executor of the cluster whose scheduler has this address; None for no address."""
    if address is None:
        yield None
        return
    if not re.fullmatch(r"(tcp|tls|ucxx?|wss?)://[^\s/]+:\d+", address):
        raise click.UsageError(f"--dask {address}: expected an address such as tcp://HOST:8786.")
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise click.UsageError(
            f"--dask needs a package that is not here ({error}): pip install 'amduat[dask]'"
        ) from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"--dask {address}: no scheduler answers: {error}") from error
    with client:
        if not client.nthreads() and sys.stderr.isatty():
            click.echo("No worker has joined the cluster yet; waiting for the first.", err=True)
        yield client.get_executor(pure=False)
