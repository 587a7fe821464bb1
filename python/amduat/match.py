"""Several games between the same players, who take turns to begin.

    >>> import amduat
    >>> match = amduat.Match("ramses", ["greedy", "random"], games=20, seed=1, workers=0)
    >>> for line in match.run().ranked():
    ...     print(line.name, line.won, line.drawn, line.lost)
    greedy 16 0 4
    random 4 0 16

All that chance decides follows from one seed, so that a match has the same games however many
workers there are. With a record file, a match that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import datetime
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import amduat
from amduat.bots import make_bot
from amduat.game import Game, option_texts
from amduat.players import Fault, Player, close, fault_reason, play_out
from amduat.seeds import derive
from amduat.standings import Standing, Standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from amduat.players import Watch
    from amduat.record import Record

__all__ = ["Match", "Rounds", "cores"]

#: A bot by its name, or something that makes one from a seed.
PlayerSpec = str | Callable[[int], Player]


@dataclass(frozen=True)
class Rounds:
    """What the games of a match have in common; small enough to be sent to other processes.

    Attributes:
        game: The name of the game.
        players: How each player is made.
        names: What they are called, all different.
        seed: What all chance follows from.
        options: The options of the start position.
        max_turns: After so many turns a game is a draw.
        repetition: Whether the third repetition is a draw.
        time_limit: Seconds for each decision, or None.
    """

    game: str
    players: tuple[PlayerSpec, ...]
    names: tuple[str, ...]
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    max_turns: int | None = 1000
    repetition: bool = True
    time_limit: float | None = 60.0

    @property
    def title(self) -> str:
        """Names the match in its records, so that it can be found again."""
        words = [self.game, *(f"{name}={value}" for name, value in sorted(self.options.items()))]
        words += [f"seed={self.seed}", f"turns={self.max_turns}", f"repetition={self.repetition}"]
        return f"{' '.join(words)}: {' - '.join(self.names)}"

    def seats(self, number: int) -> list[int]:
        """Which player sits where in the game with this number, counted from 0."""
        count = len(self.players)
        return [(seat + number) % count for seat in range(count)]

    def new_game(self, number: int) -> Game:
        """The game with this number, not yet begun."""
        rng = random.Random(derive(self.seed, "game", number, "chance"))
        options: dict[str, Any] = dict(self.options)
        return Game(
            self.game, rng=rng, max_turns=self.max_turns, repetition=self.repetition, **options
        )

    def record(self, number: int, game: Game) -> Record:
        """The record of a game that has been played."""
        names = [self.names[player] for player in self.seats(number)]
        date = datetime.datetime.now(datetime.UTC).date().isoformat()
        return game.record(names, date, {"Match": self.title, "Round": str(number + 1)})

    def play(self, number: int, watch: Watch | None = None) -> Record:
        """Plays one game from beginning to end."""
        game = self.new_game(number)
        players: list[Player] = []
        for seat, player in enumerate(self.seats(number)):
            if watch is not None:
                watch.thinking(seat)  # an engine may hang already when it is started
            try:
                spec = self.players[player]
                seed = derive(self.seed, "game", number, "player", player)
                players.append(make_bot(spec, seed) if isinstance(spec, str) else spec(seed))
            except (Exception, SystemExit) as error:
                self.fail(game, number, seat, f"{type(error).__name__}: {error}")
                break
        else:
            play_out(game, players, time_limit=self.time_limit, watch=watch)
        for seat, made in enumerate(players):
            if watch is not None:
                watch.thinking(seat)
            close([made])
        return self.record(number, game)

    def fail(self, game: Game, number: int, seat: int, fault: Fault | str) -> None:
        """Ends a game by the fault of the player on a seat."""
        name = self.names[self.seats(number)[seat]]
        game.forfeit(seat, fault_reason(game.start, seat, name, fault))


class Match:
    """Several games between the same players, and what came of them.

    Args:
        game: One of ``amduat.GAMES``.
        players: One for each seat of the first game: a bot's description, or a function that makes
            a bot from a seed (one that other processes can import, unless `workers` is 0). In each
            game everyone moves up one seat, so that all begin equally often.
        games: How many games to play.
        seed: What all chance follows from.
        options: The options of the start position.
        max_turns: After so many turns a game is a draw; None for no limit.
        repetition: Whether the third repetition is a draw, in games without chance.
        time_limit: Seconds for each decision, or None. A player that takes longer loses the game.
        workers: How many processes play; all cores by default, and 0 for this process alone.
        record: A file to which each game is added; games of this match that it holds already are
            not played again.
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
        record: Path | str | None = None,
    ) -> None:
        texts = option_texts(options or {})
        start = amduat.start(game, **texts)
        if len(players) != start.players:
            raise amduat.OptionError(
                f"{amduat.info(game).title} needs {start.players} players here, not {len(players)}"
            )
        if games < 1:
            raise amduat.OptionError(f"a match has at least one game, not {games}")
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
            if isinstance(spec, str):
                close([make_bot(spec)])  # a wrong description is an error now, not a fault later
        self.games = games
        self.workers = cores() if workers is None else workers
        self.path = None if record is None else Path(record)

    def run(self, progress: Callable[[int, Standings], None] | None = None) -> Standings:
        """Plays what is left to play.

        Args:
            progress: Called at the beginning and after each game with the number of games that are
                done and the standings so far.
        """
        from amduat.record import Appender

        standings = Standings({name: Standing(name) for name in self.rounds.names})
        done: set[int] = set()
        appender = None if self.path is None else Appender(self.path)
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
            for count, record in enumerate(self._played(left), len(done) + 1):
                if appender is not None:
                    appender.add(record)
                standings.add(record)
                if progress is not None:
                    progress(count, standings)
        finally:
            if appender is not None:
                appender.close()
        return standings

    def _found(self, path: Path) -> Iterator[Record]:
        """The games of this match that a file holds."""
        from amduat.record import read

        for record in read(path):
            number = record.headers.get("Round", "")
            ours = record.headers.get("Match") == self.rounds.title and number.isdecimal()
            if ours and 1 <= int(number) <= self.games:
                yield record

    def _played(self, numbers: list[int]) -> Iterator[Record]:
        if self.workers == 0:
            yield from map(self.rounds.play, numbers)
            return
        from amduat.workers import play_all

        yield from play_all(self.rounds, numbers, min(self.workers, len(numbers)))


def _names(players: Sequence[PlayerSpec]) -> Iterator[str]:
    """The descriptions as names; a number tells apart those that occur several times."""
    seen: dict[str, int] = {}
    for player in players:
        name = player if isinstance(player, str) else getattr(player, "__name__", repr(player))
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} #{seen[name]}"


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
