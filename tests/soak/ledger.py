"""What a server has acknowledged, and whether the disk agrees after it was killed."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from amduat.record import read
from soak.share import Tally

__all__ = ["GRACE", "Ledger"]

#: A game that is going on is on the disk so soon after each action, in seconds; one that is over
#: is there before anybody hears of it.
GRACE = 5.0


@dataclass
class Entry:
    """What is known of one game."""

    actions: list[str] = field(default_factory=list)
    #: When the server said that so many actions were played.
    said: dict[int, float] = field(default_factory=dict)
    over: bool = False
    bots: bool = False
    removed: bool = False


class Ledger:
    """All games, as the clients heard of them."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.entries: dict[str, Entry] = {}
        self.late = 0  # how many acknowledged actions were lost within the grace
        #: Set when the end of a game is heard of.
        self.finished = threading.Event()
        self._lock = threading.Lock()

    def hear(self, said: dict[str, Any]) -> None:
        """Takes in what a client says."""
        with self._lock:
            if "fault" in said:
                self.tally.fault(said["fault"])
            elif "removing" in said:
                self.entries.setdefault(said["removing"], Entry()).removed = True
            elif "unknown" in said:
                entry = self.entries.get(said["unknown"], Entry())
                lost = bool(entry.actions) and not entry.removed
                self.tally.check(not lost, f"a game with {len(entry.actions)} actions is unknown")
            elif "table" in said:
                self._acknowledge(said)

    def _acknowledge(self, said: dict[str, Any]) -> None:
        entry = self.entries.setdefault(said["table"], Entry())
        actions: list[str] = said["actions"]
        known = min(len(actions), len(entry.actions))
        self.tally.check(
            actions[:known] == entry.actions[:known], f"game {said['table']} has another past"
        )
        self.tally.check(
            not entry.over or (said["over"] and actions == entry.actions),
            f"finished game {said['table']} is not what it was",
        )
        if len(actions) >= len(entry.actions):
            self.tally.moves += len(actions) - len(entry.actions)
            entry.actions = actions
        entry.said.setdefault(len(actions), said["at"])
        if said["over"] and not entry.over:
            entry.over = True
            self.tally.games += 1
            self.finished.set()
        entry.bots = said["bots"]

    def compare(self, folder: Path, killed_at: float) -> None:
        """Compares the games with the disk, after the server was killed and before the next one."""
        with self._lock:
            for name, entry in self.entries.items():
                if entry.actions and not entry.removed:
                    self._compare(name, entry, folder / f"{name}.txt", killed_at)

    def _compare(self, name: str, entry: Entry, path: Path, killed_at: float) -> None:
        actions: list[str] = []
        over = False
        if path.exists():
            try:
                (record,) = read(path)
            except ValueError as error:
                self.tally.fault(f"game {name} cannot be read: {error}")
                return
            actions, over = [str(action) for action in record.actions], record.result is not None
        if entry.over:
            self.tally.check(
                over and actions == entry.actions,
                f"a finished game is lost: {name}, {len(actions)} of {len(entry.actions)} actions",
            )
            return
        known = min(len(actions), len(entry.actions))
        self.tally.check(actions[:known] == entry.actions[:known], f"game {name} is another one")
        lost = [count for count in entry.said if count > len(actions)]
        old = [count for count in lost if entry.said[count] < killed_at - GRACE]
        self.tally.check(
            not old,
            f"game {name}: action {min(old, default=0)} was acknowledged more than {GRACE:g} s "
            f"before the kill and is lost; {len(actions)} are there",
        )
        if len(actions) < len(entry.actions) and not entry.bots:
            whole = not actions or len(actions) in entry.said
            self.tally.check(whole, f"game {name} goes on from a state that nobody has seen")
        self.late += len(lost)
        # From here it may go on another way.
        entry.actions = actions
        entry.over = over
        for count in lost:
            del entry.said[count]
