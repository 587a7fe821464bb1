"""One game at the terminal, from its first turn to the record."""

from __future__ import annotations

import contextlib
import datetime
import shlex
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amduat.cli.human import Human, QuitError
from amduat.cli.prompt import EndOfInputError
from amduat.errors import AmduatError, HistoryError, RecordError
from amduat.files import is_special
from amduat.plain import flaw, visible
from amduat.players import Fault, Player, ask, close, fault_reason, name_of
from amduat.record import Appender, save, write
from amduat.result import RESIGNATION
from amduat.seats import HUMAN
from amduat.setup import rolled, same_game
from amduat.turns import latest

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from amduat.cli.autosave import Slot
    from amduat.cli.screen import Screen
    from amduat.game import Game
    from amduat.record import Record
    from amduat.setup import Setup

__all__ = ["Session", "session_commands"]

HELP = """\
  undo           take back your last move, and what came after it
  redo           play it again
  turns          the turns so far
  position       the position as text
  save FILE      add the game to a file of records, or update it there
  save! FILE     write the file anew with this game alone, whatever it holds
  resign         give the game up
  exit           the same as quit; the game is kept, `amduat resume` goes on"""

AT_THE_END = """\
  undo           take back your last move, or your resignation, and go on
  rematch        another game; `rematch swap` moves everyone up one seat
  turns          the turns of the game
  board          the board again
  save FILE      add the game to a file of records; `save! FILE` writes the file anew
  quit           leave"""

#: Seconds after which a game in which only bots move is kept again.
PAUSE = 0.5


class _Changed(Exception):  # noqa: N818
    """The game is no longer where it was when the person was asked."""


class Session:
    """Plays a game with people and bots, and keeps its record whatever happens.

    Args:
        game: The game, perhaps with some turns played already.
        players: One for each seat.
        screen: Where to show things.
        setup: How the game is played; it goes into the record.
        roller: A person who types what the dice show, instead of their following from the seed.
        record: The open file to which the game is written.
        slot: Where the game is kept without anybody asking for it.
        date: When the game began, if that was not today.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        screen: Screen,
        setup: Setup,
        *,
        roller: Human | None = None,
        record: Appender | None = None,
        slot: Slot | None = None,
        date: str = "",
    ) -> None:
        self.game = game
        self.players = players
        self.screen = screen
        self.setup = setup
        self.roller = roller
        self.appender = record
        self.slot = slot
        self.date = date or datetime.datetime.now(datetime.UTC).date().isoformat()
        #: Whether people want another game, and then with everyone one seat further.
        self.rematch: bool | None = None
        self.humans = list(
            {
                id(player): player for player in (*players, roller) if isinstance(player, Human)
            }.values()
        )
        self._unkept = False
        self._urgent = False  # a person did something that is not kept yet
        self._kept_at = 0.0
        self._saved: Record | None = None
        for human in self.humans:
            human.commands = {**session_commands(self), **human.commands}

    def run(self) -> None:
        """Plays to the end, or until the people leave; then the record is kept."""
        with _ended_by_signals():
            try:
                while True:
                    while self.game.result is None:
                        self.step()
                    self._finish()
                    if not self._asked_at_the_end():
                        break
            except (QuitError, EndOfInputError):
                pass
            finally:
                self._leave()
                close(self.players)

    def step(self) -> None:
        """One action, of chance or of a player."""
        position = self.game.position
        typed = self._is_typed()
        self.keep(now=typed or self._urgent)
        if typed:
            self._mark({position.turn_owner})
        try:
            if position.is_chance:
                if self.roller is None:
                    outcome = rolled(self.setup.seed, self.game)
                else:
                    outcome = self.roller.choose(position)
                self.game.roll(outcome)
                self._changed(typed)
                self.screen.roll(position, outcome)
                return
            seat = position.current_player
            player = self.players[seat]
            if isinstance(player, Human):
                self.game.play(player.choose(position))
                self._changed(typed)
                return
            who = f"{position.player_name(seat)} ({name_of(player)})"
            try:
                action = ask(player, position, self.setup.time_limit)
            except Fault as fault:
                self.game.forfeit(seat, fault_reason(position, seat, name_of(player), fault))
                self._changed(typed)
                return
            self.game.play(action)
            self._changed(typed)
            self.screen.action(position, action, who)
        except _Changed:
            self._changed(True)
            for human in self.humans:
                human.forget()

    def _mark(self, seats: Container[int | None]) -> None:
        """Marks what has happened since the last turn of those who look at the board."""
        self.screen.mark(self.game.position, latest(list(self.game), seats))

    def _changed(self, by_person: bool) -> None:
        self._unkept = True
        self._urgent = self._urgent or by_person

    def _finish(self) -> None:
        result = self.game.result
        assert result is not None
        self.keep(now=True)
        people = {seat for seat, player in enumerate(self.players) if isinstance(player, Human)}
        self._mark(people or range(len(self.players)))
        self.screen.say()
        self.screen.board(self.game.position)
        if not self.game.position.is_over:  # otherwise the board has already said so
            self.screen.say(result.reason, style="bold")

    def _asked_at_the_end(self) -> bool:
        """Asks what to do after the game; says whether it goes on after all."""
        if not self.humans:
            return False
        prompt = self.humans[0].prompt
        commands: dict[str, Callable[[str], object]] = {
            "undo": self._undo_the_end,
            "rematch": self._rematch,
            "turns": self.turns,
            "board": lambda rest: self.screen.board(self.game.position),
            "position": self.position,
            "save": self.save,
            "save!": self.save_anew,
            "help": lambda rest: self.screen.say(AT_THE_END),
        }
        for human in self.humans:
            human.forget()
        while self.rematch is None:
            text = prompt.ask("undo, rematch, save FILE or quit> ", [*commands, "quit"]).strip()
            word, _, rest = text.partition(" ")
            if word.lower() in ("quit", "exit", "q"):
                raise QuitError
            if word.lower() in commands:
                try:
                    commands[word.lower()](rest.strip())
                except _Changed:
                    self._changed(True)
                    return True
            elif word:
                self.screen.say("The game is over. Type `help` to see what can be done.")
        return False

    def _undo_the_end(self, rest: str) -> None:
        result = self.game.result
        if result is not None and result.ending == RESIGNATION:
            self.game.reopen()
            raise _Changed
        self._back_to(len(self.game.actions))

    def _rematch(self, rest: str) -> None:
        if rest.lower() not in ("", "swap"):
            self.screen.say("Type `rematch`, or `rematch swap` to move everyone up one seat.")
            return
        self.rematch = rest.lower() == "swap"

    def record(self) -> Record:
        """The game so far."""
        names = [visible(name_of(player)) for player in self.players]
        headers = self.setup.headers(finished=self.game.result is not None)
        record = self.game.record(names, self.date, headers)
        known = self.setup.comments
        if not known:
            return record
        # A comment stays as long as its turn does.
        turns = ((turn.number, str(turn)) for turn in self.game)
        return replace(record, comments={key[0]: known[key] for key in turns if key in known})

    def keep(self, *, now: bool) -> None:
        """Puts the game as it is now on the disk.

        Args:
            now: Whether it is to be done at once; otherwise not too often.
        """
        if self.slot is None and self.appender is None:
            return
        if not self._unkept or not (now or time.monotonic() - self._kept_at > PAUSE):
            return
        record = self.record()
        with _undisturbed():
            self._keep_in_slot(record)
            if self.appender is not None:
                try:
                    self.appender.update(record if record.actions else None)
                except (OSError, RecordError) as error:
                    path, self.appender = self.appender.path, None
                    self._say_safely(f"The game is no longer recorded in {path}: {error}")
        self._unkept = self._urgent = False
        self._kept_at = time.monotonic()

    def _keep_in_slot(self, record: Record) -> None:
        if self.slot is None:
            return
        appender = self.appender
        path = "" if appender is None else str(appender.path.resolve())
        # A pipe is gone when the game goes on, and a name that cannot be shown cannot be a header.
        lasting = path and flaw(path) is None and not is_special(path)
        if lasting and record.result is None:
            record = replace(record, headers={**record.headers, "RecordFile": path})
        try:
            self.slot.write(record)
        except OSError as error:
            self.slot = None
            self._say_safely(f"The game is not kept for `amduat resume`: {error}")

    def _leave(self) -> None:
        """Keeps the game, and says where it is and how to go on."""
        self.keep(now=True)
        finished = self.game.result is not None
        record, slot = self.appender, self.slot
        if record is not None:
            with _undisturbed():
                record.finish()
        if slot is not None:
            # A finished game that is in a file, or follows from its seed, need not be kept twice.
            if finished and (record is not None or not self.setup.id or self._is_saved()):
                slot.remove()
            else:
                slot.close()
        if not finished:
            self._say_safely("The game is not finished.")
        if not self.game.actions:
            return
        if record is not None:
            self._say_safely(f"The game is in {record.path}.")
            if not finished:
                self._say_safely(f"Go on with `amduat resume {shlex.quote(str(record.path))}`.")
        elif not finished and slot is not None:
            self._say_safely("It is kept. Go on with `amduat resume`.")
        elif finished and slot is not None and slot.path.exists():
            self._say_safely(f"The game is kept in {slot.path}.")
        elif not finished and not self._is_saved():
            self._say_safely("It is not kept.")

    def _is_saved(self) -> bool:
        return self._saved is not None and self._saved == self.record()

    def _say_safely(self, text: str) -> None:
        # The reader of the output may be gone; that must not keep the game from being kept.
        with contextlib.suppress(OSError, ValueError):
            self.screen.say(text)

    def undo(self, rest: str) -> None:
        """Goes back to the last decision of a person before this one."""
        self._back_to(len(self.game.actions))

    def _back_to(self, end: int) -> None:
        back = self._last_decision(end - 1)
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
        except HistoryError:
            self.screen.say("There is nothing to play again.")
            return
        with contextlib.suppress(HistoryError):
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

    def resign(self, rest: str) -> None:
        """Gives the game up for the person who is asked."""
        seats = [seat for seat, player in enumerate(self.players) if isinstance(player, Human)]
        seat = self.game.turn_owner
        if seat not in seats:  # a bot's dice are being typed
            if len(seats) != 1:
                self.screen.say("It is not your turn; resign when it is.")
                return
            seat = seats[0]
        assert seat is not None
        name = name_of(self.players[seat])
        self.game.resign(seat, "" if name == HUMAN else name)
        raise _Changed

    def leave(self, rest: str) -> None:
        """Leaves the game."""
        raise QuitError

    def save(self, rest: str) -> None:
        """Adds the game to a file of records, or updates it there."""
        words = rest.split(" ")
        if "--force" in (words[0], words[-1]):
            words.remove("--force")
            self.save_anew(" ".join(words).strip())
            return
        self._save(rest, anew=False)

    def save_anew(self, rest: str) -> None:
        """Writes a file anew, whatever it holds."""
        self._save(rest, anew=True)

    def _save(self, rest: str, *, anew: bool) -> None:
        if not rest:
            self.screen.say("Which file? Type `save FILE`.")
            return
        record = self.record()
        try:
            path = Path(rest).expanduser()
            if self.appender is not None and _same_file(path, self.appender.path):
                self.keep(now=True)
                self.screen.say(f"{rest}: the game is recorded there anyway.")
                return
            if anew:
                write(path, [record])
                updated = False
            else:
                updated = save(path, record, lambda other: same_game(other, record))
        except AmduatError as error:
            self.screen.say(f"Not saved: {error}")
            self.screen.say("Type `save! FILE` to write the file anew, whatever it holds.")
        except (OSError, RuntimeError, ValueError) as error:
            self.screen.say(f"Not saved: {error}")
        else:
            self._saved = record
            again = " The game was in it already, and is now up to date." if updated else ""
            self.screen.say(f"Saved to {rest}.{again}")


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def session_commands(session: Session) -> dict[str, Any]:
    """The commands about the whole game, beyond those about one position."""
    return {
        "undo": session.undo,
        "redo": session.redo,
        "turns": session.turns,
        "position": session.position,
        "save": session.save,
        "save!": session.save_anew,
        "resign": session.resign,
        "exit": session.leave,
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
    """Holds Ctrl-C and requests to end back for a moment; they come afterwards."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda got, frame: came.append(got)) for number in numbers
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came[:1]:
            signal.raise_signal(number)
