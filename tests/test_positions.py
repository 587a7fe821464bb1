"""Reading positions and actions from outside."""

from __future__ import annotations

import pickle

import pytest

import amduat
from support import all_actions, data_lines


def test_invalid_positions(game):
    """Each refused text with its exact message: `text | message` in the data file."""
    lines = data_lines(game, "invalid.txt")
    assert len(lines) >= 20
    for text, message in lines:
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


def test_texts_that_are_too_long(game):
    for text in ("1," * 200, "a1 " * 1000, "x" * 257):
        reason = f"is {len(text)} bytes long, the longest possible is 256"
        with pytest.raises(amduat.PositionError) as caught:
            amduat.parse(game, text)
        assert caught.value.reason == reason
        with pytest.raises(amduat.ActionError) as caught_action:
            amduat.Action(game, text)
        assert caught_action.value.reason == reason
    with pytest.raises(amduat.PositionError, match="expected 5 fields"):
        amduat.parse(game, "x" * 256)


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
    assert position.is_legal("nonsense") is False
    with pytest.raises(TypeError, match="an action is an Action or its text, not int"):
        position.is_legal(3)  # type: ignore[arg-type]
    illegal = next(a for a in all_actions(game) if a not in set(position.legal_actions()))
    assert not position.is_legal(illegal)
    for call in (position.apply, position.path, position.walks):
        with pytest.raises(amduat.IllegalActionError) as caught:
            call(illegal)
        assert caught.value.reason
        assert str(caught.value) == f'{game}: action "{illegal}": {caught.value.reason}'
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
