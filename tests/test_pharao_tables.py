"""PHARAO solved: values, best actions, their tables, and the command that computes them."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time

import jsonschema
import pytest

import amduat
from amduat import pharao
from schemas import SCHEMAS
from support import ROOT, watchdog

DATA = ROOT / "python/amduat/data"
SMALL = ["1v1", "1v2", "2v1", "1v3", "2v2", "3v1"]


@pytest.fixture(autouse=True)
def fresh_tables(monkeypatch):
    """Each test begins with the tables of the package alone."""
    monkeypatch.delenv(pharao.VARIABLE, raising=False)
    monkeypatch.setattr(pharao, "_tables", None)


def text(stones):
    return ",".join(sorted(stones))


def placements(count, seed):
    """Positions with up to four stones in which a side is about to roll."""
    choose = random.Random(seed)
    fields = [f"{file}{rank}" for file in "abcdefghij" for rank in "123"]
    while count:
        lower, upper = choose.choice([(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)])
        stones = choose.sample(fields, lower + upper)
        side = choose.choice("LU")
        if "g1" in (text(stones[:lower]), text(stones[lower:])):
            continue
        yield amduat.parse("pharao", f"{text(stones[:lower])} {text(stones[lower:])} {side} roll -")
        count -= 1


def expected(position):
    """What one turn leads to by the rules, and the tables at its end."""
    if position.is_over:
        return 1.0
    if position.current_player == amduat.CHANCE:
        return pharao.value(position).win
    return max(worth(position, action) for action in position.legal_actions())


def worth(position, action):
    """What an action is worth for him whose turn it is."""
    following = position.apply(action)
    value = expected(following)
    same = (
        following.returns()[position.turn_owner] > 0
        if following.is_over
        else following.turn_owner == position.turn_owner
    )
    return value if same else 1 - value


def test_values_are_what_one_turn_leads_to():
    for position in placements(40, 1):
        mean = sum(chance * worth(position, roll) for roll, chance in position.chance_outcomes())
        value = pharao.value(position)
        assert abs(value.win - mean) <= 3 * value.error
        assert 0 < value.error < 2e-5


def test_perfect_games_end_as_the_values_say():
    for position in placements(3, 7):
        first, second, plies = pharao.tables().play(position, 500, seed=3, threads=2)
        win = pharao.value(position).win
        assert first + second == 500 < plies
        assert abs(first / 500 - win) < 5 * (win * (1 - win) / 500) ** 0.5
    with pytest.raises(amduat.AmduatError, match="table"):
        pharao.tables().play(amduat.start("pharao"), 1)


def test_best_actions():
    seen = 0
    for position in placements(60, 2):
        for roll, _ in position.chance_outcomes():
            rolled = position.apply(roll)
            if rolled.is_over or rolled.current_player == amduat.CHANCE:
                continue
            seen += 1
            values = pharao.values(rolled)
            assert {action for action, _ in values} == set(rolled.legal_actions())
            assert [value.win for _, value in values] == sorted(
                (v.win for _, v in values), reverse=True
            )
            assert pharao.value(rolled).win == values[0][1].win == pytest.approx(expected(rolled))
            best = pharao.best(rolled)
            assert values[0][0] in best
            for action, value in values:
                near = value.win + value.error >= values[0][1].win - values[0][1].error
                assert (action in best) == near
    assert seen > 300


def test_the_end_and_a_roll_have_no_best_action():
    over = amduat.parse("pharao", "j1 i1,j2 U over -")
    assert (pharao.value(over), pharao.best(over)) == ((1.0, 0.0), [])
    assert pharao.best(amduat.parse("pharao", "c2 h2 L roll -")) == []


def test_what_is_missing_is_named():
    start = amduat.start("pharao")
    with pytest.raises(
        amduat.MissingTableError, match=r"needs the table pharao-4v4\.table"
    ) as error:
        pharao.value(start)
    assert error.value.file == "pharao-4v4.table"
    assert isinstance(error.value, KeyError)
    assert pharao.get(start) is None
    assert pharao.get(start, 0.5) == 0.5
    assert not pharao.is_complete()
    with pytest.raises(amduat.MissingTableError, match="pharao-4v3"):
        pharao.best(amduat.parse("pharao", "a1,a2,b1 b3,c3,d3,e3 L roll -").apply("=1,0"))


def test_other_positions_are_refused():
    with pytest.raises(amduat.AmduatError, match="is a position of ramses"):
        pharao.value(amduat.start("ramses"))
    strange = amduat.parse("pharao", "c2 h2 L roll - dice=0,0,1,2,3,4/0,0,0,0,1,2")
    with pytest.raises(amduat.AmduatError, match="usual dice"):
        pharao.get(strange)


def test_folders(tmp_path, monkeypatch):
    with pytest.raises(amduat.AmduatError, match="is not a folder"):
        pharao.open(tmp_path / "nowhere")
    with pytest.raises(amduat.AmduatError, match="has no tables"):
        pharao.open(tmp_path)
    shutil.copy(DATA / "pharao-1v1.table", tmp_path / "pharao-4v4.table")
    with pytest.raises(amduat.AmduatError, match=r"pharao-4v4\.table.*bytes"):
        pharao.open(tmp_path)
    assert len(pharao.tables().layers) == len(SMALL)  # nothing was added
    (tmp_path / "pharao-4v4.table").unlink()
    shutil.copy(DATA / "pharao-1v1.table", tmp_path)
    assert pharao.open(tmp_path).layers == pharao.tables().layers
    monkeypatch.setattr(pharao, "_tables", None)
    monkeypatch.setenv(pharao.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(amduat.AmduatError, match="nowhere"):
        pharao.tables()
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv(pharao.VARIABLE, str(tmp_path / "empty"))
    with pytest.raises(amduat.AmduatError, match=r"empty.*has no tables"):
        pharao.tables()


def solve(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "amduat", "solve", "pharao", *words],
        capture_output=True,
        text=True,
        timeout=120,
        **options,
    )


def test_the_command_computes_what_is_in_the_package(tmp_path):
    done = solve("--out", str(tmp_path), "--stones", "4", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    jsonschema.validate(data, SCHEMAS["solve"])
    assert sorted(table["file"] for table in data["tables"]) == sorted(
        f"pharao-{name}.table" for name in SMALL
    )
    for name in SMALL:
        file = f"pharao-{name}.table"
        assert (tmp_path / file).read_bytes() == (DATA / file).read_bytes(), name
    again = solve("--out", str(tmp_path), "--stones", "3")
    assert again.returncode == 0
    assert "pharao-2v1.table       24,416       -  0.00000" in again.stdout


def test_a_killed_computation_goes_on(tmp_path):
    words = [
        sys.executable,
        "-m",
        "amduat",
        "solve",
        "pharao",
        "--out",
        str(tmp_path),
        "--stones",
        "4",
    ]
    running = subprocess.Popen(words)
    with watchdog(running.kill):
        while not (tmp_path / "pharao-2v1.values").exists():
            time.sleep(0.005)
            assert running.poll() is None
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not (tmp_path / "pharao-3v1.table").exists(), "something is left to do"
    done = solve("--out", str(tmp_path), "--stones", "4")
    assert done.returncode == 0
    for name in SMALL:
        file = f"pharao-{name}.table"
        assert (tmp_path / file).read_bytes() == (DATA / file).read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "--out is needed"),
        (["--out", "here", "--stones", "9"], 'stones "9": must be from 2 to 8'),
        (["--out", "here", "--memory", "100"], 'memory "100 MB": is too little: '),
        (["--out", "here", "--threads", "0"], 'threads "0": must be from 1 to 1024'),
    ],
)
def test_bad_arguments(words, message, tmp_path):
    done = solve(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert not list(tmp_path.rglob("*.values"))
