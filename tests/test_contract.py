"""Positions and actions as Python values."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest

import amduat


def test_positions_are_immutable(game):
    position = amduat.start(game)
    for name in ("game", "players", "current_player", "new_attribute"):
        with pytest.raises(AttributeError):
            setattr(position, name, 1)
    assert copy.copy(position) is position
    assert copy.deepcopy(position) is position


def test_actions_are_values(game):
    first, second = amduat.start(game).legal_actions()[:2]
    assert first < second <= second
    assert second > first
    assert first != second
    assert first != str(first)
    assert len({first, amduat.Action(game, str(first)), second}) == 2
    assert eval(repr(first), {"amduat": amduat}) == first
    assert first.game == game
    assert copy.deepcopy(first) is first
    with pytest.raises(AttributeError):
        first.index = 3  # type: ignore[misc]


def test_positions_are_compared_by_content(game):
    position = amduat.start(game)
    assert position == amduat.start(game)
    assert position != position.apply(position.legal_actions()[0])
    assert position != str(position)
    assert {position: 1}[amduat.parse(game, str(position))] == 1
    with pytest.raises(TypeError):
        position < position  # type: ignore[operator]  # noqa: B015


def test_unusual_dice_are_part_of_the_identity():
    usual = amduat.start("pharao")
    rare = amduat.start("pharao", other_die=[0, 0, 0, 0, 1, 2])
    # The same rolls and the same moves, but other chances.
    assert rare.legal_actions() == usual.legal_actions()
    assert rare != usual
    assert rare.chance_outcomes() != usual.chance_outcomes()
    assert len({rare, usual, *(amduat.parse("pharao", str(same)) for same in (rare, usual))}) == 2
    assert repr(rare) == f"amduat.parse('pharao', '{rare}')"
    for same in (
        amduat.parse("pharao", str(rare)),
        eval(repr(rare), {"amduat": amduat}),
        pickle.loads(pickle.dumps(rare)),
        copy.copy(rare),
        copy.deepcopy(rare),
    ):
        assert same == rare
        assert hash(same) == hash(rare)
        assert str(same) == str(rare)
        assert same.chance_outcomes() == rare.chance_outcomes()
    # Also in the middle of a turn, where the same numbers were rolled.
    assert rare.apply("=3,1") != usual.apply("=3,1")
    assert str(rare.apply("=3,1")) == f"{usual.apply('=3,1')} {str(rare).split()[-1]}"


def test_constants():
    assert (amduat.CHANCE, amduat.OVER) == (-1, -4)
    assert amduat.__version__.count(".") == 2


def test_player_names(game):
    position = amduat.start(game)
    names = {position.player_name(player) for player in range(position.players)}
    assert len(names) == position.players
    with pytest.raises(amduat.AmduatError, match="player"):
        position.player_name(position.players)


def test_import_loads_no_third_party_module():
    script = (
        "import sys; before = set(sys.modules); import amduat; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert loaded == {"amduat"}
