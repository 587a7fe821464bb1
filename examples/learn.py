"""A network that learns a game by playing against itself, with numpy alone.

    python examples/learn.py ramses --seconds 300

The compiled search plays many games at once and asks the network about all of them together. What
the search found is what the network learns: which actions are worth trying, and who wins.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

# The matrices are small: sharing one among threads costs more than it saves.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import amduat
from amduat import learn
from amduat.bots import make_bot
from amduat.players import Player, play_out

Floats = NDArray[np.float32]


def neighbourhoods(game: str) -> NDArray[np.int64]:
    """Each field and up to four beside it; the number of fields stands for none."""
    actions = []
    for index in range(amduat.info(game).num_actions):
        with suppress(amduat.ActionError):
            actions.append(amduat.Action.from_index(game, index))
    # Actions come in the order of their fields.
    names = list(dict.fromkeys(n for a in actions for n in (a.source, a.target) if n is not None))
    spots = np.array([amduat.board(game).spots[name][0] for name in names])
    apart = np.abs(spots[:, None] - spots[None]).sum(axis=2)
    step = apart[apart > 0].min()
    beside = [np.flatnonzero((row > 0) & (row < 1.2 * step))[:4] for row in apart]
    return np.array([[field, *b, *[len(names)] * (4 - len(b))] for field, b in enumerate(beside)])


class Network:
    """Looks at each field and those beside it in the same way, and then at all of them together."""

    def __init__(self, game: str, players: int, channels: int, seed: int) -> None:
        random = np.random.default_rng(seed)

        def weights(rows: int, columns: int, scale: float) -> Floats:
            spread = np.float32(scale / np.sqrt(rows))
            return spread * random.standard_normal((rows, columns), np.float32)

        info = amduat.info(game)
        shapes = [part.shape for part in info.observation_slices.values()]
        self.planes = sum(shape[0] for shape in shapes if len(shape) == 2)
        self.beside = neighbourhoods(game)
        self.fields, self.actions = len(self.beside), info.num_actions
        others = info.observation_shape[0] - self.planes * self.fields
        self.parameters: list[Floats] = [
            weights(self.planes * 5, channels, 1.4),
            weights(others, channels, 1.0),
            np.zeros(channels, np.float32),
            weights(self.fields * channels, self.actions + players, 0.3),
            np.zeros(self.actions + players, np.float32),
        ]
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self.steps = 0
        nothing = np.zeros(0, np.float32)
        self.rooms: tuple[Floats, Floats, Floats] = (nothing, nothing, nothing)

    def room(self, rows: int) -> tuple[Floats, Floats, Floats]:
        """Arrays for so many positions, which are used again and again."""
        if rows > len(self.rooms[0]):
            self.rooms = (
                np.zeros((rows, self.fields + 1, self.planes), np.float32),
                np.zeros((rows, self.fields, 5, self.planes), np.float32),
                np.zeros((rows, self.fields, self.parameters[2].size), np.float32),
            )
        board, patches, hidden = self.rooms
        return board[:rows], patches[:rows], hidden[:rows]

    def forward(self, observations: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """What the layers see, and in the end the logits and the values."""
        rows, size = len(observations), self.planes * self.fields
        planes = observations[:, :size].reshape(rows, self.planes, self.fields)
        board, patches, hidden = self.room(rows)
        board[:, : self.fields] = planes.transpose(0, 2, 1)
        np.take(board, self.beside, axis=1, out=patches)
        patches = patches.reshape(rows, self.fields, -1)
        others = observations[:, size:]
        first, second, bias, last, last_bias = self.parameters
        np.matmul(patches, first, out=hidden)
        hidden += (others @ second + bias)[:, None]
        np.maximum(hidden, 0, out=hidden)
        out = hidden.reshape(rows, -1) @ last + last_bias
        return patches, others, hidden, out[:, : self.actions], np.tanh(out[:, self.actions :])

    def evaluate(self, observations: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """What the search asks for."""
        return self.forward(observations)[3:]

    def train(self, lesson: Lesson, rate: float) -> float:
        """One step of Adam towards what the search found; returns the loss."""
        patches, others, hidden, logits, values = self.forward(lesson.observations)
        logits = np.where(lesson.masks, logits, np.float32(-1e9))
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        off = values - lesson.outcomes
        rows = len(values)
        loss = float(-(lesson.policies * np.log(shares + 1e-9)).sum() + (off**2).sum()) / rows
        slopes = np.hstack([shares - lesson.policies, 2 * off * (1 - values**2)]) / np.float32(rows)
        below = (slopes @ self.parameters[3].T).reshape(hidden.shape) * (hidden > 0)
        everywhere = below.sum(axis=1)
        gradients = [
            patches.reshape(-1, patches.shape[2]).T @ below.reshape(-1, below.shape[2]),
            others.T @ everywhere,
            everywhere.sum(axis=0),
            hidden.reshape(rows, -1).T @ slopes,
            slopes.sum(axis=0),
        ]
        self.steps += 1
        for parameter, gradient, (mean, square) in zip(
            self.parameters, gradients, self.moments, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            step = mean / (1 - 0.9**self.steps) / size + 1e-4 * parameter
            parameter -= (rate * step).astype(np.float32)
        return loss


class Lesson(NamedTuple):
    """Decisions to learn from."""

    observations: Floats
    policies: Floats
    masks: NDArray[np.bool_]
    outcomes: Floats


class Memory:
    """The last decisions, from which lessons are drawn with the board turned at random."""

    def __init__(self, game: str, size: int, seed: int) -> None:
        self.games: deque[learn.PlayedGame] = deque()
        self.decisions = 0
        self.size = size
        self.symmetries = learn.symmetries(game)
        self.random = np.random.default_rng(seed)

    def add(self, game: learn.PlayedGame) -> None:
        """Takes in a game, and drops old ones."""
        self.games.append(game)
        self.decisions += len(game.actions)
        while self.decisions > self.size and len(self.games) > 1:
            self.decisions -= len(self.games.popleft().actions)

    def lesson(self, rows: int) -> Lesson:
        """So many decisions of the past."""
        lengths = np.array([len(game.actions) for game in self.games])
        chosen = self.random.integers(self.decisions, size=rows)
        owners = np.searchsorted(lengths.cumsum(), chosen, side="right")
        places = chosen - (lengths.cumsum() - lengths)[owners]
        picked = [(self.games[owner], place) for owner, place in zip(owners, places, strict=True)]
        observations = np.stack([game.observations[place] for game, place in picked])
        policies = np.stack([game.policies[place] for game, place in picked])
        masks = np.stack([game.masks[place] for game, place in picked])
        outcomes = np.stack([game.outcomes[place] for game, place in picked])
        way = self.random.integers(len(self.symmetries) + 1)
        if way:
            turned = self.symmetries[way - 1]
            observations = observations[:, turned.observation]
            policies, masks = policies[:, turned.actions], masks[:, turned.actions]
        return Lesson(observations, policies, masks, outcomes)


class NetworkBot:
    """Plays as the search says that asks the network."""

    name = "network"

    def __init__(self, network: Network, simulations: int, seed: int) -> None:
        self.simulations = simulations
        self.searcher = amduat.Searcher(
            evaluate=network.evaluate, batch=16, exploration=1.0, seed=seed
        )

    def choose(self, position: amduat.Position) -> amduat.Action:
        """The action that was tried most."""
        action = self.searcher.search(position, nodes=self.simulations).action
        assert action is not None
        return action


def score(game: str, network: Network, opponent: str, games: int, simulations: int) -> float:
    """The share of points against a bot, with each side in turn."""
    points = 0.0
    for number in range(games):
        seat = number % 2
        players: list[Player] = [make_bot(opponent, number), make_bot(opponent, number + games)]
        players[seat] = NetworkBot(network, simulations, number)
        played = amduat.Game(game, rng=Random(number), max_turns=300)
        points += play_out(played, players).values[seat] / 2 + 0.5
    return points / games


def curve(points: list[tuple[float, float, float]], path: Path) -> None:
    """Writes the learning curve: seconds, and the scores against random and greedy."""
    longest = max(seconds for seconds, _, _ in points) or 1.0

    def line(column: int, colour: str) -> str:
        places = " ".join(
            f"{40 + 400 * p[0] / longest:.1f},{220 - 200 * p[column]:.1f}" for p in points
        )
        return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>'

    grid = "".join(
        f'<line x1="40" x2="440" y1="{220 - 2 * share}" y2="{220 - 2 * share}" stroke="#ddd"/>'
        f'<text x="4" y="{224 - 2 * share}" font-size="11">{share} %</text>'
        for share in (0, 25, 50, 75, 100)
    )
    words = (
        '<text x="300" y="190" font-size="12" fill="#06c">against random</text>'
        '<text x="300" y="206" font-size="12" fill="#c60">against greedy</text>'
        f'<text x="400" y="238" font-size="11">{longest:.0f} s</text>'
    )
    body = grid + line(1, "#06c") + line(2, "#c60") + words
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 245">{body}</svg>\n',
        encoding="utf-8",
    )


def main(arguments: list[str] | None = None) -> None:
    """Learns, shows how it goes, and plays against bots in the end."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", nargs="?", choices=amduat.GAMES, default=amduat.GAMES[0])
    parser.add_argument("--seconds", type=float, default=300, help="how long to learn")
    parser.add_argument(
        "--games", type=int, default=200, help="how many games are played in the end"
    )
    parser.add_argument("--parallel", type=int, default=64, help="how many games at once")
    parser.add_argument("--simulations", type=int, default=64, help="walks before each action")
    parser.add_argument(
        "--strength", type=int, default=400, help="walks before each action in the end"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learning-curve.svg"))
    given = parser.parse_args(arguments)
    network = Network(given.game, 2, 24, given.seed)
    memory = Memory(given.game, 40_000, given.seed)
    source = learn.SelfPlay(
        given.game,
        network.evaluate,
        games=given.parallel,
        simulations=given.simulations,
        seed=given.seed,
        exploration=1.0,
        cooling=16,
        max_plies=300,
    )
    points: list[tuple[float, float, float]] = []
    began = time.monotonic()
    told, games, loss = 0.0, 0, 0.0
    while (seconds := time.monotonic() - began) < given.seconds:
        game = next(source)
        memory.add(game)
        games += 1
        # Each decision is learnt from about eight times.
        for _ in range(max(1, 8 * len(game.actions) // 128)):
            loss = network.train(memory.lesson(128), 0.002)
        if seconds - told > max(given.seconds / 10, 10):
            told = seconds
            shares = [score(given.game, network, bot, 20, 64) for bot in ("random", "greedy")]
            points.append((seconds, shares[0], shares[1]))
            print(
                f"{seconds:4.0f} s  {games} games  loss {loss:.2f}  random {shares[0]:.0%}  "
                f"greedy {shares[1]:.0%}",
                flush=True,
            )
    final = [
        score(given.game, network, bot, given.games, given.strength) for bot in ("random", "greedy")
    ]
    points.append((given.seconds, final[0], final[1]))
    curve(points, given.out)
    print(
        f"after {games} games: random {final[0]:.1%}, greedy {final[1]:.1%}; curve in {given.out}"
    )


if __name__ == "__main__":
    main()
