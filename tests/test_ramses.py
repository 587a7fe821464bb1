"""RAMSES: the worked examples of the rulebook, and every ruling."""

from __future__ import annotations

import pytest

import amduat


def parse(text: str) -> amduat.Position:
    return amduat.parse("ramses", text)


def texts(position: amduat.Position) -> list[str]:
    return [str(action) for action in position.legal_actions()]


def lengths(position: amduat.Position) -> dict[str, int]:
    """For each stone that can move, how many steps it takes."""
    return {
        str(action).split("-")[0]: len(position.path(action)) - 1
        for action in position.legal_actions()
    }


def test_options():
    assert str(amduat.start("ramses")) == "2,3,4,5@10 19,20,21,22@10 L own !"
    assert str(amduat.start("ramses", first="dark")) == "2,3,4,5@10 19,20,21,22@10 D own !"
    assert str(amduat.start("ramses", top="dark")) == "19,20,21,22@10 2,3,4,5@10 L own !"
    both = amduat.start("ramses", first="dark", top="dark")
    assert str(both) == "19,20,21,22@10 2,3,4,5@10 D own !"
    assert both.current_player == 1
    with pytest.raises(amduat.OptionError, match='ramses option: top "up": expected `light` or'):
        amduat.start("ramses", top="up")


def test_example_how_far_stones_move():
    expected = {"2": 3, "5@12": 2, "7": 4, "10": 4, "11": 4, "16": 4, "19": 3, "22@14": 2}
    light, dark = "2,7,11,19", "5@12,10,16,22@14"
    # Whoever moves which stone, the steps are the same.
    moved = lengths(parse(f"{light} {dark} L own -")) | lengths(parse(f"{light} {dark} D own -"))
    assert moved == expected


# The fourth stone of each side, which the example leaves out, stands off the middle row.
FIVE_IN_THE_MIDDLE = "4,5@16,8,11 10,14,15,20 L own -"


@pytest.mark.parametrize(("own", "steps"), [("5@16-17", 6), ("8-18", 4), ("11-9", 5)])
def test_example_own_part_changes_the_count(own, steps):
    following = lengths(parse(FIVE_IN_THE_MIDDLE).apply(own))
    middle = {stone: length for stone, length in following.items() if stone in {"10", "14", "15"}}
    assert set(middle.values()) == {steps}


def test_example_walk_through_a_long_field():
    walks = parse(FIVE_IN_THE_MIDDLE).walks("11-9")
    assert ["11", "12", "13", "22@13", "21", "9"] in walks


def test_r1_opening_avoids_hieroglyphs():
    opening = amduat.start("ramses")
    later = parse("2,3,4,5@10 19,20,21,22@10 L own -")
    assert set(texts(later)) - set(texts(opening)) == {"3-1", "3-18", "5@10-13"}
    with pytest.raises(amduat.IllegalActionError):
        opening.apply("3-1")
    # The second part of the opening turn is free to.
    second = opening.apply("2-8")
    assert "!" not in str(second)
    assert any(text.endswith(("-1", "-9", "-13", "-17", "-18")) for text in texts(second))


def test_r2_three_stones_end_the_game_after_the_own_part():
    won = parse("1,11,17,22@12 2,3,5@14,18 L own -").apply("11-9")
    assert str(won) == "1,9,17,22@12 2,3,5@14,18 L other -"
    assert won.is_over
    assert won.returns() == [1.0, -1.0]
    assert won.describe() == "Light has won: three stones on hieroglyph fields."


def test_r3_the_opponents_third_stone_wins_for_the_opponent():
    middle = parse("1,3,4,10 2,9,17,22@14 L own -").apply("1-7")
    assert middle.current_player == 0
    lost = middle.apply("2-18")
    assert str(lost) == "3,4,7,10 9,17,18,22@14 D own -"
    assert lost.is_over
    assert lost.returns() == [-1.0, 1.0]


def test_r4_an_own_part_leaves_a_second_part():
    position = parse("5@12,16,20,22@16 1,2,7,17 L own -")
    assert "22@16-9" not in texts(position)
    # It would be a walk: as the opponent's second part, the same stone goes there.
    assert "22@16-9" in texts(parse("5@12,16,20,22@16 1,2,7,17 D other -"))
    blocked = parse("5@12,9,16,20 1,2,7,17 L other -")
    assert blocked.is_over
    assert blocked.returns() == [-1.0, 1.0]


def test_r4_a_player_without_a_turn_has_lost():
    stuck = parse("11,12,14,15 2,5@10,9,20 L own -")
    assert stuck.is_over
    assert stuck.returns() == [-1.0, 1.0]
    assert stuck.describe() == "Dark has won: Light cannot complete a turn."


def test_stones_on_hieroglyphs_stay_in_the_second_part():
    position = parse("2,4,6,20 1,9,12,15 L other -")
    assert {text.split("-")[0] for text in texts(position)} <= {"12", "15"}
    own = parse("2,4,6,20 1,9,12,15 D own -")
    assert {"1", "9"} & {text.split("-")[0] for text in texts(own)}


def test_long_field_is_left_beside_or_at_its_end():
    position = parse("5@13,7,19,20 6,8,12,21 L own -")
    assert all(
        path[1] in {"13", "4"}
        for a in position.legal_actions()
        if (path := position.path(a))[0] == "5@13"
    )
    ends = [a for a in position.legal_actions() if str(a).startswith("5@13-")]
    assert ends
    assert not any(str(a).split("-")[1].startswith("5@") for a in ends)


def test_long_field_is_entered_anywhere_from_its_end():
    position = parse("4,6,7,18 10,12,14,19 L own -")
    from_end = {text for text in texts(position) if text.startswith("4-5@")}
    assert from_end == {f"4-5@{place}" for place in range(10, 18)}


def test_an_occupied_long_field_is_occupied_wholly():
    position = parse("4,6,7,18 5@17,12,14,19 L own -")
    assert not any("5@" in step for a in position.legal_actions() for step in position.path(a)[1:])
