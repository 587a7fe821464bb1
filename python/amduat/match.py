"""Several games between the same players, who take turns beginning.

    >>> import amduat
    >>> match = amduat.Match("ramses", ["greedy", "random"], games=20, seed=1, workers=0)
    >>> for line in match.run().ranked():
    ...     print(line.name, line.won, line.drawn, line.lost)
    greedy 20 0 0
    random 0 0 20

Everything that chance decides follows from one seed, so that a match has the same games however
many workers there are. With a record file, a match that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amduat._core import info, start
from amduat.bots import build, make_bot
from amduat.errors import OptionError, bad_argument
from amduat.players import close, name_of
from amduat.rounds import PlayerSpec, Rounds
from amduat.spread import check_executor
from amduat.standings import Standing, Standings
from amduat.turns import option_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from amduat.record import Record
    from amduat.spread import Executor

__all__ = ["Match", "Rounds", "cores"]


class Match:
    """Several games between the same players, and their results.

    Args:
        game: One of ``amduat.GAMES``.
        players: One for each seat of the first game: a bot's description, a bot (anything with
            ``choose``), or a class or function that makes one, from a seed if it takes one. Unless
            `workers` is 0, other processes must be able to import it. In each game everyone moves
            up one seat, so that all begin equally often.
        games: How many games to play.
        seed: Determines everything that chance decides.
        options: The options of the start position.
        max_turns: After this many turns a game is cut off: a draw, except for the places that are
            taken by then. None for no limit.
        repetition: Whether the third repetition is a draw, in games without chance.
        time_limit: Seconds for each decision, or None. A player that takes longer loses the game.
        workers: How many processes play; all cores by default, and 0 for this process alone.
        executor: Whose workers play instead, anything with ``submit``, as in
            ``concurrent.futures``. It is not shut down. Players travel by their names or by
            ``pickle``; one that cannot is an error before the first game.
        max_pending: How many tasks the executor has at most at a time; 1000 by default.
        record: A file to which each game is added; games of this match that it already
            holds are not played again.
    """

    def __init__(
        self,
        game: str,
        players: Sequence[PlayerSpec],
        *,
        games: int = 100,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        max_turns: int | None = 1000,
        repetition: bool = True,
        time_limit: float | None = 60.0,
        workers: int | None = None,
        executor: Executor | None = None,
        max_pending: int | None = None,
        record: Path | str | None = None,
    ) -> None:
        texts = option_texts(options or {})
        seats = start(game, **texts).players
        if len(players) != seats:
            raise OptionError(f"{info(game).title} needs {seats} players here, not {len(players)}")
        if games < 1:
            raise OptionError(f"a match has at least one game, not {games}")
        check_executor(executor, max_pending)
        if executor is not None and workers is not None:
            raise bad_argument("workers", workers, "an executor has its own")
        self.rounds = Rounds(
            game,
            tuple(players),
            tuple(_names(players)),
            seed,
            texts,
            max_turns,
            repetition,
            time_limit,
        )
        for spec in players:
            # A bot that cannot be made is an error now, not a fault in every game.
            if isinstance(spec, str):
                close([make_bot(spec, game=game)])
            elif (made := build(spec, seed)) is not spec:
                close([made])
        self.games = games
        self.workers = cores() if workers is None else workers
        self.executor = executor
        self.max_pending = max_pending
        self.path = None if record is None else Path(record)

    def run(self, progress: Callable[[int, Standings], None] | None = None) -> Standings:
        """Plays what is left to play.

        Args:
            progress: Called at the beginning and after each game with the number of games done and
                the standings so far.
        """
        from amduat.record import Appender

        playing = self._playing()
        standings = Standings({name: Standing(name) for name in self.rounds.names})
        done: set[int] = set()
        appender = None if self.path is None else Appender(self.path)
        games: Iterator[Record] = iter(())
        try:
            if self.path is not None:
                for record in self._found(self.path):
                    number = int(record.headers["Round"]) - 1
                    if number not in done:
                        done.add(number)
                        standings.add(record)
            if progress is not None:
                progress(len(done), standings)
            left = [number for number in range(self.games) if number not in done]
            games = playing(left)
            for count, record in enumerate(games, len(done) + 1):
                if appender is not None:
                    appender.add(record)
                standings.add(record)
                if progress is not None:
                    progress(count, standings)
        finally:
            if isinstance(games, Generator):
                games.close()  # which ends or cancels what is still being played
            if appender is not None:
                appender.close()
        return standings

    def _found(self, path: Path) -> Iterator[Record]:
        """The games of this match that a file holds."""
        from amduat.record import read

        for record in read(path, empty=True):
            number = record.headers.get("Round", "")
            ours = record.headers.get("Match") == self.rounds.title and number.isdecimal()
            if ours and 1 <= int(number) <= self.games:
                yield record

    def _playing(self) -> Callable[[list[int]], Iterator[Record]]:
        """What plays the games with some numbers, once it is sure that all players can."""
        if self.executor is not None:
            from amduat.travel import pack, play_away

            luggage = pack(self.rounds, self.executor)
            return partial(play_away, luggage, executor=self.executor, max_pending=self.max_pending)
        if self.workers == 0:
            return partial(map, self.rounds.play)
        from amduat.workers import play_all

        return lambda numbers: play_all(self.rounds, numbers, min(self.workers, len(numbers)))


def _names(players: Sequence[PlayerSpec]) -> Iterator[str]:
    """The descriptions as names, with a number where one occurs several times."""
    seen: dict[str, int] = {}
    for player in players:
        name = player if isinstance(player, str) else getattr(player, "__name__", None)
        name = name_of(player) if name is None else name
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} #{seen[name]}"


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
