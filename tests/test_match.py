"""Matches: seats, totals, workers, faults, and going on after an interruption."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import amduat
from amduat.match import cores
from amduat.record import Record, dumps, loads, read
from amduat.result import FAULT, Result
from amduat.standings import Standing, Standings, wilson
from amduat.workers import ATTEMPTS, _Worker
from flow import complete_games, error, illegal
from support import run, watchdog


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """Lets the workers find `flow`, too."""
    monkeypatch.chdir(Path(__file__).parent)


def games_of(file) -> dict[str, Record]:
    return {record.headers["Round"]: record for record in read(file)}


def bare(record: Record) -> tuple[object, ...]:
    return record.start, record.actions, record.players, record.result


def test_the_number_of_workers_changes_nothing(tmp_path):
    results = []
    for workers in (0, 1, 3):
        file = tmp_path / f"{workers}.txt"
        match = amduat.Match(
            "pharao", ["greedy", "random"], games=7, seed=5, workers=workers, record=file
        )
        standings = match.run()
        results.append((standings, {n: bare(record) for n, record in games_of(file).items()}))
    assert results[0] == results[1] == results[2]
    assert set(results[0][1]) == {str(number) for number in range(1, 8)}
    file = tmp_path / "other.txt"
    amduat.Match("pharao", ["greedy", "random"], games=7, seed=6, workers=0, record=file).run()
    assert not {bare(record) for record in read(file)} & set(results[0][1].values())


def test_all_begin_equally_often(tmp_path):
    file = tmp_path / "games.txt"
    names = ["greedy", "random", "random"]
    amduat.Match(
        "isis-osiris", names, games=6, workers=0, options={"players": 3}, record=file
    ).run()
    seats = [record.players for record in read(file)]
    assert seats == 2 * [
        ("greedy", "random", "random #2"),
        ("random", "random #2", "greedy"),
        ("random #2", "greedy", "random"),
    ]


def test_totals_of_isis_osiris(tmp_path):
    """Variant I: the points of all games are added up, and the highest total leads."""
    file = tmp_path / "games.txt"
    standings = amduat.Match(
        "isis-osiris", ["random", "greedy"], games=5, workers=0, record=file
    ).run()
    totals = {"random": 0, "greedy": 0}
    for record in read(file):
        for name, score in zip(record.players, record.final().scores(), strict=True):
            totals[name] += score
    assert {name: line.total for name, line in standings.players.items()} == totals
    assert [line.name for line in standings.ranked()] == sorted(totals, key=lambda n: -totals[n])
    assert "total" in standings.table()
    assert "total" not in amduat.Match("ramses", ["random"] * 2, games=1, workers=0).run().table()


def test_resuming(tmp_path):
    """Games that the file holds are not played again; a longer match goes on from a shorter one."""
    file, whole = tmp_path / "games.jsonl", tmp_path / "whole.txt"
    arguments = ("uraeus", ["greedy", "random"])
    expected = amduat.Match(*arguments, games=6, seed=2, workers=0, record=whole).run()
    amduat.Match(*arguments, games=3, seed=2, workers=0, record=file).run()
    amduat.Match(*arguments, games=2, seed=9, workers=0, record=file).run()  # another match
    begun: list[int] = []

    def progress(done: int, standings: Standings) -> None:
        begun.append(done)

    resumed = amduat.Match(*arguments, games=6, seed=2, workers=0, record=file).run(progress)
    assert begun == [3, 4, 5, 6]
    assert resumed == expected
    assert len(list(read(file))) == 8
    # A broken end is put aside, and the game played again.
    file.write_bytes(file.read_bytes()[:-40])
    assert amduat.Match(*arguments, games=6, seed=2, workers=0, record=file).run() == expected
    assert amduat.Match(*arguments, games=6, seed=2, workers=2, record=file).run() == expected


def test_a_killed_match_goes_on(tmp_path):
    file = tmp_path / "games.txt"
    command = [sys.executable, "-m", "amduat", "match", "isis", "--player", "greedy"]
    command += ["--player", "random", "-n", "40", "--seed", "3", "--record", str(file)]
    with (
        subprocess.Popen(command, stdout=subprocess.DEVNULL) as process,
        watchdog(process.kill),
    ):
        while not file.exists() or file.read_text("utf-8").count("[Game") < 4:
            assert process.poll() is None
            time.sleep(0.02)
        process.kill()
    kept = list(complete_games(file))
    assert 3 <= len(kept) < 40
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    records = list(read(file))
    assert len(records) == 40
    assert records[: len(kept)] == kept
    assert len(games_of(file)) == 40
    assert done.stdout.splitlines()[1].split()[1] == "40"


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("illegal", 'the answer "1-1" is'),
        ("error", "I give up"),
        ("crash", "the process ended with code 9"),
        ("hang", "no answer within 0.5 s"),
    ],
)
def test_faults(tmp_path, bot, message):
    """A bad bot loses its games, and the match goes on; even when it takes its process down."""
    file = tmp_path / "games.txt"
    spec = f"python:flow:{bot}"
    players = [spec, "random"]
    # The bot that hangs would do so for days.
    standings = amduat.Match(
        "ramses", players, games=4, workers=2, time_limit=0.5, record=file
    ).run()
    assert standings.players[spec].faults == standings.players[spec].lost == 4
    assert standings.players["random"].won == 4
    assert "faults" in standings.table()
    records = list(read(file))
    assert len(records) == 4
    for record in records:
        assert record.result.ending == FAULT
        assert message in record.result.reason
        assert record.result.values[record.players.index(spec)] == -1
        # What was played before the fault is kept.
        assert bool(record.actions) == (record.players[0] == "random")


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed that way there")
def test_a_killed_worker_is_nobodys_fault(tmp_path, monkeypatch):
    """Its game is played again; who dies of the same game again and again has lost it."""
    monkeypatch.setenv("KILLED", str(tmp_path / "killed"))
    settings = {"games": 3, "seed": 4, "workers": 2}
    file, whole = tmp_path / "games.txt", tmp_path / "whole.txt"
    players = ["python:flow:killed_twice", "random"]
    standings = amduat.Match("ramses", players, **settings, record=file).run()
    assert [line.faults for line in standings.ranked()] == [0, 0]
    assert (tmp_path / "killed").read_text() == "xx"
    amduat.Match("ramses", players, **{**settings, "workers": 0}, record=whole).run()
    assert {n: bare(record) for n, record in games_of(file).items()} == {
        n: bare(record) for n, record in games_of(whole).items()
    }
    standings = amduat.Match("ramses", ["python:flow:killed", "random"], **settings).run()
    assert standings.players["python:flow:killed"].faults == 3
    assert len((tmp_path / "killed").read_text()) == 2 + 3 * ATTEMPTS


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed that way there")
def test_workers_that_die_before_they_play_are_replaced(monkeypatch):
    begin, died = _Worker.begin, []

    def dying(worker, number):
        if len(died) < 2:
            died.append(number)
            worker.process.kill()
            worker.process.join()
        begin(worker, number)

    monkeypatch.setattr(_Worker, "begin", dying)
    standings = amduat.Match("ramses", ["greedy", "random"], games=3, workers=2).run()
    assert sum(line.won for line in standings.ranked()) == 3
    assert len(died) == 2


def test_own_functions_as_players():
    standings = amduat.Match("ramses", [illegal, error], games=2, workers=0).run()
    # Each begins once, and whoever begins is at fault.
    found = {name: (line.won, line.lost, line.faults) for name, line in standings.players.items()}
    assert found == {"illegal": (1, 1, 1), "error": (1, 1, 1)}


def test_bad_arguments():
    with pytest.raises(amduat.OptionError, match="needs 2 players here, not 3"):
        amduat.Match("ramses", ["random"] * 3)
    with pytest.raises(amduat.OptionError, match="no such bot"):
        amduat.Match("ramses", ["random", "no-bot"])
    with pytest.raises(amduat.OptionError, match="at least one game"):
        amduat.Match("ramses", ["random", "random"], games=0)
    with pytest.raises(amduat.OptionError, match="no such option"):
        amduat.Match("ramses", ["random", "random"], options={"players": 9})
    assert cores() >= 1


def test_standings_count_shares():
    start = amduat.start("isis", players=3)
    standings = Standings()
    for returns in ((1.0, -0.5, -0.5), (0.25, 0.25, -0.5), (0.0, 0.0, 0.0)):
        standings.add(Record(start, players=("a", "b", "c"), result=Result(returns, "x", "")))
    standings.add(Record(start, players=("a", "b", "c")))  # unfinished: counts for nobody
    a, b, c = (standings.players[name] for name in "abc")
    assert (a.games, a.won, a.drawn, a.lost) == (3, 1, 2, 0)
    assert a.points == pytest.approx(1 + 1 / 2 + 1 / 3)
    assert b.points == pytest.approx(1 / 2 + 1 / 3)
    assert (c.points, c.lost) == (pytest.approx(1 / 3), 2)
    assert sum(line.points for line in (a, b, c)) == pytest.approx(3)
    assert Standings().table().split()[:2] == ["player", "games"]
    assert Standing("x").rate == 0


def test_intervals():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 10)
    assert low == 0.0
    assert high == pytest.approx(0.2775, abs=1e-3)
    for wins in range(11):
        low, high = wilson(wins, 10)
        assert 0 <= low <= wins / 10 <= high <= 1


def test_command_line(tmp_path):
    command = ["match", "ramses", "--player", "greedy", "--player", "random", "-n", "6"]
    done = run(*command)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].split()[:5] == ["player", "games", "won", "drawn", "lost"]
    assert {line.split()[0] for line in lines[1:]} == {"greedy", "random"}
    data = json.loads(run(*command, "--json").stdout)
    assert sum(line["won"] + line["drawn"] / 2 for line in data["standings"]) == 6
    for extra, message in (
        (["--player", "x"], "3"),
        (["-n", "0"], "0"),
        (["-p", "x"], "start position"),
        (["--time-limit", "0"], "0"),
    ):
        bad = run(*command, *extra)
        assert bad.returncode == 2
        assert message in bad.stderr
    assert run("match", "ramses", "--player", "x", "--player", "y").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently there")
def test_interrupting_a_match(tmp_path):
    """Ctrl-C ends a match at once, with the games so far in the file and in the table."""
    file = tmp_path / "games.txt"
    command = [sys.executable, "-m", "amduat", "match", "isis", "--player", "greedy"]
    command += ["--player", "random", "-n", "100000", "--record", str(file)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
        watchdog(process.kill),
    ):
        while not file.exists() or file.read_text("utf-8").count("[Game") < 3:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in err
    records = list(read(file))
    assert len(records) >= 2
    assert out.split()[:2] == [b"player", b"games"]
    assert int(out.splitlines()[1].split()[1]) == len(records)


class Plain:
    """A bot without arguments."""

    def choose(self, position):
        return position.legal_actions()[0]


class Seeded(Plain):
    def __init__(self, seed):
        assert isinstance(seed, int)


class Optional(Plain):
    def __init__(self, name="nobody"):
        assert name == "nobody"


class Broken(Plain):
    def __init__(self):
        raise RuntimeError("no book")


class Demanding(Plain):
    def __init__(self, book, depth):
        pass


def make(number):
    assert isinstance(number, int)
    return Plain()


INSTANCE = Plain()


@pytest.mark.parametrize("name", ["Plain", "Seeded", "Optional", "make", "INSTANCE"])
def test_a_bot_is_anything_with_choose(name):
    source = globals()[name]
    for player in (source, f"python:test_match:{name}"):
        match = amduat.Match("ramses", [player, "random"], games=2, workers=0)
        standings = match.run()
        assert [line.faults for line in standings.ranked()] == [0, 0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Broken", "cannot be made: RuntimeError: no book"),
        ("Demanding", "cannot be made: TypeError"),
        ("games_of", "cannot be made"),
        ("json", "has no method `choose`"),
    ],
)
def test_a_bot_that_cannot_be_made_is_an_error_at_once(name, message):
    for player in (globals()[name], f"python:test_match:{name}"):
        with pytest.raises(amduat.OptionError, match=message):
            amduat.Match("ramses", [player, "random"], games=40)


def test_a_bot_that_is_made_only_once_loses_by_a_fault():
    made = []

    def once(seed):
        if made:
            raise OSError("no such engine")
        made.append(seed)
        return Plain()

    standings = amduat.Match("ramses", [once, "random"], games=2, workers=0).run()
    assert standings.players["once"].faults == 2


def test_greedy_gets_on_in_every_game(game):
    standings = amduat.Match(game, ["greedy", "random"], games=6, workers=0).run()
    assert standings.players["greedy"].points >= 5
    assert standings.cut_off == 0


def test_places_count_where_a_limit_cuts_a_game_off():
    game = amduat.Game("uraeus", position="f,f,f/r,r,r/r,r,r 2 - 1 all", max_turns=1)
    game.roll("=1")
    game.play("r:1+")
    assert game.result == Result(
        (1.0, -0.5, -0.5),
        "turn-limit",
        "1 turn played; the places taken by then count: Player 1.",
    )
    record = game.record(["a", "b", "c"])
    assert loads(dumps(record))[0].result.values == game.result.values
    standings = Standings()
    for _ in range(2):
        standings.add(record)
    assert standings.cut_off == 2
    assert standings.players["a"].won == 2
    assert standings.table().endswith("\n2 games were cut off by the limit of turns.")
    for wrong in ((1.0, -1.0, 0.0), (0.0, -1.0, 1.0)):
        text = dumps(replace(record, result=replace(record.result, values=wrong)))
        with pytest.raises(amduat.RecordError, match="a draw, but for the places taken: 1:-1/2"):
            loads(text)
    none = amduat.Game("uraeus", position="r,r,r/r,r,r/r,r,r 2 - - all", max_turns=1)
    none.roll("=1")
    none.play("r:1+")
    assert none.result == Result((0.0, 0.0, 0.0), "turn-limit", "Draw: 1 turn played.")


def test_places_count_where_a_position_comes_again():
    game = amduat.Game("isis", position="- x1,47,50 2 - all", repetition=True)
    for action in ("P47-39", "P50-42", "P39-47", "P42-50") * 2:
        assert game.result is None
        game.play(action)
    assert game.result == Result(
        (1.0, -0.5, -0.5),
        "repetition",
        "The same position for the third time; the places taken by then count: Player 1.",
    )
    record = game.record(["a", "b", "c"])
    assert loads(dumps(record))[0].result == game.result
    # As it was written before places counted.
    drawn = replace(record, result=Result((0.0, 0.0, 0.0), "repetition", "Draw."))
    assert loads(dumps(drawn))[0].result == drawn.result
    with pytest.raises(amduat.RecordError, match="does not occur three times"):
        loads(dumps(replace(record, actions=record.actions[:4])))
