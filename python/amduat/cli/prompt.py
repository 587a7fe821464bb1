"""Asks a person for a line: at a terminal with completion, or from a pipe."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from amduat.cli.screen import printable

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["EndOfInputError", "Prompt"]


class EndOfInputError(Exception):
    """There will be no more input."""


class Prompt:
    """Where lines come from.

    At a terminal the lines can be edited and completed with the tab key. From a pipe they are
    repeated on the output, so that it reads like a session.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._words: list[str] = []
        self._readline: Any = None
        if self.at_terminal and os.environ.get("TERM") != "dumb":
            self._prepare()

    def _prepare(self) -> None:
        with contextlib.suppress(ImportError):  # Windows has no readline
            import readline

            self._readline = readline
            readline.set_completer(self._complete)
            readline.set_completer_delims(" \t\n/")
            doc = readline.__doc__ or ""
            # macOS may have a substitute with settings of its own.
            bind = "bind ^I rl_complete" if "libedit" in doc else "tab: complete"
            readline.parse_and_bind(bind)
            readline.parse_and_bind("set enable-bracketed-paste off")

    def _complete(self, text: str, state: int) -> str | None:
        found = [word for word in self._words if word.startswith(text)]
        return found[state] if state < len(found) else None

    def ask(self, prompt: str, words: Iterable[str] | Callable[[], Iterable[str]] = ()) -> str:
        """One line without its line end; `words` are what can be completed.

        Raises:
            EndOfInputError: At the end of the input.
            KeyboardInterrupt: On Ctrl-C.
        """
        self._words = list(words() if callable(words) else words)
        sys.stdout.flush()
        if self.at_terminal:
            try:
                return input(prompt)
            except EOFError:
                print()
                raise EndOfInputError from None
        line = sys.stdin.readline()
        if not line:
            raise EndOfInputError
        line = line.rstrip("\r\n")
        self.console.print(printable(f"{prompt}{line}"), markup=False)
        return line

    def close(self) -> None:
        """Releases the terminal."""
        if self._readline is not None:
            self._readline.set_completer(None)
