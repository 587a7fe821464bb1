"""PHARAO: the turn, every ruling, dice and setup as options, endings, and the drawing.

The rulebook gives no examples as text, so these are made from the rules.
"""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction

import pytest

import amduat
from amduat import svg
from amduat.boards import pharao as drawing
from amduat.cli import draw
from support import data_lines, random_game, twin

GAME = "pharao"
START = "a1,a2,b1,c1 b3,c3,d3,e3 L roll -"
DICE = "dice=0,0,1,2,3,4/0,0,0,0,1,2"


def parse(text: str) -> amduat.Position:
    return amduat.parse(GAME, text)


def texts(position: amduat.Position) -> list[str]:
    return [str(action) for action in position.legal_actions()]


def actions(text: str) -> list[str]:
    return texts(parse(text))


def after(text: str, *played: str) -> str:
    position = parse(text)
    for action in played:
        position = position.apply(action)
    return str(position)


def weights(position: amduat.Position) -> dict[str, int]:
    """How many of the 36 pairs of faces give each roll."""
    return {
        str(roll)[1:]: int(Fraction(chance).limit_denominator(36) * 36)
        for roll, chance in position.chance_outcomes()
    }


# --- the turn --------------------------------------------------------------------------------


def test_a_turn_is_a_roll_an_own_part_and_an_other_part():
    position = amduat.start(GAME)
    assert position.is_chance
    assert position.current_player == amduat.CHANCE
    rolled = position.apply("=3,1")
    assert str(rolled) == "a1,a2,b1,c1 b3,c3,d3,e3 L own 3,1"
    assert rolled.current_player == 0
    assert rolled.chance_outcomes() == []
    moved = rolled.apply("c1-f1")
    assert str(moved) == "a1,a2,b1,f1 b3,c3,d3,e3 L other 3,1"
    assert moved.current_player == 0
    assert {text[:2] for text in texts(moved)} == {"b3", "c3", "d3", "e3"}
    passed = moved.apply("e3-f3")
    assert str(passed) == "a1,a2,b1,f1 b3,c3,d3,f3 U roll -"
    assert passed.is_chance
    following = passed.apply("=1,2")
    assert following.current_player == 1
    assert {text[:2] for text in texts(following)} <= {"b3", "c3", "d3", "f3"}


def test_a_part_whose_die_shows_0_is_skipped():
    assert after(START, "=0,1") == "a1,a2,b1,c1 b3,c3,d3,e3 L other 0,1"
    assert after(START, "=1,0", "c1-d1") == "a1,a2,b1,d1 b3,c3,d3,e3 U roll -"


def test_walks_turn_but_use_no_field_twice_and_jump_over_nothing():
    # Two steps from e2, with stones on e1 and f2: round the corner and straight on.
    position = parse("e2 e1,f2 L own 2,0")
    assert texts(position) == ["e2-c2", "e2-d1", "e2-d3", "e2-f3"]
    assert position.walks("e2-d1") == [["e2", "d2", "d1"]]
    assert position.walks("e2-d3") == [["e2", "d2", "d3"], ["e2", "e3", "d3"]]
    assert position.path("e2-f3") == ["e2", "e3", "f3"]


def test_walks_cross_the_marked_fields():
    position = parse("a1,h1 b3 L own 4,0")
    assert ["h1", "g1", "f1", "f2", "e2"] in position.walks("h1-e2")
    assert ["h1", "h2", "g2", "f2", "f1"] in position.walks("h1-f1")
    # Onto them too, when they are free.
    assert "h1-f2" in actions("a1,h1 b3 L own 3,0")
    assert "h1-f2" not in actions("a1,h1 f2 L own 3,0")


def test_a_walk_has_the_length_of_its_phase():
    for text, steps in {
        "f1,g1 b3 L rescue 1,0": 3,
        "e2,g1 b3 L own 2,1": 2,
        "f1,g1 b3 L pull 1,2": 3,
        "a1 b3 L other 4,1": 1,
    }.items():
        position = parse(text)
        moves = [action for action in position.legal_actions() if str(action) != "forfeit"]
        assert moves
        for action in moves:
            assert all(len(walk) == steps + 1 for walk in position.walks(action))
            assert position.path(action) in position.walks(action)
    assert parse("f1,g1 b3 L rescue 1,0").walks("forfeit") == []
    assert parse(START).path("=3,1") == []


# --- rulings ---------------------------------------------------------------------------------


def test_r1_setup():
    start = amduat.start(GAME)
    assert str(start) == START
    assert start.players == 2
    assert [start.player_name(player) for player in (0, 1)] == ["Lower Egypt", "Upper Egypt"]
    # Both sides are 4, 5, 6 and 7 steps away from the water.
    for side in ("lower", "upper"):
        stones = [field for field, piece in start.pieces() if piece == side]
        steps = [ord("g") - ord(file) + int(rank) - 1 for file, rank in stones]
        assert sorted(steps) == [4, 5, 6, 7]


def test_r1_dice():
    start = amduat.start(GAME)
    expected = {f"{own},{other}": 4 if own == 0 else 2 for own in range(5) for other in range(3)}
    assert weights(start) == expected
    assert len(start.legal_actions()) == 15
    assert sum(chance for _, chance in start.chance_outcomes()) == pytest.approx(1)
    for roll in ("=5,0", "=0,3"):
        assert not start.is_legal(roll)


def test_r1_marked_fields():
    assert after("e2 a1 L own 1,2", "e2-f2").endswith("L over -")
    assert after("g2 a1 U other 1,1", "g2-g1").endswith("U over -")
    assert after("e1,g1 b3 L own 1,1", "e1-f1").endswith("L pull 1,1")
    # Nothing of that happens on any other field.
    for file in "abcdefghij":
        for rank in "123":
            field = file + rank
            if field in {"f1", "f2", "g1", "j3"}:
                continue
            position = parse(f"{field} j3 L own 1,0")
            for action in position.legal_actions():
                assert position.apply(action).is_over == str(action).endswith("-f2")


def test_r2_the_pull_comes_first_when_the_rescue_field_is_held():
    rolled = after("f1,g1 b3 L roll -", "=1,0")
    assert rolled == "f1,g1 b3 L rescue 1,0"
    pulls = ["g1-e2", "g1-f3", "g1-g2", "g1-h1", "g1-h3", "g1-i2", "g1-j1"]
    assert actions(rolled) == [*pulls, "forfeit"]
    pulled = after(rolled, "g1-j1")
    assert pulled == "f1,j1 b3 L own 1,0"
    # Then any own stone moves, the pulled one too, but none back into the water.
    assert actions(pulled) == ["f1-e1", "f1-f2", "j1-i1", "j1-j2"]


def test_r2_a_pull_needs_no_number_on_the_own_die():
    assert after("f1,g1 b3 L roll -", "=0,0", "g1-j1") == "f1,j1 b3 U roll -"
    assert after("f1,g1 b3 L roll -", "=0,2", "g1-j1") == "f1,j1 b3 L other 0,2"


def test_r2_the_pull_follows_the_own_part_that_reaches_the_rescue_field():
    rolled = after("e1,g1 b3 L roll -", "=1,1")
    assert rolled == "e1,g1 b3 L own 1,1"
    assert actions(rolled) == ["e1-f1", "forfeit"]
    helped = after(rolled, "e1-f1")
    assert helped == "f1,g1 b3 L pull 1,1"
    # Whoever has come to help has to pull.
    assert actions(helped) == ["g1-e2", "g1-f3", "g1-g2", "g1-h1", "g1-h3", "g1-i2", "g1-j1"]
    # The own part is used up.
    assert after(helped, "g1-j1") == "f1,j1 b3 L other 1,1"
    assert after("f1,g1 b3 L pull 1,0", "g1-j1") == "f1,j1 b3 U roll -"


def test_r2_a_stone_of_the_opponent_on_the_rescue_field_helps_nobody():
    assert after("e1,g1 f1 L roll -", "=1,1") == "e1 f1 L own 1,1"
    assert after("e1,g1 f1 L roll -", "=0,0") == "e1 f1 U roll -"


def test_r3_a_player_without_a_complete_turn_has_lost():
    # The own part cannot be made.
    locked = parse("j1 i1,j2 L roll -").apply("=1,0")
    assert str(locked) == "j1 i1,j2 U over -"
    assert locked.returns() == [-1.0, 1.0]
    # With the other die alone there is a turn, and with both at 0 too.
    assert not parse("j1 i1,j2 L roll -").apply("=0,1").is_over
    assert not parse("j1 i1,j2 L roll -").apply("=0,0").is_over
    # The other part cannot be made: who locks in is locked in himself.
    assert after("i1,j2 j1 L roll -", "=0,1") == "i1,j2 j1 U over -"
    assert after("i1,j2 j1 L roll -", "=0,0") == "i1,j2 j1 U roll -"


def test_r3_the_stones_of_a_lost_game_stay_as_before_the_roll():
    assert after("g1,j1 i1,j2 L roll -", "=1,0") == "g1,j1 i1,j2 U over -"


def test_r3_an_own_part_leaves_the_other_part_possible():
    # c1-b1 would lock the stone on a1 in, which matters only if it has to be moved.
    assert "c1-b1" in actions("a2,c1 a1 L own 1,0")
    for roll in ("1,1", "1,2"):
        assert actions(f"a2,c1 a1 L own {roll}") == ["a2-a3", "a2-b2", "c1-c2", "c1-d1"]


def test_r3_a_pull_leaves_the_other_part_possible():
    # From j2 the only stone of the opponent goes two steps over i2, the other sides being taken.
    assert "g1-i2" not in actions("f1,g1,j1,j3 j2 L pull 1,2")
    assert "g1-i2" in actions("f1,g1,j1,j3 j2 L pull 1,0")
    assert "g1-i2" in actions("f1,g1,j3 j2 L pull 1,2")


def test_r4_into_the_water_only_without_another_turn():
    forced = after("a1,h1 a2,b1,h2,i1 L roll -", "=1,0")
    assert actions(forced) == ["h1-g1"]
    assert after(forced, "h1-g1") == "a1,g1 a2,b1,h2,i1 U roll -"
    # With one stone of the opponent less there is another turn.
    assert actions("a1,h1 b1,h2,i1 L own 1,0") == ["a1-a2"]


def test_r4_the_last_stone_never_goes_into_the_water():
    assert after("h1 h2,i1 L roll -", "=1,0") == "h1 h2,i1 U over -"
    assert actions("h1 h2 L own 1,0") == ["h1-i1"]


def test_r4_another_turn_may_be_one_with_a_rescue():
    # After a forfeit the stone on f1 would have to go into the water; after a pull none has to.
    text = "a1,f1,g1 a2,b1,e1,f2 L roll -"
    assert after(text, "=1,0") == "a1,f1,g1 a2,b1,e1,f2 L rescue 1,0"
    pulls = ["g1-f3", "g1-g2", "g1-h1", "g1-h3", "g1-i2", "g1-j1"]
    assert texts(parse(text).apply("=1,0")) == pulls
    # With the own die at 0 nothing has to go anywhere, and the forfeit is legal.
    assert texts(parse(text).apply("=0,0")) == [*pulls, "forfeit"]


def test_r5_a_stone_that_went_into_the_water_may_be_moved_away():
    risky = "a1,g1 a2,b1,h2,i1 U roll -"
    other = after(risky, "=0,1")
    assert actions(other) == ["g1-f1", "g1-g2", "g1-h1"]
    assert after(other, "g1-f1") == "a1,f1 a2,b1,h2,i1 L roll -"
    # It is drowning only when its owner's turn begins.
    assert parse(risky).describe() == "Upper Egypt rolls both dice."
    drowning = parse(risky).apply("=0,0")
    assert str(drowning) == "a1,g1 a2,b1,h2,i1 L roll -"
    assert drowning.describe() == "Lower Egypt rolls both dice, with a stone drowning."
    assert str(drowning.apply("=0,0")) == "a1 a2,b1,h2,i1 U roll -"


def test_r6_luck_needs_the_own_part_of_the_last_stone():
    won = parse("e2 a1 L own 1,2").apply("e2-f2")
    assert str(won) == "f2 a1 L over -"
    assert won.returns() == [1.0, -1.0]
    # With another own stone it is a field like any other, however few the opponent has.
    assert after("a2,e2 a1 L own 1,2", "e2-f2") == "a2,f2 a1 L other 1,2"
    assert after("a1 b1,e2 U own 1,0", "e2-f2") == "a1 b1,f2 L roll -"
    # The other stone may be lost in the same turn.
    assert after("e2,g1 a1 L roll -", "=1,0", "e2-f2") == "f2 a1 L over -"


def test_r6_other_ways_onto_the_luck_field_do_not_win():
    # Moved there by the opponent.
    assert after("e2 a1 U other 1,1", "e2-f2") == "f2 a1 L roll -"
    # There already when the second-last stone is lost, with the roll or by choice.
    assert after("f2,g1 a1 L roll -", "=0,0") == "f2 a1 U roll -"
    assert after("f2,g1 a1 L own 1,1", "forfeit") == "f2 a1 L own 1,1"
    assert "f2-f1" in actions("f2 a1 L own 1,1")


def test_r7_nobody_has_to_push():
    pushes = parse("a1 b3,g2 L other 1,1")
    assert "g2-g1" in texts(pushes)
    assert len(texts(pushes)) == 7
    assert str(pushes.apply("g2-g1")) == "a1 b3,g1 U roll -"
    # Not even to win.
    assert "g2-g3" in actions("a1 g2 L other 1,1")


def test_r7_rescue_or_forfeit_is_the_owners_choice():
    assert actions("b3 e1,g1 U own 1,0") == ["e1-f1", "forfeit"]
    assert after("b3 e1,g1 U own 1,0", "forfeit") == "b3 e1 U own 1,0"
    assert after("f1,g1 b3 L rescue 1,2", "forfeit") == "f1 b3 L own 1,2"
    assert after("f1,g1 b3 L rescue 0,2", "forfeit") == "f1 b3 L other 0,2"
    assert after("f1,g1 b3 L rescue 0,0", "forfeit") == "f1 b3 U roll -"


def test_r8_two_zeros_pass_the_turn():
    assert after(START, "=0,0") == "a1,a2,b1,c1 b3,c3,d3,e3 U roll -"
    assert after(START, "=0,0", "=0,0") == START


def test_a_stone_that_cannot_be_saved_is_gone_with_the_roll():
    assert after("a1,g1 b3 L roll -", "=1,0") == "a1 b3 L own 1,0"
    assert after("a1,g1 b3 L roll -", "=0,1") == "a1 b3 L other 0,1"
    # The rescue field is held, but there is no way out of the water.
    assert after("f1,g1 g2,h1 L roll -", "=1,0") == "f1 g2,h1 L own 1,0"
    # The rescue field can be reached, but there is no way out of the water.
    assert after("e1,g1 g2,h1 L roll -", "=1,0") == "e1 g2,h1 L own 1,0"


def test_forfeit_never_is_the_only_action():
    seen = 0
    for text, _ in data_lines(GAME, "perft.txt"):
        for position in random_game(parse(text), random.Random(text), 60):
            if "forfeit" in texts(position):
                seen += 1
                assert len(texts(position)) > 1, position
    assert seen > 20


# --- endings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "action", "ending", "sentence"),
    [
        (
            "a1 g2 L other 0,1",
            "g2-g1",
            "a1 - L over -",
            "Lower Egypt has won: the last stone of Upper Egypt is in the water.",
        ),
        (
            "h1 a1,b1 U other 3,1",
            "h1-g1",
            "- a1,b1 U over -",
            "Upper Egypt has won: the last stone of Lower Egypt is in the water.",
        ),
        (
            "a1,b1,c1,d1 h2 U own 2,1",
            "h2-f2",
            "a1,b1,c1,d1 f2 U over -",
            "Upper Egypt has won: its last stone has reached the luck field.",
        ),
        (
            "j1 i1,j2 L roll -",
            "=4,2",
            "j1 i1,j2 U over -",
            "Upper Egypt has won: Lower Egypt is locked in.",
        ),
        (
            "i1,j2 j1 L roll -",
            "=0,2",
            "i1,j2 j1 U over -",
            "Upper Egypt has won: Lower Egypt is locked in.",
        ),
    ],
)
def test_endings(text, action, ending, sentence):
    before = parse(text)
    assert before.returns() == [0.0, 0.0]
    won = before.apply(action)
    assert str(won) == ending
    assert won.is_over
    assert won.current_player == amduat.OVER
    assert won.legal_actions() == []
    assert won.chance_outcomes() == []
    assert won.returns() == ([1.0, -1.0] if " L over" in ending else [-1.0, 1.0])
    assert won.describe() == sentence


def test_a_won_game_may_leave_two_reasons_or_none():
    both = parse("f2 e2,f1,f3,g2 L over -").describe()
    assert both == (
        "Lower Egypt has won: its last stone is on the luck field, or Upper Egypt is locked in."
    )
    assert parse("a1 b3 L over -").describe() == "Lower Egypt has won."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (START, "Lower Egypt rolls both dice."),
        ("b3 a1,g1 U roll -", "Upper Egypt rolls both dice, with a stone drowning."),
        (
            "f1,g1 b3 L rescue 1,0",
            "Lower Egypt pulls its drowning stone 3 steps out of the water or forfeits it.",
        ),
        (
            "f1,g1 e1,f2 L rescue 1,0",
            "Lower Egypt pulls its drowning stone 3 steps out of the water.",
        ),
        (
            "e2,g1 b3 L own 2,1",
            "Lower Egypt moves a stone 2 steps onto the rescue field to save its drowning stone "
            "or forfeits it.",
        ),
        ("a1 b3 U own 3,1", "Upper Egypt moves one of its own stones 3 steps."),
        ("f1,g1 b3 L pull 1,1", "Lower Egypt pulls its drowning stone 3 steps out of the water."),
        ("a1 b3 U other 3,1", "Upper Egypt moves one of the stones of Lower Egypt 1 step."),
    ],
)
def test_people_are_told_what_to_do(text, sentence):
    assert parse(text).describe() == sentence


# --- options ---------------------------------------------------------------------------------


def test_dice_are_options():
    usual = amduat.start(GAME)
    # Lists or text, in any order; the usual dice are not written.
    for own in ("4,3,2,1,0,0", [0, 4, 1, 3, 2, 0], (0, 0, 1, 2, 3, 4)):
        assert amduat.start(GAME, own_die=own, other_die=[2, 2, 1, 1, 0, 0]) == usual
    rare = amduat.start(GAME, other_die=[0, 1, 0, 2, 0, 0])
    assert str(rare) == f"{START} {DICE}"
    assert weights(rare) == {
        f"{own},{other}": (2 if own == 0 else 1) * {0: 4, 1: 1, 2: 1}[other]
        for own in range(5)
        for other in range(3)
    }
    plain = amduat.start(GAME, own_die=[5] * 6, other_die="9,9,9,9,9,9")
    assert str(plain) == f"{START} dice=5,5,5,5,5,5/9,9,9,9,9,9"
    assert weights(plain) == {"5,9": 36}


def test_unusual_dice_stay_with_the_game():
    position = amduat.start(GAME, other_die="0,0,0,0,1,2")
    dice = random.Random("unusual dice")
    for following in random_game(position, dice, 60):
        assert str(following).endswith(f" {DICE}")
        assert set(map(str, following.legal_actions())) == set(twin(GAME).actions(str(following)))


def test_unusual_dice_are_part_of_the_identity():
    usual = amduat.start(GAME)
    rare = amduat.start(GAME, other_die=[0, 0, 0, 0, 1, 2])
    # The same rolls and the same moves, but other chances.
    assert texts(rare) == texts(usual)
    assert rare != usual
    assert len({rare, usual, parse(str(rare)), parse(str(usual))}) == 2
    assert repr(rare) == f"amduat.parse('pharao', '{START} {DICE}')"
    for same in (
        parse(str(rare)),
        eval(repr(rare), {"amduat": amduat}),
        pickle.loads(pickle.dumps(rare)),
        copy.copy(rare),
        copy.deepcopy(rare),
    ):
        assert same == rare
        assert hash(same) == hash(rare)
        assert str(same) == str(rare)
        assert weights(same) == weights(rare)
    # Also in the middle of a turn, where the same numbers were rolled.
    assert rare.apply("=3,1") != usual.apply("=3,1")
    assert str(rare.apply("=3,1")) == f"{usual.apply('=3,1')} {DICE}"


def test_setup_is_an_option():
    setup = amduat.start(GAME, lower=["j3", "i1"], upper="b1")
    assert str(setup) == "i1,j3 b1 L roll -"
    assert str(amduat.start(GAME, upper="j1,j2,j3")) == "a1,a2,b1,c1 j1,j2,j3 L roll -"
    # A stone may even begin in the water, if there is another one.
    wet = amduat.start(GAME, lower="g1,f1")
    assert str(wet.apply("=0,0")).startswith("f1,g1 b3,c3,d3,e3 L rescue")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"own_die": "0,0,1,2,3"}, 'own_die "0,0,1,2,3": a die has 6 faces, found 5'),
        (
            {"own_die": [0, 0, 1, 2, 3, 10]},
            'own_die "10": expected what a die shows, a number from 0 to 9',
        ),
        (
            {"other_die": "0,0,1,1,2,-2"},
            'other_die "-2": expected what a die shows, a number from 0 to 9',
        ),
        ({"lower": "a1,z9"}, 'lower "z9": expected a field, a1 to j3'),
        ({"lower": ["a2", "a1", "a2"]}, 'lower "a2,a1,a2": a2 is named twice'),
        ({"lower": "-"}, 'lower "-": Lower Egypt has no stone left, so the game is over'),
        (
            {"upper": "g1"},
            'upper "g1": the last stone of Upper Egypt is on the water, so the game is over',
        ),
        ({"upper": "a1,d2"}, 'upper "a1,d2": a1 holds a stone of Lower Egypt'),
        (
            {"upper": "d1,d2,d3,e1,e2"},
            'upper "d1,d2,d3,e1,e2": a side has at most 4 stones, found 5',
        ),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(amduat.OptionError) as caught:
        amduat.start(GAME, **options)
    assert str(caught.value) == f"{GAME} option: {message}"


# --- notation --------------------------------------------------------------------------------


def test_actions_are_counted_by_fields_forfeit_and_rolls():
    indices = {"a1-a2": 1, "a2-a1": 30, "a1-b1": 3, "j3-j2": 898, "forfeit": 900}
    indices |= {"=0,0": 901, "=0,9": 910, "=3,1": 932, "=9,9": 1000}
    assert {text: amduat.Action(GAME, text).index for text in indices} == indices
    assert amduat.info(GAME).num_actions == 1001


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1", 'action "a1": expected a move such as a2-b2, a roll such as =3,1, or `forfeit`'),
        ("a1-a1", 'action "a1-a1": a stone moves to another field'),
        ("a1-a4", 'to "a4": expected a field, a1 to j3'),
        ("k1-a1", 'from "k1": expected a field, a1 to j3'),
        ("=3", 'roll "3": expected what both dice show, such as 3,1'),
        ("=3,10", 'roll "10": expected what a die shows, a number from 0 to 9'),
    ],
)
def test_texts_that_are_no_actions(text, message):
    with pytest.raises(amduat.ActionError) as caught:
        amduat.Action(GAME, text)
    assert str(caught.value) == f"{GAME} action: {message}"


# --- the drawing -----------------------------------------------------------------------------


def drawn_fields(position: amduat.Position, *, unicode: bool) -> dict[str, str]:
    """What the terminal shows on each field, below its name and its mark."""
    lines = draw.board(position, unicode=unicode).plain.splitlines()
    names, stones = lines[1::3], lines[2::3]
    edge = "│" if unicode else "|"
    shown = {}
    for upper, lower in zip(names, stones, strict=True):
        for name, stone in zip(upper.split(edge)[1:-1], lower.split(edge)[1:-1], strict=True):
            shown[name[:2]] = stone.strip()
    return shown


@pytest.mark.parametrize("unicode", [True, False])
def test_the_terminal_shows_every_stone_on_its_field(unicode):
    letters = {"lower": "L", "upper": "U"}
    wave = "≈" if unicode else "~"
    for text, _ in data_lines(GAME, "perft.txt"):
        position = parse(text)
        expected = {file + rank: "" for rank in "321" for file in "abcdefghij"}
        expected |= {field: letters[side] for field, side in position.pieces()}
        if expected["g1"]:
            expected["g1"] = f"{wave}{expected['g1']}{wave}"
        assert drawn_fields(position, unicode=unicode) == expected
        board = draw.board(position, unicode=unicode).plain
        assert max(map(len, board.splitlines())) <= 80


def test_marked_fields_look_different():
    cells = {cell.label: cell for cell in drawing.LAYOUT.cells}
    assert len(cells) == 30
    marked = {label: cell.kind for label, cell in cells.items() if cell.mark}
    assert marked == {"f1": "rescue", "f2": "luck", "g1": "water"}
    assert len({svg.GROUNDS[kind] for kind in [*marked.values(), "plain"]}) == 4
    assert len({draw.GROUND_STYLES[kind] for kind in marked.values()}) == 3
    board = draw.board(parse(START), unicode=False).plain
    for shown in ("f1 +++", "f2  **", "g1 ~~~"):
        assert board.count(shown) == 1


def test_a_stone_in_the_water_looks_different():
    dry, wet = parse("f1,h1 b3 L roll -"), parse("f1,g1 b3 L roll -")
    shapes = {token.field: (token.letter, token.shape) for token in drawing.tokens(wet)}
    assert shapes == {"f1": ("L", "stone"), "g1": ("L", "sunken"), "b3": ("U", "stone")}
    colours = {token.letter: token.colour for token in drawing.tokens(wet)}
    assert colours == {"L": "brown", "U": "yellow"}
    # All stones are round; the waves come on top, before the letter.
    for position, waves in ((dry, 0), (wet, 1)):
        picture = svg.draw(position)
        assert picture.count("<circle") == 3
        assert picture.count("fill-opacity") == waves


def test_notes():
    marked = "Marked fields: f1 rescue, f2 luck, g1 water"
    assert drawing.notes(parse(START)) == ["Phase: roll", marked]
    assert drawing.notes(parse("a1 b3 L own 3,1")) == [
        "Phase: own",
        "Dice: own 3, other 1",
        marked,
    ]
    assert drawing.notes(parse(f"f1,g1 b3 L rescue 0,2 {DICE}")) == [
        "Phase: rescue",
        "Dice: own 0, other 2",
        "Faces: own 0,0,1,2,3,4, other 0,0,0,0,1,2",
        marked,
    ]
    assert drawing.notes(parse("a1 - L over -")) == ["Phase: over", marked]
