"""The colours of the players, the same in every game, in the terminal and as SVG.

Player 1 is blue in ISIS, URÄUS and ISIS & OSIRIS alike. RAMSES keeps its light and dark stones and
PHARAO its brown and yellow ones: the rules call the sides by these colours, or name the stones so.
Blue and red, yellow and violet can be told apart by nearly everybody, and each stone carries a
letter as well.
"""

from __future__ import annotations

__all__ = ["PLAYERS"]

#: One of ``amduat.svg.COLOURS`` for each player, from the first.
PLAYERS = ("blue", "red", "yellow", "violet")
