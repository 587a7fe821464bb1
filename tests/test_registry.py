"""A registered game has everything a game should have."""

from __future__ import annotations

import pytest

import amduat
from amduat.boards import drawing_of
from support import DATA, ROOT, data_lines, twin


def test_the_list_of_games():
    assert amduat.GAMES == ("ramses", "isis", "pharao", "uraeus", "isis-osiris")


def test_folders_and_pages(game):
    assert (ROOT / "rust/core/src/games" / game.replace("-", "_") / "mod.rs").is_file()
    assert (ROOT / "docs" / f"{game}.md").is_file()
    assert f"docs/{game}.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    for name in ("examples.txt", "perft.txt", "start.txt", "invalid.txt", "playthrough.txt"):
        assert (DATA / game / name).is_file(), name
    assert len(data_lines(game, "perft.txt")) >= 100
    assert len(data_lines(game, "invalid.txt")) >= 20
    assert game == twin(game).NAME
    fields = {"ramses": 22, "isis": 51, "pharao": 30, "uraeus": 64, "isis-osiris": 36}
    assert len({cell.label for cell in drawing_of(game).LAYOUT.cells}) == fields[game]


def test_info(game):
    info = amduat.info(game)
    assert info.name == game
    assert info == amduat.info(game)
    assert hash(info) == hash(amduat.info(game))
    assert eval(repr(info), {"amduat": amduat}) == info
    position = amduat.start(game)
    assert position.num_actions == info.num_actions
    assert info.options
    for option in info.options:
        assert amduat.start(game, **{option.name: option.default}) == position
        assert option.help
        assert option.name in repr(option)


def test_unknown_games_are_refused():
    expected = f'game "chess": no such game; there are {", ".join(f"`{g}`" for g in amduat.GAMES)}'
    for call in (
        lambda: amduat.start("chess"),
        lambda: amduat.info("chess"),
        lambda: amduat.parse("chess", "x"),
        lambda: amduat.Action("chess", "x"),
        lambda: amduat.Action.from_index("chess", 0),
    ):
        with pytest.raises(amduat.AmduatError) as caught:
            call()
        assert str(caught.value) == expected


def test_unknown_options_are_refused(game):
    with pytest.raises(amduat.OptionError, match="no such option; there are") as caught:
        amduat.start(game, colour="blue")
    assert caught.value.field == "name"
    assert caught.value.input == "colour"
    for option in amduat.info(game).options:
        assert f"`{option.name}`" in str(caught.value)


def test_bad_option_values_are_refused(game):
    for option in amduat.info(game).options:
        for bad in ("nonsense", -1, 10**40, ["x"], "\udcff"):
            with pytest.raises(amduat.OptionError) as caught:
                amduat.start(game, **{option.name: bad})
            assert caught.value.field == option.name
        with pytest.raises(TypeError):
            amduat.start(game, **{option.name: 1.5})
