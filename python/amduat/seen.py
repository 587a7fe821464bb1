"""What a player remembers about a game, so as not to run in circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from amduat._core import Position

__all__ = ["Seen"]

#: How many positions of the game so far are remembered.
MEMORY = 64


class Seen:
    """The last positions that a player has met or made."""

    def __init__(self) -> None:
        self._positions: list[Position] = []

    @property
    def positions(self) -> Sequence[Position]:
        """The positions, the latest last."""
        return self._positions

    def meet(self, position: Position) -> None:
        """Remembers a position, once."""
        if position not in self._positions:
            self._positions.append(position)
            del self._positions[:-MEMORY]
