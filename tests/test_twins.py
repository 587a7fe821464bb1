"""The engine and the slow twin of each game, side by side over random play."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import amduat
from support import all_variants, data_lines, name_of, random_game, twin, variants

ALPHABET = "0123456789,@-+^/*.:=!?ABCDLUPfrxabcdefghij ownotherflpu\n"


def compare(position: amduat.Position) -> None:
    slow = twin(position.game)
    text = str(position)
    slow.check(text)
    assert position.players == slow.players(text)
    assert position.current_player == slow.turn(text), text
    assert sorted(map(str, position.legal_actions())) == slow.actions(text), text
    assert position.returns() == pytest.approx(slow.returns(text)), text
    for action in position.legal_actions():
        assert str(position.apply(action)) == slow.apply(text, str(action)), (text, str(action))
    for action, chance in position.chance_outcomes():
        assert Fraction(chance).limit_denominator(1000) == slow.probability(text, str(action))


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_random_play(game, options):
    dice = random.Random(f"twin {game} {options}")
    start = amduat.start(game, **options)
    assert str(start) == twin(game).start(**options)
    budget = 400 // len(all_variants()) + 25
    while budget > 0:
        for position in random_game(start, dice, 200):
            if dice.random() < 0.1 or position.is_over:
                compare(position)
                budget -= 1


@pytest.mark.parametrize("options", variants("uraeus"), ids=name_of)
def test_whole_games_of_uraeus(options):
    """Random games reach the tail only after thousands of turns, so one is played to its end."""
    dice = random.Random(f"whole {options}")
    start = amduat.start("uraeus", **options)
    position, compared = start, 0
    for position in random_game(start, dice, 200_000):
        if dice.random() < 0.01 or position.is_over:
            compare(position)
            compared += 1
    assert position.is_over
    assert compared > 10


def test_unusual_dice_of_pharao():
    dice = "dice=0,0,1,2,3,4/0,0,0,0,1,2"
    position = amduat.start("pharao", other_die="0,0,0,0,1,2")
    positions = list(random_game(position, random.Random("unusual dice"), 60))
    assert len(positions) > 20
    for following in positions:
        assert str(following).endswith(f" {dice}")
        compare(following)


def test_positions_of_the_perft_table(game):
    positions = [amduat.parse(game, text) for text, _ in data_lines(game, "perft.txt")[::3]]
    assert len(positions) > 30
    for position in positions:
        compare(position)


def test_same_texts_are_accepted(game):
    """Texts that are nearly right: both readers refuse the same ones, and nothing breaks."""
    dice = random.Random(f"mutations {game}")
    slow = twin(game)
    texts = [text for text, _ in data_lines(game, "perft.txt")]
    accepted = 0
    for _ in range(20_000):
        text = mutate(dice.choice(texts), dice.choice(texts), dice)
        try:
            slow.check(text)
        except ValueError:
            with pytest.raises(amduat.PositionError):
                amduat.parse(game, text)
        else:
            assert str(amduat.parse(game, text)) == text
            accepted += 1
    assert accepted > 100


def mutate(text: str, other: str, dice: random.Random) -> str:
    """Changes a character, or takes fields or list items from another position."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        kind = dice.randrange(5)
        at = dice.randrange(len(text) + 1)
        if kind == 0:
            text = text[:at] + dice.choice(ALPHABET) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + dice.choice(ALPHABET) + text[at + 1 :]
        else:
            fields, others = text.split(" "), other.split(" ")
            nth = dice.randrange(min(len(fields), len(others)))
            if kind == 3:
                fields[nth] = others[nth]
            else:
                items, more = fields[nth].split(","), others[nth].split(",")
                items[dice.randrange(len(items))] = dice.choice(more)
                fields[nth] = ",".join(items)
            text = " ".join(fields)
    return text
