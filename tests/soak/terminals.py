"""Games at a terminal that is killed at any moment, and `amduat resume` after it.

What holds: whatever was played before the last prompt is kept, whole; the game goes on from there;
and a game that has ended is in the file in which it was recorded, once, or else among those kept.
"""

from __future__ import annotations

import os
import sys
import time

import amduat
from amduat.files import UNFINISHED
from amduat.record import Record, read
from amduat.typed import typed_form
from flow import complete_games
from programs import Terminal, kept
from soak.processes import kill, left_behind, own
from soak.share import Share
from support import all_variants, name_of

__all__ = ["run"]

NAMES = ("Ada", "Ben", "Cleo", "Dan")

#: What a program at a terminal waits with.
MOVE, OVER, GO_ON = ")> ", "or quit> ", "[Y/n]: "


def run(share: Share) -> None:
    """Plays one game after another."""
    # The terminal starts programs in a way of its own, which takes the environment as it is.
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    while share.goes_on:
        _Game(share).run()
    share.tally.faults += left_behind()


class _Game:
    """One game, from its first action to its end, in as many processes as it takes."""

    def __init__(self, share: Share) -> None:
        dice = share.dice
        self.share, self.tally = share, share.tally
        folder = share.new_folder()
        self.state = folder / "amduat"
        game, options = dice.choice(all_variants())
        self.start = self.position = amduat.start(game, **options)
        self.about = f"{game} {name_of(options)} in {folder}"
        self.file = folder / "games.txt" if dice.random() < 0.6 else None
        words = ["play", game, "--seed", str(dice.randrange(1000))]
        words += ["--max-turns", str(dice.randint(2, 14))]
        for name, value in options.items():
            words += ["-o", f"{name}={str(value).lower()}"]
        for name in NAMES[: self.position.players - 1]:
            words += ["--player", f"human:{name}"]
        words += ["--player", dice.choice(("human:Eve", "greedy", "random"))]
        if self.file is not None:
            words += ["--record", str(self.file)]
        self.words = words
        self.actions: list[str] = []  # what is kept for certain
        self.kills = 0
        self.over = False

    def run(self) -> None:
        """Plays until the game is over, and looks where it is then."""
        attempts = 0
        while not self.over and attempts < 60:
            attempts += 1
            terminal = Terminal(*self.words, XDG_STATE_HOME=str(self.state.parent))
            own(terminal.pid)
            self._play(terminal)
            self.over = self.over or self._ended()
            if self.actions and not self.over:
                self.words = ["resume"]
        if self.tally.check(self.over, f"{self.about}: never comes to its end"):
            self.tally.games += 1
            self.tally.moves += len(self.actions)
            self._finished()
        self._look_for_remains()

    def _play(self, terminal: Terminal) -> None:
        """Plays in one process until it is killed or the game is over."""
        typed = ""
        while True:
            if self.share.dice.random() < 0.15:
                time.sleep(self.share.moment(0.1))
                self._kill(terminal)
                terminal.wait()
                self._compare(typed, at_a_prompt=False)
                return
            prompt = _prompt(terminal)
            if prompt is None:
                told = terminal.seen[-300:]
                self._kill(terminal)
                terminal.wait()
                self.tally.fault(f"{self.about}: the program ended by itself: {told!r}")
                self.over = True
                return
            if prompt == GO_ON:
                terminal.send("\n")
                continue
            self._compare(typed, at_a_prompt=True)
            if prompt == OVER:
                self.over = True
                if self.share.dice.random() < 0.5:
                    terminal.send("quit\n")
                else:
                    self._kill(terminal)
                code = terminal.wait()
                self.tally.check(code in (0, -9), f"{self.about}: ends with code {code}")
                return
            typed = self._choice()
            terminal.send(f"{typed}\n")

    def _kill(self, terminal: Terminal) -> None:
        killed = kill(terminal.pid)
        self.kills += killed
        self.tally.kills += killed

    def _choice(self) -> str:
        """What is typed next: any legal action, and seldom something else."""
        if self.share.dice.random() < 0.05:
            return self.share.dice.choice(("undo", "redo", "board", "turns"))
        return typed_form(self.share.dice.choice(self.position.legal_actions()))

    def _kept(self) -> Record | None:
        """The game as it is kept: by itself, or in the file once it is over."""
        try:
            for path in kept(self.state):
                (record,) = read(path)
                return record
            if self.file is not None and self.file.exists():
                return next(iter(complete_games(self.file)), None)
        except (OSError, ValueError) as error:
            self.tally.fault(f"{self.about}: {error}")
        return None

    def _ended(self) -> bool:
        record = self._kept()
        return record is not None and record.result is not None

    def _compare(self, typed: str, *, at_a_prompt: bool) -> None:
        """Compares what is kept with what was there at the last prompt, and typed since."""
        record = self._kept()
        found = [] if record is None else [str(action) for action in record.actions]
        known = min(len(found), len(self.actions))
        right = found[:known] == self.actions[:known]
        if typed not in ("undo", "redo"):
            right &= known == len(self.actions)
            new = found[len(self.actions) :]
            acts = typed not in ("", "board", "turns")
            if acts and new:
                right &= typed_form(amduat.Action(self.position.game, new[0])) == typed
            if acts and at_a_prompt:
                right &= bool(new)
        self.tally.check(
            right, f"{self.about}: after {typed!r}: {found} is kept, there was {self.actions}"
        )
        self.actions = found
        self.position = self.start if record is None else record.final()

    def _finished(self) -> None:
        """Looks where the game is: the last process was killed, or ended by itself."""
        if self.file is not None:
            games = list(complete_games(self.file))
            same = [[str(action) for action in record.actions] for record in games]
            # Who is killed between the two files leaves the end of the game among those kept.
            whole = same == [self.actions] and games[0].result is not None
            self.tally.check(
                whole or bool(kept(self.state)), f"{self.about}: a finished game is lost: {same}"
            )
        else:
            self.tally.check(len(kept(self.state)) == 1, f"{self.about}: a finished game is lost")

    def _look_for_remains(self) -> None:
        """Files that were being written are as many as programs were killed in it, at most."""
        left = [path.name for path in self.state.glob(f"{UNFINISHED}*")]
        self.tally.check(len(left) <= self.kills, f"{self.about}: {left} are left")


def _prompt(terminal: Terminal) -> str | None:
    """The next prompt; None if the program ends instead, or says nothing for long."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        for prompt in (OVER, GO_ON, MOVE):
            if prompt in terminal.seen:
                terminal.seen = terminal.seen.partition(prompt)[2]
                return prompt
        if not terminal._read():
            return None
    return None
