"""What several tests share: the data files, the variants of each game, random play."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import itertools
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import amduat

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"

#: The values that tests try for each option, whatever the game.
VALUES: dict[str, tuple[Any, ...]] = {
    "players": (2, 3, 4),
    "end": ("first", "all"),
    "common": (False, True),
}


def run(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command line with these arguments, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "amduat", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environment},
        timeout=120,
    )


def script(path: str) -> ModuleType:
    """A program that is no part of the package, as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextlib.contextmanager
def watchdog(end: Callable[[], object], seconds: float = 120) -> Iterator[None]:
    """Ends what hangs, by calling `end` after a time that no machine needs, and fails."""
    barked = threading.Event()

    def bark() -> None:
        barked.set()
        end()

    timer = threading.Timer(seconds, bark)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    assert not barked.is_set(), "it did not end by itself"


def variants(game: str) -> list[dict[str, Any]]:
    """The combinations of options that change how a game is played."""
    names = [option.name for option in amduat.info(game).options if option.name in VALUES]
    values = itertools.product(*(VALUES[name] for name in names))
    return [dict(zip(names, chosen, strict=True)) for chosen in values]


def all_variants() -> list[tuple[str, dict[str, Any]]]:
    """Every game with each of its combinations of options."""
    return [(game, options) for game in amduat.GAMES for options in variants(game)]


def name_of(variant: Any) -> str:
    """A readable name of a variant for the test report."""
    if isinstance(variant, dict):
        return ",".join(f"{name}={value}" for name, value in variant.items()) or "default"
    return str(variant)


def twin(game: str) -> ModuleType:
    """The slow twin of a game."""
    return importlib.import_module(f"twins.{game.replace('-', '_')}")


def data_lines(game: str, name: str) -> list[tuple[str, str]]:
    """The lines `left | right` of a data file, without comments."""
    lines = (DATA / game / name).read_text(encoding="utf-8").splitlines()
    pairs = (line.rsplit(" | ", 1) for line in lines if line and not line.startswith("#"))
    return [(left, right) for left, right in pairs]


def all_actions(game: str) -> list[amduat.Action]:
    """All actions of a game, whether or not they are legal anywhere, by their index."""
    actions = []
    for index in range(amduat.info(game).num_actions):
        # Not every index need be an action: no stone moves onto its own field.
        with contextlib.suppress(amduat.ActionError):
            actions.append(amduat.Action.from_index(game, index))
    return actions


def random_action(position: amduat.Position, dice: random.Random) -> amduat.Action:
    """One of the legal actions; where chance acts, weighted as it should be."""
    if position.is_chance:
        outcomes = position.chance_outcomes()
        return dice.choices([a for a, _ in outcomes], [chance for _, chance in outcomes])[0]
    return dice.choice(position.legal_actions())


def random_game(
    position: amduat.Position, dice: random.Random, plies: int
) -> Iterator[amduat.Position]:
    """The positions of a game at random, the last one over or `plies` actions away."""
    yield position
    for _ in range(plies):
        if position.is_over:
            return
        position = position.apply(random_action(position, dice))
        yield position
