"""How strong the bots are, and how fast the search is: makes docs/strength.md.

    python benches/strength.py --minutes 25
    python benches/strength.py --minutes 20 --only pharao --part random
    python benches/strength.py --minutes 60 --only pharao --anew
    python benches/strength.py --page

The games of all runs are added up in strength.tsv. After a change to a bot, ``--anew`` forgets the
earlier games of the pairings that are played; those with a remark are always played anew. With
``--page`` nothing is played, and the page is written from what was found before. What PHARAO's bots
give away is measured by regret.py.

In every match the players take turns beginning. There are as many games as its share of the minutes
allows, more where games are short. A game that does not end within its limit of plies, or in which
a position occurs for the third time without chance, is a draw and counts half. The 95 % intervals
are Wilson's, narrower where games are drawn.
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
import regret
from amduat.bots import make_bot
from amduat.files import replacing
from games import asked

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult

#: Between two levels, games without chance begin with so many actions at random, the same in two
#: games in which the bots change places: from the start, good players of RAMSES always draw.
OPENING = 4

#: The parts of the page: their headings, and how much of the time goes there.
PARTS = {
    "random": ("Against the random bot", 0.32),
    "greedy": ("Against the greedy bot", 0.38),
    "levels": ("Each level against the one below", 0.3),
}

#: What all runs have found, what was measured last, and the beginning and the place of the page.
HERE = Path(__file__).parent
MATCHES = HERE / "strength.tsv"
SPEED = HERE / "strength.speed.md"
HEAD = HERE / "strength.head.md"
EXACT = HERE / "strength.exact.md"
PAGE = HERE.parent / "docs" / "strength.md"


@dataclass(frozen=True)
class Pairing:
    """Two bots that are to play a game, the first being the one of interest."""

    game: str
    bots: tuple[str, str]
    longest: int
    asked: float | None = None
    opening: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The game and the bots."""
        return self.game, *self.bots


@dataclass
class Tally:
    """How many games the first bot of a pairing has won, drawn and lost.

    A remark says what was different when they were played; no games of today are added to those.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    remark: str = ""

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The first bot's share of the points, a draw being half a point for both."""
        return (self.won + self.drawn / 2) / self.games

    def add(self, points: float) -> None:
        """Counts one game more."""
        self.won += points > 0.5
        self.drawn += points == 0.5
        self.lost += points < 0.5

    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 %.

        Solves Wilson's equation with the variance of three results, which is less the more games
        are drawn. A few games that are not drawn are added to the share of draws, so that nothing
        but draws is not taken for certainty.
        """
        square, games, share = 1.96**2, self.games, self.share
        drawn = self.drawn / (games + square)
        middle = (games * share + square / 2) / (games + square)
        product = (games * share * share + square * drawn / 4) / (games + square)
        width = math.sqrt(max(0.0, middle * middle - product))
        return max(0.0, middle - width), min(1.0, middle + width)


#: What is known from this run and those before, by game and bots.
Tallies = dict[tuple[str, ...], Tally]


def load() -> Tallies:
    """The tallies of earlier runs."""
    rows = [line.split("\t") for line in MATCHES.read_text(encoding="utf-8").splitlines()[1:]]
    return {
        (game, bot, opponent): Tally(int(won), int(drawn), int(lost), remark)
        for game, bot, opponent, won, drawn, lost, remark in rows
    }


def save(tallies: Tallies) -> None:
    """Keeps the tallies, and writes the page."""
    rows = [
        "\t".join((*names, f"{tally.won}", f"{tally.drawn}", f"{tally.lost}", tally.remark))
        for names, tally in sorted(tallies.items())
        if tally.games
    ]
    with replacing(MATCHES) as file:
        file.write("\n".join(["game\tbot\topponent\twon\tdrawn\tlost\tremark", *rows, ""]))
    sections = [file.read_text(encoding="utf-8") for file in (HEAD, SPEED, EXACT)]
    sections.append("\n".join([*regret.page(), ""]))
    for part, chosen in pairings().items():
        sections.append("\n".join([f"## {PARTS[part][0]}", "", *table(chosen, tallies), ""]))
    with replacing(PAGE) as file:
        file.write("\n".join(sections))


def opening(pairing: Pairing, number: int) -> amduat.Position:
    """Where a game begins: the start, or what comes of it by some actions at random."""
    rng = random.Random(f"{pairing} {number}")
    while True:
        position = amduat.start(pairing.game)
        for _ in range(pairing.opening):
            if not position.is_over:
                position = position.apply(rng.choice(position.legal_actions()))
        if not position.is_over:
            return position


def play(pairing: Pairing, number: int) -> float:
    """The points of the first bot in one game: 1, 0.5 or 0."""
    rng = random.Random(f"{pairing} {number}")
    first = number % 2
    bots = [make_bot(spec, rng.getrandbits(32)) for spec in pairing.bots]
    position = opening(pairing, number // 2)
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


def task(pairing: Pairing, number: int) -> tuple[float, float]:
    """One game, for a worker: the points, and how long it took."""
    began = time.monotonic()
    return play(pairing, number), time.monotonic() - began


def run(pairings: list[Pairing], tallies: Tallies, seconds: float, workers: int, most: int) -> None:
    """Plays until the time is up or each pairing has its games, and keeps each result.

    The next game is one of the pairing whose games so far, times the square root of how long one
    takes, are fewest: between the same time for all and as many games of all.
    Games that have begun are played to their end, if that takes no longer again.
    """
    durations: dict[Pairing, list[float]] = {pairing: [] for pairing in pairings}
    begun = {pairing: tallies[pairing.names].games for pairing in pairings}
    deadline = time.monotonic() + seconds

    def share(pairing: Pairing) -> float:
        taken = durations[pairing]
        return begun[pairing] * math.sqrt(sum(taken) / len(taken)) if taken else begun[pairing]

    with multiprocessing.Pool(workers) as pool:
        pending: list[tuple[Pairing, AsyncResult[tuple[float, float]]]] = []
        while pending or time.monotonic() < deadline:
            while len(pending) < workers and time.monotonic() < deadline:
                open_ = [pairing for pairing in pairings if begun[pairing] < most]
                if not open_:
                    deadline = time.monotonic()
                    break
                pairing = min(open_, key=share)
                pending.append((pairing, pool.apply_async(task, (pairing, begun[pairing]))))
                begun[pairing] += 1
            for entry in [entry for entry in pending if entry[1].ready()]:
                pending.remove(entry)
                points, taken = entry[1].get()
                durations[entry[0]].append(taken)
                tallies[entry[0].names].add(points)
                save(tallies)
            if time.monotonic() > deadline + seconds:
                break
            time.sleep(0.005)


def table(chosen: list[Pairing], tallies: Tallies) -> list[str]:
    """The tallies as rows of Markdown."""
    rows = [
        "| game | bots | games | won | drawn | lost | points | 95 % interval | asked | remark |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|---|",
    ]
    for pairing in chosen:
        tally = tallies.get(pairing.names, Tally())
        if not tally.games:
            continue
        low, high = (100 * end for end in tally.interval())
        asked = f"≥ {pairing.asked:g} %" if pairing.asked else ""
        names = " – ".join(f"`{bot}`" for bot in pairing.bots)
        rows.append(
            f"| {pairing.game} | {names} | {tally.games} | {tally.won} | {tally.drawn} "
            f"| {tally.lost} | {100 * tally.share:.1f} % | {low:.0f}–{high:.0f} % | {asked} "
            f"| {tally.remark} |"
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
        plies = found[2].plies / found[2].seconds
        ratio = f"{plies / peer:.1f}" if peer else "–"
        rows.append(f"| {game} | {' | '.join(rates)} | {plies:,.0f} | {ratio} |")
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


def pairings() -> dict[str, list[Pairing]]:
    """What is played, by the parts of the page."""
    timed = ["search:0.2s", "mcts:0.2s"]
    games = amduat.GAMES
    longest: dict[str, int] = {game: asked(game, "longest") for game in games}
    return {
        "random": [
            Pairing(game, (bot, "random"), longest[game], 99) for game in games for bot in timed
        ],
        "greedy": [
            Pairing(game, (bot, "greedy"), longest[game], asked(game, "against_greedy"))
            for game in games
            for bot in timed
        ],
        "levels": [
            Pairing(
                game,
                (f"search:{level + 1}", f"search:{level}"),
                longest[game],
                opening=0 if amduat.info(game).has_chance else OPENING,
            )
            for level in range(1, 10)
            for game in games
        ],
    }


def main() -> None:
    """Plays, measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--most", type=int, default=400, help="games of each pairing, in all runs")
    parser.add_argument("--only", choices=amduat.GAMES, help="one game alone")
    parser.add_argument("--part", choices=["speed", *PARTS], help="one part of the page alone")
    parser.add_argument("--anew", action="store_true", help="forget the earlier games")
    parser.add_argument("--page", action="store_true", help="write the page alone")
    given = parser.parse_args()
    tallies = load()
    if given.page:
        save(tallies)
        return
    if given.part in (None, "speed") and not given.only:
        peers, connect_four = open_spiel(1.0)
        lines = ["## Speed, one thread", "", *speed(1.0, connect_four), "", *peers, ""]
        SPEED.write_text("\n".join(lines), encoding="utf-8")
    chosen = {
        part: [pairing for pairing in all_ if given.only in (None, pairing.game)]
        for part, all_ in pairings().items()
        if given.part in (None, part)
    }
    for pairing in itertools.chain(*chosen.values()):
        if given.anew or pairing.names not in tallies or tallies[pairing.names].remark:
            tallies[pairing.names] = Tally()
    save(tallies)
    whole = sum(PARTS[part][1] for part in chosen)
    for part, all_ in chosen.items():
        # High levels take long, so each level has a time of its own, and what lower ones leave.
        by_level = itertools.groupby(all_, lambda pairing: pairing.bots[0])
        groups = [list(group) for _, group in by_level] if part == "levels" else [all_]
        end = time.monotonic() + 60 * given.minutes * PARTS[part][1] / whole
        for done, group in enumerate(groups):
            seconds = (end - time.monotonic()) / (len(groups) - done)
            run(group, tallies, seconds, given.workers, given.most)
        print("\n".join([PARTS[part][0], *table(all_, tallies), ""]), flush=True)


if __name__ == "__main__":
    main()
