"""The rules of each game, as they come with the package, and the names by which games are known."""

from __future__ import annotations

import re

import pytest

import amduat
from amduat.cli.rules import parts, plain
from amduat.pages import page
from support import ROOT, run


def test_the_package_has_the_pages_of_the_documentation(game):
    """Copied by hand: cp docs/GAME.md python/amduat/data/rules/."""
    assert page(game) == (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")


def test_rules(game):
    done = run("rules", game)
    assert (done.returncode, done.stderr) == (0, "")
    for part in parts(page(game)):
        assert f"{part}\n" in done.stdout
    assert "\x1b" not in done.stdout
    for sign in ("```", ">>>", "](", "| ---", "**"):
        assert sign not in done.stdout
    for encoding in ({"PYTHONIOENCODING": "ascii"}, {"TERM": "dumb"}):
        assert run("rules", game, **encoding).stdout.isascii()


def test_one_part_of_the_rules(game):
    done = run("rules", game, "rul")
    assert done.stdout.startswith("Rulings\n")
    assert "Notation" not in done.stdout
    assert "More parts: `the game`, " in done.stdout
    done = run("rules", game, "nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert "There is no part 'nonsense'. The parts are: the game, rulings, " in done.stderr


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_word_of_the_rules_is_broken(game, width):
    words = set(page(game).split())
    stripped = {re.sub(r"[^\w]", "", word) for word in words}
    stripped |= {re.sub(r"[^\w]", "", word) for text in words for word in re.split(r"[\]|(]", text)}
    for line, _ in plain(page(game), width):
        assert len(line) <= width or " " not in line.strip()
        for word in line.split():
            assert re.sub(r"[^\w]", "", word) in stripped, word


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("RAMSES", "ramses"),
        ("Ramses", "ramses"),
        ("URÄUS", "uraeus"),
        ("uräus", "uraeus"),
        ("ura\u0308us", "uraeus"),
        ("Uraeus", "uraeus"),
        ("ISIS", "isis"),
        ("isis osiris", "isis-osiris"),
        ("ISIS & OSIRIS", "isis-osiris"),
        ("isis_osiris", "isis-osiris"),
    ],
)
def test_games_by_any_name(typed, game):
    assert run("moves", typed).stdout == run("moves", game).stdout != ""


@pytest.mark.parametrize(
    "words",
    [
        ("show", "isis", "osiris"),
        ("show", "ISIS", "&", "Osiris"),
        ("moves", "-o", "players=3", "isis", "osiris"),
        ("rules", "isis", "osiris", "rulings"),
        ("best", "isis", "osiris", "--nodes", "10"),
    ],
)
def test_a_game_of_two_words_needs_no_quotes(words):
    quoted = [word for word in words if word.casefold() not in ("isis", "&", "osiris")]
    done = run(*words)
    assert done.returncode == 0, done.stderr
    if words[0] != "best":  # which tells the time it took
        assert done.stdout == run(*quoted[:1], "isis-osiris", *quoted[1:]).stdout
    # Other words are not joined, nor are files.
    assert run("show", "isis", "ramses").returncode == 2
    assert "isis" in run("record", "check", "isis", "osiris").stderr


def test_titles_are_names(game):
    title = amduat.info(game).title
    for command in ("show", "moves", "rules"):
        assert run(command, title).stdout == run(command, game).stdout != ""


def test_no_game():
    done = run("rules", "osiris")
    assert done.returncode == 2
    assert "osiris" in done.stderr
