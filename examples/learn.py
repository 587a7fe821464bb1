"""A network that learns a game by playing against itself, with numpy alone.

    python examples/learn.py isis-osiris --seconds 300

Processes play: the compiled search plays many games at once and asks the network about all of them
together. The main process learns what the search found: which actions are worth trying, and who
wins. From time to time the players get the new network.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

# The matrices are small: sharing one among threads costs more than it saves.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import amduat
from amduat import learn
from amduat.bots import make_bot
from amduat.players import Player, play_out

Floats = NDArray[np.float32]

#: The numbers that the network keeps for each field, for the board, and to match two fields.
CHANNELS, WIDE, MATCHED = 24, 48, 16

#: How many of the last decisions are remembered.
REMEMBERED = 60_000


class Shape:
    """What the network has to know of a game: which fields are beside each other, and its actions.

    The network judges each pair of fields, each field for each kind of action, and each kind of
    action that needs no field. One of these numbers is the logit of an action.
    """

    def __init__(self, game: str) -> None:
        info = amduat.info(game)
        actions: dict[int, amduat.Action] = {}
        for index in range(info.num_actions):
            with suppress(amduat.ActionError):
                action = amduat.Action.from_index(game, index)
                if not action.is_chance:
                    actions[index] = action
        ends = {index: [n for n in (a.source, a.target) if n] for index, a in actions.items()}
        # Actions come in the order of their fields.
        names = list(dict.fromkeys(name for both in ends.values() for name in both))
        shapes = [part.shape for part in info.observation_slices.values()]
        self.planes = sum(shape[0] for shape in shapes if len(shape) == 2)
        if len(names) not in {shape[-1] for shape in shapes if len(shape) == 2}:
            raise ValueError(f"{info.title} has fields that no action names")
        spots = np.array([amduat.board(game).spots[name][0] for name in names])
        apart = np.abs(spots[:, None] - spots[None]).sum(axis=2)
        near = (apart > 0) & (apart < 1.2 * apart[apart > 0].min())
        self.beside = near.astype(np.float32)
        self.fields, self.actions = len(names), info.num_actions
        self.pairs = self.fields**2 if any(len(both) == 2 for both in ends.values()) else 0
        kinds = list(dict.fromkeys(actions[i].kind for i, both in ends.items() if len(both) == 1))
        plain = list(dict.fromkeys(actions[i].kind for i, both in ends.items() if not both))
        self.kinds, self.plain = len(kinds), len(plain)
        number = {name: place for place, name in enumerate(names)}
        self.logit = np.zeros(self.actions, np.int64)
        for index, both in ends.items():
            kind = actions[index].kind
            if len(both) == 2:
                self.logit[index] = number[both[0]] * self.fields + number[both[1]]
            elif both:
                place = kinds.index(kind) * self.fields + number[both[0]]
                self.logit[index] = self.pairs + place
            else:
                self.logit[index] = self.pairs + self.kinds * self.fields + plain.index(kind)
        self.judged = self.pairs + self.kinds * self.fields + self.plain
        # Sets of actions that share no number, to add up what was learnt of each.
        self.apart: list[NDArray[np.int64]] = []
        rest = np.array(list(actions))
        while len(rest):
            first = np.unique(self.logit[rest], return_index=True)[1]
            self.apart.append(rest[first])
            rest = np.delete(rest, first)
        # Besides the numbers without a field: how much there is of each plane.
        self.others = info.observation_shape[0] - self.planes * self.fields + self.planes


class Seen(NamedTuple):
    """What the layers of the network have seen."""

    fields: Floats
    others: Floats
    first: Floats
    around: Floats
    second: Floats
    pooled: Floats
    board: Floats
    sources: Floats
    targets: Floats
    logits: Floats
    values: Floats


class Lesson(NamedTuple):
    """Decisions to learn from."""

    observations: Floats
    policies: Floats
    masks: NDArray[np.bool_]
    outcomes: Floats


class Network:
    """Looks twice at each field and those beside it, and then at the whole board.

    Arrays have a row for each field and then one for each position, so that each layer is one
    product of matrices.
    """

    def __init__(self, game: str, players: int, seed: int) -> None:
        shape = self.shape = Shape(game)
        layers: dict[str, tuple[tuple[int, ...], float]] = {
            "look": ((2 * shape.planes, CHANNELS), 2.0),
            "field": ((shape.fields, 1, CHANNELS), 0.4),
            "mood": ((shape.others, CHANNELS), 0.7),
            "look_again": ((CHANNELS, CHANNELS), 1.0),
            "look_around": ((CHANNELS, CHANNELS), 0.5),
            "second_bias": ((CHANNELS,), 0.0),
            "gather": ((CHANNELS, WIDE), 1.4),
            "gather_mood": ((shape.others, WIDE), 0.7),
            "gather_bias": ((WIDE,), 0.0),
            "value": ((WIDE, players), 0.3),
            "value_bias": ((players,), 0.0),
            "plain": ((WIDE, shape.plain), 0.3),
            "kinds": ((CHANNELS, shape.kinds), 0.3),
            "source": ((CHANNELS, MATCHED), 0.6),
            "target": ((CHANNELS, MATCHED), 0.6),
            "action_bias": ((shape.actions,), 0.0),
        }
        size = sum(int(np.prod(dimensions)) for dimensions, _ in layers.values())
        # All weights in one row: easy to send, to train and to average.
        self.weights, self.slopes = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self.mean, self.square = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self.average, self.steps = np.zeros(size, np.float32), 0
        self.layer: dict[str, Floats] = {}
        self.slope: dict[str, Floats] = {}
        random, start = np.random.default_rng(seed), 0
        for name, (dimensions, scale) in layers.items():
            end = start + int(np.prod(dimensions))
            self.layer[name] = self.weights[start:end].reshape(dimensions)
            self.slope[name] = self.slopes[start:end].reshape(dimensions)
            spread = np.float32(scale / np.sqrt(dimensions[0]))
            self.layer[name][...] = spread * random.standard_normal(dimensions, np.float32)
            start = end

    def forward(self, observations: Floats) -> Seen:
        """What the layers see, and in the end the logits and the values."""
        shape, layer, rows = self.shape, self.layer, len(observations)
        planes, fields = shape.planes, shape.fields
        split = planes * fields
        board = observations[:, :split].reshape(rows, planes, fields).transpose(2, 0, 1)
        board = np.ascontiguousarray(board)
        beside = (shape.beside @ board.reshape(fields, -1)).reshape(board.shape)
        seen = np.concatenate([board, beside], axis=2).reshape(fields * rows, -1)
        others = np.hstack([observations[:, split:], 4 * board.mean(axis=0)])
        first: Floats = (seen @ layer["look"]).reshape(fields, rows, CHANNELS)
        first += layer["field"]
        first += others @ layer["mood"]
        np.maximum(first, 0, out=first)
        around = (shape.beside @ first.reshape(fields, -1)).reshape(-1, CHANNELS)
        first = first.reshape(-1, CHANNELS)
        second: Floats = first @ layer["look_again"]
        second += around @ layer["look_around"]
        second += layer["second_bias"]
        np.maximum(second, 0, out=second)
        pooled = 3 * second.reshape(fields, rows, CHANNELS).mean(axis=0)
        whole = pooled @ layer["gather"] + others @ layer["gather_mood"] + layer["gather_bias"]
        np.maximum(whole, 0, out=whole)
        values = np.tanh(whole @ layer["value"] + layer["value_bias"])
        judged = np.empty((rows, shape.judged), np.float32)
        sources: Floats = np.empty((0, 0, 0), np.float32)
        targets: Floats = sources
        if shape.pairs:
            sources = (second @ layer["source"]).reshape(fields, rows, MATCHED).transpose(1, 0, 2)
            targets = (second @ layer["target"]).reshape(fields, rows, MATCHED).transpose(1, 2, 0)
            judged[:, : shape.pairs] = (sources @ targets).reshape(rows, -1)
        last = shape.judged - shape.plain
        kinds = (second @ layer["kinds"]).reshape(fields, rows, shape.kinds)
        judged[:, shape.pairs : last] = kinds.transpose(1, 2, 0).reshape(rows, -1)
        judged[:, last:] = whole @ layer["plain"]
        logits = judged[:, shape.logit] + layer["action_bias"]
        return Seen(
            seen,
            others,
            first,
            around,
            second,
            pooled,
            whole,
            sources,
            targets,
            logits,
            values,
        )

    def evaluate(self, observations: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """What the search asks for."""
        seen = self.forward(observations)
        return seen.logits, seen.values

    def train(self, lesson: Lesson, rate: float) -> float:
        """One step of Adam towards what the search found; returns the loss."""
        seen = self.forward(lesson.observations)
        logits = np.where(lesson.masks, seen.logits, np.float32(-1e9))
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        off, rows = seen.values - lesson.outcomes, np.float32(len(logits))
        loss = float(-(lesson.policies * np.log(shares + 1e-9)).sum() + (off**2).sum() / 2) / rows
        self.backward(seen, (shares - lesson.policies) / rows, off * (1 - seen.values**2) / rows)
        self.steps += 1
        self.mean += 0.1 * (self.slopes - self.mean)
        self.square += 0.001 * (self.slopes**2 - self.square)
        size = np.sqrt(self.square / np.float32(1 - 0.999**self.steps)) + np.float32(1e-8)
        step = self.mean / np.float32(1 - 0.9**self.steps) / size
        self.weights -= np.float32(rate) * (step + np.float32(1e-4) * self.weights)
        # The mean of the last steps plays better than each of them.
        self.average += (self.weights - self.average) / min(self.steps, 200)
        return float(loss)

    def backward(self, seen: Seen, logits: Floats, values: Floats) -> None:
        """From the slopes of what came out to those of all weights."""
        shape, layer, slope, rows = self.shape, self.layer, self.slope, len(logits)
        fields, last = shape.fields, shape.judged - shape.plain
        judged = np.zeros((rows, shape.judged), np.float32)
        for actions in shape.apart:
            judged[:, shape.logit[actions]] += logits[:, actions]
        slope["action_bias"][...] = logits.sum(axis=0)
        slope["value"][...] = seen.board.T @ values
        slope["value_bias"][...] = values.sum(axis=0)
        slope["plain"][...] = seen.board.T @ judged[:, last:]
        board = values @ layer["value"].T + judged[:, last:] @ layer["plain"].T
        board *= seen.board > 0
        slope["gather"][...] = seen.pooled.T @ board
        slope["gather_mood"][...] = seen.others.T @ board
        slope["gather_bias"][...] = board.sum(axis=0)
        pooled = (board @ layer["gather"].T) * np.float32(3 / fields)
        kinds: Floats = judged[:, shape.pairs : last].reshape(rows, shape.kinds, fields)
        kinds = kinds.transpose(2, 0, 1).reshape(fields * rows, shape.kinds)
        slope["kinds"][...] = seen.second.T @ kinds
        second = kinds @ layer["kinds"].T
        second.reshape(fields, rows, CHANNELS)[...] += pooled
        if shape.pairs:
            pairs = judged[:, : shape.pairs].reshape(rows, fields, fields)
            sources = (pairs @ seen.targets.transpose(0, 2, 1)).transpose(1, 0, 2)
            targets = (seen.sources.transpose(0, 2, 1) @ pairs).transpose(2, 0, 1)
            for name, ends in (("source", sources), ("target", targets)):
                flat = ends.reshape(-1, MATCHED)
                slope[name][...] = seen.second.T @ flat
                second += flat @ layer[name].T
        second *= seen.second > 0
        slope["look_again"][...] = seen.first.T @ second
        slope["look_around"][...] = seen.around.T @ second
        slope["second_bias"][...] = second.sum(axis=0)
        around = (second @ layer["look_around"].T).reshape(fields, -1)
        first = second @ layer["look_again"].T + (shape.beside @ around).reshape(-1, CHANNELS)
        first *= seen.first > 0
        slope["look"][...] = seen.fields.T @ first
        first = first.reshape(fields, rows, CHANNELS)
        slope["field"][...] = first.sum(axis=1, keepdims=True)
        slope["mood"][...] = seen.others.T @ first.sum(axis=0)


class Memory:
    """The last decisions, from which lessons are drawn with the board turned at random."""

    def __init__(self, game: str, size: int, seed: int) -> None:
        self.size, self.decisions = size, 0
        self.arrays: list[NDArray[Any]] = []
        self.symmetries = learn.symmetries(game)
        self.random = np.random.default_rng(seed)

    def add(self, decisions: Lesson) -> None:
        """Takes in decisions in place of the oldest."""
        if not self.arrays:
            self.arrays = [np.zeros((self.size, *a.shape[1:]), a.dtype) for a in decisions]
        places = (self.decisions + np.arange(len(decisions.outcomes))) % self.size
        for array, new in zip(self.arrays, decisions, strict=True):
            array[places] = new
        self.decisions += len(places)

    def lesson(self, rows: int) -> Lesson:
        """So many decisions of the past."""
        chosen = self.random.integers(min(self.decisions, self.size), size=rows)
        observations, policies, masks, outcomes = (array[chosen] for array in self.arrays)
        way = self.random.integers(len(self.symmetries) + 1)
        if way:
            turned = self.symmetries[way - 1]
            observations = observations[:, turned.observation]
            policies, masks = policies[:, turned.actions], masks[:, turned.actions]
        return Lesson(observations.astype(np.float32), policies, masks, outcomes)


class NetworkBot:
    """Plays as the search says that asks the network."""

    name = "network"

    def __init__(self, network: Network, simulations: int, seed: int) -> None:
        self.simulations = simulations
        self.searcher = amduat.Searcher(
            evaluate=network.evaluate, batch=8, exploration=1.0, seed=seed
        )
        self.seen: set[amduat.Position] = set()

    def choose(self, position: amduat.Position) -> amduat.Action:
        """The action that was tried most, but none that leads in circles if another is as good."""
        result = self.searcher.search(position, nodes=self.simulations, lines=8)
        best = result.choices[0]
        mover = position.current_player
        for choice in result.choices:
            after = position.apply(choice.action)
            as_good = choice.values[mover] > best.values[mover] - 0.1
            if after not in self.seen and as_good and choice.visits >= best.visits / 10:
                best = choice
                break
        self.seen |= {position, position.apply(best.action)}
        return best.action


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


def play(given: argparse.Namespace, seed: int, shared: Any, version: Any, played: Any) -> None:
    """Plays games without end, with the newest network, in a process of its own."""
    network, known = Network(given.game, 2, given.seed), -1
    source = learn.SelfPlay(
        given.game,
        network.evaluate,
        games=given.parallel,
        simulations=given.simulations,
        seed=seed,
        exploration=1.0,
        cooling=16,
        max_plies=300,
    )
    for game in source:
        lesson = Lesson(
            game.observations.astype(np.float16), game.policies, game.masks, game.outcomes
        )
        try:
            played.send(lesson)
        except OSError:  # nobody plays on for nobody
            return
        if version.value != known:
            known = version.value
            network.weights[...] = np.frombuffer(shared, np.float32)


def collect(played: Any, lessons: queue.Queue[Lesson]) -> None:
    """Takes what a process plays, until it ends, so that it need not wait for the training.

    Each process has a pipe of its own. In one that all share, a process that is killed while it
    sends would leave a part of a lesson, and the reader would wait for the rest for ever.
    """
    with suppress(EOFError, OSError):
        while True:
            lessons.put(played.recv())


def check(players: Sequence[BaseProcess]) -> None:
    """Ends the program if a process has died: without its games the result would be another."""
    for player in players:
        if player.exitcode is not None:
            raise SystemExit(
                f"learn.py: error: a process that plays has died, with exit code "
                f"{player.exitcode}; there is no result"
            )


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
        '<text x="40" y="238" font-size="11">0 s</text>'
        f'<text x="440" y="238" font-size="11" text-anchor="end">{longest:.0f} s</text>'
    )
    body = grid + line(1, "#06c") + line(2, "#c60") + words
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 245" font-family="sans-serif">'
        f'<rect width="460" height="245" fill="#fff"/>{body}</svg>\n',
        encoding="utf-8",
    )


def teach(
    given: argparse.Namespace,
    network: Network,
    shared: Any,
    version: Any,
    players: Sequence[BaseProcess],
    lessons: queue.Queue[Lesson],
) -> list[tuple[float, float, float]]:
    """Learns from what is played, and shows how it goes."""
    memory = Memory(given.game, REMEMBERED, given.seed)
    weights = np.frombuffer(shared, np.float32)
    points: list[tuple[float, float, float]] = []
    began, told, games, loss, owed = time.monotonic(), 0.0, 0, 0.0, 0.0
    while (seconds := time.monotonic() - began) < given.seconds:
        check(players)
        with suppress(queue.Empty):
            decisions = lessons.get(timeout=0.1)
            memory.add(decisions)
            games += 1
            # Each decision is learnt from about eight times.
            owed += 8 * len(decisions.outcomes) / given.rows
        while owed >= 1:
            owed -= 1
            # Ever smaller steps, to come to rest at the end.
            rate = 0.004 * max(0.03, 1 - seconds / given.seconds)
            loss = network.train(memory.lesson(given.rows), rate)
            if network.steps % 20 == 0:
                weights[...] = network.weights
                version.value += 1
        if seconds - told > max(given.seconds / 10, 10) and network.steps:
            told = seconds
            shares = [score(given.game, network, bot, 20, 64) for bot in ("random", "greedy")]
            points.append((seconds, shares[0], shares[1]))
            print(
                f"{seconds:4.0f} s  {games} games  loss {loss:.2f}  random {shares[0]:.0%}  "
                f"greedy {shares[1]:.0%}",
                flush=True,
            )
    check(players)
    print(f"after {games} games and {network.steps} steps", flush=True)
    return points


def whole(lowest: int, highest: int = 2**32 - 1) -> Callable[[str], int]:
    """Reads a whole number within bounds, those of the search if no others are given."""

    def read(text: str) -> int:
        with suppress(ValueError):
            if lowest <= (number := int(text)) <= highest:
                return number
        reason = f"must be a whole number from {lowest} to {highest}"
        raise argparse.ArgumentTypeError(f"{text!r}: {reason}")

    return read


def duration(text: str) -> float:
    """Reads a number of seconds."""
    with suppress(ValueError):
        if 0 < (seconds := float(text)) < math.inf:
            return seconds
    raise argparse.ArgumentTypeError(f"{text!r}: must be a number of seconds above 0")


def writable(text: str) -> Path:
    """Reads the name of a file that can be written: to learn takes too long to find out later."""
    path = Path(text)
    fits = path.parent.is_dir() and not path.is_dir()
    if not text or not fits or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text!r}: no file of this name can be written")
    return path


def main(arguments: list[str] | None = None) -> None:
    """Learns, shows how it goes, and plays against bots in the end."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", nargs="?", choices=amduat.GAMES, default=amduat.GAMES[0])
    parser.add_argument("--seconds", type=duration, default=300, help="how long to learn")
    parser.add_argument("--games", type=whole(1), default=200, help="how many it plays in the end")
    parser.add_argument("--processes", type=whole(1), default=2, help="how many processes play")
    parser.add_argument("--parallel", type=whole(1, 4096), default=64, help="games each plays")
    parser.add_argument(
        "--simulations", type=whole(1), default=32, help="simulations before each action"
    )
    parser.add_argument(
        "--strength", type=whole(1), default=400, help="simulations before each action in the end"
    )
    parser.add_argument(
        "--rows", type=whole(1, REMEMBERED), default=256, help="decisions in a lesson"
    )
    parser.add_argument("--seed", type=whole(0, 2**64 - 1), default=1)
    # A default that is text is checked like what is given.
    parser.add_argument(
        "--out", type=writable, default="learning-curve.svg", help="file for the learning curve"
    )
    given = parser.parse_args(arguments)
    try:
        network = Network(given.game, 2, given.seed)
    except ValueError as error:
        parser.error(f"{error}: this network is not made for it")
    context = multiprocessing.get_context("spawn")
    shared, version = context.RawArray("f", network.weights.size), context.RawValue("i", 0)
    np.frombuffer(shared, np.float32)[...] = network.weights
    players: list[BaseProcess] = []
    lessons: queue.Queue[Lesson] = queue.Queue(64)
    for number in range(given.processes):
        received, sent = context.Pipe(duplex=False)
        seed = (2 * given.seed + number) % 2**64
        player: BaseProcess = context.Process(
            target=play, args=(given, seed, shared, version, sent), daemon=True
        )
        player.start()
        sent.close()  # so that the pipe ends when the process does
        threading.Thread(target=collect, args=(received, lessons), daemon=True).start()
        players.append(player)
    try:
        points = teach(given, network, shared, version, players, lessons)
    finally:
        for player in players:
            player.terminate()
    network.weights[...] = network.average
    final = [
        score(given.game, network, bot, given.games, given.strength) for bot in ("random", "greedy")
    ]
    # Before the curve, so that a full disk takes only the curve.
    print(f"random {final[0]:.1%}, greedy {final[1]:.1%}", flush=True)
    try:
        curve([*points, (given.seconds, final[0], final[1])], given.out)
    except OSError as error:
        raise SystemExit(f"learn.py: error: --out {str(given.out)!r}: {error.strerror}") from error
    print(f"curve in {given.out}")


if __name__ == "__main__":
    main()
