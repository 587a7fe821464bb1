"""Thinking for the page: searches and reviews in threads of their own, which can be stopped.

The engine releases the interpreter lock while it searches, so the server goes on answering.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from amduat import ramses
from amduat._core import Searcher
from amduat.analysis import analyse
from amduat.web.limits import BOT_THREADS, MAX_SEARCHES, MEMORY, REVIEW_TOTAL

if TYPE_CHECKING:
    from collections.abc import Callable

    from amduat._core import Position, SearchResult
    from amduat.record import Record

__all__ = ["Job", "Pools", "Review", "Search", "solved_data"]

#: How often, in seconds, the page hears from a search.
OFTEN = 0.1
#: How many plies of a line are told.
PLIES = 30


class Job(Protocol):
    """Something that takes time, and tells about it."""

    def run(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Does it, in whatever thread it is called; tells what it finds."""

    def stop(self) -> None:
        """Has it end soon."""


class Pools:
    """The threads in which bots and searches think."""

    def __init__(self) -> None:
        self.bots = ThreadPoolExecutor(BOT_THREADS, "bot", _step_back)
        self.searches = ThreadPoolExecutor(MAX_SEARCHES, "search", _step_back)
        self.jobs: set[Job] = set()

    @property
    def full(self) -> bool:
        """Whether there is no room for another search."""
        return len(self.jobs) >= MAX_SEARCHES

    def close(self) -> None:
        """Ends all that is thought, and waits for it."""
        for job in list(self.jobs):
            job.stop()
        for pool in (self.bots, self.searches):
            pool.shutdown(wait=True, cancel_futures=True)


def _step_back() -> None:
    """Lets the server's own thread go first, where threads can have priorities."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Search:
    """A search that tells what it finds while it goes on.

    Args:
        number: What the page calls it.
        position: Where to search.
        seconds: How long.
        lines: How many of the best actions to tell.
    """

    def __init__(self, number: int, position: Position, seconds: float, lines: int) -> None:
        self.number = number
        self.position = position
        self.seconds = seconds
        self.lines = lines
        self.stopped = False
        method = "perfect" if position.game == ramses.GAME else "auto"
        self._searcher = Searcher(method=method, memory=MEMORY)
        self._told = 0.0

    def run(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Searches until the time is up or it is stopped."""

        def inform(result: SearchResult) -> None:
            now = time.monotonic()
            if now - self._told >= OFTEN:
                self._told = now
                tell({"type": "info", **self._data(result)})

        result = self._searcher.search(
            self.position, seconds=self.seconds, lines=self.lines, on_info=inform
        )
        tell({"type": "done", **self._data(result), "stopped": self.stopped})

    def stop(self) -> None:
        """Ends the search, also one that has not begun yet."""
        self.stopped = True
        self._searcher.stop()

    def _data(self, result: SearchResult) -> dict[str, Any]:
        mover = result.position.current_player
        choices = result.choices
        if mover >= 0:
            choices = sorted(choices, key=lambda choice: -choice.values[mover])
        return {
            "id": self.number,
            "position": str(result.position),
            "values": result.values,
            "depth": result.depth,
            "nodes": result.nodes,
            "seconds": result.seconds,
            "exact": result.exact,
            "plies_to_end": result.plies_to_end,
            "lines": [
                {
                    "action": str(choice.action),
                    "values": choice.values,
                    "pv": [str(action) for action in choice.pv[:PLIES]],
                    "visits": choice.visits,
                    "exact": choice.exact,
                    "plies_to_end": choice.plies_to_end,
                }
                for choice in choices[: self.lines]
            ],
        }


class _StoppedError(Exception):
    """A review was stopped."""


class Review:
    """A judgement of every turn of a game.

    Args:
        number: What the page calls it.
        record: The game.
        seconds: How long to think about each position; less for long games.
    """

    def __init__(self, number: int, record: Record, seconds: float) -> None:
        self.number = number
        self.record = record
        self.seconds = min(seconds, REVIEW_TOTAL / (len(record.actions) + 1))
        self.stopped = False

    def run(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Judges turn by turn."""
        told = 0.0

        def progress(done: int, total: int) -> None:
            nonlocal told
            if self.stopped:
                raise _StoppedError
            if time.monotonic() - told >= OFTEN or done == total:
                told = time.monotonic()
                tell({"type": "progress", "id": self.number, "done": done, "total": total})

        try:
            found = analyse(self.record, seconds=self.seconds, progress=progress)
        except _StoppedError:
            tell({"type": "done", "id": self.number, "stopped": True})
            return
        turns, ply = [], 0
        for judged, turn in zip(found.turns, self.record.turns(), strict=True):
            ply += len(turn.actions)
            turns.append({**judged.as_dict(), "ply": ply})
        tell(
            {
                "type": "review",
                "id": self.number,
                "method": found.method,
                "values": [list(values) for values in found.values()],
                "turns": turns,
            }
        )

    def stop(self) -> None:
        """Ends the review after the position that is being judged."""
        self.stopped = True


def solved_data(position: Position) -> dict[str, Any]:
    """What is known exactly about a position: its value, all best actions, and that of each."""
    if position.game != ramses.GAME:
        return {"solved": False, "value": None, "best": [], "actions": {}}
    return {
        "solved": True,
        "value": _value(position),
        "best": [str(action) for action in ramses.best(position)],
        "actions": {
            str(action): _value(position.apply(action)) for action in position.legal_actions()
        },
    }


def _value(position: Position) -> dict[str, Any]:
    value = ramses.value(position)
    return {"outcome": value.outcome, "turns": value.turns}
