"""Search from Python: results, limits, determinism, bots, and `amduat best`."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import threading
import time

import pytest

import amduat
from amduat import searching
from amduat.bots import kinds, make_bot
from amduat.bots.search import LEVELS, MctsBot, SearchBot
from support import all_variants, name_of, random_game, watchdog

ENDGAME = "BBBA+2-2/A+1.B+2A/.A+2-1-3B/-2-4-2A+3A/A+2-3-2BB/-1+3BA+1-2 0,0 2,2 1 -"

WIN = "1,4,9,16 5@11,8,18,21 L own -"


def decisions(game: str, options: dict[str, object], count: int = 3) -> list[amduat.Position]:
    """Some positions of random games in which a player decides between several actions."""
    found: list[amduat.Position] = []
    dice = random.Random(f"{game} {options}")
    while len(found) < count:
        line = list(random_game(amduat.start(game, **options), dice, 60))
        sampled = dice.sample(line, min(4, len(line)))
        found += [p for p in sampled if p.current_player >= 0 and len(p.legal_actions()) > 1]
    return found[:count]


def told(result: amduat.SearchResult) -> tuple[object, ...]:
    """All that a search finds, without the time it took."""
    choices = [(c.action, c.values, c.pv, c.visits, c.exact) for c in result.choices]
    return result.action, result.values, result.pv, result.depth, result.nodes, choices


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_results(game, options):
    for position in decisions(game, options):
        for method, nodes in (("auto", 300), ("mcts", 200), ("playout", 15)):
            result = amduat.search(position, nodes=nodes, method=method, seed=5, lines=3)
            assert position.is_legal(result.action)
            assert result.position == position
            assert len(result.values) == position.players
            assert all(-1 <= value <= 1 for value in result.values)
            assert result.value == result.values[position.current_player]
            assert result.pv[0] == result.choices[0].action == result.action
            assert 0 < len(result.choices) <= 3
            # A decided game needs no more nodes; no search needs more than it was given.
            assert result.nodes <= nodes
            assert result.seconds > 0
            assert result.nodes_per_second > 0
            line = position
            for action in result.pv:
                line = line.apply(action)
            again = amduat.search(position, nodes=nodes, method=method, seed=5, lines=3)
            assert told(again) == told(result)


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_a_time_limit_ends_a_search(game, options):
    """The trees are far too large to be searched to their end, so only the clock ends a search."""
    for position in decisions(game, options, 1):
        for method in ("auto", "mcts", "playout"):
            for seconds in (0, 0.001, 0.03):
                searcher = amduat.Searcher(method=method)
                with watchdog(searcher.stop):
                    result = searcher.search(position, seconds=seconds)
                assert position.is_legal(result.action)
                assert not result.exact
                assert result.seconds >= seconds
                # The clock is looked at every 64 nodes, and all actions are tried at least once.
                assert seconds > 0 or result.nodes <= 64 + len(position.legal_actions())


@pytest.mark.parametrize("method", ["auto", "mcts", "playout"])
def test_more_time_is_used(method):
    position = amduat.start("ramses")
    short = amduat.search(position, seconds=0, method=method)
    longer = amduat.search(position, seconds=0.2, method=method)
    assert longer.nodes > short.nodes


@pytest.mark.parametrize("method", ["auto", "mcts", "playout"])
def test_thought_without_choice(method):
    """What a position is worth is asked for, also where there is nothing to decide."""
    dice = random.Random(3)
    positions = random_game(amduat.start("uraeus"), dice, 400)
    forced = next(p for p in positions if not p.is_chance and len(p.legal_actions()) == 1)
    result = amduat.search(forced, nodes=20_000, method=method)
    assert result.action == forced.legal_actions()[0]
    assert result.nodes > 1000
    # The bots know what to do without it.
    began = time.monotonic()
    assert SearchBot(seconds=30).choose(forced) == forced.legal_actions()[0]
    assert time.monotonic() - began < 10


def test_a_forced_draw_is_worth_what_follows_it():
    """With two empty cells and no pawns, all that remains is to draw and to lay."""
    position = amduat.parse("isis-osiris", ENDGAME)
    assert [str(action) for action in position.legal_actions()] == ["draw"]
    result = amduat.search(position, seconds=20)
    assert result.exact
    expected = [0.0, 0.0]
    drawn = position.apply("draw")
    for outcome, chance in drawn.chance_outcomes():
        values = amduat.search(drawn.apply(outcome), seconds=20).values
        expected = [so_far + chance * value for so_far, value in zip(expected, values, strict=True)]
    assert result.values == pytest.approx(expected)


def test_wins_are_exact():
    result = amduat.search(amduat.parse("ramses", WIN), nodes=10_000)
    assert (str(result.action), result.values, result.exact) == ("16-13", [1.0, -1.0], True)
    assert result.plies_to_end == 1
    assert "exact" in repr(result)


def test_endgames_of_isis_osiris_are_exact():
    dice = random.Random(4)
    tried = 0
    for position in random_game(amduat.start("isis-osiris"), dice, 200):
        if str(position).split()[0].count(".") <= 3 and position.current_player >= 0:
            tried += 1
            result = amduat.search(position, depth=20, lines=2)
            assert result.exact
            assert result.value == pytest.approx(expected(position)[position.current_player])
    assert tried >= 3


def expected(position: amduat.Position) -> list[float]:
    """What both can expect, by playing every line to its end."""
    if position.is_over:
        return position.returns()
    if position.is_chance:
        after = [
            (chance, expected(position.apply(action)))
            for action, chance in position.chance_outcomes()
        ]
        return [sum(chance * values[player] for chance, values in after) for player in (0, 1)]
    following = [expected(position.apply(action)) for action in position.legal_actions()]
    return max(following, key=lambda values: values[position.current_player])


def test_searcher_learns_and_forgets():
    searcher = amduat.Searcher(seed=2)
    position = amduat.start("ramses")
    first = searcher.search(position, depth=6)
    assert searcher.search(position, depth=6).nodes < first.nodes
    searcher.forget()
    assert told(searcher.search(position, depth=6)) == told(first)
    # Another game is no problem either.
    assert amduat.start("isis").is_legal(searcher.search(amduat.start("isis"), depth=2).action)
    assert repr(searcher) == (
        "amduat.Searcher(method='auto', threads=1, seed=2, memory=None, weights=None)"
    )


def test_reports_on_the_way():
    told_depths = []
    searcher = amduat.Searcher()
    searcher.search(amduat.start("isis"), depth=5, on_info=lambda r: told_depths.append(r.depth))
    assert told_depths == [1, 2, 3, 4, 5]

    def fail(result: amduat.SearchResult) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        searcher.search(amduat.start("isis"), depth=5, on_info=fail)


def test_stop_and_one_search_at_a_time():
    searcher = amduat.Searcher(threads=2)
    results = []
    begun = threading.Event()

    def search() -> None:
        start = amduat.start("ramses")
        endless = {"seconds": float("inf"), "on_info": lambda result: begun.set()}
        results.append(searcher.search(start, **endless))

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    assert begun.wait(60)
    with pytest.raises(RuntimeError, match="searching already"):
        searcher.search(amduat.start("ramses"), nodes=1)
    with pytest.raises(RuntimeError, match="stop it first"):
        searcher.forget()
    searcher.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert amduat.start("ramses").is_legal(results[0].action)


def test_played_positions_are_avoided():
    """A player who is ahead does not come back to where the game has been."""
    position = amduat.start("isis")
    for action in ("0-13", "0-12", "13-19"):
        position = position.apply(action)
    best = amduat.Searcher().search(position, depth=1, lines=50)
    after = [position.apply(choice.action) for choice in best.choices]
    with_played = amduat.Searcher().search(position, depth=1, lines=50, played=after)
    assert {choice.values[0] for choice in with_played.choices} == {0.0}
    assert {choice.values[0] for choice in best.choices} != {0.0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seconds": -1}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"nodes": 0}, "nodes"),
        ({"depth": 0}, "depth"),
        ({"depth": 201}, "depth"),
        ({"lines": 0}, "lines"),
        ({"threads": 0}, "threads"),
        ({"method": "luck"}, "method"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(amduat.AmduatError, match=message):
        amduat.search(amduat.start("ramses"), **arguments)


def test_more_bad_arguments():
    with pytest.raises(TypeError, match="seconds must be a number"):
        amduat.search(amduat.start("ramses"), seconds="1")
    with pytest.raises(amduat.AmduatError, match="over"):
        amduat.search(amduat.parse("isis", "13,20 44,0 2 - first"), nodes=1)
    with pytest.raises(amduat.AmduatError, match="two players only"):
        amduat.search(amduat.start("isis", players=3), nodes=1, method="deepening")
    with pytest.raises(amduat.AmduatError, match="no such weight"):
        amduat.Searcher(weights={"beauty": 1.0}).search(amduat.start("isis"), nodes=1)


def test_evaluation(game):
    tuned = searching.weights(game)
    position = amduat.start(game)
    assert tuned
    assert len(searching.features(position)) == position.players
    for features in searching.features(position):
        assert list(features) == list(tuned)
    values = amduat.estimate(position)
    assert values == searching.estimate(position)
    assert sum(values) == pytest.approx(0)
    assert all(abs(value) < 0.5 for value in values), "nobody has won at the start"


def test_estimates_of_many_players():
    for options in ({"players": 3}, {"players": 4, "end": "all"}):
        for position in random_game(amduat.start("uraeus", **options), random.Random(3), 300):
            assert sum(searching.estimate(position)) == pytest.approx(0, abs=1e-6)


def score(game: str, bots: tuple[str, str], games: int) -> float:
    """The points of the first bot, both beginning in turn."""
    points = 0.0
    for number in range(games):
        dice = random.Random(number)
        players = [make_bot(spec, seed=number) for spec in bots]
        position = amduat.start(game)
        for _ in range(600):
            if position.is_over:
                break
            if position.is_chance:
                outcomes, chances = zip(*position.chance_outcomes(), strict=True)
                position = position.apply(dice.choices(outcomes, chances)[0])
            else:
                player = players[(position.current_player + number) % 2]
                position = position.apply(player.choose(position))
        points += (position.returns()[number % 2] + 1) / 2
    return points / games


@pytest.mark.parametrize("bot", ["search:8", "mcts:1000"])
def test_bots_beat_the_random_bot(game, bot):
    assert score(game, (bot, "random"), 6) >= 5 / 6


def test_bots_play_what_the_search_finds():
    position = amduat.parse("pharao", "a1,a2,b1,f1 a3,b2,c1,g3 U other 0,1")
    assert str(amduat.search(position, nodes=40_000).action) == "f1-g1"
    assert str(MctsBot(simulations=5_000).choose(position)) == "f1-g1"


def test_weights_are_finite():
    with pytest.raises(amduat.AmduatError, match="must be finite"):
        amduat.Searcher(weights={"one": float("nan")}).search(amduat.start("pharao"), nodes=1)


def test_levels():
    names = [SearchBot(level).name for level in range(1, 11)]
    assert names == [f"search:{level}" for level in range(1, 11)]
    assert [nodes for nodes, _ in LEVELS] == sorted({nodes for nodes, _ in LEVELS})
    for level in (0, 11):
        with pytest.raises(amduat.OptionError, match="level"):
            SearchBot(level)
    assert score("ramses", ("search:7", "search:1"), 6) >= 5 / 6


def test_bots_by_name():
    assert {"random", "greedy", "search", "mcts", "engine"} <= {kind.name for kind in kinds()}
    assert make_bot("search").name == "search:10"
    assert make_bot("search:0.25s").name == "search:0.25s"
    assert make_bot("mcts").name == "mcts:0.5s"
    assert make_bot("mcts:20").name == "mcts:20"
    assert MctsBot(simulations=7).name == "mcts:7"
    for spec in ("search:x", "search:11", "search:-1s", "mcts:0", "mcts:x", "engine:", "engine:x"):
        with pytest.raises(amduat.OptionError) as caught:
            make_bot(spec)
        assert spec.partition(":")[2] in str(caught.value)


def test_bots_with_the_same_seed_play_alike():
    position = decisions("isis", {"players": 3})[0]
    actions = {MctsBot(simulations=200, seed=9).choose(position) for _ in range(3)}
    assert len(actions) == 1


def best(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "amduat", "best", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_command_line(game):
    done = best(game, "--nodes", "500", "--lines", "3")
    assert (done.returncode, done.stderr) == (0, "")
    legal = {str(action) for action in amduat.start(game).legal_actions()}
    summary, *lines = done.stdout.splitlines()
    names = [amduat.start(game).player_name(player) for player in range(2)]
    assert summary.startswith("# depth ")
    assert summary.endswith(f"values for {', '.join(names)}")
    told = [line.split()[0] for line in lines]
    # Where chance acts all outcomes are told.
    expected = len(legal) if amduat.start(game).is_chance else min(3, len(legal))
    assert len(set(told)) == len(told) == expected
    assert set(told) <= legal
    data = json.loads(best(game, "--nodes", "500", "--json").stdout)
    assert data["position"] == str(amduat.start(game))
    assert {choice["action"] for choice in data["choices"]} <= legal
    assert data["choices"]
    values = [choice["values"][0] for choice in data["choices"]]
    assert amduat.start(game).is_chance or values == sorted(values, reverse=True)


def test_command_line_details():
    told = best("ramses", "-p", WIN, "--nodes", "10000").stdout.splitlines()
    assert told[1].startswith("16-13  +1.000 -1.000 #1")
    assert best("ramses", "--nodes", "0").returncode == 2
    assert best("ramses", "--seed", "-1").returncode == 2
    assert best("isis", "-p", "13,20 44,0 2 - first").returncode == 2


def test_table_for_terminals():
    from rich.console import Console

    from amduat.cli import best as module

    result = amduat.search(amduat.parse("ramses", WIN), nodes=500, lines=2)
    console = Console(width=100, file=io.StringIO())
    with console.capture() as captured:
        console.print(module._table(result))
    text = captured.get()
    assert "16-13" in text
    assert "#1" in text
