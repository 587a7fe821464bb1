"""All games have the same plan of files, and what is fast says what it equals."""

from __future__ import annotations

import re

import pytest

import amduat
from support import ROOT

CORE = ROOT / "rust/core/src"
FILES = {
    "mod",
    "board",
    "position",
    "action",
    "rules",
    "possible",
    "text",
    "describe",
    "evaluate",
    "observe",
}


def folder(game: str):
    return CORE / "games" / game.replace("-", "_")


def test_every_game_has_the_same_files(game):
    found = {path.stem for path in folder(game).glob("*.rs")}
    assert found == FILES
    # A file may have a folder of its own name for what does not fit on its page, beside `fast`.
    folders = {path.name for path in folder(game).iterdir() if path.is_dir()}
    assert "fast" in folders
    assert folders - {"fast"} <= FILES


def test_every_folder_in_games_is_a_game():
    folders = {path.name for path in (CORE / "games").iterdir() if path.is_dir()}
    assert folders == {game.replace("-", "_") for game in amduat.GAMES}


def test_actions_and_positions_have_the_same_names_everywhere(game):
    for name, kind in (("action", "Action"), ("position", "Position")):
        source = (folder(game) / f"{name}.rs").read_text(encoding="utf-8")
        assert re.search(rf"^pub (struct|enum) {kind}\b", source, re.MULTILINE), name


def test_what_is_fast_names_what_it_equals_and_a_test_that_exists(game):
    tests = {
        name
        for path in (ROOT / "rust/core").rglob("*.rs")
        for name in re.findall(r"#\[test\]\s+fn (\w+)", path.read_text(encoding="utf-8"))
    }
    files = sorted((folder(game) / "fast").rglob("*.rs"))
    assert files
    for path in files:
        head = re.match(r"(?://!.*\n)+", path.read_text(encoding="utf-8"))
        assert head, path
        text = re.sub(r"\n//! ?", " ", head.group())
        assert "Equals: " in text, path
        proof = re.search(r"Proved by: (.*)", text)
        assert proof, path
        named = re.findall(r"`(\w+)`", proof.group(1))
        assert named, path
        assert set(named) <= tests, f"{path}: {set(named) - tests}"


@pytest.mark.parametrize(
    "name",
    ["games", "walk", "count.rs", "describe.rs", "evaluate.rs", "game.rs", "observe.rs"],
)
def test_the_rules_do_not_import_what_is_done_with_them(name):
    path = CORE / name
    sources = path.rglob("*.rs") if path.is_dir() else [path]
    for source in sources:
        code = source.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
        uses = re.findall(r"\b(?:crate|amduat)::(search|perft|playout|learn|conformance)\b", code)
        assert not uses, f"{source} imports {uses}"


def test_no_two_types_of_the_core_share_a_name():
    """Apart from what every game has, each name stands for one thing."""
    common = {
        "Action",
        "Position",
        "Move",
        "Side",
        "EndRule",
        "WalkMemory",
        "Mobility",
        "Shifts",
        "Board",
    }
    seen: dict[str, list[str]] = {}
    for crate in ("core", "solve"):
        for path in (ROOT / "rust" / crate / "src").rglob("*.rs"):
            code = path.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
            for name in re.findall(
                r"^(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait) (\w+)", code, re.M
            ):
                seen.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert len(seen) > 80
    twice = {name: where for name, where in seen.items() if len(where) > 1 and name not in common}
    assert not twice
