"""Any lines as answers of an engine.

Whoever asks it gets a legal action with what the engine says about the best ones, or an error:
soon, and whatever it says.
"""

from __future__ import annotations

import math
import queue
from types import SimpleNamespace
from typing import Any

import amduat
from amduat.engine import Engine, EngineError
from fuzz_promises import explained

#: Where engines are asked: one of each game, and chance among them.
POSITIONS = [amduat.start(game) for game in amduat.GAMES]


def silent(*arguments: object) -> None:
    """Hears everything and says nothing."""


class Played(Engine):
    """An engine whose answers are known before it is asked."""

    def __init__(self, lines: list[str]) -> None:
        self.command, self.name = ["engine"], "engine"
        self.games: list[str] = []
        self.options: list[str] = []
        self.features: list[str] = []
        self._patience = 5.0
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        for line in lines:
            self._said.put(line)
        self._said.put(None)
        pipe = SimpleNamespace(write=silent, flush=silent, close=silent)
        process: Any = SimpleNamespace(
            stdin=pipe, stdout=pipe, poll=lambda: 0, wait=silent, returncode=0, kill=silent
        )
        self._process = process


def run(data: bytes) -> None:
    """Asks an engine."""
    position = POSITIONS[data[0] % len(POSITIONS)] if data else POSITIONS[0]
    engine = Played(data[1:].decode("utf-8", "replace").splitlines(keepends=True))
    try:
        engine._introduce()
        engine.ready()
        for _ in range(3):
            found = engine.search(position, nodes=1, played=[position])
            assert (found.action is None) == position.is_chance
            assert found.action is None or position.is_legal(found.action)
            for choice in found.choices:
                assert all(map(math.isfinite, choice.values)), choice
                assert choice.depth >= 0, choice
                assert choice.nodes >= 0, choice
    except EngineError as error:
        explained(error)
