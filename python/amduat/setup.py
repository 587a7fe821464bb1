"""Who sits at the table, and all else that is needed to go on with a game later.

A record of an unfinished game carries it in its headers; that of a finished one needs only `Seed`
and, where a person played, `Id`.

    >>> from amduat.setup import Setup
    >>> Setup("isis", ("greedy", "search:3"), seed=7).headers(finished=False)
    {'Seed': '7', 'Seat1': 'greedy', 'Seat2': 'search:3'}
"""

from __future__ import annotations

import math
import random
import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import amduat
from amduat.plain import flaw, visible
from amduat.seats import HUMAN, guess, is_human, name_in
from amduat.seeds import derive

if TYPE_CHECKING:
    from collections.abc import Mapping

    from amduat._core import Action
    from amduat.game import Game
    from amduat.record import Record

__all__ = ["Setup", "rolled", "same_game"]

#: The longest name of a person, in characters.
MAX_NAME = 100

#: The headers that are needed only while a game is unfinished; `Seat1`, `Seat2`, … as well.
PASSING = ("Dice", "MaxTurns", "Repetition", "TimeLimit", "Hint", "Tiles", "RecordFile")
LASTING = ("Seed", "Id")


@dataclass(frozen=True)
class Setup:
    """How a game is played, at the terminal or on the page.

    Attributes:
        game: The name of the game.
        seats: Who plays, as `--player` takes it, one for each seat.
        seed: From which rolls and bots follow.
        own_dice: Whether a person types what the dice show.
        max_turns: The limit of turns.
        repetition: Whether the third repetition is a draw.
        time_limit: Seconds for each decision of a bot.
        hint: Who gives hints; the strongest bot where it is None.
        face_up: Whether tiles that lie face down are shown.
        id: What tells the game from all others; empty if no person plays, as the seed does then.
        others: Headers that the record has besides.
        comments: What a record says about turns, by the number and the text of each.
    """

    game: str
    seats: tuple[str, ...]
    seed: int
    own_dice: bool = False
    max_turns: int | None = None
    repetition: bool = True
    time_limit: float | None = None
    hint: str | None = None
    face_up: bool = False
    id: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[tuple[int, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuses names that cannot be shown; gives the game of a person its id."""
        for seat in self.seats:
            if not is_human(seat):
                continue
            name, wrong = name_in(seat), flaw(seat)
            if wrong is not None or len(name) > MAX_NAME:
                reason = f"more than {MAX_NAME} characters" if wrong is None else wrong[1]
                raise amduat.OptionError(
                    f'player "{visible(seat[:80])}": {reason}', "player", visible(seat[:80]), reason
                )
            if not self.id:
                object.__setattr__(self, "id", secrets.token_hex(8))

    def headers(self, *, finished: bool) -> dict[str, str]:
        """The headers of a record of the game."""
        found = {**self.others, "Seed": str(self.seed)}
        if self.id:
            found["Id"] = self.id
        if finished:
            return found
        found |= {f"Seat{number}": seat for number, seat in enumerate(self.seats, 1)}
        if self.own_dice:
            found["Dice"] = "typed"
        if self.max_turns is not None:
            found["MaxTurns"] = str(self.max_turns)
        if not self.repetition:
            found["Repetition"] = "no"
        if self.time_limit is not None:
            found["TimeLimit"] = repr(self.time_limit)
        if self.hint is not None:
            found["Hint"] = self.hint
        if self.face_up:
            found["Tiles"] = "open"
        return found

    @classmethod
    def of(cls, record: Record) -> Setup:
        """The setup with which a recorded game goes on.

        Raises:
            RecordError: A header that is needed for it says something impossible.
            OptionError: A seat is that of a person with a name that cannot be shown.
        """
        headers = record.headers
        seats = [headers.get(f"Seat{number + 1}", "") for number in range(record.start.players)]
        if not all(seats):
            seats = [guess(name) for name in record.players or ("",) * record.start.players]
            if not any(map(is_human, seats)) and not record.players:
                seats = [HUMAN] * record.start.players
        mine = {*LASTING, *PASSING, *(f"Seat{number}" for number in range(1, 10))}
        return cls(
            record.game,
            tuple(seats),
            _whole(headers, "Seed", -(10**30)) if "Seed" in headers else secrets.randbits(32),
            _one_of(headers, "Dice", "typed"),
            _whole(headers, "MaxTurns", 1) if "MaxTurns" in headers else None,
            not _one_of(headers, "Repetition", "no"),
            _seconds(headers) if "TimeLimit" in headers else None,
            headers.get("Hint"),
            _one_of(headers, "Tiles", "open"),
            headers.get("Id", ""),
            {name: value for name, value in headers.items() if name not in mine},
            {
                (turn.number, str(turn)): record.comments[turn.number]
                for turn in (record.turns() if record.comments else ())
                if turn.number in record.comments
            },
        )

    def again(self, *, swapped: bool) -> Setup:
        """The setup of the next game: other rolls, and perhaps everyone one seat further."""
        seats = (*self.seats[1:], *self.seats[:1]) if swapped else self.seats
        seed = derive(self.seed, "rematch") % 2**32
        return replace(self, seats=seats, seed=seed, id="", comments={})


def _wrong(name: str, value: str, reason: str) -> amduat.RecordError:
    shown = visible(value[:80])
    return amduat.RecordError(f'header {name} "{shown}": {reason}', name, shown, reason)


def _whole(headers: Mapping[str, str], name: str, least: int) -> int:
    text = headers[name]
    if len(text) > 31 or not text.isascii() or not text.removeprefix("-").isdigit():
        raise _wrong(name, text, "expected a whole number")
    if int(text) < least:
        raise _wrong(name, text, f"expected {least} or more")
    return int(text)


def _seconds(headers: Mapping[str, str]) -> float:
    text = headers["TimeLimit"]
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise _wrong("TimeLimit", text, "expected a number of seconds")
    return seconds


def _one_of(headers: Mapping[str, str], name: str, word: str) -> bool:
    text = headers.get(name)
    if text not in (None, word):
        raise _wrong(name, text, f"expected `{word}`")
    return text is not None


def rolled(seed: int, game: Game) -> Action:
    """What the dice bring at this point of a game.

    It follows from the seed, the number of actions before it and the position alone. So a roll that
    is taken back comes again, and so it does in a game that goes on later.
    """
    position = game.position
    outcomes = position.chance_outcomes()
    rng = random.Random(derive(seed, "chance", len(game.actions), str(position)))
    return rng.choices([action for action, _ in outcomes], [chance for _, chance in outcomes])[0]


def same_game(one: Record, other: Record) -> bool:
    """Whether two records are of the same game, the one perhaps further on than the other."""
    ids = one.headers.get("Id"), other.headers.get("Id")
    if any(ids):
        return ids[0] == ids[1]
    shared = min(len(one.actions), len(other.actions))
    return (
        (one.start, one.players) == (other.start, other.players)
        and one.headers.get("Seed") == other.headers.get("Seed")
        and one.actions[:shared] == other.actions[:shared]
    )
