"""Random games in Rust, against random games in Python."""

from __future__ import annotations

import random

import pytest

import amduat
from support import all_variants, name_of, random_game

PLIES = 300


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_playouts(game, options):
    position = amduat.start(game, **options)
    result = amduat.playouts(position, 500, seed=1, max_plies=PLIES)
    assert result.games == 500
    assert len(result.values) == len(result.wins) == position.players
    assert result.plies <= 500 * PLIES
    assert result.mean_length == result.plies / 500
    assert sum(result.wins) >= result.games - result.unfinished
    assert abs(sum(result.values)) < 1e-9
    again = amduat.playouts(position, 500, seed=1, threads=2, max_plies=PLIES)
    assert (again.plies, again.wins) == (result.plies, result.wins)
    assert (again.games, again.unfinished) == (result.games, result.unfinished)
    assert again.values == pytest.approx(result.values)
    other = amduat.playouts(position, 500, seed=2, max_plies=PLIES)
    # All games of ISIS & OSIRIS may be as long.
    assert (other.plies, other.wins) != (result.plies, result.wins) or not any(result.wins)
    assert "500 games" in repr(result)


@pytest.mark.parametrize("game", ["ramses", "isis-osiris"])
def test_mean_length_is_that_of_random_play(game):
    """Games that end soon: the mean of both kinds of random play agrees within the noise."""
    position = amduat.start(game)
    dice = random.Random(game)
    lengths = [len(list(random_game(position, dice, 2000))) - 1 for _ in range(600)]
    mean = sum(lengths) / len(lengths)
    spread = (sum((length - mean) ** 2 for length in lengths) / len(lengths)) ** 0.5
    result = amduat.playouts(position, 20_000, seed=3, max_plies=2000)
    assert abs(result.mean_length - mean) < 5 * spread / len(lengths) ** 0.5 + 1e-9


def test_finished_games_have_no_playouts():
    over = amduat.parse("ramses", "11,12,14,15 2,5@10,9,20 L own -")
    result = amduat.playouts(over, 10, seed=0)
    assert (result.plies, result.wins, result.values) == (0, [0, 10], [-1.0, 1.0])


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"games": -1, "seed": 0}, "games"),
        ({"games": 1, "seed": -1}, "seed"),
        ({"games": 1, "seed": 2**64}, "seed"),
        ({"games": 1, "seed": 0, "threads": 0}, "threads"),
        ({"games": 1, "seed": 0, "max_plies": 0}, "max_plies"),
    ],
)
def test_bad_arguments(arguments, field):
    with pytest.raises(amduat.AmduatError) as caught:
        amduat.playouts(amduat.start("ramses"), **arguments)
    assert caught.value.field == field
