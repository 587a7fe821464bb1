"""ISIS: the worked examples of the rulebook, every ruling, endings, and what is refused."""

from __future__ import annotations

import pytest

import amduat
from amduat.boards import isis as board
from amduat.cli import draw
from support import data_lines


def parse(text: str) -> amduat.Position:
    return amduat.parse("isis", text)


def texts(text: str) -> list[str]:
    return [str(action) for action in parse(text).legal_actions()]


def targets(text: str, stone: str) -> list[int]:
    """Where a stone can go: the one on field `41`, the own personal one on `P41`."""
    moves = (action.split("-") for action in texts(text) if "-" in action)
    return [int(to) for start, to in moves if start == stone]


def after(text: str, *actions: str) -> str:
    position = parse(text)
    for action in actions:
        position = position.apply(action)
    return str(position)


def test_options():
    assert str(amduat.start("isis")) == "- -,- 1 - first"
    assert str(amduat.start("isis", players=4, end="all")) == "- -,-,-,- 1 - all"
    third = amduat.start("isis", players=3, first=3)
    assert str(third) == "- -,-,- 3 - first"
    assert third.current_player == 2
    assert third.apply("0-13").current_player == 0
    with pytest.raises(amduat.OptionError, match='players "5": expected a number from 2 to 4'):
        amduat.start("isis", players=5)
    with pytest.raises(amduat.OptionError, match='first "3": expected a number from 1 to 2'):
        amduat.start("isis", first=3)
    with pytest.raises(amduat.OptionError, match='end "last": expected `first` or `all`'):
        amduat.start("isis", end="last")


def test_example_the_first_two_moves():
    assert texts("- -,- 1 - first") == ["0-13", "0-14"]
    for first in ("0-13", "0-14"):
        assert texts(after("- -,- 1 - first", first)) == ["0-11", "0-12"]


def test_example_how_far_stones_move():
    position = parse("11,22,32,41,47 -,- 1 - first")
    steps: dict[str, set[int]] = {}
    for action in position.legal_actions():
        for walk in position.walks(action):
            steps.setdefault(walk[0], set()).add(len(walk) - 1)
    assert steps == {"0": {2}, "11": {5}, "22": {5}, "32": {5}, "41": {5}, "47": {5}}


def test_example_a_blocked_entrance():
    assert targets("4,20,30,40 -,- 1 - first", "0") == [5]


@pytest.mark.parametrize(
    ("stone", "fields"),
    [("14", [16, 21, 26]), ("23", [26, 27, 29, 32, 35]), ("38", [35, 40, 42, 50])],
)
def test_example_moves_in_the_earthly_realm(stone, fields):
    assert targets("14,23,38 -,- 1 - first", stone) == fields


@pytest.mark.parametrize("stone", ["22", "27", "33"])
def test_example_moves_into_the_underworld(stone):
    # The fifth stone in play is the opponent's personal one; without it the way is closed.
    assert 0 in targets("1,22,27,33 -,48 1 - first", stone)
    assert 0 not in targets("1,22,27,33,48 -,- 1 - first", stone)


def test_the_underworld_is_entered_at_the_exits_only():
    assert 0 not in targets("1,22,27,33 -,48 1 - first", "1")
    position = parse("16,20 -,48 1 - first")
    assert position.walks("20-0") == [["20", "21", "17", "0"]]
    assert 0 not in targets("16,17,20 -,48 1 - first", "20")
    # The walk goes backward and across: from 15 the exit is one step across.
    assert 0 in targets("15 -,48 1 - first", "15")
    assert 0 not in targets("40 -,48 1 - first", "40")


def test_example_moves_in_the_heavenly_fields():
    # The third stone stands where it is in nobody's way.
    text = "1,41,49 -,- 1 - first"
    assert targets(text, "41") == [29, 32, 34, 35, 37, 40, 42, 43, 50]
    assert targets(text, "49") == [42, 43]


def test_example_trapping():
    text = "42,47,48 -,- 1 - first"
    assert targets(text, "48") == [46]
    assert after(text, "42-49") == "47,49 -,- 2 49 first"
    assert after(text, "0-7") == "7,42,47 -,- 2 7 first"
    assert after(text, "0-8") == "8,42,47 -,- 2 8 first"
    # With 47 free the stone on 48 has its walk and stays.
    assert after("20,42,48 -,- 1 - first", "0-7") == "7,20,42,48 -,- 2 7 first"


def test_example_a_personal_stone_enters_a_throne():
    position = parse("1,2,3 46,- 1 - first")
    assert position.walks("P46-44") == [["46", "50", "49", "48", "44"]]
    assert not parse("1,2,3,46 -,- 1 - first").is_legal("46-44")
    assert not parse("1,2,3 46,- 2 - first").is_legal("P46-44")


def test_thrones_are_entered_from_the_front_and_at_the_end_only():
    for beside in ("40", "43"):
        assert 44 not in targets(f"- {beside},- 1 - first", f"P{beside}")
    assert targets("- 48,- 1 - first", "P48") == [44, 47, 49]
    assert targets("1 48,- 1 - first", "P48") == [43, 45, 50]


def test_the_ban():
    following = after("20,40,41 -,- 1 - first", "41-50")
    assert following == "20,40,50 -,- 2 50 first"
    assert targets(following, "50") == []
    assert targets(following, "40") != []
    assert "*40" in texts(following)
    assert "*50" not in texts(following)
    # It lasts for one turn.
    assert "*50" in texts(after(following, "0-7"))
    below = after("20 -,48 1 - first", "20-0")
    assert below == "- -,48 2 0 first"
    assert targets(below, "0") == []


def test_flips():
    assert after("39,41 -,- 1 - first", "*41") == "39 41,- 2 - first"
    assert "*41" in texts("41 -,48 1 - first")
    assert "*41" not in texts("20,41 -,- 1 - first"), "no other stone in the heavenly fields"
    assert "*41" not in texts("39,41 0,- 1 - first"), "once per player"
    assert "*38" not in texts("38,41,42 -,- 1 - first"), "not in the earthly realm"
    assert parse("39,41 -,- 1 - first").walks("*41") == []


def test_r1_the_start_decides_about_directions():
    # From 38 a walk back over 37 and 36 would lead to 32; it stays forward and across.
    assert 32 not in targets("14,23,38 -,- 1 - first", "38")
    # From 41, in the heavenly fields, a walk may go out into the earthly realm and come back.
    assert parse("1,41,49 -,- 1 - first").walks("41-40") == [["41", "37", "36", "40"]]


@pytest.mark.parametrize(
    ("text", "action", "following"),
    [
        ("30 41,- 1 30 first", "P41-39", "30 39,- 2 - first"),
        ("- 20,48 1 - first", "P20-0", "- 0,48 2 - first"),
        ("30,39,41 -,- 1 30 first", "*41", "30,39 41,- 2 - first"),
        ("- 23,- 2 0 first", "pass", "- 23,- 1 - first"),
    ],
    ids=["personal", "personal below", "flip", "pass"],
)
def test_r2_what_causes_no_ban(text, action, following):
    assert after(text, action) == following


def test_r2_a_trapped_stone_is_not_banned():
    following = after("42,47,48 -,- 1 - first", "42-49")
    # The stone from 48 fell into the underworld, which stays open.
    assert targets(following, "0") == [9, 10]


def test_r3_all_trapped_stones_fall_together():
    # Once the stone on 48 is gone, the one on 49 could walk; but both are trapped already.
    assert after("46,48 50,49 1 - first", "46-39") == "39 50,0 2 39 first"
    assert targets("39 50,49 2 39 first", "P49") != []


def test_r3_a_throne_step_counts_whoever_is_to_move():
    # Only throne 45 is left to the stone on 47, and player 1, its owner, is not moving.
    assert after("38,43 47,- 2 - first", "38-50") == "43,50 47,- 1 50 first"
    assert targets("43,50 47,- 1 50 first", "P47") == [45]
    assert after("38,43,47 -,- 2 - first", "38-50") == "43,50 -,- 1 50 first"


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("16 -,48 1 - first", True),
        ("16 -,0 1 - first", False),
        ("16 48,- 1 - first", False),
        ("16 x1,-,- 2 - all", False),
        ("16 x1,-,48 2 - all", True),
    ],
    ids=["in play", "in the underworld", "the own stone", "finished", "one of two"],
)
def test_r4_an_opponent_in_play(text, legal):
    # Alone in play it walks 16, 0; with another stone 16, 17, 0.
    assert parse(text).is_legal("16-0") == legal


def test_r5_a_winners_stone_causes_no_ban():
    following = after("40 36,47,-,- 2 - all", "P47-45")
    assert following == "40 36,x1,-,- 3 - all"
    assert [piece for piece in parse(following).pieces() if piece[0] == "0"] == [
        ("0", "neutral")
    ] * 5
    assert targets(following, "0") == [9, 10]


def test_r6_the_ban_on_the_underworld_spares_personal_stones():
    text = "20 0,48 1 0 first"
    assert targets(text, "P0") == [9, 10]
    assert targets(text, "0") == []


def test_r7_two_players_may_play_for_all_places():
    over = parse("41 47,- 1 - all").apply("P47-44")
    assert str(over) == "41 x1,- 2 - all"
    assert over.is_over
    assert over.returns() == [1.0, -1.0]


def test_r7_trapping_after_a_throne_move():
    # The stone on 39 is shut in; a won game stays as it is, one for all places goes on.
    assert after("35,39,40,43 42,-,- 1 - all", "P42-44") == "35,40,43 x1,-,- 2 - all"
    assert after("35,39,40,43 42,-,- 1 - first", "P42-44") == "35,39,40,43 44,-,- 2 - first"


def test_finished_players_are_skipped():
    assert after("34,47 50,x1,x2,- 4 34 all", "0-7") == "7,34,47 50,x1,x2,- 1 7 all"
    assert after("34 x1,-,50 3 - all", "0-9") == "9,34 x1,-,50 2 9 all"


def test_a_pass_is_the_last_resort():
    assert texts("- 23,- 2 0 first") == ["pass"]
    for text, _ in data_lines("isis", "perft.txt"):
        actions = texts(text)
        assert "pass" not in actions or actions == ["pass"]


@pytest.mark.parametrize(
    ("text", "returns"),
    [
        ("13,20 44,0 2 - first", [1, -1]),
        ("13,20 0,-,44 1 - first", [-1 / 2, -1 / 2, 1]),
        ("13,20 0,45,-,- 3 - first", [-1 / 3, 1, -1 / 3, -1 / 3]),
        ("4,6,39 0,x2,x1 1 - all", [-1, 0, 1]),
        ("38 x1,x3,x2,0 4 - all", [1, -1 / 3, 1 / 3, -1]),
        ("38 x1,-,x2,0 4 - all", [0, 0, 0, 0]),
    ],
)
def test_returns(text, returns):
    position = parse(text)
    assert position.returns() == pytest.approx(returns)
    assert position.is_over == any(returns)
    assert (position.legal_actions() == []) == position.is_over


def test_the_last_place_ends_the_game():
    over = parse("34,47 x1,x2,-,50 4 34 all").apply("P50-44")
    assert str(over) == "34,47 x1,x2,-,x3 3 - all"
    assert over.is_over
    assert over.returns() == pytest.approx([1, 1 / 3, -1, -1 / 3])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("13,20 44,0 2 - first", "Player 1 has won: the personal stone is on throne 44."),
        ("8,34 x1,- 2 - all", "Player 1 has won: the first on a throne; then comes Player 2."),
        (
            "38 x3,x1,x2,0 4 - all",
            "Player 2 has won: the first on a throne; then come Player 3, Player 1, Player 4.",
        ),
        ("- 23,- 2 0 first", "Player 2 has to pass; no neutral stone may leave the underworld."),
    ],
)
def test_describe(text, sentence):
    assert parse(text).describe() == sentence


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1,2,3,4,5,6,7,8 -,- 1 - first", "there are 7 stones, found 8"),
        ("1,2,3,4,5,6,7 0,- 1 - first", "there are 7 stones, neutral and personal ones together"),
        ("13,20 20,- 1 - first", "field 20 already holds a stone"),
        ("13,44 -,- 1 - first", "a neutral stone is on throne 44"),
        ("13 44,- 1 - first", "player 1 has won, so the next in order is 2"),
        ("13 44,- 2 - all", "with the end `all` no stone stays on a throne"),
        ("13 -,- 1 20 first", "no neutral stone is on field 20"),
        ("13 20,- 2 20 first", "no neutral stone is on field 20"),
        ("1,2,3,4,5,6 0,- 1 0 first", "no neutral stone is in the underworld"),
    ],
)
def test_positions_that_cannot_be(text, reason):
    with pytest.raises(amduat.PositionError) as caught:
        parse(text)
    assert reason in str(caught.value)


def test_the_order_of_actions():
    position = parse("39,41 -,48 1 - first")
    kinds = [str(action)[0] == "*" for action in position.legal_actions()]
    assert kinds == sorted(kinds)
    assert amduat.Action("isis", "0-13").index == 13
    assert amduat.Action("isis", "P0-13").index == 51 * 51 + 13
    assert amduat.Action("isis", "*39").index == 2 * 51 * 51
    assert amduat.Action("isis", "pass").index == 2 * 51 * 51 + 12
    assert position.num_actions == 2 * 51 * 51 + 13


def test_drawing():
    position = parse("1,16,40 47,0,x1,49 2 40 all")
    tokens = [(token.field, token.letter) for token in board.tokens(position)]
    # Six stones are named; the seventh is the neutral one that player 3 left in the underworld.
    assert tokens == [
        ("0", "N"),
        ("0", "2"),
        ("1", "N"),
        ("16", "N"),
        ("40", "N!"),
        ("47", "1"),
        ("49", "4"),
    ]
    assert board.notes(position) == [
        "Stones in play: 5, in the underworld: 2.",
        "Personal stones: Player 1 on 47, Player 2 in the underworld, "
        "Player 3 finished as number 1, Player 4 on 49.",
        "A neutral stone marked with ! is under the ban.",
    ]
    below = board.tokens(parse("20 0,48 1 0 first"))
    assert [token.letter for token in below] == ["N!", "N!", "N!", "N!", "1", "N", "2"]
    assert "none yet" in board.notes(amduat.start("isis"))[1]


@pytest.mark.parametrize("unicode", [True, False])
def test_drawing_in_a_terminal(unicode):
    lines = draw.board(parse("- -,- 1 - first"), unicode=unicode).plain.splitlines()
    assert max(map(len, lines)) == 65
    assert lines[6].count("○" if unicode else "N") == 7
    # The thrones are walled in on three sides and open to the right.
    assert lines[4].endswith("40⋆┃44♛│48⋆│" if unicode else "40.#44T|48.|")
