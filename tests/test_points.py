"""ISIS & OSIRIS: the points of random games, counted slowly, and who has won by them."""

from __future__ import annotations

import random

import pytest

import amduat
from support import name_of, random_game, variants

GAME = "isis-osiris"


def points(position: amduat.Position) -> list[int]:
    """The totals, counted slowly: every tile with every pawn at a distance of one."""
    totals = [0] * position.players
    for cell, pawn in position.pieces():
        for other, tile in position.pieces():
            distance = abs(ord(cell[0]) - ord(other[0])) + abs(ord(cell[1]) - ord(other[1]))
            if pawn in "ABCD" and tile not in "ABCD" and distance == 1:
                totals["ABCD".index(pawn)] += int(tile)
    return totals


@pytest.mark.parametrize("options", variants(GAME), ids=name_of)
def test_points_of_random_games(options):
    dice = random.Random(f"points {options}")
    totals = set()
    for _ in range(8):
        for position in random_game(amduat.start(GAME, **options), dice, 200):
            assert position.scores() == points(position), position
        assert position.is_over
        totals |= set(points(position))
        # The winners, and only they, have the highest total.
        best = [total == max(points(position)) for total in points(position)]
        shares = [winner / sum(best) for winner in best]
        count = position.players
        assert position.returns() == pytest.approx([(count * s - 1) / (count - 1) for s in shares])
    assert min(totals) < 0 < max(totals), "tiles of both signs count"
