"""Plays the games of a match by the workers of an executor, to which the players travel.

A player that is described by a text is made from it on each worker. All others travel by
``pickle``, or by ``cloudpickle`` where that is installed and ``pickle`` does not do: what is
defined in a script or a notebook is known there alone.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import pickle
import time
from collections import deque
from typing import TYPE_CHECKING

from amduat.bots import build, make_bot
from amduat.errors import OptionError, WorkError
from amduat.plain import counted
from amduat.players import close
from amduat.record import dumps, loads
from amduat.spread import PATIENCE, Pace, Task, spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from amduat.record import Record
    from amduat.rounds import PlayerSpec, Rounds
    from amduat.spread import Executor

__all__ = ["Luggage", "pack", "play_away"]


@dataclasses.dataclass(frozen=True, slots=True)
class Luggage:
    """The games of a match as they travel.

    Attributes:
        rounds: Everything but the players.
        players: Their descriptions, or what ``pickle`` makes of them.
    """

    rounds: Rounds
    players: tuple[str | bytes, ...]

    def unpack(self) -> Rounds:
        """The games of the match.

        Raises:
            OptionError: A player cannot be made here.
        """
        arrived: list[PlayerSpec] = []
        for name, packed in zip(self.rounds.names, self.players, strict=True):
            try:
                spec = packed if isinstance(packed, str) else pickle.loads(packed)
                made = (
                    make_bot(spec, game=self.rounds.game)
                    if isinstance(spec, str)
                    else build(spec, self.rounds.seed, name)
                )
            except (Exception, SystemExit) as error:
                reason = f"{type(error).__name__}: {error}"
                if isinstance(error, OptionError):
                    reason = error.reason or str(error)
                raise _refused(name, f"cannot be made by a worker: {reason}") from error
            if made is not spec:
                close([made])
            arrived.append(spec)
        return dataclasses.replace(self.rounds, players=tuple(arrived))


def pack(rounds: Rounds, executor: Executor) -> Luggage:
    """Makes the games of a match ready to travel, and tries whether the players arrive.

    Raises:
        OptionError: One does not; the message says which, and why.
        WorkError: The executor does no work.
    """
    players = tuple(map(_packed, rounds.names, rounds.players))
    luggage = Luggage(dataclasses.replace(rounds, players=()), players)
    left = [Task("the players", arrive, (luggage,))]
    with contextlib.closing(spread(executor, lambda: left.pop() if left else None)) as results:
        for _, done in results:
            if done.result is not None:
                raise _refused(*done.result)
    return luggage


def _packed(name: str, spec: PlayerSpec) -> str | bytes:
    """A player ready to travel."""
    if isinstance(spec, str):
        return spec
    try:
        packed = pickle.dumps(spec)
        if b"__main__" not in packed:
            return packed
        reason = ""
    except Exception as error:
        packed, reason = b"", f"{type(error).__name__}: {error}"
    with contextlib.suppress(Exception):  # not installed, or no better at it
        packed = importlib.import_module("cloudpickle").dumps(spec)
    if not packed:
        hint = "give it by its name, or define it in a module"
        raise _refused(name, f"cannot travel to other processes: {reason}; {hint}")
    return packed


def _refused(name: str, reason: str) -> OptionError:
    return OptionError(f'player "{name}": {reason}', "player", name, reason)


def arrive(luggage: Luggage) -> tuple[str, str] | None:
    """What a worker does first: makes the players; says which one cannot be made, and why."""
    try:
        luggage.unpack()
    except OptionError as error:
        return str(error.input), str(error.reason)
    return None


def play_away(
    luggage: Luggage, numbers: Sequence[int], executor: Executor, max_pending: int | None
) -> Iterator[Record]:
    """Has the games with these numbers played; gives each soon after it is done."""
    left = deque(numbers)
    pace = Pace()

    def take() -> Task | None:
        some = [left.popleft() for _ in range(min(pace.pieces, len(left)))]
        if not some:
            return None
        name = f"game {some[0] + 1}"
        if len(some) > 1:
            name += f" and {counted(len(some) - 1, 'other')}"
        return Task(name, play_some, (luggage, some, PATIENCE * pace.seconds), some)

    with contextlib.closing(spread(executor, take, max_pending)) as results:
        for task, done in results:
            left.extendleft(reversed(task.content[len(done.result) :]))
            pace.learn(len(done.result), done.seconds)
            for text in done.result:
                yield from loads(text)


def play_some(luggage: Luggage, numbers: Sequence[int], seconds: float) -> list[str]:
    """What a worker does: plays one game after the other, until the time is up.

    Returns:
        The records of the first of them, of at least one.
    """
    until = time.monotonic() + seconds
    rounds = luggage.unpack()
    records: list[str] = []
    for number in numbers:
        try:
            records.append(dumps(rounds.play(number), "json"))
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
            raise WorkError(f"game {number + 1}: {words}") from error
        if time.monotonic() > until:
            break
    return records
