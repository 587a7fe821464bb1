"""Reading positions and actions from outside."""

from __future__ import annotations

import pickle

import pytest

import amduat
from support import data_lines


def test_invalid_positions(game):
    """Each refused text with its exact message: `text | message` in the data file."""
    for text, message in data_lines(game, "invalid.txt"):
        with pytest.raises(amduat.PositionError) as caught:
            amduat.parse(game, text)
        assert str(caught.value) == f"{game} position: {message}", text


def test_hostile_texts(game):
    for text in ("", " ", "\0", "é" * 5000, "9" * 100_000, "-" * 300, "\udcff", "1" + " 1" * 10**6):
        with pytest.raises(amduat.PositionError) as caught:
            amduat.parse(game, text)
        assert len(str(caught.value)) < 600
        with pytest.raises(amduat.ActionError) as caught_action:
            amduat.Action(game, text)
        assert len(str(caught_action.value)) < 600


def test_errors_carry_their_parts(game):
    with pytest.raises(amduat.PositionError) as caught:
        amduat.parse(game, "nonsense")
    error = caught.value
    assert isinstance(error, amduat.AmduatError)
    assert isinstance(error, ValueError)
    assert (error.field, error.input) == ("position", "nonsense")
    assert error.reason
    assert error.reason in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.field, again.input) == (str(error), error.field, error.input)


def test_illegal_and_foreign_actions(game):
    position = amduat.start(game)
    before = str(position)
    with pytest.raises(amduat.ActionError):
        position.apply("nonsense")
    with pytest.raises(TypeError, match="an action is an Action or its text, not int"):
        position.apply(3)  # type: ignore[arg-type]
    legal = set(position.legal_actions())
    for index in range(position.num_actions):
        try:
            action = amduat.Action.from_index(game, index)
        except amduat.ActionError:
            continue
        if action not in legal:
            with pytest.raises(amduat.IllegalActionError, match="is not legal in"):
                position.apply(action)
            for call in (position.path, position.walks):
                with pytest.raises(amduat.IllegalActionError):
                    call(action)
            break
    for other in amduat.GAMES:
        if other != game:
            foreign = amduat.start(other).legal_actions()[0]
            assert not position.is_legal(foreign)
            with pytest.raises(amduat.IllegalActionError, match=f"is an action of {other}"):
                position.apply(foreign)
    assert str(position) == before


def test_indices_out_of_range(game):
    for index in (-1, amduat.info(game).num_actions, 10**30):
        with pytest.raises(amduat.AmduatError, match="index"):
            amduat.Action.from_index(game, index)
