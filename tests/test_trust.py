"""docs/trust.md says what was run, and what there is to run."""

from __future__ import annotations

import re

import pytest

import fuzz
from soak import report
from soak.__main__ import PARTS
from support import ROOT

PAGE = (ROOT / "docs/trust.md").read_text(encoding="utf-8")


def test_the_table_of_runs_is_that_of_the_tally():
    assert fuzz.with_table(PAGE, fuzz.read_tally()) == PAGE, "python benches/fuzz.py --report"


def test_the_table_of_soaks_is_that_of_their_rows():
    told = "PYTHONPATH=tests python -m soak --report"
    assert report.with_table(PAGE, report.read_rows()) == PAGE, told


def test_every_part_of_a_soak_is_described():
    killed = PAGE.partition("## Killed at random")[2].partition("\n## ")[0]
    described = re.findall(r"^\| ([\w, -]+) \| [^0-9|]", killed, re.M)
    assert ", ".join(part for part in described if part != "part").split(", ") == list(PARTS)
    # Once all games took turns in one part.
    assert {row["part"] for row in report.read_rows()} <= {"games", *PARTS}


def test_every_target_is_described():
    attacked = PAGE.partition("## Attacked with any bytes")[2].partition("\n## ")[0]
    described = re.findall(r"^\| `([\w.]+)` \| [^0-9|]", attacked, re.M)
    assert sorted(described) == sorted(fuzz.targets())


def test_targets_of_the_tally_exist():
    rows = fuzz.read_tally()
    assert rows
    for row in rows:
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", row.date), row
        assert row.target in fuzz.targets(), row
        assert row.runs > 0, row
        assert row.seconds > 0, row
        assert row.findings >= 0, row
    assert len({(row.date, row.target) for row in rows}) == len(rows)


def test_runs_of_a_day_are_added_up(tmp_path, monkeypatch):
    monkeypatch.setattr(fuzz, "TALLY", tmp_path / "fuzz.tsv")
    first, second, *_ = fuzz.targets()
    for row in (
        fuzz.Row("2024-05-02", second, 10, 2, 0),
        fuzz.Row("2024-05-02", first, 5, 1, 1),
        fuzz.Row("2024-05-01", second, 1, 1, 0),
        fuzz.Row("2024-05-02", second, 30, 3, 1),
    ):
        fuzz.add(row)
    assert fuzz.read_tally() == [
        fuzz.Row("2024-05-01", second, 1, 1, 0),
        fuzz.Row("2024-05-02", first, 5, 1, 1),
        fuzz.Row("2024-05-02", second, 40, 5, 1),
    ]
    assert f"| `{second}` | 41 | 0.00 | 7 | 1 |" in fuzz.table(fuzz.read_tally())
    assert "| **all** | 46 | 0.00 | 7 | 2 |" in fuzz.table(fuzz.read_tally())


def test_soaks_are_added_up_part_by_part(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "ROWS", tmp_path / "soak.tsv")
    report.add(report.ROWS, [("2024-05-01", "web", "1.5", "7", "2", "998", "3", "0")])
    report.add(
        report.ROWS,
        [
            ("2024-05-02", "games", "0.2", "8", "10", "20", "0", "0"),
            ("2024-05-02", "web", "61.0", "8", "0", "2", "4", "1"),
        ],
    )
    assert report.table(report.read_rows()).splitlines()[2:] == [
        "| web | 62.5 | 2 | 1,000 | 7 | 1 |",
        "| games | 0.2 | 10 | 20 | – | – |",
        "| **all** | 62.7 | 12 | 1,020 | 7 | 1 |",
    ]


@pytest.mark.parametrize("module", [fuzz, report])
def test_a_page_without_a_place_for_the_table_is_refused(module):
    with pytest.raises(SystemExit, match="has no place"):
        module.with_table("# Trust\n", [])


@pytest.mark.parametrize("place", ["rust/fuzz/dictionary", "tests/fuzz/dictionary"])
def test_dictionaries_can_be_read(place):
    """In the form that libFuzzer reads: a name and a text with escapes."""
    lines = (ROOT / place).read_text(encoding="ascii").splitlines()
    words = [line for line in lines if line and not line.startswith("#")]
    names = []
    for line in words:
        found = re.fullmatch(r'(\w+)="((?:[^"\\]|\\\\|\\"|\\x[0-9a-f]{2})+)"', line)
        assert found, line
        names.append(found[1])
    assert len(set(names)) == len(names) >= 20
