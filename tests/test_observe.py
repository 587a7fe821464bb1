"""Observations tell all that the rules ask for, and nothing that only the order of players says."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import amduat
from amduat import learn
from support import all_variants, name_of, random_action, random_game

#: Two starts that differ only in who plays which side.
TURNED: dict[str, list[amduat.Position]] = {
    "ramses": [
        amduat.start("ramses"),
        amduat.start("ramses", first="dark", top="dark"),
    ],
    "pharao": [
        amduat.start("pharao"),
        amduat.parse("pharao", "b3,c3,d3,e3 a1,a2,b1,c1 U roll -"),
    ],
}


def turned(game: str, options: dict[str, Any]) -> list[amduat.Position]:
    """Starts that look the same to whoever begins."""
    if game in TURNED:
        return TURNED[game]
    players = options["players"]
    return [amduat.start(game, **options, first=first + 1) for first in range(players)]


def future(position: amduat.Position) -> tuple[object, ...]:
    """What must be the same where observations are."""
    viewer = position.turn_owner or 0
    chances = {action.index: chance for action, chance in position.chance_outcomes()}
    after = [
        (action.index, chances.get(action.index), learn.observe(next_, seat=viewer).tobytes())
        for action in position.legal_actions()
        for next_ in [position.apply(action)]
    ]
    return position.is_chance, position.is_over, tuple(after)


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_the_order_of_players_cannot_be_seen(game, options):
    for seed in range(3):
        dice = random.Random(seed)
        positions = turned(game, options)
        for _ in range(150):
            views = {learn.observe(position).tobytes() for position in positions}
            assert len(views) == 1
            if positions[0].is_over:
                break
            assert len({learn.mask(position).tobytes() for position in positions}) == 1
            action = random_action(positions[0], dice)
            positions = [position.apply(action) for position in positions]
        # Seat by seat, also where nobody is to move, and in the end with the results.
        for first, position in enumerate(positions):
            for seat in range(position.players):
                shifted = learn.observe(position, seat=(seat + first) % position.players)
                assert (shifted == learn.observe(positions[0], seat=seat)).all()
                assert positions[0].returns()[seat] == pytest.approx(
                    position.returns()[(seat + first) % position.players]
                )


def changed(text: str, dice: random.Random) -> str:
    """A text with one sign changed, added or left out."""
    place = dice.randrange(len(text))
    sign = dice.choice(text + "0123456789LU!-?+,")
    return (
        dice.choice([text[:place] + sign, text[:place], text[: place + 1] + sign])
        + text[place + 1 :]
    )


def test_every_detail_of_a_position_can_be_seen(game):
    """Positions that differ a little look different, unless nothing follows from the difference."""
    dice = random.Random(5)
    texts: list[str] = []
    for _, options in [variant for variant in all_variants() if variant[0] == game]:
        texts += [
            str(position) for position in random_game(amduat.start(game, **options), dice, 200)
        ]
    known: dict[bytes, tuple[str, tuple[object, ...]]] = {}
    found = 0
    for _ in range(40_000):
        try:
            position = amduat.parse(game, changed(dice.choice(texts), dice))
        except amduat.PositionError:
            continue
        found += 1
        seen = learn.observe(position).tobytes()
        text, expected = known.setdefault(seen, (str(position), future(position)))
        if text != str(position):
            assert future(position) == expected, f"{position} looks like {text}"
    assert found > 1000
    assert len(known) > found / 4


def test_parts_have_names(game):
    info = amduat.info(game)
    (length,) = info.observation_shape
    assert info.observation_version == 1
    position = list(random_game(amduat.start(game), random.Random(2), 30))[-1]
    observation = learn.observe(position)
    assert observation.shape == info.observation_shape
    assert observation.dtype == np.float32
    assert (observation >= 0).all()
    assert (observation <= 1).all()
    parts = learn.views(game, observation)
    assert sum(part.size for part in parts.values()) == length
    assert np.shares_memory(parts["turn"], observation)
    assert parts["turn"].tolist()[0] == 1
    assert list(parts) == list(info.observation_slices)
    assert all(part.help for part in info.observation_slices.values())
    rows = learn.views(game, np.stack([observation, observation]))
    assert (rows["turn"][1] == parts["turn"]).all()


def test_masks_show_the_legal_actions(game):
    for position in random_game(amduat.start(game), random.Random(3), 60):
        mask = learn.mask(position)
        assert mask.shape == (position.num_actions,)
        legal = [] if position.is_chance else [action.index for action in position.legal_actions()]
        assert np.flatnonzero(mask).tolist() == legal


def test_seats_are_checked(game):
    position = amduat.start(game)
    for wrong in (-1, 2, 10**30):
        with pytest.raises(amduat.AmduatError, match="must be from 0 to 1") as caught:
            learn.observe(position, seat=wrong)
        assert caught.value.field == "seat"
    with pytest.raises(TypeError):
        learn.observe(position, seat="x")
    with pytest.raises(amduat.AmduatError, match="no such game"):
        learn.symmetries("chess")


def test_symmetries_are_permutations(game):
    info = amduat.info(game)
    for symmetry in learn.symmetries(game):
        assert sorted(symmetry.observation) == list(range(*info.observation_shape))
        assert sorted(symmetry.actions) == list(range(info.num_actions))
        position = list(random_game(amduat.start(game), random.Random(4), 20))[-1]
        image = learn.observe(position)[symmetry.observation]
        assert image.sum() == learn.observe(position).sum()
        assert (image != learn.observe(position)).any()
