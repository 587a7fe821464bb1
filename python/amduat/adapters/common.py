"""What the adapters share: chance that acts by itself, and drawings."""

from __future__ import annotations

import random

import amduat

__all__ = ["render", "settle"]


def settle(position: amduat.Position, dice: random.Random) -> amduat.Position:
    """The position after whatever chance does first."""
    while position.is_chance:
        outcomes, chances = zip(*position.chance_outcomes(), strict=True)
        position = position.apply(dice.choices(outcomes, chances)[0])
    return position


def render(position: amduat.Position, mode: str | None) -> str | None:
    """The board as text or as a drawing; for people it is printed."""
    if mode == "svg":
        return amduat.svg.draw(position)
    text = f"{position}\n{position.describe()}"
    if mode == "human":
        print(text)
        return None
    return text if mode == "ansi" else None
