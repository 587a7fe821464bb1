"""The engine protocol: the server, the client, and what happens when an engine fails."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest

import amduat
from amduat.bots import make_bot
from amduat.engine import Engine, EngineBot, EngineError
from support import all_variants, name_of, random_action, watchdog

COMMAND = [sys.executable, "-m", "amduat", "engine"]


def talk(*lines: str) -> list[str]:
    """What the engine says to these lines."""
    done = subprocess.run(
        COMMAND, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def engine():
    with Engine(COMMAND) as engine:
        yield engine


def test_introduction(engine):
    assert engine.name == f"amduat {amduat.__version__}"
    assert tuple(engine.games) == amduat.GAMES
    assert set(engine.options) == {"threads", "seed", "memory", "method", "lines", "tables"}
    said = talk("uai", "isready", "quit")
    assert said[-2:] == ["uaiok", "readyok"]
    assert "option name method type combo default auto var auto var deepening var mcts" in "".join(
        line for line in said if "method" in line
    )


def test_two_engines_play_every_game():
    """Two processes play each game to its end, or for a good while."""
    with (
        Engine(COMMAND, options={"seed": 1}) as first,
        Engine(COMMAND, options={"seed": 2, "method": "mcts"}) as second,
    ):
        for game, options in all_variants():
            dice = random.Random(game)
            position = amduat.start(game, **options)
            first.new_game()
            second.new_game()
            plies = 0
            while not position.is_over and plies < 60:
                if position.is_chance:
                    position = position.apply(random_action(position, dice))
                else:
                    engine = (first, second)[position.current_player % 2]
                    action = engine.search(position, nodes=60).action
                    assert action is not None
                    position = position.apply(action)
                plies += 1
            assert plies > 5, name_of(options)


def test_reports(engine):
    result = engine.search(amduat.parse("ramses", "1,4,9,16 5@11,8,18,21 L own -"), depth=3)
    assert str(result.action) == "16-13"
    assert result.choices[0].values == (1.0, -1.0)
    assert result.choices[0].exact
    assert result.choices[0].pv == ("16-13",)
    assert engine.search(amduat.start("uraeus"), nodes=100).action is None


def test_played_positions_are_sent(engine):
    """An engine that is told what was played does not return there while it is ahead."""
    position = amduat.start("isis")
    for action in ("0-13", "0-12", "13-19"):
        position = position.apply(action)
    after = [position.apply(action) for action in position.legal_actions()]
    assert engine.features == ["played"]
    assert engine.search(position, depth=1).choices[0].values[0] != 0
    engine.new_game()
    assert engine.search(position, depth=1, played=after).choices[0].values == (0, 0)
    engine.new_game()
    assert engine.search(position, depth=1).choices[0].values[0] != 0, "they are forgotten again"


def test_played_positions_in_the_conversation():
    at = "position isis at 12,19 -,- 2 19 first"
    assert talk(at, "played 12,13 -,- 1 12 first", "isready") == ["readyok"]
    assert talk(at, "played nonsense")[0].startswith("error ")
    assert talk("played 12,13 -,- 1 12 first")[0] == "error there is no position yet"


def test_engines_are_told_only_what_they_understand():
    """One that does not announce the feature is not sent the command."""
    body = "print('error' if 'played' in said else 'bestmove 3-11', flush=True)"
    with Engine(fake(body)) as engine:
        start = amduat.start("ramses")
        assert str(engine.search(start, seconds=0.1, played=[start]).action) == "3-11"


def test_a_method_that_does_not_fit_is_refused():
    with (
        Engine(COMMAND, options={"method": "deepening"}) as engine,
        pytest.raises(EngineError, match="two players only"),
    ):
        # At once: an hour would be over after the watchdog of the tests.
        engine.search(amduat.start("isis", players=3), seconds=3600)
    said = talk("setoption name method value deepening", "position isis start players=3", "go")
    assert len(said) == 1
    assert said[0].startswith("error ")


def test_perfect_is_refused_for_other_games(game):
    with Engine(COMMAND, options={"method": "perfect"}) as engine:
        position = amduat.start(game)
        if game == amduat.ramses.GAME:
            assert position.is_legal(engine.search(position, seconds=0.2).action)
        else:
            reason = "pharao-4v4.table" if game == amduat.pharao.GAME else "perfect"
            with pytest.raises(EngineError, match=reason):
                engine.search(position, seconds=0.2)


def test_conversation():
    said = talk(
        "position isis start players=3 end=all moves 0-13 0-12",
        "show",
        "setoption name lines value 2",
        "go depth 2",
    )
    position = amduat.start("isis", players=3, end="all").apply("0-13").apply("0-12")
    assert said[0] == f"position isis at {position}"
    assert said[1] == "turn 3"
    assert said[2] == "legal " + " ".join(map(str, position.legal_actions()))
    assert said[3] == "shown"
    assert said[-1].startswith("bestmove ")
    assert {line.split()[line.split().index("line") + 1] for line in said[4:-1]} == {"1", "2"}
    over = talk("position isis at 13,20 44,0 2 - first", "show", "go")
    assert over == [
        "position isis at 13,20 44,0 2 - first",
        "turn over",
        "legal -",
        "returns 1.0000,-1.0000",
        "shown",
        "error the game is over",
    ]
    rolls = talk("position uraeus start", "show")
    assert rolls[2] == "outcome =1 probability 0.166667"


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "go",
        "position",
        "position chess start",
        "position isis start players=9",
        "position isis start nonsense",
        "position isis at",
        "position isis at 1 2 3",
        "position isis start moves 1-2",
        "setoption",
        "setoption name x value 1",
        "setoption name threads value 0",
        "setoption name threads value many",
        "setoption name seed value 99999999999999999999999",
        "setoption name lines value 0",
        "played",
        "setoption name regret value 20",
        "setoption name method value luck",
        "x" * 2_000_000,
    ],
    ids=lambda line: line[:40],
)
def test_bad_lines(line):
    said = talk(line, "isready")
    assert said[0].startswith("error ")
    assert len(said[0]) < 400
    if len(line) < 1000:
        assert said[1] == "readyok"


@pytest.mark.parametrize("wrong", ["lines value 0", "lines value x", "seed value 1" + 20 * "0"])
def test_refused_options_change_nothing(wrong):
    said = talk("setoption name lines value 2", f"setoption name {wrong}", "position isis start",
                "go depth 1")  # fmt: skip
    assert said[0].startswith("error ")
    assert any("line 2" in line for line in said)
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize("words", ["go for a walk", "go depth", "go depth x", "go depth -1"])
def test_bad_limits(words):
    said = talk("position isis start", words, "go depth 0", "isready")
    assert said[0].startswith("error ")


def test_stop_and_quit():
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("position ramses start\ngo infinite\nposition isis start\n")
        process.stdin.flush()
        while not (line := process.stdout.readline()).startswith("error"):
            assert line.startswith("info")
        assert "a search without a limit is running" in line
        process.stdin.write("stop\n")
        process.stdin.flush()
        # Without the stop the search would never end.
        with watchdog(process.kill):
            while not (line := process.stdout.readline()).startswith("bestmove"):
                assert line.startswith("info")
        assert amduat.start("ramses").is_legal(line.split()[1])
        process.stdin.write("go infinite\nquit\n")
        process.stdin.flush()
        assert process.wait(60) == 0


@pytest.mark.parametrize("end", [["quit"], []])
def test_quit_waits_for_an_answer(end):
    """A search with a limit is finished as if nobody were in a hurry."""
    go = ["position isis start", "setoption name seed value 1", "go nodes 20000"]
    patient = [line.split(" time ")[0] for line in talk(*go, "newgame", *end)]
    assert [line.split(" time ")[0] for line in talk(*go, *end)] == patient
    assert sum(line.startswith("bestmove") for line in patient) == 1
    assert int(re.findall(r"nodes (\d+)", "\n".join(patient))[-1]) >= 19000


@pytest.mark.parametrize("end", [["quit"], ["stop", "quit"], []])
@pytest.mark.parametrize("go", ["go", "go infinite"])
def test_quit_stops_a_search_without_a_limit(go, end):
    said = talk("position isis start", go, *end)
    assert [line.split()[0] for line in said if not line.startswith("info")] == ["bestmove"]
    assert amduat.start("isis").is_legal(said[-1].split()[1])


def test_stop_ends_a_search_with_a_limit():
    said = talk("position isis start", "go movetime 86400000", "stop", "quit")
    assert said[-1].startswith("bestmove ")


@pytest.mark.skipif(sys.platform == "win32", reason="that the reader has gone is not told there")
@pytest.mark.parametrize("after", ["", "position isis start\n"])
def test_an_engine_ends_with_its_client(after):
    """Also if it is asked for more than it will ever do, and has nothing to say for hours."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdin.write("setoption name method value deepening\nposition isis start\n")
        process.stdin.write(f"go movetime 86400000\n{after}")
        process.stdin.flush()
        # By now each depth takes several times as long as all before it.
        while int(process.stdout.readline().split()[2]) < 10:
            pass
        process.stdout.close()
        process.stdin.close()
        with watchdog(process.kill, 60):
            process.wait()
        assert process.stderr.read() == ""


def fake(body: str) -> list[str]:
    """An engine that introduces itself and then does what it is told here."""
    script = (
        "import sys, time\n"
        "said = []\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    said.append(word)\n"
        "    if word == 'uai': print('id name fake', 'uaiok', sep='\\n', flush=True)\n"
        "    if word == 'isready': print('readyok', flush=True)\n"
        f"    if word == 'go': {body}\n"
    )
    return [sys.executable, "-c", script]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("sys.exit(3)", "has ended, with exit code 3"),
        ("time.sleep(60)", "did not say bestmove in time"),
        ("print('bestmove 1-2', flush=True)", "not legal"),
        ("print('bestmove', flush=True)", "not legal"),
        ("print('bestmove -', flush=True)", "not legal"),
    ],
)
def test_failing_engines(body, message):
    engine = Engine(fake(body))
    with pytest.raises(EngineError, match=message):
        engine.search(amduat.start("ramses"), seconds=0.05, grace=0.5)
    assert engine._process.poll() is not None, "it is ended"
    with pytest.raises(EngineError):
        engine.search(amduat.start("ramses"), seconds=0.05)
    engine.close()


def test_garbage_is_passed_over():
    body = "print('info', 'info values x', 'info values 1,-1 line', 'hello', '', 'bestmove 3-11',"
    with Engine(fake(f"{body} sep='\\n', flush=True)")) as engine:
        assert str(engine.search(amduat.start("ramses"), seconds=0.1).action) == "3-11"


def test_engines_that_do_not_start():
    with pytest.raises(EngineError, match="cannot be started"):
        Engine(["/nonexistent/engine"])
    with pytest.raises(EngineError, match="cannot be started"):
        Engine("")
    with pytest.raises(EngineError, match="has ended"):
        Engine([sys.executable, "-c", "pass"])
    with pytest.raises(EngineError, match="did not say uaiok"):
        Engine([sys.executable, "-c", "input(); input()"], patience=0.5)
    with pytest.raises(EngineError, match="no such option"):
        Engine(COMMAND, options={"beauty": 1})


def test_engine_as_a_player():
    bot = make_bot(f"engine:0.05s:{sys.executable} -m amduat engine", seed=3)
    assert isinstance(bot, EngineBot)
    assert bot.name == f"engine:amduat {amduat.__version__}"
    position = amduat.start("ramses")
    assert position.is_legal(bot.choose(position))
    bot.close()


def test_commands_piped_in_one_go_wait_for_each_search():
    said = talk(
        "position ramses start",
        "go nodes 2000",
        "setoption name seed value 3",
        "position isis start",
        "go depth 3",
        "position isis start players=3",
        "show",
    )
    kinds = [line.split()[0] for line in said if not line.startswith("info")]
    assert kinds == ["bestmove", "bestmove", "position", "turn", "legal", "shown"]
    moves = [line.split()[1] for line in said if line.startswith("bestmove")]
    assert amduat.start("ramses").is_legal(moves[0])
    assert amduat.start("isis").is_legal(moves[1])


def test_ranges_are_said():
    assert talk("setoption name threads value 0") == [
        'error threads "0": must be a whole number from 1 to 1024'
    ]
    assert talk("setoption name lines value x") == [
        'error lines "x": must be a whole number from 1 to 1000'
    ]
    (said,) = talk("setoption name thread value 2")
    assert said.startswith('error "thread" is no such option; there are threads, seed,')
    (said,) = talk("setoption name method value best")
    assert all(f"`{method}`" in said for method in amduat.searching.METHODS)


def test_bad_arguments_and_refusals_leave_the_engine_alive():
    start = amduat.start("ramses")
    over = amduat.parse("ramses", "1,9,13,20 8,11,14,15 L other -")
    with Engine(COMMAND) as engine:
        for wrong in ({"nodes": 0}, {"depth": -1}, {"seconds": float("nan")}, {"seconds": -1}):
            with pytest.raises(amduat.AmduatError, match="must be from"):
                engine.search(start, **wrong)
        for wrong in ({"nodes": 1.5}, {"depth": "3"}, {"seconds": "1"}, {"nodes": True}):
            with pytest.raises(TypeError, match="must be"):
                engine.search(start, **wrong)
        with pytest.raises(EngineError, match="the game is over"):
            engine.search(over, nodes=10)
        with pytest.raises(EngineError, match="must be from"):
            engine.search(start, depth=10**14)
        assert engine.search(start, nodes=100).action in start.legal_actions()
