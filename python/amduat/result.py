"""How a game ended: by its rules, as a draw of the flow, by a fault or by resignation.

>>> from amduat.result import Result
>>> result = Result((1.0, -1.0), "rules", "Light has won: three stones on hieroglyph fields.")
>>> result.text, result.winners, result.is_draw
('1:-1', (0,), False)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amduat._core import Position

__all__ = [
    "ENDINGS",
    "FAULT",
    "REPETITION",
    "RESIGNATION",
    "RULES",
    "TURN_LIMIT",
    "Result",
    "parse_values",
]

#: The game ended by its own rules.
RULES = "rules"
#: The agreed number of turns was played: a draw, except for the places already taken.
TURN_LIMIT = "turn-limit"
#: A position occurred for the third time: a draw, except for the places already taken.
REPETITION = "repetition"
#: A player lost by an illegal answer, an exception or a time-out.
FAULT = "fault"
#: A player gave the game up.
RESIGNATION = "resignation"

#: The ways a game can end.
ENDINGS = (RULES, TURN_LIMIT, REPETITION, FAULT, RESIGNATION)
#: Those that are the loss of one player, whatever the position.
LOSSES = (FAULT, RESIGNATION)

_NUMBER = r"-?\d{1,4}(?:/\d{1,4})?"
_VALUES = re.compile(rf"{_NUMBER}(?::{_NUMBER})+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    Attributes:
        values: For each player a number from -1 to 1, as `Position.returns()` gives it.
        ending: One of ``ENDINGS``.
        reason: One sentence for people.
    """

    values: tuple[float, ...]
    ending: str
    reason: str

    @property
    def is_draw(self) -> bool:
        """Whether all players have the same result."""
        return len(set(self.values)) == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the best result, several if they share the win; none in a draw."""
        if self.is_draw:
            return ()
        best = max(self.values)
        return tuple(player for player, value in enumerate(self.values) if value == best)

    @property
    def text(self) -> str:
        """The values as records write them: ``1:-1``, ``1/4:1/4:-1/2``."""
        return ":".join(str(Fraction(value).limit_denominator(1000)) for value in self.values)

    @classmethod
    def by_rules(cls, position: Position) -> Result:
        """The result of a position that is over."""
        return cls(tuple(position.returns()), RULES, position.describe())

    @classmethod
    def drawn(cls, players: int, ending: str, reason: str) -> Result:
        """A draw of the flow."""
        return cls((0.0,) * players, ending, reason)

    @classmethod
    def cut_off(cls, position: Position, turns: int) -> Result:
        """The end by a limit of turns: places already taken count, the others share the rest."""
        played = f"{turns} turn{'' if turns == 1 else 's'} played"
        return cls._undecided(position, TURN_LIMIT, played)

    @classmethod
    def repeated(cls, position: Position) -> Result:
        """The end by the third repetition: as by a limit of turns."""
        return cls._undecided(position, REPETITION, "the same position for the third time")

    @classmethod
    def _undecided(cls, position: Position, ending: str, why: str) -> Result:
        players, places = position.players, position.places
        if not places:
            return cls.drawn(players, ending, f"Draw: {why}.")
        spaced = [1 - 2 * place / (players - 1) for place in range(players)]
        left = spaced[len(places) :]
        values = [sum(left) / len(left) if left else 0.0] * players
        for place, player in enumerate(places):
            values[player] = spaced[place]
        names = ", then ".join(position.player_name(player) for player in places)
        why = f"{why[0].upper()}{why[1:]}; the places taken by then count: {names}."
        return cls(tuple(values), ending, why)

    @classmethod
    def fault(cls, players: int, player: int, reason: str) -> Result:
        """The loss of one player by a fault; the others share the win."""
        return cls._lost(players, player, FAULT, reason)

    @classmethod
    def resigned(cls, players: int, player: int, reason: str) -> Result:
        """The loss of one player who gave up; the others share the win."""
        return cls._lost(players, player, RESIGNATION, reason)

    @classmethod
    def _lost(cls, players: int, player: int, ending: str, reason: str) -> Result:
        share = players / (players - 1)
        others = (share - 1) / (players - 1)
        values = tuple(-1.0 if other == player else others for other in range(players))
        return cls(values, ending, reason)


def parse_values(text: str) -> tuple[float, ...] | None:
    """Reads what ``Result.text`` writes; None for any other text.

    >>> parse_values("1/4:1/4:-1/2")
    (0.25, 0.25, -0.5)
    """
    if len(text) > 64 or not _VALUES.fullmatch(text):
        return None
    try:
        values = tuple(float(Fraction(part)) for part in text.split(":"))
    except ZeroDivisionError:
        return None
    return values if all(-1 <= value <= 1 for value in values) else None
