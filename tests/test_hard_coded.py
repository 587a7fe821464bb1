"""The list of games is written down once: in the registry.

A game's name as a text of its own is a sign of a table that somebody would have to remember when a
game is added. The places that may name one, and why, are listed here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import amduat
from support import ROOT

#: Where a game may be named, and why. `{game}` stands for the module name of any game.
ALLOWED = {
    "python/amduat/ramses.py": "is about this game",
    "python/amduat/pharao.py": "is about this game",
    "python/amduat/__init__.py": "exports the modules amduat.ramses and amduat.pharao",
    "python/amduat/boards/{game}.py": "draws this game",
    "rust/core/src/games/{game}/": "is this game",
    "rust/core/src/games/mod.rs": "is the registry",
    "rust/solve/": "solves RAMSES",
    "tests/flow.py": "leads RAMSES into a circle, for tests of repetition",
    "tests/smoke.py": "checks a number known for RAMSES, its solution, and a table of PHARAO",
    "tests/twins/{game}.py": "is the twin of this game",
}

PLACES = [
    place.format(game=game.replace("-", "_"))
    for place in ALLOWED
    for game in (amduat.GAMES if "{game}" in place else [""])
]

#: A text of Rust, and what hides one from view: a comment, or a character that is a quote.
RUST = re.compile(r"""//[^\n]*|'"'|'\\"'|"(?:[^"\\]|\\.)*\"""")


def sources() -> Iterator[Path]:
    """The files in which no game is to be named."""
    yield from ROOT.glob("python/**/*.py")
    yield from ROOT.glob("benches/*.py")
    for path in ROOT.glob("tests/**/*.py"):
        if not path.name.startswith("test_"):
            yield path
    yield from ROOT.glob("rust/*/src/**/*.rs")


def texts(source: str, suffix: str) -> Iterator[tuple[int, str]]:
    """The literal texts of a source, each with its line."""
    if suffix == ".py":
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value
        return
    # The tests of a module stand at its end.
    source = source.partition("#[cfg(test)]")[0]
    for match in RUST.finditer(source):
        if match[0].startswith('"'):
            yield source.count("\n", 0, match.start()) + 1, match[0][1:-1]


def test_texts_are_found():
    python = 'a = {"isis": 1}\n"""An example: amduat.start("isis")."""\n'
    assert (1, "isis") in texts(python, ".py")
    assert not any(text == "isis" for line, text in texts(python, ".py") if line > 1)
    rust = '/// start("isis")\nlet a = "isis";\nlet quote = \'"\'; // "isis"\n#[cfg(test)]\n"isis"'
    assert list(texts(rust, ".rs")) == [(2, "isis")]


def test_places_exist():
    for place in PLACES:
        assert (ROOT / place).exists() or place == "rust/solve/", f"{place} need not be allowed"


@pytest.mark.parametrize("path", sorted(sources()), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_named(path):
    name = path.relative_to(ROOT).as_posix()
    if any(name == place or (place.endswith("/") and name.startswith(place)) for place in PLACES):
        return
    found = [
        f"{name}:{line}: {text!r}"
        for line, text in texts(path.read_text(encoding="utf-8"), path.suffix)
        if text in amduat.GAMES
    ]
    assert found == [], "take it from the registry, or from data that the recipe names"


def test_no_table_in_the_schema():
    schema = (ROOT / "python/amduat/data/record.schema.json").read_text(encoding="utf-8")
    assert not [game for game in amduat.GAMES if f'"{game}"' in schema]
