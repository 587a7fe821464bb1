"""Work for executors: what is asked of them, what is lost, what fails, and what is cancelled."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

import amduat
from amduat import _core, pieces, tally
from amduat import spread as spreading
from amduat.spread import Here, Pace, Progress, Task, carry_out, spread

RAMSES = amduat.start("ramses")

#: Safe with the threads of other tests.
SPAWN = multiprocessing.get_context("spawn")


class Manual:
    """An executor that does nothing by itself: its calls are made, lost or left by the test."""

    def __init__(self) -> None:
        self.calls: list[tuple[Future[Any], tuple[Any, ...]]] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        assert function is carry_out
        future: Future[Any] = Future()
        self.calls.append((future, arguments))
        return future

    def make(self, number: int) -> None:
        future, arguments = self.calls[number]
        future.set_result(carry_out(*arguments))

    def lose(self, number: int, error: BaseException) -> None:
        self.calls[number][0].set_exception(error)

    def shutdown(self) -> None:
        raise AssertionError("the executor is the caller's")


class AtOnce(Manual):
    """Makes calls when they come, but loses those with the given numbers; None for cancelled."""

    def __init__(self, lost: dict[int, BaseException | None]) -> None:
        super().__init__()
        self.lost = lost

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        future = super().submit(function, *arguments)
        number = len(self.calls) - 1
        if number not in self.lost:
            self.make(number)
        elif (error := self.lost[number]) is not None:
            self.lose(number, error)
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """What happens whenever somebody waits for a call to end: the first of these, and so on."""
    steps: list[Callable[[], object]] = []

    def wait(ended: Any, ask: Callable[[], None]) -> Any:
        steps.pop(0)()
        return ended.get_nowait()

    monkeypatch.setattr(spreading, "_next", wait)
    return steps


def tasks(count: int, function: Callable[..., Any] = abs) -> Callable[[], Task | None]:
    left = iter([Task(f"task {number}", function, (number,), number) for number in range(count)])
    return lambda: next(left, None)


def test_results_come_as_they_are_done(waiting):
    executor = Manual()
    waiting += [partial(executor.make, number) for number in (2, 0, 1)]
    results = [(task.content, done.result) for task, done in spread(executor, tasks(3))]
    assert results == [(2, 2), (0, 0), (1, 1)]


@pytest.mark.parametrize(("max_pending", "most"), [(1, 1), (5, 5), (20, 20), (None, 40)])
def test_no_more_is_pending_than_there_may_be(waiting, max_pending, most):
    """Until the first is done, and its size is known, there are only a few."""
    executor = Manual()
    seen: list[int] = []

    def step(number: int) -> None:
        seen.append(sum(not future.done() for future, _ in executor.calls))
        executor.make(number)

    waiting += [partial(step, number) for number in range(41)]
    assert len(list(spread(executor, tasks(41), max_pending))) == 41
    assert seen[0] == min(most, spreading.UNMEASURED)
    assert seen[1] == max(seen) == most


def test_what_is_lost_is_tried_again_under_another_number():
    executor = AtOnce({0: EOFError("gone"), 1: None, 3: OSError("gone")})
    results = {task.content: done.result for task, done in spread(executor, tasks(3))}
    assert results == {0: 0, 1: 1, 2: 2}
    attempts = [arguments[0] for _, arguments in executor.calls]
    assert len(attempts) == len(set(attempts)) == 6


def test_what_is_lost_again_and_again_is_named():
    executor = AtOnce(dict.fromkeys(range(9), ConnectionResetError("the worker has died")))
    with pytest.raises(amduat.WorkError) as caught:
        list(spread(executor, tasks(1)))
    assert str(caught.value) == (
        "task 0: lost 3 times, the last time by ConnectionResetError: the worker has died"
    )
    assert isinstance(caught.value.__cause__, ConnectionResetError)
    assert len(executor.calls) == spreading.ATTEMPTS == 3


def fail(number: int) -> int:
    if number == 1:
        raise ZeroDivisionError("nothing to divide by")
    return number


def test_what_fails_is_named_and_not_tried_again():
    executor = AtOnce({})
    with pytest.raises(amduat.WorkError, match="task 1: ZeroDivisionError: nothing") as caught:
        list(spread(executor, tasks(3, fail), 1))
    assert f"process {os.getpid()} on " in str(caught.value)
    assert "in fail" in caught.value.__notes__[0]  # where it happened
    assert len(executor.calls) == 2


def test_workers_of_another_version_are_refused():
    answer = carry_out("1", "0.0.1", abs, -3)
    assert answer == spreading._Failed(
        f"the worker has amduat {amduat.__version__}, not 0.0.1", answer.place, ""
    )


def test_closing_cancels_what_has_not_begun(waiting):
    executor = Manual()
    waiting.append(partial(executor.make, 0))
    results = spread(executor, tasks(4))
    next(results)
    executor.calls[1][0].set_running_or_notify_cancel()
    results.close()
    assert [future.cancelled() for future, _ in executor.calls] == [False, False, True, True]


def test_ctrl_c_while_waiting_cancels_what_has_not_begun(waiting):
    executor = Manual()

    def press() -> None:
        raise KeyboardInterrupt

    waiting.append(press)
    with pytest.raises(KeyboardInterrupt):
        next(spread(executor, tasks(3)))
    assert all(future.cancelled() for future, _ in executor.calls)


def test_an_executor_that_takes_nothing():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(
        amduat.WorkError, match=r"piece 1 of 1, .*: the executor takes no work: Runt"
    ):
        amduat.perft(RAMSES, 3, executor=executor)


class Gone(Manual):
    """Takes as many calls as it is said, does none of them, and then takes no more."""

    def __init__(self, taken: int) -> None:
        super().__init__()
        self.taken = taken

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        if len(self.calls) == self.taken:
            raise OSError("nobody is there")
        return super().submit(function, *arguments)


@pytest.mark.parametrize("more", [0, 3])
def test_an_executor_that_is_gone_is_found_out(monkeypatch, more):
    """All is handed in, and nothing ever comes back: it is asked now and then."""
    monkeypatch.setattr(spreading, "TICK", 0.001)
    monkeypatch.setattr(spreading, "SILENCE", 0.002)
    executor = Gone(1 + more)
    with pytest.raises(amduat.WorkError, match="task 0: the executor takes no work: OSError: nob"):
        list(spread(executor, tasks(1)))
    assert len(executor.calls) == 1 + more
    assert all(future.cancelled() for future, _ in executor.calls)


def test_a_failing_callback_of_a_cancelled_call_is_no_news(caplog):
    executor = Manual()
    running = spread(executor, tasks(2))
    executor_submit = executor.submit

    def submit(function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        future = executor_submit(function, *arguments)

        def shout(future: Future[Any]) -> None:
            if future.cancelled():
                raise RuntimeError("as Dask's do where the client is closed")

        future.add_done_callback(shout)
        if len(executor.calls) == 2:
            executor.make(0)
        return future

    executor.submit = submit  # type: ignore[method-assign]
    next(running)
    running.close()
    assert executor.calls[1][0].cancelled()
    assert not caplog.records


def end(number: int) -> None:
    os._exit(3)


def test_a_pool_that_breaks_is_an_error_that_says_so():
    with (
        ProcessPoolExecutor(1, SPAWN) as executor,
        pytest.raises(
            amduat.WorkError, match="task 0: the executor takes no work: BrokenProcessPo"
        ),
    ):
        list(spread(executor, tasks(1, end)))


def test_the_pace_is_learnt():
    pace = Pace(2.0)
    assert pace.pieces == 1
    pace.learn(1, 0.5)
    assert pace.pieces == 4
    pace.learn(4, 0.4)
    assert pace.pieces == 6  # 0.3 seconds each: half of what it was, half of what it is
    pace.learn(0, 9.0)
    assert pace.pieces == 6
    assert Pace(2.0, 100.0).pieces == 1
    assert Pace(2.0, 0.0).pieces > 10**6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"executor": 3}, 'executor "int": has no method `submit`'),
        ({"executor": Here(), "max_pending": 0}, 'max_pending "0": must be a whole number'),
        ({"max_pending": 3}, 'max_pending "3": needs an executor'),
        ({"executor": Here(), "threads": 2}, 'threads "2": the workers of an executor have one'),
        ({"executor": Here(), "piece_seconds": 0}, 'piece_seconds "0": must be a number'),
        ({"executor": Here(), "threads": 0}, "threads"),
        ({"executor": Here(), "depth": 251}, 'depth "251": must be from 0 to 250'),
        ({"executor": Here(), "depth": -1}, 'depth "-1": must be from 0 to 250'),
    ],
)
def test_bad_arguments(options, message):
    depth = options.pop("depth", 3)
    for count in (amduat.perft, amduat.divide):
        with pytest.raises(amduat.AmduatError, match=message):
            count(RAMSES, depth, **options)
    if depth == 3:
        with pytest.raises(amduat.AmduatError, match=message):
            amduat.playouts(RAMSES, 10, 1, **options)


def test_counts_in_pieces_are_those_in_one(game, monkeypatch):
    monkeypatch.setattr(pieces, "MOST", 1000)
    start = amduat.start(game)
    for depth in range(5):
        told: list[Progress] = []
        options = {"executor": Here(), "piece_seconds": 1e-6, "progress": told.append}
        assert amduat.perft(start, depth, **options) == amduat.perft(start, depth)
        assert told[-1].done == told[-1].total
        if depth:
            assert amduat.divide(start, depth, **options) == amduat.divide(start, depth)
    with pytest.raises(amduat.AmduatError, match="must be at least 1 to divide"):
        amduat.divide(start, 0, executor=Here())


def test_random_games_in_pieces_are_the_same(game):
    start = amduat.start(game)
    told: list[Progress] = []
    whole = amduat.playouts(start, 60, 3, max_plies=300)
    parts = amduat.playouts(
        start, 60, 3, max_plies=300, executor=Here(), piece_seconds=1e-6, progress=told.append
    )
    assert (whole.games, whole.unfinished) == (parts.games, parts.unfinished)
    assert (whole.plies, whole.wins) == (parts.plies, parts.wins)
    assert whole.values == pytest.approx(parts.values)
    assert len(told) > 10
    assert amduat.playouts(start, 0, 3, executor=Here()).games == 0
    with pytest.raises(amduat.AmduatError, match="max_plies"):
        amduat.playouts(start, 3, 3, max_plies=0, executor=Here())


def test_sums_of_random_games_add_up_and_travel():
    first, second = (amduat.playouts(RAMSES, games, 5) for games in (30, 20))
    both = first + second
    assert both.games == 50
    assert both.wins == [a + b for a, b in zip(first.wins, second.wins, strict=True)]
    assert repr(pickle.loads(pickle.dumps(both))) == repr(both)
    assert pickle.loads(pickle.dumps(both)).values == both.values
    with pytest.raises(amduat.AmduatError, match="players"):
        both + amduat.playouts(amduat.start("uraeus", players=3), 1, 1, max_plies=3)
    for arguments, field in (
        ((1, 0, 1, [0.0] * 9, [0] * 9), "returns"),
        ((1, 0, 1, [0.0, 0.0], [0]), "wins"),
        ((1, 2, 1, [0.0, 0.0], [0, 0]), "unfinished"),
    ):
        with pytest.raises(amduat.AmduatError, match=field):
            amduat.Playouts(*arguments)


def broken_core(bad: str, wrong: Callable[[int], int]) -> Any:
    """A core that counts one position wrongly."""

    class Core:
        MAX_DEPTH = amduat.MAX_DEPTH
        frontier = staticmethod(_core.frontier)

        @staticmethod
        def perft(position: amduat.Position, depth: int, threads: int, **options: Any) -> int:
            count = _core.perft(position, depth, threads, **options)
            return wrong(count) if depth and str(position) == bad else count

    return Core


def test_a_piece_that_fails_names_its_position(monkeypatch):
    bad = str(RAMSES.apply("3-11"))

    def fail(count: int) -> int:
        raise MemoryError("too little")

    monkeypatch.setattr(tally, "_core", broken_core(bad, fail))
    with pytest.raises(amduat.WorkError) as caught:
        amduat.divide(RAMSES, 2, executor=Here())
    assert f'"{bad}" at depth 1: too little' in str(caught.value)


def test_wrong_counts_are_found(monkeypatch, game):
    start = amduat.start(game)
    for depth in range(4):
        assert amduat.perft(start, depth, verify=True) == amduat.perft(start, depth)
    assert amduat.divide(start, 3, verify=True) == amduat.divide(start, 3)
    action = start.legal_actions()[0]
    bad = str(start.apply(action))
    monkeypatch.setattr(tally, "_core", broken_core(bad, lambda count: count + 1))
    right = _core.perft(start.apply(action), 2)
    assert amduat.divide(start, 3, executor=Here())[str(action)] == right + 1
    message = f'"{bad}" at depth 2: {right + 1} lines, but {right} when counted from 2 plies on'
    with pytest.raises(amduat.WorkError, match=re.escape(message)):
        amduat.divide(start, 3, verify=True)


#: A count by two processes that would take days, interrupted when the first piece is done.
SCRIPT = """
import os, signal
from concurrent.futures import ProcessPoolExecutor
import amduat

def press(progress):
    if progress.done:
        os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    with ProcessPoolExecutor(2) as executor:
        try:
            amduat.perft(
                amduat.start("ramses"), 10, executor=executor, piece_seconds=0.2, progress=press
            )
        except KeyboardInterrupt:
            print(amduat.perft(amduat.start("ramses"), 3, executor=executor))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently there")
def test_ctrl_c_ends_a_count_by_processes(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "386\n", done.stderr


def test_games_of_a_match_by_threads_and_processes(tmp_path):
    def played(name: str, **options: Any) -> list[tuple[int, Any]]:
        path = tmp_path / f"{name}.txt"
        players = ["greedy", "random"]
        amduat.Match("ramses", players, games=10, seed=3, record=path, **options).run()
        records = amduat.record.read(path)
        return sorted((int(record.headers["Round"]), record.actions) for record in records)

    alone = played("alone", workers=0)
    assert len(alone) == 10
    for pool in (ThreadPoolExecutor(2), ProcessPoolExecutor(2, SPAWN)):
        with pool as executor:
            assert played(type(pool).__name__, executor=executor) == alone
            # Nothing is left to play, and nothing is.
            assert played(type(pool).__name__, executor=executor) == alone
    with pytest.raises(amduat.AmduatError, match='workers "2": an executor has its own'):
        played("bad", executor=Here(), workers=2)
    with pytest.raises(amduat.AmduatError, match="has no method `submit`"):
        played("bad", executor="threads")
