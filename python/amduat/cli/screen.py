"""What a person sees during a game."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from amduat.boards import action_text, drawing_of, text_of
from amduat.cli import picture
from amduat.cli.common import console, wants_unicode
from amduat.cli.targets import destination, ends
from amduat.turns import outcome_text, turn_text
from amduat.typed import typed_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console
    from rich.text import Text

    from amduat._core import Action, Position
    from amduat.turns import Turn

__all__ = ["Screen", "printable", "terminal_size", "wrapped"]

#: The greatest width of lists.
WIDTH = 78
WRAPPING: Any = {"break_long_words": False, "break_on_hyphens": False}
INDENTED: Any = {"initial_indent": "  ", "subsequent_indent": "  "}
#: What further lines of a broken one are indented by: the sign of an item in a list, or the first
#: of two columns, as on the help page.
FIRST_COLUMN = re.compile(r" *(?:[-*]|\d+\.) +(?=\S)| +\S+(?: \S+)* {2,}(?=\S)")
#: What is written otherwise where there is only ASCII.
ASCII = str.maketrans({"−": "-", "–": "-", "×": "x", "…": "...", "“": '"', "”": '"', "’": "'"})
ASCII |= str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "AE", "Ö": "OE", "Ü": "UE"})
ASCII |= str.maketrans({"ß": "ss", "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ñ": "n"})


def printable(text: str) -> str:
    """The text without anything that could play tricks on a terminal."""
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)


def terminal_size() -> tuple[int, int] | None:
    """How many columns and rows the terminal has now; None if there is none."""
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return None
    return (columns, rows or 24) if columns else None


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, broken at blanks where they are too long.

    Broken lines go on where they began, or where their second column began.
    """
    lines = []
    for line in text.split("\n"):
        columns = FIRST_COLUMN.match(line)
        indent = len(columns[0]) if columns else len(line) - len(line.lstrip())
        indent = indent if indent < width // 2 else 4
        parts = textwrap.wrap(line, width, subsequent_indent=" " * indent, **WRAPPING)
        lines += parts or [""]
    return lines


def _fits(
    game: str, size: tuple[int, int], status: Sequence[str], *, compact: bool = False
) -> bool:
    """Whether the board fits a terminal, with what stands below it and the prompt."""
    columns, rows = size
    wide, high = picture.size(game, compact=compact)
    below = sum(len(wrapped(line, columns - 1)) for line in status)
    return wide <= columns and high + below + 1 <= rows


def _arranged(position: Position, size: tuple[int, int] | None) -> tuple[list[str], bool]:
    """What stands below the board, and whether the board is compact: the first way that fits."""
    status = picture.status(position)
    if size is None or _fits(position.game, size, status):
        return status, False
    first, *notes = status
    brief = picture.status(position, brief=True)[1:]
    for chosen in (status, [first, "; ".join(notes)], [first, "; ".join(brief)]):
        if _fits(position.game, size, chosen, compact=True):
            break
    return chosen, True


class Screen:
    """Prints boards, moves and remarks; tiles lie face down unless `face_up` is set.

    At a terminal lines are broken at blanks, and the board is drawn smaller if there is no room for
    the usual one. ``mark`` says which turns are marked on the board.
    """

    def __init__(self, out: Console | None = None, *, face_up: bool = False) -> None:
        self.out = out or console()
        self.face_up = face_up
        self.hidden = not face_up
        self.unicode = wants_unicode()
        self._marked: tuple[Position, list[str]] | None = None

    def say(self, text: str = "", style: str = "") -> None:
        """A remark."""
        text = printable(text)
        if not self.unicode:
            text = text.translate(ASCII).encode("ascii", "replace").decode()
        if (size := terminal_size()) is not None:
            text = "\n".join(wrapped(text, size[0] - 1))
        self.out.print(text, style=style, markup=False)

    def board(self, position: Position, targets: Iterable[str] = ()) -> None:
        """The board, in the size that fits the terminal, and what is to be done."""
        self.hidden = not (self.face_up or position.is_over)
        size = terminal_size()
        status, compact = _arranged(position, size)
        wide, _ = picture.size(position.game, compact=compact)
        if size is not None and wide > size[0]:
            self.say(f"The board is {wide} columns wide, the terminal {size[0]}. On the board:")
            self._list(position)
        else:
            drawn = picture.board(
                position,
                unicode=self.unicode,
                hidden=self.hidden,
                compact=compact,
                targets=targets,
                last=self._marks(position),
            )
            self._print(drawn)
        for line in status:
            self.say(line)

    def mark(self, position: Position, turns: Iterable[Turn]) -> None:
        """Marks where the moves of some turns began and ended, whenever this position is drawn."""
        fields = [field for turn in turns for action in turn.actions for field in ends(action)]
        self._marked = position, fields

    def _marks(self, position: Position) -> list[str]:
        return [] if self._marked is None or self._marked[0] != position else self._marked[1]

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

    def legend(self, game: str) -> None:
        """What the signs on the board mean."""
        size = terminal_size()
        for shown, text in drawing_of(game).LEGEND:
            sign = picture.sign(game, shown, unicode=self.unicode)
            first, *others = wrapped(f"  {sign.plain:6}  {text}", size[0] - 1 if size else WIDTH)
            # The sign has its colour from the board.
            self.out.print("  ", sign, first[2 + len(sign) :], sep="", markup=False)
            for line in others:
                self.out.print(line, markup=False)
        self.say("  [ ]     where a stone can go")
        self.say("  ( )     where the last move began and ended")

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
            lines.setdefault(path[0] if path else "", []).append(typed_form(action))
        size = terminal_size()
        width = WIDTH if size is None else min(WIDTH, size[0] - 1)
        for texts in lines.values():
            text = "  ".join(texts)
            self.say(textwrap.fill(text, width, **INDENTED, **WRAPPING))

    def targets(self, position: Position, actions: Sequence[Action]) -> None:
        """Where the stones of some actions can go: on the board, and as a list."""
        fields = [destination(position, action) for action in actions]
        self.board(position, [field for field in fields if field is not None])
        self.moves(position, actions)

    def proposal(self, position: Position, action: Action, who: str) -> None:
        """What a player does or might do, with the path of the stone."""
        path = position.path(action)
        arrow = " → " if self.unicode else " > "
        way = f"  ({arrow.join(path)})" if len(path) > 2 else ""
        self.say(f"{who}: {typed_form(action)}{way}")

    def action(self, position: Position, action: Action, who: str) -> None:
        """What a player did, with the path of the stone, and what came of it."""
        self.proposal(position, action, who)
        self.done(position, action)

    def done(self, position: Position, action: Action) -> None:
        """What came of an action."""
        for sentence in position.events(action):
            self.say(f"  {sentence}")

    def roll(self, position: Position, outcome: Action) -> None:
        """What chance brought, in the words of the game, and what came of it."""
        self.say(f"{position.describe().rstrip('.')}: {outcome_text(outcome)}", style="bold")
        self.done(position, outcome)
