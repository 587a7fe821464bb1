"""What all parts have in common: their share of the time, their dice, and what they found."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["GROWTH", "MARGIN", "Memory", "Share", "Tally"]

#: Memory is flat if the median of the last third of the samples is at most so much above that of
#: the second third: by this part of it, and by so many MiB.
GROWTH = 0.05
MARGIN = 8.0


@dataclass
class Tally:
    """What a part has done, and what it found wrong."""

    part: str
    games: int = 0
    moves: int = 0
    kills: int = 0
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def fault(self, what: str) -> None:
        """Something that must not be."""
        self.faults.append(what)

    def check(self, kept: bool, what: str) -> bool:
        """A promise; what is wrong if it is not kept."""
        if not kept:
            self.fault(what)
        return kept


class Share:
    """The time, the dice and the folder of one part."""

    def __init__(
        self, part: str, seed: int, seconds: float, folder: Path, games: int | None = None
    ) -> None:
        #: So many random games instead of so much time.
        self.games = games
        self.tally = Tally(part)
        self.dice = random.Random(f"{seed} {part}")
        self.seconds = seconds
        self.folder = folder
        self._began = time.monotonic()
        self._folders = 0

    @property
    def goes_on(self) -> bool:
        """Whether there is time for more; nothing more is begun after several faults."""
        return self.passed < self.seconds and len(self.tally.faults) < 5

    @property
    def passed(self) -> float:
        """The seconds since it began."""
        return time.monotonic() - self._began

    def new_folder(self) -> Path:
        """An empty folder."""
        self._folders += 1
        path = self.folder / str(self._folders)
        path.mkdir(parents=True)
        return path

    def moment(self, mean: float, most: float = 5.0) -> float:
        """A waiting time at random: mostly short, sometimes long."""
        return min(most, self.dice.expovariate(1 / mean))


class Memory:
    """The memory of a program over time, in MiB."""

    def __init__(self) -> None:
        self.samples: list[float] = []

    def verdict(self) -> tuple[bool, str]:
        """Whether it is flat after the first third, and how it was; true of too few samples."""
        third = len(self.samples) // 3
        if third < 3:
            return True, "too few samples"
        middle = statistics.median(self.samples[third : 2 * third])
        last = statistics.median(self.samples[2 * third :])
        flat = last <= middle * (1 + GROWTH) + MARGIN
        return flat, f"{middle:.1f} MiB, then {last:.1f} MiB ({len(self.samples)} samples)"
