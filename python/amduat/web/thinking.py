"""Thinking for the page: searches and reviews in threads of their own, which can be stopped.

The engine releases the interpreter lock while it searches, so the server goes on answering.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import amduat
from amduat import pharao, ramses
from amduat._core import Searcher
from amduat.analysis import analyse
from amduat.errors import AmduatError
from amduat.web.limits import BOT_THREADS, MAX_SEARCHES, MEMORY, REVIEW_TOTAL
from amduat.web.refusals import refusal
from amduat.web.scheduling import SHORTEST, Turns, step_back

if TYPE_CHECKING:
    from amduat._core import Position, SearchResult
    from amduat.record import Record

__all__ = ["Pools", "Review", "Search", "Tell", "solved_data"]

#: How often, in seconds, the page hears from a search.
OFTEN = 0.1
#: How many plies of a line are told.
PLIES = 30

#: What is called with what has been found.
Tell = Callable[[dict[str, Any]], None]


class Pools:
    """The threads in which bots, searches and reviews think."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self.bots = ThreadPoolExecutor(max(BOT_THREADS, cores), "bot", step_back)
        # One processor is left for whoever plays meanwhile.
        self.searches = Turns("search", max(1, cores - 1))
        self.reviews = Turns("review", 1)

    @property
    def full(self) -> bool:
        """Whether there is no room for another search or review."""
        return len(self.searches) + len(self.reviews) >= MAX_SEARCHES

    def close(self) -> None:
        """Ends all that is thought, and waits for it."""
        self.searches.close()
        self.reviews.close()
        self.bots.shutdown(wait=True, cancel_futures=True)


class Search:
    """A search that tells what it finds while it goes on.

    Args:
        number: What the page calls it.
        position: Where to search.
        seconds: How long, in all its turns together.
        lines: How many of the best actions to tell.
        tell: Called with what is found, in another thread.
    """

    def __init__(
        self, number: int, position: Position, seconds: float, lines: int, tell: Tell
    ) -> None:
        self.number = number
        self.position = position
        self.lines = lines
        self.stopped = False
        method = "perfect" if position.game == ramses.GAME else "auto"
        self._searcher = Searcher(method=method, memory=MEMORY)
        self._left = seconds
        self._paused = False
        self._tell = tell
        self._told = 0.0
        self._nodes, self._seconds = 0, 0.0  # in earlier turns
        self._deepest: SearchResult | None = None

    def go_on(self, seconds: float) -> bool:
        """Searches until its turn or its time is up, or it is stopped."""
        self._paused = False
        self._searcher.stop(False)  # a request to end the last turn may have come too late
        if self.stopped:
            self._searcher.stop()
        limit = min(seconds, self._left)
        try:
            result = self._searcher.search(
                self.position, seconds=limit, lines=self.lines, on_info=self._inform
            )
        except AmduatError as error:
            self._tell({"type": "refused", "id": self.number, **refusal(error)})
            return False
        data = self._data(result)
        self._nodes += result.nodes
        self._seconds += result.seconds
        self._left -= result.seconds
        cut_short = self._paused or result.seconds >= 0.9 * limit
        if self.stopped or self._left < SHORTEST or not cut_short:
            self._tell({"type": "done", **data, "stopped": self.stopped})
            return False
        self._tell({"type": "info", **data})
        return True

    def pause(self) -> None:
        """Ends the turn, for others to have theirs."""
        self._paused = True
        self._searcher.stop()

    def stop(self) -> None:
        """Ends the search, also one that has not begun yet."""
        self.stopped = True
        self._searcher.stop()

    def _inform(self, result: SearchResult) -> None:
        now = time.monotonic()
        if now - self._told >= OFTEN:
            self._told = now
            self._tell({"type": "info", **self._data(result)})

    def _data(self, result: SearchResult) -> dict[str, Any]:
        """What is known by now: a new turn begins again, though faster, and may not be as far."""
        nodes, seconds = self._nodes + result.nodes, self._seconds + result.seconds
        if self._deepest is None or result.depth >= self._deepest.depth or result.exact:
            self._deepest = result
        result = self._deepest
        mover = result.position.current_player
        choices = result.choices
        if mover >= 0:
            choices = sorted(choices, key=lambda choice: -choice.values[mover])
        return {
            "id": self.number,
            "position": str(result.position),
            "values": result.values,
            "depth": result.depth,
            "nodes": nodes,
            "seconds": seconds,
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
        tell: Called with what is found, in another thread.
    """

    def __init__(self, number: int, record: Record, seconds: float, tell: Tell) -> None:
        self.number = number
        self._tell = tell
        self.record = record
        self.seconds = min(seconds, REVIEW_TOTAL / (len(record.actions) + 1))
        self.stopped = False
        self._told = 0.0

    def go_on(self, seconds: float) -> bool:
        """Judges turn by turn to the end; reviews wait for one another."""
        try:
            found = analyse(self.record, seconds=self.seconds, progress=self._progress)
        except _StoppedError:
            self._tell({"type": "done", "id": self.number, "stopped": True})
            return False
        turns, ply = [], 0
        for judged, turn in zip(found.turns, self.record.turns(), strict=True):
            ply += len(turn.actions)
            turns.append({**judged.as_dict(), "ply": ply})
        values = [list(values) for values in found.values()]
        data = {"id": self.number, "method": found.method, "values": values, "turns": turns}
        self._tell({"type": "review", **data})
        return False

    def _progress(self, done: int, total: int) -> None:
        if self.stopped:
            raise _StoppedError
        if time.monotonic() - self._told >= OFTEN or done == total:
            self._told = time.monotonic()
            self._tell({"type": "progress", "id": self.number, "done": done, "total": total})

    def pause(self) -> None:
        """Nothing: the next one waits for its end."""

    def stop(self) -> None:
        """Ends the review after the position that is being judged."""
        self.stopped = True


#: What is said of a position of which nothing is known exactly.
UNKNOWN: dict[str, Any] = {"solved": False, "value": None, "best": [], "actions": {}}


def solved_data(position: Position) -> dict[str, Any]:
    """What is known exactly about a position: its value, all best actions, and that of each."""
    if position.game == pharao.GAME:
        return _looked_up(position)
    if position.game != ramses.GAME:
        return UNKNOWN
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
    return {"outcome": value.outcome, "turns": value.turns, "win": None}


def _looked_up(position: Position) -> dict[str, Any]:
    """The same for PHARAO, as far as its tables go: chances of the player whose turn it is."""
    is_usual = position.faces == amduat.start(pharao.GAME).faces
    value = pharao.get(position) if is_usual else None
    if value is None:
        return UNKNOWN
    return {
        "solved": True,
        "value": _chance(value),
        "best": [str(action) for action in pharao.best(position)],
        "actions": {str(action): _chance(value) for action, value in pharao.values(position)},
    }


def _chance(value: pharao.Value) -> dict[str, Any]:
    return {"outcome": None, "turns": None, "win": value.win}
