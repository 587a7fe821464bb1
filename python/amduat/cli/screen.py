"""What a person sees during a game."""

from __future__ import annotations

import os
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from amduat.boards import action_text, drawing_of, text_of
from amduat.cli import picture
from amduat.cli.common import console, wants_unicode
from amduat.cli.targets import destination, highlight
from amduat.turns import outcome_text, turn_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

    from amduat._core import Action, Position
    from amduat.turns import Turn

__all__ = ["Screen", "printable"]

#: The greatest width of lists.
WIDTH = 78
WRAPPING: Any = {
    "subsequent_indent": "  ",
    "break_long_words": False,
    "break_on_hyphens": False,
}


def printable(text: str) -> str:
    """The text without anything that could play tricks on a terminal."""
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)


def _columns() -> int | None:
    """How wide the terminal is now; None if there is none."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError):
        return None


class Screen:
    """Prints boards, moves and remarks; tiles lie face down unless `face_up` is set."""

    def __init__(self, out: Console | None = None, *, face_up: bool = False) -> None:
        self.out = out or console()
        self.hidden = not face_up
        self.unicode = wants_unicode()

    def say(self, text: str = "", style: str = "") -> None:
        """A remark."""
        text = printable(text)
        if not self.unicode:
            text = text.encode("ascii", "replace").decode()
        self.out.print(text, style=style, markup=False)

    def board(self, position: Position, targets: Sequence[str] = ()) -> None:
        """The board, if the terminal is wide enough for it, and what is to be done."""
        drawn = picture.board(position, unicode=self.unicode, hidden=self.hidden)
        if targets:
            drawn = highlight(drawn, position, targets)
        wide = max(map(len, drawn.plain.split("\n")))
        columns = _columns()
        if columns is not None and wide > columns:
            self.say(f"The board is {wide} columns wide, the terminal {columns}. On the board:")
            self._list(position)
        else:
            self._print(drawn)
        for line in picture.status(position):
            self.say(line)

    def _print(self, drawn: Text) -> None:
        if self.out.color_system is None:  # many times faster
            self.out.file.write(drawn.plain + "\n")
        else:
            self.out.print(drawn, no_wrap=True, overflow="ignore", crop=False)

    def _list(self, position: Position) -> None:
        pieces: dict[str, list[str]] = {}
        for token in drawing_of(position.game).tokens(position, hidden=self.hidden):
            pieces.setdefault(token.letter, []).append(token.field + token.facing)
        for letter, fields in pieces.items():
            self.say(f"  {letter}: {' '.join(fields)}")

    def position(self, position: Position) -> None:
        """The text of a position, with face-down tiles masked."""
        self.say(text_of(position, hidden=self.hidden))

    def turn(self, turn: Turn, start: Position) -> None:
        """A past turn; tiles that lie face down since then are not revealed again."""
        text = turn_text(turn.actions, lambda action: action_text(action, hidden=self.hidden))
        self.say(f"{turn.number:4}. {text}  {start.player_name(turn.player)}")

    def moves(self, position: Position, actions: Sequence[Action]) -> None:
        """A list of actions, those of each stone on a line of their own."""
        lines: dict[str, list[str]] = {}
        for action in actions:
            path = position.path(action)
            lines.setdefault(path[0] if path else "", []).append(str(action))
        for texts in lines.values():
            self.say(textwrap.fill("  ".join(texts), WIDTH, initial_indent="  ", **WRAPPING))

    def targets(self, position: Position, actions: Sequence[Action]) -> None:
        """Where the stones of some actions can go: on the board, and as a list."""
        fields = [destination(position, action) for action in actions]
        self.board(position, [field for field in fields if field is not None])
        self.moves(position, actions)

    def action(self, position: Position, action: Action, who: str) -> None:
        """What a player did, with the path of the stone."""
        path = position.path(action)
        arrow = " → " if self.unicode else " > "
        way = f"  ({arrow.join(path)})" if len(path) > 2 else ""
        self.say(f"{who}: {action}{way}")

    def roll(self, position: Position, outcome: Action) -> None:
        """What chance brought, in the words of the game."""
        self.say(f"{position.describe().rstrip('.')}: {outcome_text(outcome)}", style="bold")
