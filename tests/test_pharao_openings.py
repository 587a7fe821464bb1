"""The list of PHARAO's opening turns: every turn is there, once, and the values fit together."""

from __future__ import annotations

import re

import pytest

import amduat
from openings import turns
from support import ROOT

FILE = ROOT / "docs/pharao-openings.txt"


@pytest.fixture(scope="module")
def listed():
    """The value of the start, the possible error, and the values of all turns by roll."""
    lines = FILE.read_text("utf-8").splitlines()
    error = float(re.search(r"off by at most (\S+)\.$", lines[1]).group(1))
    start, *rows = (line.split() for line in lines if not line.startswith("#"))
    assert start[0] == "start"
    by_roll = {}
    for roll, *actions, value in rows:
        assert by_roll.setdefault(roll, {}).setdefault(" ".join(actions), float(value))
    assert len(rows) == sum(len(found) for found in by_roll.values()), "a turn is listed twice"
    return float(start[1]), error, by_roll


def test_every_turn_is_listed(listed):
    start = amduat.start("pharao")
    rolls = {str(roll): start.apply(roll) for roll, _ in start.chance_outcomes()}
    assert {roll: set(found) for roll, found in listed[2].items()} == {
        roll: {text for text, _ in turns(position)} for roll, position in rolls.items()
    }


def test_the_start_is_the_mean_of_the_best_turns(listed):
    value, error, by_roll = listed
    outcomes = amduat.start("pharao").chance_outcomes()
    mean = sum(chance * max(by_roll[str(roll)].values()) for roll, chance in outcomes)
    assert 0 < error < 0.001
    assert abs(mean - value) <= 2 * error + 1e-5  # both are rounded to five digits


def test_the_page_has_the_best_and_the_worst_of_each_roll(listed):
    page = (ROOT / "docs/pharao-solved.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d, \d) \| \d/36 \| (.*) \|$", page, re.MULTILINE)
    assert len(rows) == len(listed[2])
    worths = []
    for roll, cells in rows:
        found = listed[2][f"={roll.replace(', ', ',')}"]
        best, worst = (choose(found, key=found.get) for choose in (max, min))
        told = [text.replace("`-`", "–") for text in (f"`{best}`", f"`{worst}`")]
        expected = f"{found[best]:.1%} | {len(found)} | {told[0]} | {told[1]} | {found[worst]:.1%}"
        assert cells == expected.replace("%", " %"), roll
        worths.append(found[best])
    assert worths == sorted(worths, reverse=True)
    assert f"wins {100 * listed[0]:.2f} % of all games" in page


def test_turns_to_the_same_position_are_worth_the_same(listed):
    start = amduat.start("pharao")
    seen = {}
    for roll, _ in start.chance_outcomes():
        for text, end in turns(start.apply(roll)):
            value = listed[2][str(roll)][text]
            assert seen.setdefault(end, value) == value
    assert len(seen) < sum(map(len, listed[2].values()))
