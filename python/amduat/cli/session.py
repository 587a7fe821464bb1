"""One game at the terminal, from its first turn to the record."""

from __future__ import annotations

import contextlib
import datetime
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amduat.cli.human import Human, QuitError
from amduat.cli.prompt import EndOfInputError
from amduat.players import Fault, Player, ask, close, fault_reason, name_of
from amduat.record import Appender, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from amduat.cli.screen import Screen
    from amduat.game import Game
    from amduat.record import Record

__all__ = ["Session", "session_commands"]

HELP = """\
  undo           take back your last move, and what came after it
  redo           play it again
  turns          the turns so far
  position       the position as text
  save FILE      write the game so far to a file"""


class _Changed(Exception):  # noqa: N818
    """The game is no longer where it was when the person was asked."""


class Session:
    """Plays a game with people and bots, and keeps its record whatever happens.

    Args:
        game: The game, perhaps with some turns played already.
        players: One for each seat.
        screen: Where to show things.
        time_limit: Seconds for each decision of a bot.
        roller: A person who types what the dice show, instead of the game's generator.
        record: The open file to which the game is added at its end.
        headers: More headers for the record.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        screen: Screen,
        *,
        time_limit: float | None = None,
        roller: Human | None = None,
        record: Appender | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.screen = screen
        self.time_limit = time_limit
        self.roller = roller
        self.appender = record
        self.headers = headers or {}
        self.humans = {
            id(player): player for player in (*players, roller) if isinstance(player, Human)
        }.values()
        for human in self.humans:
            human.commands = {**session_commands(self), **human.commands}

    def run(self) -> None:
        """Plays to the end, or until the people leave; then the record is kept."""
        with _ended_by_signals():
            try:
                while self.game.result is None:
                    self.step()
                self._finish()
            except (QuitError, EndOfInputError):
                self.screen.say("The game is not finished.")
            finally:
                self._keep()
                close(self.players)

    def step(self) -> None:
        """One action, of chance or of a player."""
        position = self.game.position
        try:
            if position.is_chance:
                outcome = None if self.roller is None else self.roller.choose(position)
                self.game.roll(outcome)
                assert self.game.last_action is not None
                self.screen.roll(position, self.game.last_action)
                return
            seat = position.current_player
            player = self.players[seat]
            if isinstance(player, Human):
                self.game.play(player.choose(position))
                return
            who = f"{position.player_name(seat)} ({name_of(player)})"
            try:
                action = ask(player, position, self.time_limit)
            except Fault as fault:
                self.game.forfeit(seat, fault_reason(position, seat, name_of(player), fault))
                return
            self.game.play(action)
            self.screen.action(position, action, who)
        except _Changed:
            for human in self.humans:
                human.forget()

    def _finish(self) -> None:
        result = self.game.result
        assert result is not None
        self.screen.say()
        self.screen.board(self.game.position)
        if not self.game.position.is_over:  # otherwise the board has already said so
            self.screen.say(result.reason, style="bold")

    def record(self) -> Record:
        """The game so far."""
        names = [name_of(player) for player in self.players]
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        return self.game.record(names, today, self.headers)

    def _keep(self) -> None:
        if self.appender is None:
            return
        if self.game.actions:
            with _undisturbed():
                self.appender.add(self.record())
                self.appender.close()
            # The reader of the output may be gone; the record is safe by now.
            with contextlib.suppress(OSError, ValueError):
                self.screen.say(f"The game is in {self.appender.path}.")
        self.appender.close()

    def undo(self, rest: str) -> None:
        """Goes back to the last decision of a person before this one."""
        back = self._last_decision(len(self.game.actions) - 1)
        if back is None:
            self.screen.say("You have no move to take back.")
            return
        while len(self.game.actions) > back:
            self.game.undo()
        raise _Changed

    def _last_decision(self, ply: int) -> int | None:
        """Where a person last decided, at or before an action, if anywhere."""
        position, places = self.game.start, []
        for number, action in enumerate(self.game.actions):
            mover = position.current_player
            typed = self.roller is not None if mover < 0 else isinstance(self.players[mover], Human)
            if typed and number <= ply:
                places.append(number)
            position = position.apply(action)
        return places[-1] if places else None

    def redo(self, rest: str) -> None:
        """Replays what was taken back, up to the next decision of a person."""
        try:
            self.game.redo()
        except IndexError:
            self.screen.say("There is nothing to play again.")
            return
        with contextlib.suppress(IndexError):
            while self.game.result is None and not self._is_typed():
                self.game.redo()
        raise _Changed

    def _is_typed(self) -> bool:
        mover = self.game.position.current_player
        return self.roller is not None if mover < 0 else isinstance(self.players[mover], Human)

    def turns(self, rest: str) -> None:
        """Lists the turns so far."""
        for turn in self.game:
            self.screen.turn(turn, self.game.start)

    def position(self, rest: str) -> None:
        """Shows the position as text."""
        self.screen.position(self.game.position)

    def save(self, rest: str) -> None:
        """Writes the game so far to a file."""
        if not rest:
            self.screen.say("Which file? Type `save FILE`.")
            return
        try:
            write(Path(rest).expanduser(), [self.record()])
        except OSError as error:
            self.screen.say(f"Not saved: {error}")
        else:
            self.screen.say(f"Saved to {rest}.")


def session_commands(session: Session) -> dict[str, Any]:
    """The commands about the whole game, beyond those about one position."""
    return {
        "undo": session.undo,
        "redo": session.redo,
        "turns": session.turns,
        "position": session.position,
        "save": session.save,
    }


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Lets a closed terminal or SIGTERM end the program in good order, with its record kept."""
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []

    def end(number: int, frame: object) -> None:
        sys.exit(128 + number)

    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Holds Ctrl-C back for a moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
