"""The command line: data on standard output, messages on standard error, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import amduat
from support import data_lines, run, variants

START = "2,3,4,5@10 19,20,21,22@10 L own !"
ISIS = "- -,- 1 - first"


def test_perft():
    done = run("perft", "ramses", "-d", "3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "386\n", "")
    # Several threads have something to do only from depth 5 on.
    assert run("perft", "ramses", "-d", "6", "-p", START, "--threads", "2").stdout == "544278\n"
    assert run("perft", "ramses", "-d", "0").stdout == "1\n"
    merged = run("perft", "ramses", "-d", "6", "--merge", "--memory", "8")
    assert merged.stdout == "544278\n"


def test_divide():
    lines = run("perft", "ramses", "-d", "2", "--divide").stdout.splitlines()
    assert lines[-1] == "38"
    parts = dict(line.split() for line in lines[:-1])
    assert parts == {a: str(n) for a, n in amduat.divide(amduat.start("ramses"), 2).items()}


def test_positions():
    lines = run("positions", "isis", "-d", "4").stdout.splitlines()
    assert [line.split() for line in lines] == [
        ["ply", "positions", "lines"],
        *(
            [str(ply), *map(str, row)]
            for ply, row in enumerate(amduat.distinct(amduat.start("isis"), 4))
        ),
    ]


def table(tmp_path, *rows):
    file = tmp_path / "table.txt"
    file.write_text("# counts\n\n" + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return str(file)


def test_tables_are_recounted(tmp_path):
    good = table(tmp_path, f"ramses | {START} | 3 | 386 | -", f"isis | {ISIS} | 5 | 466 | 394")
    done = run("perft", "--check", good)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "ramses 3: 386 lines one by one",
        "isis 5: 466 lines one by one; 394 positions",
        "2 counts, 0 wrong",
    ]
    assert run("perft", "--check", good, "-d", "3").stdout.endswith("\n1 counts, 0 wrong\n")


@pytest.mark.parametrize(("lines", "positions"), [(387, "-"), (386, "1")])
def test_a_wrong_count_is_found(tmp_path, lines, positions):
    done = run("perft", "--check", table(tmp_path, f"ramses | {START} | 3 | {lines} | {positions}"))
    assert done.returncode == 1
    assert "WRONG" in done.stdout
    assert done.stdout.endswith("\n1 counts, 1 wrong\n")


def test_deep_counts_are_recounted_by_first_action(tmp_path):
    done = run("perft", "--check", table(tmp_path, f"isis | {ISIS} | 11 | 1530632102 | -"))
    assert "isis 11: 1530632102 lines by first action" in done.stdout


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("nothing", '"nothing" has 1 parts'),
        ("chess | x | 1 | 1 | -", "chess"),
        (f"ramses | {START} | x | 1 | -", 'depth "x": expected a number'),
        (f"ramses | {START} | 1 | -3 | -", 'lines "-3": expected a number'),
        (f"ramses | {START} | 1 | {'9' * 50} | -", "expected a number"),
        (f"ramses | {START} | 1 | 6 | ?", 'positions "?": expected a number'),
        (f"ramses | {START} | 999 | 6 | -", 'depth "999": must be from 0 to 250'),
        ("# nothing", "has no counts"),
    ],
)
def test_bad_tables(tmp_path, row, message):
    done = run("perft", "--check", table(tmp_path, row))
    assert done.returncode == 2
    assert message in done.stderr


def test_checks_and_counts_do_not_mix(tmp_path):
    file = table(tmp_path, f"ramses | {START} | 1 | 6 | -")
    done = run("perft", "ramses", "--check", file)
    assert (done.returncode, "--check has its own games" in done.stderr) == (2, True)


def test_perft_json():
    data = json.loads(run("perft", "ramses", "-d", "2", "--divide", "--json").stdout)
    assert data == {
        "game": "ramses",
        "position": START,
        "depth": 2,
        "perft": 38,
        "divide": amduat.divide(amduat.start("ramses"), 2),
    }


def test_moves(game):
    position = amduat.start(game)
    lines = run("moves", game).stdout.splitlines()
    assert lines
    assert [line.split()[0] for line in lines] == [str(a) for a in position.legal_actions()]
    data = json.loads(run("moves", game, "--json").stdout)
    assert data["position"] == str(position)
    assert [entry["index"] for entry in data["actions"]] == [
        action.index for action in position.legal_actions()
    ]
    if position.is_chance:
        assert sum(entry["probability"] for entry in data["actions"]) == pytest.approx(1)


def test_options(game):
    for options in variants(game):
        given = [
            part for name, value in options.items() for part in ("-o", f"{name}={value}".lower())
        ]
        data = json.loads(run("moves", game, "--json", *given).stdout)
        assert data["position"] == str(amduat.start(game, **options))


def test_show(game):
    done = run("show", game)
    assert done.returncode == 0
    assert str(amduat.start(game)) in done.stdout
    assert amduat.start(game).describe() in done.stdout
    assert "\x1b" not in done.stdout
    plain = run("show", game, PYTHONIOENCODING="ascii")
    assert plain.returncode == 0
    assert plain.stdout.isascii()
    assert not done.stdout.isascii()
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_show_positions_of_the_table(game):
    """Every position of the perft table can be drawn, in the terminal and as SVG."""
    from amduat import svg
    from amduat.cli import picture as terminal

    table = data_lines(game, "perft.txt")
    assert len(table) >= 100
    for text, _ in table:
        position = amduat.parse(game, text)
        for hidden in (True, False):
            picture = svg.draw(position, hidden=hidden)
            root = ElementTree.fromstring(picture)
            assert root.tag.endswith("svg")
            for unicode in (True, False):
                drawn = terminal.board(position, unicode=unicode, hidden=hidden).plain
                assert drawn.isascii() or unicode
        assert position._repr_svg_() == svg.draw(position)


def test_svg(tmp_path: Path):
    file = tmp_path / "board.svg"
    assert run("show", "ramses", "--svg", str(file)).returncode == 0
    text = file.read_text(encoding="utf-8")
    assert text == run("show", "ramses", "--svg", "-").stdout
    assert text.count("<circle") == 8 + 16  # stones, and the places of the long fields
    assert list(tmp_path.iterdir()) == [file]
    missing = run("show", "ramses", "--svg", str(tmp_path / "no" / "board.svg"))
    assert missing.returncode == 2
    assert "No such file" in missing.stderr
    assert "Traceback" not in missing.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("perft", "chess", "-d", "1"), "chess"),
        (("perft", "ramses"), "--depth"),
        (("perft", "ramses", "-d", "-1"), 'depth "-1": must be from 0 to 250'),
        (("perft", "ramses", "-d", "9999999999999999999999"), "must be from 0 to 250"),
        (("perft", "ramses", "-d", "x"), "x"),
        (("perft", "ramses", "-d", "1", "--threads", "0"), 'threads "0": must be from 1 to 1024'),
        (
            ("moves", "ramses", "-p", "2,3,4"),
            'ramses position: position "2,3,4": expected 5 fields',
        ),
        (("moves", "ramses", "-p", START.replace("2,3", "3,3")), "3 is named twice"),
        (("moves", "ramses", "-o", "first"), "expected NAME=VALUE"),
        (("moves", "ramses", "-o", "first=red"), 'ramses option: first "red": expected `light`'),
        (("moves", "ramses", "-o", "who=me"), 'ramses option: name "who": no such option'),
        (("moves", "ramses", "-o", "first=dark", "-o", "first=dark"), "given twice"),
        (("moves", "ramses", "-o", "first=dark", "-p", START), "cannot go with --position"),
        (("perft", b"\xff\xfe", "-d", "1"), "Invalid value for 'GAME'"),
        (("moves", "ramses", "-p", b"\xff\xfe"), "ramses position: position"),
        (("moves", "ramses", "-o", b"\xff=1"), "no such option"),
        (("nonsense",), "nonsense"),
        (("play", "ramses", "--time-limit", "nan"), "'nan' is not a number of seconds"),
        (("match", "isis", "--time-limit", "inf"), "'inf' is not a number of seconds"),
        (("match", "isis", "--time-limit", "0"), "0.0 is not in the range x>0"),
        (("play", "ramses", "--max-turns", "9" * 44), "is not in the range 1<=x<=1000000000"),
        (("play", "ramses", "--seed", "1" * 40), "is not in the range"),
        (("match", "isis", "-n", "x"), "'x' is not a whole number"),
        (("best", "ramses", "--seed", "-1"), "-1 is not in the range 0<=x<=18446744073709551615"),
        (("best", "ramses", "--seconds", "nan"), 'seconds "NaN": must be zero or more'),
        (("show", "ramses", "--svg", ""), "the name of the file is empty"),
        (("perft", "ramses", "-d", "1", "--checkpoint", ""), "the name is empty"),
        (("solve", "pharao", "--out", ""), "the name is empty"),
        (("solve", "pharao", "--out", __file__), "is not a folder"),
        (("perft", "ramses", "-d", "1", "--dask", "http://127.0.0.1:1"), "expected an address"),
    ],
)
def test_bad_input(arguments, message):
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_help_and_version():
    assert run("--version").stdout == f"amduat, version {amduat.__version__}\n"
    for command in ((), ("perft",), ("moves",), ("show",)):
        done = run(*command, "--help")
        assert done.returncode == 0
        assert "Usage: amduat" in done.stdout
        assert "Example:" in done.stdout or "Try:" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_closed_pipe():
    script = (
        f'"{sys.executable}" -m amduat moves ramses --json | head -n 1; exit ${{PIPESTATUS[0]}}'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "{\n"
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    # Whether the reader has gone before all is written is a matter of luck.
    assert done.returncode in (0, 141)


def test_what_is_quoted_does_not_fill_the_screen():
    done = run("show", "x" * 20_000)
    assert done.returncode == 2
    assert 1000 < len(done.stderr) < 2500
    assert " … " in done.stderr
    assert "isis" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_named():
    done = run("show", "ramses", "--svg", "/dev/full")
    assert done.returncode == 2
    assert "No space left on device: '/dev/full'" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes as elsewhere")
@pytest.mark.parametrize(
    "arguments", ["moves ramses --json", "show isis", "rules ramses all", "best ramses --nodes 99"]
)
def test_nobody_reads(arguments):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "amduat", *arguments.split()]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")
