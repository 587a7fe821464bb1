"""How fast learning is: games in bulk, and the search with a function as its guide.

`python benches/learning.py` prints two tables. All rates are processor time of one thread, taken in
one run on one machine; what is compared with is measured in the same run. What a second thread
gains is measured by the clock, which tells something on a quiet machine only.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

import amduat
from amduat import learn
from amduat.adapters import pettingzoo
from amduat.adapters.common import settle

ROWS = 1024


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How much work is done in a second of processor time."""
    work()
    done, began = 0, time.process_time()
    while (passed := time.process_time() - began) < seconds:
        done += work()
    return done / passed


def batch_steps(game: str, threads: int = 1) -> Callable[[], int]:
    """Steps of a batch at random, with observations and masks."""
    batch = learn.Batch(game, ROWS, seed=1, threads=threads)

    def work() -> int:
        batch.step(batch.random_actions())
        return ROWS

    return work


def gain(game: str) -> float:
    """How many times as fast two threads are as one: the median of several turns."""
    one, two = batch_steps(game), batch_steps(game, 2)
    ratios = []
    for _ in range(9):
        seconds = []
        for work in (one, two):
            began = time.perf_counter()
            for _ in range(200):
                work()
            seconds.append(time.perf_counter() - began)
        ratios.append(seconds[0] / seconds[1])
    return statistics.median(ratios)


def python_steps(game: str) -> Callable[[], int]:
    """The same in a loop over positions."""
    dice = random.Random(1)
    start = position = settle(amduat.start(game), dice)

    def work() -> int:
        nonlocal position
        for _ in range(100):
            position = settle(position.apply(dice.choice(position.legal_actions())), dice)
            if position.is_over:
                position = start
            learn.observe(position)
            learn.mask(position)
        return 100

    return work


def pettingzoo_steps(game: str) -> Callable[[], int]:
    """The same in PettingZoo."""
    env = pettingzoo.env(game)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(100):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            mask = observation["action_mask"]
            env.step(env.action_space(env.agent_selection).sample(mask))
        return 100

    return work


def simulations(game: str) -> Callable[[], int]:
    """Simulations with a function that knows nothing."""
    position = settle(amduat.start(game), random.Random(1))
    answers: dict[int, tuple[object, object]] = {}

    def even(observations: object, masks: NDArray[np.bool_]) -> tuple[object, object]:
        rows = len(masks)
        if rows not in answers:
            answers[rows] = np.zeros(masks.shape, np.float32), np.zeros((rows, 2), np.float32)
        return answers[rows]

    searcher = amduat.Searcher(evaluate=even, batch=64)

    def work() -> int:
        searcher.forget()
        return searcher.search(position, nodes=5000).nodes

    return work


class Null(mcts.Evaluator):  # type: ignore[misc]
    """Knows nothing."""

    def evaluate(self, state: pyspiel.State) -> object:
        """Nobody is ahead."""
        return np.zeros(2)

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """All actions are alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def spiel_simulations() -> Callable[[], int]:
    """Simulations of OpenSpiel's bot written in Python, in connect four."""
    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2, 1000, Null())

    def work() -> int:
        bot.mcts_search(state)
        return 1000

    return work


def section() -> list[str]:
    """The lines for docs/benchmarks.md."""
    lines = [
        "## Learning",
        "",
        "A step plays an action at random and writes observation and mask. The ratios say how",
        "many times as fast a batch is, on one thread, as a loop over positions and as PettingZoo.",
        "",
        "| game | batch, steps/s | two threads | loop in Python | ratio | PettingZoo | ratio |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game in amduat.GAMES:
        bulk, loop, zoo = (
            rate(steps(game)) for steps in (batch_steps, python_steps, pettingzoo_steps)
        )
        lines.append(
            f"| {game} | {bulk / 1e6:.2f} M | × {gain(game):.2f} | {loop / 1e3:.0f} k | "
            f"{bulk / loop:.0f} | {zoo / 1e3:.1f} k | {bulk / zoo:.0f} |"
        )
    spiel = rate(spiel_simulations(), 2.0)
    lines += [
        "",
        "The search, guided by a function that returns zeros, beside OpenSpiel's bot written in",
        "Python, which plays connect four:",
        "",
        f"| game | simulations/s | OpenSpiel: {spiel / 1e3:.1f} k, ratio |",
        "| --- | ---: | ---: |",
    ]
    for game in amduat.GAMES:
        own = rate(simulations(game))
        lines.append(f"| {game} | {own / 1e3:.0f} k | {own / spiel:.0f} |")
    return [*lines, ""]


if __name__ == "__main__":
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    print("\n".join(section()))
