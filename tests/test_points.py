"""ISIS & OSIRIS: the points of random games, counted slowly, and who has won by them."""

from __future__ import annotations

import random
import re

import pytest

import amduat
from amduat.boards import drawing_of
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


def sums_told(position: amduat.Position) -> list[int]:
    """The totals as the notes tell them pawn by pawn, each pawn once."""
    sums = []
    pawns = [cell for cell, piece in position.pieces() if piece in "ABCD"]
    for line in drawing_of(GAME).notes(position)[-position.players :]:
        told = re.findall(r"([a-f][1-6]):([+-]\d+)", line)
        for cell, _ in told:
            pawns.remove(cell)
        sums.append(sum(int(worth) for _, worth in told))
        assert line.endswith(f"; {sums[-1]} in all")
    assert pawns == []
    return sums


@pytest.mark.parametrize("options", variants(GAME), ids=name_of)
def test_points_of_random_games(options):
    dice = random.Random(f"points {options}")
    totals = set()
    for _ in range(8):
        for position in random_game(amduat.start(GAME, **options), dice, 200):
            assert position.scores() == points(position), position
        assert position.is_over
        totals |= set(points(position))
        assert sums_told(position) == points(position)
        # The winners, and only they, have the highest total.
        best = [total == max(points(position)) for total in points(position)]
        shares = [winner / sum(best) for winner in best]
        count = position.players
        assert position.returns() == pytest.approx([(count * s - 1) / (count - 1) for s in shares])
    assert min(totals) < 0 < max(totals), "tiles of both signs count"
