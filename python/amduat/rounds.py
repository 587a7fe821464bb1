"""What the games of a match have in common, and how one of them is played."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from amduat.bots import build, make_bot
from amduat.game import Game
from amduat.players import Fault, Player, close, fault_reason, play_out
from amduat.seeds import derive

if TYPE_CHECKING:
    from collections.abc import Mapping

    from amduat.players import Observer
    from amduat.record import Record

__all__ = ["PlayerSpec", "Rounds"]

#: A bot by its name, a bot itself, or something that makes one, from a seed if it takes one.
PlayerSpec = str | Player | Callable[..., Player]


@dataclass(frozen=True)
class Rounds:
    """What the games of a match have in common; small enough to be sent to other processes.

    Attributes:
        game: The name of the game.
        players: How each player is made.
        names: What they are called, all different.
        seed: Determines everything that chance decides.
        options: The options of the start position.
        max_turns: After this many turns a game is a draw.
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

    def play(self, number: int, observer: Observer | None = None) -> Record:
        """Plays one game from beginning to end."""
        game = self.new_game(number)
        players: list[Player] = []
        for seat, player in enumerate(self.seats(number)):
            if observer is not None:
                observer.thinking(seat)  # an engine may hang as soon as it is started
            try:
                spec = self.players[player]
                seed = derive(self.seed, "game", number, "player", player)
                players.append(
                    make_bot(spec, seed, self.game)
                    if isinstance(spec, str)
                    else build(spec, seed, self.names[player])
                )
            except (Exception, SystemExit) as error:
                self.fail(game, number, seat, f"{type(error).__name__}: {error}")
                break
        else:
            names = [self.names[player] for player in self.seats(number)]
            limit = self.time_limit
            play_out(game, players, names=names, time_limit=limit, observer=observer)
        for seat, made in enumerate(players):
            if observer is not None:
                observer.thinking(seat)
            if made not in self.players:  # a bot that was given plays the other games, too
                close([made])
        return self.record(number, game)

    def fail(self, game: Game, number: int, seat: int, fault: Fault | str) -> None:
        """Ends a game because of a fault of the player in a seat."""
        name = self.names[self.seats(number)[seat]]
        game.forfeit(seat, fault_reason(game.start, seat, name, fault))
