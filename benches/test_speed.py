"""How fast the package is from Python: `make bench`."""

from __future__ import annotations

import random
from typing import Any

import pytest

import amduat
from games import asked


def middle(game: str) -> amduat.Position:
    """A position from the middle of a random game in which a player decides."""
    dice = random.Random(game)
    position = amduat.start(game)
    plies = 0
    while plies < 30 or position.is_chance:
        position = position.apply(dice.choice(position.legal_actions()))
        plies += 1
        if position.is_over:
            position, plies = amduat.start(game), 0
    return position


@pytest.fixture(params=amduat.GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each registered game in turn."""
    return str(request.param)


@pytest.mark.benchmark(group="perft from the start")
def test_perft(benchmark: Any, game: str) -> None:
    count = benchmark(amduat.perft, amduat.start(game), asked(game, "depth"))
    benchmark.extra_info["leaves"] = count
    benchmark.extra_info["leaves per second"] = count / benchmark.stats["median"]


@pytest.mark.benchmark(group="perft with two threads")
def test_perft_two_threads(benchmark: Any, game: str) -> None:
    benchmark(amduat.perft, amduat.start(game), asked(game, "depth"), 2)


@pytest.mark.benchmark(group="legal_actions")
def test_legal_actions(benchmark: Any, game: str) -> None:
    benchmark(middle(game).legal_actions)


@pytest.mark.benchmark(group="apply")
def test_apply(benchmark: Any, game: str) -> None:
    position = middle(game)
    benchmark(position.apply, position.legal_actions()[-1])


@pytest.mark.benchmark(group="is_over")
def test_is_over(benchmark: Any, game: str) -> None:
    position = middle(game)
    benchmark(lambda: position.is_over)


@pytest.mark.benchmark(group="parse")
def test_parse(benchmark: Any, game: str) -> None:
    benchmark(amduat.parse, game, str(middle(game)))


@pytest.mark.benchmark(group="str")
def test_str(benchmark: Any, game: str) -> None:
    benchmark(str, middle(game))


@pytest.mark.benchmark(group="hash")
def test_hash(benchmark: Any, game: str) -> None:
    benchmark(hash, middle(game))
