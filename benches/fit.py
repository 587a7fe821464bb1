"""Fits PHARAO's evaluation to its exact values, with numpy alone.

    python benches/fit.py --tables DIR

For each number of stones of which the folder has a table, a small network learns the chance of the
side about to roll from the fields of the stones. All networks go into one file, from which the core
of the package evaluates positions; those of numbers without a table are taken over from it. Prints
how far each is off: the root of the mean square, on placements that it was not fitted to.

The network of the package for four stones against four has seen more of them:
``--only 4v4 --examples 4000000 --rounds 20``.
"""

from __future__ import annotations

import argparse
import os
import random
from pathlib import Path
from typing import TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small

import numpy as np
from numpy.typing import NDArray

import amduat
from amduat import pharao

Floats: TypeAlias = NDArray[np.float32]

FIELDS = [f"{file}{rank}" for file in "abcdefghij" for rank in "123"]
WATER = FIELDS.index("g1")
HIDDEN = 32
SHAPES = [(2 * len(FIELDS), HIDDEN), (HIDDEN,), (HIDDEN, HIDDEN), (HIDDEN,), (HIDDEN,), (1,)]
SIZE = sum(int(np.prod(shape)) for shape in SHAPES)
BEGINNING = b"amduatE1"
FILE = Path(__file__).parents[1] / "rust/core/src/games/pharao/evaluate/fitted.weights"


def examples(
    own: int, other: int, count: int, tables: pharao.Tables, dice: random.Random
) -> tuple[Floats, Floats]:
    """Placements at random as rows of 60 fields, own and other, with the chances of the former."""
    rows = np.zeros((count, 2 * len(FIELDS)), np.float32)
    wins = np.zeros(count, np.float32)
    for number in range(count):
        while True:
            fields = dice.sample(range(len(FIELDS)), own + other)
            mine, theirs = sorted(fields[:own]), sorted(fields[own:])
            if [WATER] not in (mine, theirs):
                break
        sides = (",".join(FIELDS[field] for field in side) for side in (mine, theirs))
        wins[number] = tables.value(amduat.parse(pharao.GAME, f"{' '.join(sides)} L roll -"))[0]
        rows[number, mine] = 1
        rows[number, [len(FIELDS) + field for field in theirs]] = 1
    return rows, wins


def forward(weights: list[Floats], rows: Floats) -> tuple[Floats, Floats, Floats]:
    """What both layers see, and the chances."""
    first = np.maximum(rows @ weights[0] + weights[1], 0)
    second = np.maximum(first @ weights[2] + weights[3], 0)
    return first, second, 1 / (1 + np.exp(-(second @ weights[4] + weights[5])))


def fitted(rows: Floats, wins: Floats, rounds: int, seed: int) -> tuple[list[Floats], float]:
    """A network, and how far it is off on a twentieth of the rows, which it does not learn from."""
    dice = np.random.default_rng(seed)
    scales = [0.3, 0, 1 / np.sqrt(HIDDEN), 0, 0.1, 0]
    weights = [
        (scale * dice.standard_normal(shape)).astype(np.float32)
        for scale, shape in zip(scales, SHAPES, strict=True)
    ]
    weights[5] += np.float32(np.log(wins.mean() / (1 - wins.mean())))
    means, squares = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    kept, portion, step = len(wins) // 20, 2048, 0
    steps = rounds * ((len(wins) - kept) // portion)
    for _ in range(rounds):
        order = kept + dice.permutation(len(wins) - kept)
        for chosen in np.split(order, range(portion, len(order), portion))[:-1]:
            first, second, found = forward(weights, rows[chosen])
            off = (found - wins[chosen]) / portion
            upper = np.outer(off, weights[4]) * (second > 0)
            lower = (upper @ weights[2].T) * (first > 0)
            slopes = [
                rows[chosen].T @ lower,
                lower.sum(axis=0),
                first.T @ upper,
                upper.sum(axis=0),
                second.T @ off,
                off.sum(keepdims=True),
            ]
            step += 1
            rate = 0.003 * (1 - step / steps) + 1e-5
            for weight, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                weight -= (rate * mean / (1 - 0.9**step) / size).astype(np.float32)
    found = forward(weights, rows[:kept])[2]
    return weights, float(np.sqrt(((found - wins[:kept]) ** 2).mean()))


def read() -> dict[tuple[int, int], bytes]:
    """The networks of the file as it is."""
    data = FILE.read_bytes() if FILE.exists() else BEGINNING
    found, at = {}, len(BEGINNING)
    while at < len(data):
        found[data[at], data[at + 1]] = data[at + 2 : at + 2 + 4 * SIZE]
        at += 2 + 4 * SIZE
    return found


def main() -> None:
    """Fits and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="a folder with tables")
    parser.add_argument("--examples", type=int, default=1_000_000, help="placements to learn from")
    parser.add_argument("--rounds", type=int, default=24, help="how often each is learnt from")
    parser.add_argument("--only", metavar="4v4", help="one number of stones of either side")
    given = parser.parse_args()
    tables = pharao.Tables().with_folder(given.tables)
    networks = read()
    for own, other in sorted(tables.layers, key=lambda layer: (sum(layer), layer)):
        if given.only not in (None, f"{own}v{other}"):
            continue
        dice = random.Random(f"{own} against {other}")
        # A layer with few placements meets each of them several times.
        rows, wins = examples(own, other, given.examples, tables, dice)
        weights, off = fitted(rows, wins, given.rounds, seed=10 * own + other)
        networks[own, other] = b"".join(weight.astype("<f4").tobytes() for weight in weights)
        ordered = sorted(networks.items())
        data = b"".join(bytes(layer) + network for layer, network in ordered)
        FILE.write_bytes(BEGINNING + data)
        print(f"{own} against {other}: off by {off:.4f}, spread {wins.std():.4f}", flush=True)


if __name__ == "__main__":
    main()
