"""``amduat web``."""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import threading
import time
from typing import TYPE_CHECKING

import click

import amduat
from amduat.cli.common import GameType, Whole

if TYPE_CHECKING:
    from amduat.web.server import Server

__all__ = ["command"]

#: What the extra `web` brings.
NEEDED = ("starlette", "uvicorn", "websockets")
#: Where the server listens unless another port is named; if that is taken, on any free one.
PORT = 8765


@click.command(
    "web",
    epilog="""\b
Example: amduat web
         amduat web ramses
         amduat web --port 8080 --no-open
""",
)
@click.argument("game", required=False, type=GameType(), metavar="[GAME]")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=Whole(0, 65535),
    help=f"The port to listen on. By default {PORT}, or any free one.",
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@click.option("--no-autosave", is_flag=True, help="Do not keep games for the next time.")
def command(
    game: str | None, host: str, port: int | None, no_open: bool, no_autosave: bool
) -> None:
    """Play and analyse in the browser.

    The page is for this machine alone unless --host says otherwise. Ctrl-C ends the server; games
    are kept, and go on when it is started again.
    """
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise click.UsageError(
            f'the page needs {", ".join(missing)}. Install it with: pip install "amduat[web]"'
        )
    from amduat.web.server import own_number

    path = f"/{game}" if game else "/"
    amduat.pharao.tables()  # what is wrong with them is better told now than by a page
    server = _server(host, port, keep=not no_autosave)
    if server.trouble is not None:
        click.echo(f"Warning: games end with the server: {server.trouble}.", err=True)
    if server.address.token:
        click.echo(
            f"Warning: everybody who can reach {host} and knows the address below can play here. "
            "It is not encrypted.",
            err=True,
        )
    click.echo(f"The board is at {server.url(path)}")
    if server.address.is_everywhere:
        click.echo(f"For others in the network: {server.address.url(path, own_number())}")
    click.echo("Ctrl-C ends the server.")
    if not no_open:
        threading.Thread(target=_open, args=(server, path), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):  # which is how it is meant to end
        server.run()


def _server(host: str, port: int | None, *, keep: bool) -> Server:
    from amduat.web.claim import ClaimedError
    from amduat.web.server import Server, bound, kept_in

    try:
        try:
            listening = bound(host, PORT if port is None else port)
        except OSError as error:
            if port is not None or error.errno != errno.EADDRINUSE:
                raise
            listening = bound(host, 0)
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise click.UsageError(
                f"port {port} is in use; name another one with --port."
            ) from None
        shown = error.strerror if isinstance(error, OSError) else str(error)
        raise click.UsageError(f"cannot listen on {host}: {shown or error}.") from None
    try:
        return Server(listening, host, kept_in() if keep else None)
    except ClaimedError as error:
        listening.close()
        raise click.UsageError(
            f"amduat web is running already: {error.holder}. Open that page, or end it first; "
            "with --no-autosave another one runs beside it, whose games are not kept."
        ) from None


def _open(server: Server, path: str) -> None:
    """Opens the browser once the server answers."""
    import webbrowser

    for _ in range(100):
        if server.started:
            webbrowser.open(server.url(path))
            return
        time.sleep(0.05)
