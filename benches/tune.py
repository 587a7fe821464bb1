"""Tunes the weights of a game's evaluation by self-play.

    python benches/tune.py ramses --games 400 --rounds 2

In each round the search plays against itself with the weights found so far, occasionally at random,
so that games differ. Then the weights are fitted to the results: with two players, the lead in
weighted features is the logarithm of the odds of winning (logistic regression, by Newton's method).
The weights that come out belong in ``WEIGHTS`` in ``rust/core/src/games/<game>/evaluate.rs``.

    python benches/tune.py pharao --against greedy,search:4 --games 60 --rounds 8

With ``--against`` the weights are judged by matches instead (the cross-entropy method): in each
round a dozen sets of weights are drawn around the best so far, and the next round is drawn around
the third that scored most. This finds what a fit to results cannot: weights that lead to wins
rather than only foretell them.

    python benches/tune.py pharao --values values.txt

With ``--values`` the weights are fitted to the values of positions, one on each line: the position,
`` | `` and what player 0 can expect, from -1 to 1.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
from pathlib import Path

import amduat
from amduat.bots import make_bot
from amduat.searching import features, weights

Sample = tuple[list[float], float]


def self_play(
    game: str, tuned: dict[str, float], seed: int, nodes: int, spice: float, longest: int
) -> list[Sample]:
    """The positions of one game: the lead of player 0 in each feature, and player 0's result."""
    rng = random.Random(seed)
    searchers = [amduat.Searcher(seed=rng.getrandbits(32), weights=tuned) for _ in range(2)]
    position = amduat.start(game)
    leads: list[list[float]] = []
    for ply in range(longest):
        if position.is_over:
            break
        if position.is_chance:
            outcomes = position.chance_outcomes()
            chances = [chance for _, chance in outcomes]
            position = position.apply(rng.choices([a for a, _ in outcomes], chances)[0])
            continue
        mover = position.current_player
        if ply < 4 or rng.random() < spice:
            action = rng.choice(position.legal_actions())
        else:
            found = searchers[mover].search(position, nodes=nodes).action
            assert found is not None
            action = found
        position = position.apply(action)
        if not position.is_over:
            first, second = features(position)
            leads.append([first[name] - second[name] for name in tuned])
    result = (position.returns()[0] + 1) / 2 if position.is_over else 0.5
    return [(lead, result) for lead in leads]


def fit(samples: list[Sample], start: list[float], decay: float = 3.0) -> list[float]:
    """The weights under which the results are most likely; ``decay`` keeps them near ``start``."""
    found = list(start)
    size = range(len(found))
    for _ in range(8):
        slope = [decay * (start[i] - found[i]) for i in size]
        curve = [[decay * (i == j) for j in size] for i in size]
        for lead, result in samples:
            used = [i for i in size if lead[i]]
            odds = sum(found[i] * lead[i] for i in used)
            chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))
            spread = chance * (1 - chance)
            for i in used:
                slope[i] += (result - chance) * lead[i]
                for j in used:
                    curve[i][j] += spread * lead[i] * lead[j]
        found = [w + step for w, step in zip(found, solve(curve, slope), strict=True)]
    return found


def solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(size):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def loss(samples: list[Sample], tuned: list[float]) -> float:
    """How badly the weights foretell the results: the mean of the squared errors."""
    total = 0.0
    for lead, result in samples:
        odds = sum(w * x for w, x in zip(tuned, lead, strict=True))
        total += (result - 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))) ** 2
    return total / len(samples)


def match_points(
    work: tuple[str, dict[str, float], list[str], int, int, int, int],
) -> tuple[dict[str, float], float]:
    """The share of points that the weights score against bots, both beginning in turn."""
    game, tuned, opponents, games, nodes, longest, seed = work
    points = 0.0
    for number in range(games):
        rng = random.Random(seed + number)
        searcher = amduat.Searcher(seed=rng.getrandbits(32), weights=tuned)
        bot = make_bot(opponents[number // 2 % len(opponents)], rng.getrandbits(32))
        position = amduat.start(game)
        for _ in range(longest):
            if position.is_over:
                break
            if position.is_chance:
                outcomes, chances = zip(*position.chance_outcomes(), strict=True)
                position = position.apply(rng.choices(outcomes, chances)[0])
            elif position.current_player == number % 2:
                found = searcher.search(position, nodes=nodes).action
                assert found is not None
                position = position.apply(found)
            else:
                position = position.apply(bot.choose(position))
        points += (position.returns()[number % 2] + 1) / 2
    return tuned, points / games


def climb(game: str, opponents: list[str], given: argparse.Namespace) -> None:
    """The cross-entropy method; prints the middle of every round."""
    rng = random.Random(given.seed)
    middle = weights(game)
    spread = {name: max(0.3, abs(value) * 0.6) for name, value in middle.items()}
    with multiprocessing.Pool(given.workers) as pool:
        for number in range(given.rounds):
            drawn = [{n: rng.gauss(middle[n], spread[n]) for n in middle} for _ in range(12)]
            seed = given.seed * 1_000_000 + number * 10_000
            rest = (opponents, given.games, given.nodes, given.longest, seed)
            scored = pool.map(match_points, [(game, tuned, *rest) for tuned in drawn])
            scored.sort(key=lambda pair: -pair[1])
            best = [tuned for tuned, _ in scored[:4]]
            for name in middle:
                values = [tuned[name] for tuned in best]
                mean = sum(values) / len(values)
                wide = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
                middle[name] = 0.3 * middle[name] + 0.7 * mean
                spread[name] = 0.4 * spread[name] + 0.6 * wide
            told = ", ".join(f"{points:.2f}" for _, points in scored)
            print(f"round {number + 1}: points {told}")
            print("   ", " ".join(f"{n} {w:+.2f}" for n, w in middle.items()), flush=True)


def known_values(game: str, path: Path, most: int, seed: int) -> list[Sample]:
    """Up to ``most`` positions of a file, with the chance of player 0 to win."""
    lines = path.read_text(encoding="utf-8").splitlines()
    samples: list[Sample] = []
    for line in random.Random(seed).sample(lines, min(most, len(lines))):
        text, value = line.rsplit(" | ", 1)
        first, second = features(amduat.parse(game, text))
        samples.append(([first[name] - second[name] for name in first], (float(value) + 1) / 2))
    return samples


def tell(samples: list[Sample], tuned: dict[str, float]) -> dict[str, float]:
    """Fits, prints how much that helps and what comes out, and returns it."""
    before = loss(samples, list(tuned.values()))
    found = fit(samples, list(tuned.values()))
    print(f"{len(samples)} positions, error {before:.4f} before, {loss(samples, found):.4f} after")
    tuned = {name: round(w, 2) for name, w in zip(tuned, found, strict=True)}
    for name, weight in tuned.items():
        print(f"    {name:<14} {weight:+.2f}")
    return tuned


def main() -> None:
    """Runs the rounds and prints the weights of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=amduat.GAMES)
    parser.add_argument("--games", type=int, default=400, help="games in each round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=300, help="nodes for each decision")
    parser.add_argument("--spice", type=float, default=0.1, help="share of actions at random")
    parser.add_argument("--longest", type=int, default=600, help="plies after which it is a draw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", help="bots to play against, separated by commas")
    parser.add_argument("--workers", type=int, default=2, help="processes with --against")
    parser.add_argument("--values", type=Path, help="a file of positions and their values")
    given = parser.parse_args()
    if given.against:
        climb(given.game, given.against.split(","), given)
        return
    tuned = weights(given.game)
    if given.values:
        tell(known_values(given.game, given.values, 20_000, given.seed), tuned)
        return
    for number in range(given.rounds):
        samples: list[Sample] = []
        for game in range(given.games):
            seed = (given.seed * 1000 + number) * 100_000 + game
            samples += self_play(given.game, tuned, seed, given.nodes, given.spice, given.longest)
        print(f"round {number + 1}:", end=" ")
        tuned = tell(samples, tuned)


if __name__ == "__main__":
    main()
