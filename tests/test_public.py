"""What `import amduat` offers, and that names mean the same wherever they occur."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import amduat
from support import all_variants, data_lines, name_of, random_game


def fresh(script: str) -> str:
    """What a script prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_everything_public_is_there():
    for name in amduat.__all__:
        assert getattr(amduat, name) is not None, name
        assert name in dir(amduat)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = amduat.nonsense


@pytest.mark.parametrize(
    "call",
    [
        "amduat.svg.draw(amduat.start('ramses'))[:4]",
        "amduat.bots.make_bot('random').name",
        "amduat.record.FORMAT",
        "amduat.engine.Engine.__name__",
        "amduat.players.play_out.__name__",
        "amduat.standings.wilson(1, 2) and 1",
        "amduat.board('ramses').width",
        "amduat.boards.board('isis').width",
        "amduat.estimate(amduat.start('isis')) and 1",
        "amduat.Turn.__name__, amduat.Result.__name__, amduat.Layout.__name__",
    ],
)
def test_modules_are_imported_when_they_are_used(call):
    assert fresh(f"import amduat; print({call})")


def test_nothing_is_imported_before_it_is_used():
    loaded = fresh(
        "import sys, amduat; print(*(name for name in sys.modules if name.startswith('amduat')))"
    )
    assert set(loaded.split()) == {
        "amduat",
        "amduat._core",
        "amduat.counting",
        "amduat.errors",
        "amduat.ramses",
        "amduat.searching",
        "amduat.walk",
    }


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_boards_have_a_spot_for_every_piece(game, options):
    layout = amduat.board(game)
    names = {cell.name for cell in layout.cells}
    for position in random_game(amduat.start(game, **options), random.Random(4), 300):
        for field, _ in position.pieces():
            assert field in layout.spots
            assert field.partition("@")[0] in names
        for action in position.legal_actions():
            for field in (action.source, action.target):
                assert field is None or field in layout.spots, action


def test_boards_are_data(game):
    layout = amduat.board(game)
    assert layout is amduat.board(game)
    data = json.loads(json.dumps(layout.as_dict()))
    assert data["cells"][0]["name"] == layout.cells[0].name
    assert [tuple(spot) for spot in next(iter(data["spots"].values()))] == list(
        next(iter(layout.spots.values()))
    )
    assert len({cell.name for cell in layout.cells}) == len(layout.cells)
    for cell in layout.cells:
        assert cell.label.startswith(cell.name)
        assert 0 <= cell.x <= cell.x + cell.width <= layout.width + 1e-9
        assert 0 <= cell.y <= cell.y + cell.height <= layout.height + 1e-9
        assert cell.kind in amduat.svg.GROUNDS
        assert cell.mark in {"", *amduat.svg.MARKS}
    for spots in layout.spots.values():
        for x, y in spots:
            assert 0 < x < layout.width
            assert 0 < y < layout.height
    for start, end in layout.walls:
        assert start != end
    with pytest.raises(AttributeError):
        layout.width = 3  # type: ignore[misc]


def test_unknown_boards_are_refused():
    with pytest.raises(amduat.AmduatError, match="no such game"):
        amduat.board("chess")


def test_a_page_can_be_drawn_from_the_data(game):
    """Fields, walls and pieces from the layout alone, as a web page would do it."""
    layout = amduat.board(game).as_dict()
    root = ElementTree.Element("svg")
    for cell in layout["cells"]:
        ElementTree.SubElement(root, "rect", {k: str(cell[k]) for k in ("x", "y", "width")})
    text, _ = data_lines(game, "perft.txt")[-1]
    for field, piece in amduat.parse(game, text).pieces():
        x, y = layout["spots"][field][0]
        ElementTree.SubElement(root, "text", {"x": str(x), "y": str(y)}).text = piece
    assert len(root) > len(layout["cells"])


def test_names_mean_the_same_everywhere():
    """`returns` is a method, `values` and `plies` are not, and `actions` are actions."""
    position = amduat.start("ramses")
    playouts = amduat.playouts(position, 10, seed=1)
    found = amduat.search(position, nodes=100)
    game = amduat.Game("ramses", max_turns=2)
    amduat.players.play_out(game, [amduat.bots.make_bot("random", seed) for seed in (1, 2)])
    assert position.returns() == [0, 0]
    for things in (playouts, found, found.choices[0], game.result):
        assert len(things.values) == 2
        assert not hasattr(things, "returns")
    for things in (playouts, found):
        assert things.plies > 0
        assert not hasattr(things, "actions")
    for things in (game, next(iter(game)), game.record()):
        assert all(isinstance(action, amduat.Action) for action in things.actions)
