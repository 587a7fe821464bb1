"""A person at the terminal, as a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from amduat.boards import drawing_of
from amduat.bots import make_bot
from amduat.cli.prompt import Prompt
from amduat.cli.rules import print_rules
from amduat.cli.screen import Screen, printable
from amduat.players import Fault, ask
from amduat.seats import strongest
from amduat.typed import (
    interpret,
    names_field,
    of_field,
    reason_against,
    typed_form,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from amduat import Action, Position

__all__ = ["Human", "QuitError"]

HOW_TO_TYPE = """\
Blanks may stand for signs, and the beginning is enough if it is unambiguous. Moves of one turn can
be typed at once, with / between them. A field alone shows where its stone can go, and plays
nothing."""

HELP = """\
  FIELD          where the stone on it can go
  moves [FIELD]  the legal moves, all or those of one stone
  board          the board again
  hint           what a strong player would do
  rules [PART]   the rules of the game, or one part of them"""

END_OF_HELP = """\
  help           this page
  quit           leave"""

#: How many examples of a kind of action the help page gives.
EXAMPLES = 3


#: Commands that are never meant by their beginning alone.
WHOLE = ("resign", "save!")


class QuitError(Exception):
    """The person does not want to go on."""


class Human:
    """A person who types moves and commands.

    Args:
        name: What the person is called in the record.
        screen: Where to show things.
        prompt: Where the lines come from.
        hint: The bot that is asked for hints; by default the strongest one for the game.
        commands: More commands by name: each takes the rest of the line. A command that changes the
            game raises something to get out of ``choose``.
        help: What the help page says about them.
    """

    def __init__(
        self,
        name: str = "human",
        *,
        screen: Screen | None = None,
        prompt: Prompt | None = None,
        hint: str | None = None,
        commands: dict[str, Callable[[str], None]] | None = None,
        help: str = "",  # noqa: A002
    ) -> None:
        self.name = name
        self.screen = screen or Screen()
        self.prompt = prompt or Prompt(self.screen.out)
        self.hint = hint
        self._position: Position | None = None
        self._typed: list[str] = []  # parts of a turn that are still to be played
        own = {"moves": self._moves, "board": self._board, "hint": self._hint, "help": self._help}
        own["rules"] = self._rules
        self.commands = own | (commands or {}) | {"quit": self._quit}
        self._commands_help = "\n".join(filter(None, (HELP, help, END_OF_HELP)))

    def choose(self, position: Position) -> Action:
        """Asks until a legal action has been typed.

        Raises:
            QuitError: The person wants to leave.
            EndOfInputError: The input has ended.
        """
        self._position = position
        legal = position.legal_actions()
        shown = False
        while True:
            if self._typed:
                text = self._typed.pop(0)
            else:
                if not shown:
                    self.screen.say()
                    self.screen.board(position)
                    shown = True
                text = self._ask(position, legal)
            action = self._read(position, text)
            if action is not None:
                if not action.is_chance:  # a roll is announced by whoever asked for it
                    self.screen.done(position, action)
                return action
            self._typed.clear()

    def forget(self) -> None:
        """Discards what was typed ahead."""
        self._typed.clear()

    def _ask(self, position: Position, legal: Sequence[Action]) -> str:
        seat = position.current_player
        who = "roll" if seat < 0 else position.player_name(seat)
        if seat >= 0 and self.name != "human":
            who = f"{printable(self.name)} ({who})"
        text = self.prompt.ask(f"{who}> ", [*map(typed_form, legal), *self.commands]).strip()
        first, *self._typed = (part.strip() for part in text.split("/"))
        # A path such as `save a/b` is not a turn of several parts.
        if first.split(" ")[0] in self.commands:
            self._typed = []
            return text
        return first

    def _read(self, position: Position, text: str) -> Action | None:
        word, _, rest = text.partition(" ")
        if not text:
            self.screen.say("Type a move, `moves` to see them all, or `help`.")
            return None
        if text in ("?", "help?"):
            word = "help"
        elif text.endswith("?"):
            word, rest = "moves", text[:-1]
        if word.lower() in self.commands:
            self.commands[word.lower()](rest.strip())
            return None
        if names_field(text, position):
            self._moves(text)
            return None
        found = interpret(text, position)
        if len(found) == 1:
            return found[0]
        if found:
            self.screen.targets(position, found)
            self.screen.say(f"`{text[:80]}` may mean any of these.")
            return None
        begun = [name for name in self.commands if name.startswith(word.lower())]
        commands = [name for name in begun if name not in WHOLE]
        if len(commands) == 1:
            self.commands[commands[0]](rest.strip())
            return None
        reason = reason_against(text, position) or position.describe()
        self.screen.say(f"`{text[:80]}` is not a legal move here. {reason}")
        self.screen.say("Type `moves` to see them all, or `help`.")
        return None

    def _moves(self, rest: str) -> None:
        position = self._position
        assert position is not None
        legal = position.legal_actions()
        if not rest:
            self.screen.moves(position, legal)
            return
        found = of_field(rest, position) or interpret(rest, position)
        if found:
            self.screen.targets(position, found)
        else:
            self.screen.say(f"Nothing on `{rest[:80]}` can move.")

    def _board(self, rest: str) -> None:
        assert self._position is not None
        self.screen.board(self._position)

    def _hint(self, rest: str) -> None:
        position = self._position
        assert position is not None
        if position.is_chance:
            self.screen.say("Chance needs no hint.")
            return
        try:
            hint = self.hint or strongest(position.game)
            action = ask(make_bot(hint), position)
        except Fault as fault:
            self.screen.say(f"No hint: {fault}.")
        else:
            self.screen.proposal(position, action, f"Hint ({hint})")

    def _help(self, rest: str) -> None:
        position = self._position
        assert position is not None
        self.screen.say("Now you can", style="bold")
        by_kind: dict[str, list[Action]] = {}
        for action in position.legal_actions():
            by_kind.setdefault(action.kind, []).append(action)
        for kind, what in drawing_of(position.game).ACTIONS.items():
            if kind in by_kind:
                self.screen.say(f"  {what}: {_examples(by_kind[kind])}")
        self.screen.say(HOW_TO_TYPE.replace("\n", " "))
        self.screen.say("Commands", style="bold")
        self.screen.say(self._commands_help)
        self.screen.say("On the board", style="bold")
        self.screen.legend(position.game)

    def _rules(self, rest: str) -> None:
        assert self._position is not None
        print_rules(self._position.game, rest or None, self.screen.say, brief=True)

    def _quit(self, rest: str) -> None:
        raise QuitError


def _examples(actions: Sequence[Action]) -> str:
    """How actions of one kind can be typed: as in the notation, and the first one in words too."""
    texts = [f"`{typed_form(action)}`" for action in actions[:EXAMPLES]]
    first = actions[0]
    if typed_form(first) != str(first):  # in words already
        return ", ".join(texts)
    fields = [field for field in (first.source, first.target) if field is not None]
    # Where the notation has a sign instead of a field, words are easier to remember.
    if fields and None in (first.source, first.target):
        texts.insert(1, f"in words `{first.kind} {' '.join(fields)}`")
    return ", ".join(texts)
