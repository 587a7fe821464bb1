"""Matches whose workers and whose own process are killed at any moment, and which go on afterwards.

What holds: a game that was reported is in the file, whole and once, whoever is killed next; the
file can be read at every moment, and at worst ends too early; in the end it holds every game, and
each is what the same seed gives when nobody is killed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import amduat
from amduat.record import Record, read
from amduat.result import FAULT
from amduat.workers import ATTEMPTS
from flow import complete_games
from soak.processes import children, command, kill, left_behind, listened, resident, zombies
from soak.share import Memory, Share
from support import all_variants

__all__ = ["run"]

#: Plays a match and says after each game how many are done.
PROGRAM = """
import json, sys, amduat
match = amduat.Match(**json.loads(sys.argv[1]))
match.run(lambda done, standings: print(done, flush=True))
"""

#: A match that takes longer than this, in seconds, does not end at all.
PATIENCE = 900.0

#: After so many kills of the whole match it is left to end, with its workers being killed.
MOST_KILLS = 4


def run(share: Share) -> None:
    """Plays one match after another."""
    while share.goes_on:
        _Match(share).run()
    share.tally.faults += left_behind()


class _Match:
    """One match, from its first game to its last, however often it is begun again."""

    def __init__(self, share: Share) -> None:
        dice = share.dice
        self.share, self.tally = share, share.tally
        game, options = dice.choice(all_variants())
        players = amduat.start(game, **options).players
        bots = [dice.choice(("greedy", "random", "greedy", "search:1")) for _ in range(players)]
        # Engines think by the clock: their games are whole, but not the same every time.
        self.by_the_clock = dice.random() < 0.2
        if self.by_the_clock:
            bots[0] = f"engine:0.02s:{sys.executable} -m amduat engine"
        self.settings: dict[str, Any] = {
            "game": game,
            "players": bots,
            "games": dice.randint(4, 16),
            "seed": dice.randrange(10**6),
            "options": options,
            "max_turns": dice.choice((20, 60, 200)),
            "workers": dice.randint(1, 3),
        }
        self.file = share.new_folder() / dice.choice(("games.txt", "games.jsonl"))
        self.seen: list[Record] = []  # games that were whole in the file
        self.reported = 0
        self.killed = 0  # how many workers
        self._spared = 0  # with fewer games than this in the file no other one is killed

    def run(self) -> None:
        """Begins again until the match is over, and then looks at what is in the file."""
        kills = self.share.dice.randint(0, MOST_KILLS)
        while kills and self.share.goes_on:
            kills -= 1
            self._attempt(self.share.moment(1.5))
        self._attempt(None)
        self._look(whole=True)
        self._compare()

    def _attempt(self, seconds: float | None) -> None:
        """Lets the match run, for some seconds or to its end; workers are killed meanwhile."""
        words = json.dumps({**self.settings, "record": str(self.file)})
        reports = self.share.dice.random() < 0.7
        program = [sys.executable, "-c", PROGRAM, words] if reports else self._command()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        memory = Memory()
        begun = len(self.seen)
        with listened(program, env=environment) as (process, said, wrong):
            end = time.monotonic() + (PATIENCE if seconds is None else seconds)
            while process.poll() is None and time.monotonic() < end:
                time.sleep(min(self.share.moment(0.3), max(0.0, end - time.monotonic())))
                if len(self.seen) > begun and (size := resident(process.pid)) is not None:
                    memory.samples.append(size)
                self._kill_a_worker(process.pid)
                self._look()
            if process.poll() is None:
                self.tally.check(seconds is not None, f"a match does not end: {words}")
                self.tally.faults += [
                    f"a match does not bury its worker {pid}: {words}"
                    for pid in zombies(process.pid)
                ]
                self.tally.kills += kill(process.pid)
        if reports:
            done = [int(line) for line in said if line.endswith("\n")]
            self.reported = max([self.reported, *done])
        flat, how = memory.verdict()
        self.tally.check(flat, f"the memory of a match grows: {how}")
        ended = process.returncode == 0 or process.returncode == -9
        self.tally.check(
            ended, f"a match ends with code {process.returncode}: {words}: {''.join(wrong)[-600:]}"
        )
        self.tally.check(
            len(self._look()) >= self.reported, f"a reported game is not in the file: {words}"
        )
        self.tally.faults += left_behind()

    def _command(self) -> list[str]:
        """The same match on the command line."""
        words = [sys.executable, "-m", "amduat", "match", self.settings["game"]]
        for name, value in self.settings["options"].items():
            words += ["-o", f"{name}={str(value).lower()}"]
        for player in self.settings["players"]:
            words += ["--player", player]
        for name in ("games", "seed", "max_turns", "workers"):
            words += [f"--{name.replace('_', '-')}", str(self.settings[name])]
        return [*words, "--record", str(self.file)]

    def _kill_a_worker(self, parent: int) -> None:
        """Kills one of them, but not so often that no game is ever finished."""
        if len(self.seen) < self._spared or not (alive := sorted(children(parent))):
            return
        victim = self.share.dice.choice(alive)
        # The one that looks after shared memory belongs to Python, not to the match.
        if "spawn_main" in command(victim) and kill(victim):
            self.killed += 1
            self.tally.kills += 1
            if self.killed % 2 == 0:
                self._spared = len(self.seen) + self.settings["workers"]

    def _look(self, *, whole: bool = False) -> list[Record]:
        """Reads the file: what was whole in it once is there for good."""
        if not self.file.exists():
            return []
        try:
            found = list(read(self.file) if whole else complete_games(self.file))
        except (ValueError, OSError) as error:
            self.tally.fault(f"a file cannot be read: {error}")
            return self.seen
        same = found[: len(self.seen)] == self.seen
        self.tally.check(same, f"{self.file}: a game that was there is there no more")
        self.seen = found
        return found

    def _compare(self) -> None:
        """Compares the games with those of a match in which nobody is killed."""
        numbers = sorted(int(record.headers["Round"]) for record in self.seen)
        expected = list(range(1, self.settings["games"] + 1))
        self.tally.check(numbers == expected, f"{self.settings}: games {numbers}")
        self.tally.games += len(self.seen)
        self.tally.moves += sum(len(record.actions) for record in self.seen)
        if self.by_the_clock:
            return
        undisturbed = self.file.with_name("undisturbed.txt")
        amduat.Match(**{**self.settings, "workers": 0}, record=undisturbed).run()
        others = {record.headers["Round"]: record for record in read(undisturbed)}
        given_up = 0
        for record in self.seen:
            other = others[record.headers["Round"]]
            if (record.actions, record.result) != (other.actions, other.result):
                assert record.result is not None
                # Whoever dies of one game again and again has lost it.
                given_up += record.result.ending == FAULT and "code -9" in record.result.reason
                self.tally.check(
                    record.result.ending == FAULT,
                    f"{self.settings}: game {record.headers['Round']} is not what its seed gives",
                )
        self.tally.check(
            ATTEMPTS * given_up <= self.killed,
            f"{self.settings}: {given_up} games are lost by faults, {self.killed} workers killed",
        )
