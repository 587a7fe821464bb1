"""Work that is spread over a real cluster: a Dask scheduler and two workers, on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import amduat
from amduat import pieces
from amduat.spread import Progress, Task, spread
from cluster import Cluster, running, wait_for
from support import run, watchdog

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by signals")

RAMSES = amduat.start("ramses")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts have as many pieces as there may be, and that is few: 38 in RAMSES."""
    monkeypatch.setattr(pieces, "MOST", 100)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.fixture(scope="module")
def client(cluster: Cluster) -> Iterator[Any]:
    import distributed

    with distributed.Client(cluster.address, set_as_default=False, timeout=60) as connected:
        yield connected


@pytest.fixture
def executor(cluster: Cluster, client: Any) -> Any:
    """As a user has it, with two workers that are there."""
    cluster.fill()
    client.wait_for_workers(2, timeout=60)
    return client.get_executor()


def test_counts_and_random_games_are_those_of_one_machine(executor):
    told: list[Progress] = []
    count = amduat.perft(RAMSES, 7, executor=executor, piece_seconds=1e-9, progress=told.append)
    assert count == amduat.perft(RAMSES, 7)
    assert told[0].done == 0
    assert told[-1] == Progress(told[0].total, told[0].total, 0.0)
    assert told[0].total == 38
    parts = amduat.divide(RAMSES, 6, executor=executor, piece_seconds=1e-9)
    assert parts == amduat.divide(RAMSES, 6)
    here, there = (
        amduat.playouts(RAMSES, 3000, 7, executor=who, piece_seconds=0.02)
        for who in (None, executor)
    )
    assert (here.games, here.plies, here.wins) == (there.games, there.plies, there.wins)


def test_no_two_calls_are_taken_for_one(executor):
    """Dask gives the result of a call with the same arguments again, unless it is told not to."""
    tasks = [Task("now", time.perf_counter_ns, ()) for _ in range(3)]
    results = [done.result for _, done in spread(executor, lambda: tasks.pop() if tasks else None)]
    assert len(set(results)) == 3


class Spy:
    """An executor that remembers its futures, and has nothing but ``submit``."""

    def __init__(self, executor: Any) -> None:
        self.executor = executor
        self.futures: list[Any] = []

    def submit(self, *call: Any) -> Any:
        self.futures.append(self.executor.submit(*call))
        return self.futures[-1]


def test_a_worker_that_is_killed_changes_nothing(cluster, executor):
    spy = Spy(executor)
    left: list[int] = []
    stopped: list[float] = []

    def kill(progress: Progress) -> None:
        # It is stopped first, so that it has something to do when it is killed.
        if progress.done and not stopped:
            cluster.workers[0].send_signal(signal.SIGSTOP)
            stopped.append(time.monotonic())
        elif stopped and not left and time.monotonic() - stopped[0] > 0.2:
            cluster.workers[0].kill()
            left.append(progress.total - progress.done)

    count = amduat.perft(RAMSES, 9, executor=spy, piece_seconds=1e-9, progress=kill)
    assert count == amduat.perft(RAMSES, 9, threads=2)
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert left[0] > 5
    lost = [error for future in spy.futures if (error := future.exception()) is not None]
    assert {type(error).__name__ for error in lost} == {"KilledWorker"}


#: Counts on the cluster until it is killed.
SCRIPT = """
import sys, amduat.pieces, distributed
amduat.pieces.MOST = 100
with distributed.Client(sys.argv[1], set_as_default=False) as client:
    print(amduat.perft(amduat.start("ramses"), 8, executor=client.get_executor(),
                       checkpoint=sys.argv[2], piece_seconds=1e-9))
"""


def test_a_client_that_is_killed_goes_on(cluster, executor, tmp_path):
    path = tmp_path / "count"
    program = [sys.executable, "-c", SCRIPT, cluster.address, str(path)]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as process, watchdog(process.kill):
        wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") > 3)
        process.kill()
        assert process.communicate()[0] == b""
    before = path.read_bytes()
    kept = before[: before.rindex(b"\n") + 1]
    # The pieces are those of the file, whatever is asked for.
    count = amduat.perft(RAMSES, 8, executor=executor, checkpoint=path, piece_seconds=60)
    assert count == amduat.perft(RAMSES, 8, threads=2)
    after = path.read_bytes()
    assert after.startswith(kept)
    header, *lines = map(json.loads, after.splitlines())
    assert len({line["piece"] for line in lines}) == len(lines) == header["pieces"]
    assert sum(line["times"] * line["lines"] for line in lines) == count
    assert kept.count(b"\n") < len(lines)  # it was killed in the middle


def test_ctrl_c_cancels_what_has_not_begun(client, executor):
    def press(progress: Progress) -> None:
        if progress.done:
            os.kill(os.getpid(), signal.SIGINT)

    def states(dask_scheduler: Any) -> set[str]:
        return {task.state for task in dask_scheduler.tasks.values()}

    with pytest.raises(KeyboardInterrupt):
        amduat.perft(RAMSES, 9, executor=executor, piece_seconds=1e-9, progress=press)
    # What is done or lost for good stays until nobody remembers it.
    wait_for(lambda: client.run_on_scheduler(states) <= {"memory", "erred", "released"})
    assert amduat.perft(RAMSES, 4, executor=executor) == 3766  # it is not shut down


def test_the_games_of_a_match_are_the_same(cluster, executor, tmp_path):
    paths = {name: tmp_path / f"{name}.txt" for name in ("here", "there")}
    players = ["greedy", "random"]
    here = amduat.Match(
        "pharao", players, games=12, seed=5, max_turns=20, workers=0, record=paths["here"]
    )
    table = here.run().table()
    there = ["--record", str(paths["there"]), "--dask", cluster.address]
    options = ["-n", "12", "--seed", "5", "--max-turns", "20"]
    done = run("match", "pharao", *(f"--player={name}" for name in players), *options, *there)
    assert done.stdout.strip() == table.strip(), done.stderr
    games = [
        sorted((int(game.headers["Round"]), game.actions) for game in amduat.record.read(path))
        for path in paths.values()
    ]
    assert games[0] == games[1]
    assert [number for number, _ in games[0]] == list(range(1, 13))


class Bot:
    """A bot in a module that the workers do not have."""

    def choose(self, position: amduat.Position) -> amduat.Action:
        return position.legal_actions()[0]


class Locked(Bot):
    """A bot that nothing can carry away."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


def test_players_travel_or_are_refused_before_the_first_game(executor):
    class Local:
        def choose(self, position: amduat.Position) -> amduat.Action:
            return position.legal_actions()[-1]

    match = amduat.Match("ramses", [Local(), Local], games=4, executor=executor)
    assert [line.games for line in match.run().ranked()] == [4, 4]
    for player, message in (
        (Locked(), 'player "Locked": cannot travel to other processes: TypeError: cannot pickle'),
        (
            "python:test_clusters:Bot",
            'player "python:test_clusters:Bot": cannot be made by a worker: cannot',
        ),
    ):
        told: list[int] = []
        with pytest.raises(amduat.OptionError, match=message):
            amduat.Match("ramses", [player, "random"], games=4, executor=executor).run(
                lambda done, standings: told.append(done)  # noqa: B023
            )
        assert not told


def test_the_command_line_counts_on_a_cluster(cluster, executor, tmp_path):
    path = tmp_path / "count"
    options = ["--divide", "--dask", cluster.address, "--checkpoint", str(path)]
    done = run("perft", "isis", "-d", "7", *options)
    expected = amduat.divide(amduat.start("isis"), 7)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines == [
        *([name, str(n)] for name, n in expected.items()),
        [str(sum(expected.values()))],
    ]
    assert json.loads(path.read_text().splitlines()[0])["count"] == "divide"
    for arguments, message in (
        (["--dask", "nonsense"], "--dask nonsense: expected an address such as tcp://HOST:8786"),
        (["--dask", "tcp://127.0.0.1:1", "--threads", "2"], "--threads is for this machine"),
    ):
        refused = run("perft", "isis", "-d", "3", *arguments)
        assert refused.returncode == 2
        assert message in refused.stderr
