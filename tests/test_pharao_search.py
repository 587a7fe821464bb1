"""PHARAO's tables wherever positions are judged: search, bots, `best`, the engine, the browser."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import amduat
from amduat import pharao
from amduat.analysis import analyse
from amduat.bots import kinds, make_bot
from amduat.engine import Engine
from amduat.seats import strongest
from amduat.web.layouts import games_data
from amduat.web.thinking import solved_data
from support import ROOT, run

DATA = ROOT / "python/amduat/data"
KNOWN = "a1,e3 h1,h2 U own 2,1"
#: The drowning stone may be given up, and then the tables of the package know.
NEARLY = "a1,a2,e3,g1 h2 L roll -"
UNKNOWN = "a1,a2,e3 h1,h2 L roll -"


@pytest.fixture(autouse=True)
def fresh_tables(monkeypatch):
    """Each test begins with the tables of the package alone."""
    monkeypatch.delenv(pharao.VARIABLE, raising=False)
    monkeypatch.setattr(pharao, "_tables", None)
    games_data.cache_clear()
    yield
    games_data.cache_clear()


def at(text):
    return amduat.parse("pharao", text)


@pytest.mark.parametrize("method", ["auto", "mcts", "deepening", "playout", "perfect"])
def test_what_is_known_is_looked_up(method):
    result = amduat.Searcher(method=method).search(at(KNOWN), nodes=100, lines=99)
    expected = pharao.values(at(KNOWN))
    assert result.exact
    assert (result.nodes, result.table_hits) == (0, len(expected))
    assert [choice.values[1] for choice in result.choices] == pytest.approx(
        [2 * value.win - 1 for _, value in expected]
    )
    assert result.action in pharao.best(at(KNOWN))
    assert len(result.pv) == 2  # to the end of the turn
    # Chance is looked up too: the mean of the outcomes is the value before the roll.
    before = amduat.Searcher(method=method).search(at("e3 h1,h2 L roll -"), nodes=100)
    value = pharao.value(at("e3 h1,h2 L roll -"))
    assert before.values[0] == pytest.approx(2 * value.win - 1, abs=4 * value.error)


def test_search_reaches_the_tables_as_leaves():
    for method in ("mcts", "deepening"):
        with_tables = amduat.Searcher(method=method).search(at(NEARLY), nodes=3_000)
        assert with_tables.table_hits > 0
        assert with_tables.nodes > 0
        without = amduat.Searcher(method=method, tables=False).search(at(NEARLY), nodes=3_000)
        assert without.table_hits == 0
    assert amduat.search(at(UNKNOWN), nodes=500).table_hits == 0


def test_tables_can_be_chosen(tmp_path):
    none = amduat.Searcher(tables=False)
    assert not none.search(at(KNOWN), nodes=50).exact
    assert repr(none).endswith("weights=None, tables=False)")
    given = amduat.Searcher(tables=pharao.Tables().with_folder(DATA))
    assert given.search(at(KNOWN), nodes=50).exact
    empty = amduat.Searcher(tables=pharao.Tables().with_folder(tmp_path))
    assert not empty.search(at(KNOWN), nodes=50).exact
    with pytest.raises(TypeError, match="tables must be Tables, True or False, not int"):
        amduat.Searcher(tables=3)
    with pytest.raises(amduat.AmduatError, match="is not used with it"):
        amduat.Searcher(evaluate=print, tables=False)


def test_other_dice_are_searched():
    result = amduat.search(at(f"{KNOWN} dice=0,0,1,2,3,4/0,0,0,0,1,2"), nodes=100)
    assert (result.exact, result.table_hits) == (False, 0)


def test_damage_is_told(tmp_path):
    for file in DATA.glob("*.table"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    broken = tmp_path / "pharao-2v2.table"
    broken.write_bytes(broken.read_bytes()[:-2] + b"\x00\x01")
    searcher = amduat.Searcher(tables=pharao.Tables().with_folder(tmp_path))

    def look_everywhere():
        for file in "abcdefhij":
            searcher.search(at(f"{file}1,{file}2 i3,j3 L roll -"), nodes=1)

    with pytest.raises(amduat.AmduatError, match=r"pharao-2v2\.table.*damaged"):
        look_everywhere()


def test_perfect_play_needs_the_tables():
    assert make_bot("perfect").choose(at(KNOWN)) in pharao.best(at(KNOWN))
    with pytest.raises(amduat.MissingTableError, match=r"pharao-\dv\d\.table"):
        make_bot("perfect").choose(at(UNKNOWN).apply("=2,1"))
    with pytest.raises(amduat.MissingTableError, match=r"pharao-3v2\.table"):
        amduat.search(at(UNKNOWN), method="perfect")
    with pytest.raises(
        amduat.OptionError, match=r"needs 10 more tables, such as pharao-4v4\.table"
    ):
        make_bot("perfect", game="pharao")
    assert strongest("pharao") == "search:1s"
    assert not pharao.is_complete()


def test_a_single_missing_table_is_named(monkeypatch):
    class Nearly:
        layers = tuple((own, other) for own in (1, 2, 3, 4) for other in (1, 2, 3, 4))[:-1]

    monkeypatch.setattr(pharao, "_tables", Nearly())
    with pytest.raises(amduat.OptionError, match=r"needs the table pharao-4v4\.table: `amduat"):
        make_bot("perfect", game="pharao")


def test_perfect_play_is_offered_with_all_tables(monkeypatch):
    class All:
        layers = tuple((own, other) for own in (1, 2, 3, 4) for other in (1, 2, 3, 4))

    monkeypatch.setattr(pharao, "_tables", All())
    assert pharao.is_complete()
    assert make_bot("perfect", game="pharao").name == "perfect"
    assert strongest("pharao") == "perfect"
    perfect = next(kind for kind in kinds() if kind.name == "perfect")
    assert perfect.plays("pharao")
    assert not perfect.plays("isis")
    listed = {bot["name"]: bot["games"] for bot in games_data()["bots"]}
    assert listed["perfect"] == ["ramses", "pharao"]


def test_best():
    done = run("best", "pharao", "-p", KNOWN, "--json")
    found = json.loads(done.stdout)
    assert found["exact"]
    assert found["table_hits"] > 0
    assert found["action"] in map(str, pharao.best(at(KNOWN)))
    assert "looked up" in run("best", "pharao", "-p", KNOWN).stdout
    refused = run("best", "pharao", "-p", UNKNOWN, "--method", "perfect")
    assert refused.returncode == 2
    assert "pharao-3v2.table" in refused.stderr


def test_the_engine_takes_a_folder(tmp_path):
    command = [sys.executable, "-m", "amduat", "engine"]
    folder = tmp_path / "with spaces"
    folder.mkdir()
    (folder / "pharao-1v1.table").write_bytes((DATA / "pharao-1v1.table").read_bytes())
    with Engine(command, options={"tables": str(folder)}) as engine:
        assert "tables" in engine.options
        result = engine.search(at(KNOWN), seconds=60)
        assert result.action in pharao.best(at(KNOWN))
    lines = f"setoption name tables value {tmp_path}/none\nposition pharao at {KNOWN}\ngo nodes 9\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60)
    said = done.stdout
    assert 'none": is not a folder' in said
    assert "tablehits" in said


def test_a_game_is_judged_by_the_tables():
    game = amduat.Game("pharao", position=KNOWN)
    worst = pharao.values(at(KNOWN))[-1][0]
    game.play(worst)
    game.play(pharao.best(game.position)[0])
    turn = analyse(game.record(), nodes=10).turns[0]
    values = [value.win for _, value in pharao.values(at(KNOWN))]
    assert turn.loss == pytest.approx(2 * (values[0] - values[-1]), abs=1e-4)


def test_the_browser_is_told_chances():
    data = solved_data(at(KNOWN))
    assert data["solved"]
    assert data["value"]["win"] == pharao.value(at(KNOWN)).win
    assert data["best"] == [str(action) for action in pharao.best(at(KNOWN))]
    assert len(data["actions"]) == len(at(KNOWN).legal_actions())
    for text in (UNKNOWN, f"{KNOWN} dice=0,0,1,2,3,4/0,0,0,0,1,2"):
        assert not solved_data(at(text))["solved"]
    listed = {game["name"]: (game["solved"], game["exact"]) for game in games_data()["games"]}
    assert listed["pharao"] == (False, True)
