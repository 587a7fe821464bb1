"""The command line. Its libraries are imported only when it runs."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Runs the command line with the arguments of the process and exits."""
    from amduat.cli.app import run

    run()
