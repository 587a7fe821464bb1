"""Analysis of recorded games: values, mistakes, curves, and `amduat analyse`."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET

import pytest

import amduat
from amduat.analysis import analyse, curve, curve_svg
from amduat.record import dumps, read
from support import run

WIN = "1,4,9,16 5@11,8,18,21 L own -"


def missed_win() -> amduat.Game:
    game = amduat.Game("ramses", position=WIN)
    game.play("9-12")
    game.play(str(amduat.ramses.best(game.position)[0]))
    return game


def test_a_missed_win_is_marked():
    turn = analyse(missed_win().record()).turns[0]
    assert turn.before == (1.0, -1.0)
    assert turn.mark == "??"
    assert turn.better == "16-13"
    game = amduat.Game("ramses", position=WIN)
    game.play("16-13")
    assert analyse(game.record()).mistakes == []


def test_every_game_is_analysed(game):
    played = amduat.Game(game, rng=random.Random(5), max_turns=6)
    dice = random.Random(6)
    while not played.is_over:
        if played.position.is_chance:
            played.roll()
        else:
            played.play(dice.choice(played.position.legal_actions()))
    analysis = analyse(played.record(), nodes=200)
    assert [turn.text for turn in analysis.turns] == [str(turn) for turn in played]
    assert len(analysis.values()) == len(played) + 1
    for turn in analysis.turns:
        assert all(-1 <= value <= 1 for value in turn.before + turn.after)
        assert bool(turn.better) == bool(turn.mark)
    picture = ET.fromstring(curve_svg(analysis))
    assert len(picture.findall("{*}polyline")) == played.start.players


@pytest.mark.parametrize("count", [1, 2, 50, 1000])
def test_the_curve_fits(count):
    lines = curve([0.5] * (count - 1) + [-1.0], width=40, height=5)
    assert len(lines) == 5
    assert all(len(line) <= 4 + 40 for line in lines)
    assert lines[-1].endswith("*")
    assert sum(line.count("*") for line in lines) == min(count, 40)


def test_command(tmp_path):
    file, out, svg = tmp_path / "game.txt", tmp_path / "out.txt", tmp_path / "curve.svg"
    file.write_text(dumps(missed_win().record()), encoding="utf-8")
    done = run("analyse", str(file), "-o", str(out), "--svg", str(svg))
    assert (done.returncode, done.stderr) == (0, "")
    assert "??  better: 16-13" in done.stdout
    assert "1 mistake." in done.stdout
    (record,) = read(out)
    assert record.comments[1].endswith("?? better: 16-13")
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    data = json.loads(run("analyse", str(file), "--json").stdout)
    assert data["turns"][0]["better"] == "16-13"
    done = run("analyse", str(file), "--game", "2")
    assert done.returncode == 2
    assert "has no game 2" in done.stderr
