"""Engines and their clients, killed while they think, and lines torn anywhere.

What holds: an engine whose client was killed ends by itself; a client whose engine was killed says
so; whatever an engine is told, it answers or refuses, every `go` that was not refused has its
`bestmove`, and it ends when it is told to; and one that answers for hours needs no more memory.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable

import amduat
from amduat.engine import Engine, EngineError
from soak.processes import (
    PATIENCE,
    bury,
    children,
    kill,
    left_behind,
    listened,
    own,
    resident,
    started,
    zombies,
)
from soak.share import Memory, Share
from support import all_variants, random_game

__all__ = ["run"]

COMMAND = [sys.executable, "-m", "amduat", "engine"]

#: A client that lets its engine think for a long time, and says when that begins.
CLIENT = """
import sys, amduat
from amduat.engine import Engine
engine = Engine([sys.executable, "-m", "amduat", "engine"])
print("thinking", flush=True)
engine.search(amduat.parse(sys.argv[1], sys.argv[2]), **{sys.argv[3]: int(sys.argv[4])})
"""

#: Words that commands are made of, right or wrong; no search that they make takes long.
WORDS = (
    "uai isready newgame setoption name value threads lines position start at moves played go "
    "nodes depth movetime infinite stop show quit 0 1 3 -1 99999999999999999999 \u2028 \x00 é"
)


def run(share: Share) -> None:
    """Rounds of all scenes, with an engine beside them that lives for the whole time.

    However short the time is, there is one round, and so something is killed.
    """
    steady = _Steady(share)
    killed: Counter[str] = Counter()
    try:
        while True:
            for scene in share.dice.sample(SCENES, len(SCENES)):
                before = share.tally.kills
                steady.answer()
                scene(share)
                share.tally.faults += left_behind()
                killed[scene.__name__] += share.tally.kills - before
            if not share.goes_on:
                break
        told = ", ".join(f"{name} {count}" for name, count in sorted(killed.items()) if count)
        share.tally.notes.append(f"kills: {told}")
    finally:
        steady.end()
    share.tally.faults += left_behind()
    share.tally.faults += [f"a dead engine {pid} is not buried" for pid in zombies(os.getpid())]


def position_of(dice: random.Random) -> amduat.Position:
    """A position in the middle of some game."""
    while True:
        game, options = dice.choice(all_variants())
        *_, position = random_game(amduat.start(game, **options), dice, dice.randrange(60))
        if not position.is_over:
            return position


class _Steady:
    """An engine that nobody kills: it answers all the time, and its memory stays what it was."""

    def __init__(self, share: Share) -> None:
        self.share = share
        self.memory = Memory()
        self.engine = _engine(memory=1)
        self._process = self.engine._process.pid

    def answer(self) -> None:
        """Several answers, and a look at the memory."""
        for _ in range(5):
            position = position_of(self.share.dice)
            if self.share.dice.random() < 0.3:
                self.engine.new_game()
            result = self.engine.search(position, nodes=self.share.dice.choice((50, 500, 3000)))
            self.share.tally.moves += 1
            self.share.tally.check(
                (result.action is None) == position.is_chance,
                f"the answer {result.action} in {position}",
            )
        if (size := resident(self._process)) is not None:
            self.memory.samples.append(size)

    def end(self) -> None:
        """Ends it, and says how its memory was."""
        self.engine.close()
        flat, how = self.memory.verdict()
        self.share.tally.check(flat, f"the memory of an engine grows: {how}")
        self.share.tally.notes.append(f"memory of an engine that is never killed: {how}")


def _engine(**options: str | int) -> Engine:
    engine = Engine(COMMAND, options=options)
    own(engine._process.pid)
    return engine


def client_killed(share: Share) -> None:
    """The client is killed while its engine thinks: the engine ends, however long it might think.

    What it leaves behind is looked for by the caller.
    """
    position = position_of(share.dice)
    limit = share.dice.choice((("seconds", 3600), ("nodes", 10**12), ("depth", 900)))
    client = started(
        [sys.executable, "-c", CLIENT, position.game, str(position), limit[0], str(limit[1])],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert client.stdout is not None
    if share.dice.random() < 0.8:
        client.stdout.readline()
    time.sleep(share.moment(0.5))
    share.tally.kills += bury(client)


def engine_killed(share: Share) -> None:
    """The engine is killed while it thinks: the client says what happened, and has nothing left."""
    position = position_of(share.dice)
    engine = _engine()
    timer = threading.Timer(share.moment(0.3), kill, [engine._process.pid])
    timer.start()
    try:
        for _ in range(1000):
            engine.search(position, seconds=share.dice.choice((0.001, 0.1, 30)))
        share.tally.fault("an engine that was killed goes on answering")
    except EngineError as error:
        share.tally.kills += share.tally.check(
            "exit code -9" in str(error), f"of a killed engine the client says {error}"
        )
    finally:
        timer.cancel()
        engine.close()
    share.tally.check(
        engine._process.pid not in children(os.getpid()), "a killed engine is not buried"
    )


def torn_lines(share: Share) -> None:
    """Nonsense, and lines that end in the middle: it answers or refuses, and ends well."""
    dice = share.dice
    told = bytearray()
    for _ in range(dice.randrange(1, 60)):
        kind = dice.random()
        if kind < 0.4:
            told += " ".join(dice.choices(WORDS.split(" "), k=dice.randrange(8))).encode() + b"\n"
        elif kind < 0.6:
            told += dice.randbytes(dice.randrange(40)) + dice.choice((b"", b"\n", b"\r\n"))
        elif kind < 0.8:
            position = position_of(dice)
            told += f"position {position.game} at {position}\ngo nodes 20\n".encode()
        else:
            told += b"isready\nshow\n"
    told = told[: dice.randrange(len(told) + 1)]
    done = _said(bytes(told), share)
    if done is not None:
        share.tally.check(done.returncode == 0, f"torn lines end it with code {done.returncode}")
        share.tally.check(not done.stderr, f"torn lines: {done.stderr[-400:]!r}: {bytes(told)!r}")


def _said(told: bytes, share: Share) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(COMMAND, input=told, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        share.tally.fault(f"an engine does not end: {told!r}")
        return None


def stop_and_quit(share: Share) -> None:
    """Commands as fast as they come, with stops that meet a search at any moment."""
    dice = share.dice
    position = position_of(dice)
    asked = 0
    told = [f"position {position.game} at {position}"]
    for _ in range(dice.randrange(1, 12)):
        told += [dice.choice(("go infinite", "go", "go movetime 3600000", "go nodes 100"))]
        asked += 1
        told += dice.choices(("isready", "show", ""), k=dice.randrange(3))
        told += ["stop"] * dice.randrange(1, 3)
    with listened(COMMAND, stdin=subprocess.PIPE) as (engine, said, wrong):
        assert engine.stdin is not None
        # Why it does not listen any longer is found below.
        with contextlib.suppress(BrokenPipeError), engine.stdin:
            for line in told:
                engine.stdin.write(f"{line}\n")
                engine.stdin.flush()
                if dice.random() < 0.3:
                    time.sleep(share.moment(0.02, 0.3))
            if dice.random() < 0.5:
                engine.stdin.write("quit\n")
        try:
            engine.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            share.tally.fault(f"an engine does not end: {told}")
    answers = sum(line.startswith("bestmove ") for line in said)
    refused = [line for line in said if line.startswith("error")]
    share.tally.moves += answers
    share.tally.check(
        (answers, refused, wrong, engine.returncode) == (asked, [], [], 0),
        f"{asked} searches, {answers} answers, refused {refused}, {wrong}, "
        f"code {engine.returncode}, {told}",
    )


SCENES: tuple[Callable[[Share], None], ...] = (
    client_killed,
    engine_killed,
    torn_lines,
    stop_and_quit,
)
