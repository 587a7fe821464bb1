"""Who leads after several games: wins, points, and how certain that is.

>>> from amduat.standings import wilson
>>> low, high = wilson(60, 100)
>>> f"{low:.3f} {high:.3f}"
'0.502 0.691'
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from amduat.result import FAULT, RULES, TURN_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from amduat.record import Record

__all__ = ["Standing", "Standings", "wilson"]


def wilson(points: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate: where the true rate is likely to be."""
    if games == 0:
        return 0.0, 1.0
    rate = points / games
    scale = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / scale
    spread = z / scale * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    # Rounding must not push the rate itself out of its interval.
    return max(0.0, min(rate, middle - spread)), min(1.0, max(rate, middle + spread))


@dataclass(slots=True)
class Standing:
    """What one player has achieved.

    Attributes:
        name: What the player is called.
        games: How many games were finished.
        won: Games won alone.
        drawn: Draws, and wins shared with others.
        lost: All other games.
        faults: Games lost by a fault.
        points: One for a win; a shared win or a draw is divided among those who share it.
        balance: The sum of the results from -1 to 1, where places count too.
        total: The sum of the scores in games played for points, else None.
    """

    name: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    faults: int = 0
    points: float = 0.0
    balance: float = 0.0
    total: int | None = None

    @property
    def rate(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate."""
        return wilson(self.points, self.games)

    def as_dict(self) -> dict[str, Any]:
        """All figures, for programs."""
        low, high = self.interval
        return {
            "player": self.name,
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "faults": self.faults,
            "points": round(self.points, 6),
            "rate": round(self.rate, 6),
            "interval": [round(low, 6), round(high, 6)],
            "returns": round(self.balance, 6),
            "total": self.total,
        }


@dataclass(slots=True)
class Standings:
    """The players of several games, identified by their names.

    Attributes:
        players: What each has achieved.
        cut_off: How many games were ended by a limit of turns.
    """

    players: dict[str, Standing] = field(default_factory=dict)
    cut_off: int = 0

    def add(self, record: Record, names: Sequence[str] | None = None) -> None:
        """Counts a game; one without a result counts for nobody."""
        if names is None:
            names = record.players or [
                record.start.player_name(seat) for seat in range(record.start.players)
            ]
        standings = [self.players.setdefault(name, Standing(name)) for name in names]
        result = record.result
        if result is None:
            return
        self.cut_off += result.ending == TURN_LIMIT
        scores = record.final().scores() if result.ending == RULES else None
        winners = result.winners or tuple(range(len(standings)))
        for seat, standing in enumerate(standings):
            standing.games += 1
            standing.balance += result.values[seat]
            if seat not in winners:
                standing.lost += 1
                standing.faults += result.ending == FAULT and result.values[seat] == -1
            elif len(winners) == 1:
                standing.won += 1
                standing.points += 1
            else:
                standing.drawn += 1
                standing.points += 1 / len(winners)
            if scores is not None:
                standing.total = (standing.total or 0) + scores[seat]

    def ranked(self) -> list[Standing]:
        """The best first: by total where points are added up, else by rate."""
        return sorted(
            self.players.values(),
            key=lambda standing: (-(standing.total or 0), -standing.rate, standing.name),
        )

    def table(self) -> str:
        """A table for people."""
        standings = self.ranked()
        columns = [
            _column("player", (standing.name for standing in standings), left=True),
            _column("games", (standing.games for standing in standings)),
            _column("won", (standing.won for standing in standings)),
            _column("drawn", (standing.drawn for standing in standings)),
            _column("lost", (standing.lost for standing in standings)),
            _column("rate", (f"{standing.rate:.1%}" for standing in standings)),
            _column("95 % interval", (_percent(standing.interval) for standing in standings)),
        ]
        if any(standing.total is not None for standing in standings):
            columns.append(
                _column("total", ("" if n.total is None else n.total for n in standings))
            )
        if any(standing.faults for standing in standings):
            columns.append(_column("faults", (standing.faults for standing in standings)))
        lines = ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]
        if self.cut_off:
            games = "1 game was" if self.cut_off == 1 else f"{self.cut_off} games were"
            lines.append(f"{games} cut off by the limit of turns.")
        return "\n".join(lines)


def _percent(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.1%} - {interval[1]:.1%}"


def _column(title: str, values: Iterable[object], *, left: bool = False) -> list[str]:
    texts = [title, *map(str, values)]
    width = max(map(len, texts))
    return [text.ljust(width) if left else text.rjust(width) for text in texts]
