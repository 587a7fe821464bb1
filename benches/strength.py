"""How strong the bots are, and how fast the search is: makes docs/strength.md.

    python benches/strength.py --minutes 25 --write docs/strength.md
    python benches/strength.py --minutes 20 --only pharao --against random

Every match is played with both players beginning in turn, as many games as its share of the minutes
allows, more where games are short. A game that does not end within its limit of plies, or in which
a position occurs for the third time without chance, is a draw and counts half. The 95 % intervals
are Wilson's.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import math
import multiprocessing
import os
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import amduat
from amduat.bots import make_bot

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult

#: After so many plies, chance included, a game is a draw.
LONGEST = {"ramses": 400, "isis": 400, "pharao": 1500, "uraeus": 4000, "isis-osiris": 200}

#: The same between two levels: in PHARAO good players hardly lose stones, and games would be long.
LONGEST_AMONG_LEVELS = LONGEST | {"pharao": 500}

#: What is asked of the share of points against the greedy bot.
AGAINST_GREEDY = {"ramses": 90, "isis": 90, "pharao": 90, "uraeus": 65, "isis-osiris": 80}

#: How much of the time goes where.
SHARES = {
    "Against the random bot": 0.32,
    "Against the greedy bot": 0.38,
    "Each level against the one below": 0.3,
}


@dataclass(frozen=True)
class Pairing:
    """Two bots that are to play a game, the first being the one of interest."""

    game: str
    bots: tuple[str, str]
    longest: int
    asked: float | None = None


def play(pairing: Pairing, number: int) -> float:
    """The points of the first bot in one game: 1, 0.5 or 0."""
    rng = random.Random(f"{pairing} {number}")
    first = number % 2
    bots = [make_bot(spec, rng.getrandbits(32)) for spec in pairing.bots]
    position = amduat.start(pairing.game)
    seen: Counter[amduat.Position] = Counter()
    chance = amduat.info(pairing.game).has_chance
    for _ in range(pairing.longest):
        if position.is_over:
            return (position.returns()[first] + 1) / 2
        if position.is_chance:
            outcomes, chances = zip(*position.chance_outcomes(), strict=True)
            position = position.apply(rng.choices(outcomes, chances)[0])
            continue
        if not chance:
            seen[position] += 1
            if seen[position] >= 3:
                return 0.5
        bot = bots[0] if position.current_player == first else bots[1]
        position = position.apply(bot.choose(position))
    return 0.5


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, points / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def task(pairing: Pairing, number: int) -> tuple[float, float]:
    """One game, for a worker: the points, and how long it took."""
    began = time.monotonic()
    return play(pairing, number), time.monotonic() - began


def run(
    pairings: list[Pairing], seconds: float, workers: int, most: int
) -> dict[Pairing, list[float]]:
    """Plays until the time is up or each pairing has its games.

    The next game is one of the pairing whose games so far, times the square root of how long one
    takes, are fewest: between the same time for all and as many games of all.
    Games that have begun are played to their end, if that takes no longer again.
    """
    points: dict[Pairing, list[float]] = {pairing: [] for pairing in pairings}
    spent = dict.fromkeys(pairings, 0.0)
    begun = dict.fromkeys(pairings, 0)
    deadline = time.monotonic() + seconds

    def share(pairing: Pairing) -> float:
        done = len(points[pairing])
        return begun[pairing] * math.sqrt(spent[pairing] / done) if done else begun[pairing]

    with multiprocessing.Pool(workers) as pool:
        pending: list[tuple[Pairing, AsyncResult[tuple[float, float]]]] = []
        while pending or time.monotonic() < deadline:
            open_ = [pairing for pairing in pairings if begun[pairing] < most]
            while open_ and len(pending) < workers and time.monotonic() < deadline:
                pairing = min(open_, key=share)
                pending.append((pairing, pool.apply_async(task, (pairing, begun[pairing]))))
                begun[pairing] += 1
            for entry in [entry for entry in pending if entry[1].ready()]:
                pending.remove(entry)
                result, taken = entry[1].get()
                points[entry[0]].append(result)
                spent[entry[0]] += taken
            if (not open_ and not pending) or time.monotonic() > deadline + seconds:
                break
            time.sleep(0.005)
    return points


def table(points: dict[Pairing, list[float]]) -> list[str]:
    """The results as rows of Markdown."""
    rows = ["| game | bots | games | points | 95 % interval | asked |", "|---|---|--:|--:|--:|--:|"]
    for pairing, results in points.items():
        if not results:
            continue
        share = sum(results) / len(results)
        low, high = interval(sum(results), len(results))
        asked = f"≥ {pairing.asked:g} %" if pairing.asked else ""
        names = " – ".join(f"`{bot}`" for bot in pairing.bots)
        rows.append(
            f"| {pairing.game} | {names} | {len(results)} | {100 * share:.1f} % "
            f"| {100 * low:.0f}–{100 * high:.0f} % | {asked} |"
        )
    return rows


def speed(seconds: float, peer: float | None) -> list[str]:
    """Nodes, simulations and simulated actions per second, on one thread, beside a peer's."""
    rows = [
        "| game | nodes/s | simulations/s | playouts/s | actions/s in playouts | × connect four |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for game in amduat.GAMES:
        position = amduat.start(game)
        found = [
            amduat.search(position, seconds=seconds, method=method)
            for method in ("deepening", "mcts", "playout")
        ]
        rates = [f"{result.nodes_per_second:,.0f}" for result in found]
        actions = found[2].actions / found[2].seconds
        ratio = f"{actions / peer:.1f}" if peer else "–"
        rows.append(f"| {game} | {' | '.join(rates)} | {actions:,.0f} | {ratio} |")
    return rows


def open_spiel(seconds: float) -> tuple[list[str], float | None]:
    """The same of OpenSpiel's MCTSBot with games at random, if it is installed.

    Also the actions per second of connect four.
    """
    try:
        numpy: Any = importlib.import_module("numpy")
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return ["OpenSpiel (`pip install open_spiel`) is not installed here."], None
    peers: dict[str, float] = {}
    rows = ["| OpenSpiel | simulations/s | actions/s in playouts |", "|---|--:|--:|"]
    for name in ("connect_four", "backgammon"):
        game = pyspiel.load_game(name)
        rng = numpy.random.RandomState(1)
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        plies = games = 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            play = state.clone()
            while not play.is_terminal():
                if play.is_chance_node():
                    outcomes, chances = zip(*play.chance_outcomes(), strict=True)
                    play.apply_action(int(rng.choice(outcomes, p=chances)))
                else:
                    play.apply_action(int(rng.choice(play.legal_actions())))
                plies += 1
            games += 1
        simulations = 2000 if name == "connect_four" else 50
        rate = 0.0
        while True:
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 1, False)
            began = time.perf_counter()
            bot.step(state)
            taken = time.perf_counter() - began
            rate = simulations / taken
            if taken > seconds:
                break
            simulations *= 2
        peers[name] = rate * plies / games
        rows.append(f"| {name} | {rate:,.0f} | {peers[name]:,.0f} |")
    return rows, peers["connect_four"]


def pairings(seconds: float) -> dict[str, list[Pairing]]:
    """What is played, by heading."""
    timed = [f"search:{seconds:g}s", f"mcts:{seconds:g}s"]
    games = amduat.GAMES
    return {
        "Against the random bot": [
            Pairing(game, (bot, "random"), LONGEST[game], 99) for game in games for bot in timed
        ],
        "Against the greedy bot": [
            Pairing(game, (bot, "greedy"), LONGEST[game], AGAINST_GREEDY[game])
            for game in games
            for bot in timed
        ],
        "Each level against the one below": [
            Pairing(game, (f"search:{level + 1}", f"search:{level}"), LONGEST_AMONG_LEVELS[game])
            for level in range(1, 10)
            for game in games
        ],
    }


def main() -> None:
    """Plays, measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each action")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--most", type=int, default=400, help="games of each pairing")
    parser.add_argument("--only", choices=amduat.GAMES, help="one game alone")
    parser.add_argument("--against", choices=["random", "greedy"], help="these matches alone")
    parser.add_argument("--write", type=Path, help="the file to write")
    given = parser.parse_args()
    if given.only or given.against:
        part = [
            pairing
            for pairing in itertools.chain(*pairings(given.seconds).values())
            if given.only in (None, pairing.game) and given.against in (None, pairing.bots[1])
        ]
        print("\n".join(table(run(part, 60 * given.minutes, given.workers, given.most))))
        return
    lines = [Path(__file__).with_name("strength.head.md").read_text(encoding="utf-8").rstrip()]
    lines += ["", f"This page: {given.minutes:g} minutes of play with {given.workers} workers."]
    peers, connect_four = open_spiel(1.0)
    lines += ["", "## Speed, one thread", "", *speed(1.0, connect_four), "", *peers]
    for heading, chosen in pairings(given.seconds).items():
        share = SHARES[heading]
        points: dict[Pairing, list[float]] = {}
        # High levels take long, so each level has a time of its own.
        size = len(amduat.GAMES) if "level" in heading else len(chosen)
        groups = [chosen[i : i + size] for i in range(0, len(chosen), size)]
        for group in groups:
            seconds = share / len(groups) * 60 * given.minutes
            points |= run(group, seconds, given.workers, given.most)
        lines += ["", f"## {heading}", "", *table(points)]
        print("\n".join(lines[-len(points) - 4 :]), flush=True)
        if given.write:
            given.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if not given.write:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
