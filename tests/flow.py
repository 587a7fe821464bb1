"""What the tests of games, records and matches share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import amduat
from amduat.bots import make_bot
from amduat.game import Game
from amduat.players import play_out
from amduat.record import Record, read


def played(game: str, options: dict[str, Any], seed: int = 1, **flow: Any) -> Game:
    """A game between bots, to its end."""
    flow = {"max_turns": 600, "repetition": True} | flow
    result = Game(game, rng=random.Random(seed), **flow, **options)
    kinds = ("greedy", "random")
    bots = [make_bot(kinds[seat % 2], seed + seat) for seat in range(result.start.players)]
    play_out(result, bots)
    return result


class Runner:
    """Heads for the end of games with chance; elsewhere it wins if it can, or plays anything."""

    name = "runner"

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, position: amduat.Position) -> Any:
        actions = position.legal_actions()
        mover = position.current_player
        if amduat.info(position.game).has_chance:
            return max(actions, key=lambda a: amduat.estimate(position.apply(a))[mover])
        wins = [action for action in actions if position.apply(action).returns()[mover] > 0]
        return self.dice.choice(wins or actions)


def finished(game: str, options: dict[str, Any]) -> Game:
    """A game that ended by its rules, the shortest of several."""
    games = []
    for seed in range(10):
        done = Game(game, rng=random.Random(seed), max_turns=1500, **options)
        play_out(done, [Runner(seed + seat) for seat in range(done.start.players)])
        if done.position.is_over:
            games.append(done)
    return min(games, key=lambda done: len(done.actions))


def complete_games(file: Path) -> Iterator[Record]:
    """The games of a file whose writer may have been killed."""
    try:
        yield from read(file, empty=True)
    except amduat.RecordError as error:
        if not error.truncated:
            raise


def ramses_cycle() -> tuple[list[str], list[str]]:
    """Actions that lead from the start of RAMSES into a circle, and those around it."""
    dice = random.Random(1)
    while True:
        position = amduat.start("ramses")
        line: list[str] = []
        seen: dict[amduat.Position, int] = {}
        for _ in range(2000):
            if len(line) % 2 == 0:  # whole turns
                if position in seen:
                    return line[: seen[position]], line[seen[position] :]
                seen[position] = len(line)
            actions = [a for a in position.legal_actions() if not position.apply(a).is_over]
            if not actions:
                break
            action = dice.choice(actions)
            line.append(str(action))
            position = position.apply(action)


class Faulty:
    """A bot that fails in a chosen way; `python:flow:illegal` and the like."""

    def __init__(self, how: str) -> None:
        self.name = how
        self.how = how

    def choose(self, position: amduat.Position) -> Any:
        if self.how == "illegal":
            return "1-1"
        if self.how == "long":
            return "x" * 10_000
        if self.how == "nonsense":
            return 42
        if self.how == "other-game":
            other = next(game for game in amduat.GAMES if game != position.game)
            return amduat.start(other).legal_actions()[0]
        if self.how == "error":
            raise RuntimeError("I give\nup " + "x" * 1000)
        if self.how == "exit":
            raise SystemExit(3)
        if self.how == "crash":
            import os

            os._exit(9)
        if self.how.startswith("killed"):
            import os
            import signal

            # The first games, or all of them; the process that plays the next one counts on.
            with open(os.environ["KILLED"], "a+") as file:  # noqa: PTH123
                file.seek(0)
                if len(file.read()) < int(self.how.removeprefix("killed") or 10**9):
                    file.write("x")
                    file.flush()
                    os.kill(os.getpid(), signal.SIGKILL)
        if self.how == "sleep":
            import time

            time.sleep(60)
        if self.how == "hang":
            # Holds the interpreter lock, so that no thread of the process can do anything.
            sum(range(10**13))
        return position.legal_actions()[0]


def illegal(seed: int) -> Faulty:
    return Faulty("illegal")


def error(seed: int) -> Faulty:
    return Faulty("error")


def crash(seed: int) -> Faulty:
    return Faulty("crash")


def killed(seed: int) -> Faulty:
    return Faulty("killed")


def killed_twice(seed: int) -> Faulty:
    return Faulty("killed2")


def hang(seed: int) -> Faulty:
    return Faulty("hang")


def hang_politely(seed: int) -> Faulty:
    return Faulty("sleep")
