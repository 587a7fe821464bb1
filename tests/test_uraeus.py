"""URÄUS: the worked examples of the rulebook, every ruling, the endings, and the drawing."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

import amduat
from amduat import svg
from amduat.boards import board_of
from amduat.cli import draw
from support import data_lines, name_of, random_game, variants
from test_twins import compare


def parse(text: str) -> amduat.Position:
    return amduat.parse("uraeus", text)


def texts(text: str) -> list[str]:
    """The legal actions, in their order."""
    return [str(action) for action in parse(text).legal_actions()]


def after(text: str, *actions: str) -> str:
    """The position after some legal actions."""
    position = parse(text)
    for action in actions:
        position = position.apply(action)
    return str(position)


def test_options():
    assert str(amduat.start("uraeus")) == "r,r,r/r,r,r 1 - - all"
    assert str(amduat.start("uraeus", end="first")) == "r,r,r/r,r,r 1 - - first"
    four = amduat.start("uraeus", players=4, first=3)
    assert str(four) == "r,r,r/r,r,r/r,r,r/r,r,r 3 - - all"
    assert four.players == 4
    for options, message in (
        ({"players": 1}, 'players "1": expected a number from 2 to 4'),
        ({"players": 5}, 'players "5": expected a number from 2 to 4'),
        ({"first": 0}, 'first "0": expected a number from 1 to 2'),
        ({"first": 3}, 'first "3": expected a number from 1 to 2'),
        ({"players": 3, "first": 4}, 'first "4": expected a number from 1 to 3'),
        ({"end": "never"}, 'end "never": expected `all` or `first`'),
    ):
        with pytest.raises(amduat.OptionError) as caught:
            amduat.start("uraeus", **options)
        assert str(caught.value) == f"uraeus option: {message}"


def test_the_die():
    position = amduat.start("uraeus")
    assert position.current_player == amduat.CHANCE
    assert texts(str(position)) == ["=1", "=2", "=3", "=4", "=5", "=6"]
    assert [chance for _, chance in position.chance_outcomes()] == pytest.approx([1 / 6] * 6)
    rolled = position.apply("=4")
    assert str(rolled) == "r,r,r/r,r,r 1 4 - all"
    assert rolled.current_player == 0
    assert rolled.chance_outcomes() == []


# The worked examples. They are about stones beside each other, so field 20 stands for any field p.


def test_example_a_step_may_be_a_turn():
    assert texts("f,f,20+/r,r,r 1 2 - all") == ["20:19-", "20:21-", "20:22+"]
    # Facing the head it is the same, the other way round.
    assert texts("f,f,20-/r,r,r 1 2 - all") == ["20:18-", "20:19+", "20:21+"]


def test_a_stone_turns_only_once():
    assert texts("f,f,20+/r,r,r 1 1 - all") == ["20:20-", "20:21+"]
    assert "20:21+" not in texts("f,f,20+/r,r,r 1 3 - all")
    assert texts("f,f,20+/r,r,r 1 3 - all") == ["20:18-", "20:20-", "20:22-", "20:23+"]


def test_example_jumping():
    position = parse("f,f,20+/r,r,21+ 1 3 - all")
    assert position.path("20:23+") == ["20", "21", "22", "23"]
    # Step onto the other stone, turn on it, step back.
    assert position.path("20:20-") == ["20", "21", "20"]
    assert str(position.apply("20:20-")) == "f,f,20-/r,r,21+ 2 - - all"
    assert str(position.apply("20:23+")) == "f,f,23+/r,r,21+ 2 - - all"


def test_several_stones_are_jumped_and_doubles_are_not():
    assert "20:24+" in texts("f,f,20+/21+,22+,23+ 1 4 - all")
    assert "20:24+" not in texts("f,f,20+/r,22+,^22+ 1 4 - all")
    assert "20:24+" not in texts("f,f,20+/r,r,22- 1 4 - all")


def test_example_occupying():
    assert after("f,f,20+/r,r,22+ 1 2 - all", "20:22+") == "f,f,^22+/r,r,22+ 2 - - all"
    assert after("f,f,20+/r,r,22+ 1 3 - all", "20:22-") == "f,f,^22-/r,r,22+ 2 - - all"
    # The lower stone cannot move.
    assert texts("f,f,^22-/f,f,22+ 2 3 - all") == ["pass"]


def test_a_double_is_not_occupied_from_the_rear():
    assert texts("f,f,20+/r,22+,^22+ 1 2 - all") == ["20:19-", "20:21-"]


def test_example_driving_back():
    assert texts("f,f,20+/r,r,22- 1 1 - all") == ["20:20-", "20:21+"]
    assert after("f,f,20+/r,r,22- 1 2 - all", "20:22+") == "f,f,22+/r,r,21- 2 - - all"
    for die in range(3, 7):
        ends = texts(f"f,f,20+/r,r,22- 1 {die} - all")
        assert ends
        assert all(end.endswith("-") for end in ends)


def test_example_blocking():
    assert texts("f,f,20+/19+,^19-,21- 1 1 - all") == ["20:20-", "20:21+"]
    assert after("f,f,20+/19+,^19-,21- 1 1 - all", "20:21+") == "f,f,21+/r,19+,^19- 2 - - all"
    for die in range(2, 7):
        assert texts(f"f,f,20+/19+,^19-,21- 1 {die} - all") == ["pass"]


def test_example_staying_on_top_and_coming_back():
    # Turning on the spot never hits, whichever way the lower stone faces.
    assert after("f,f,^20+/r,r,20- 1 1 - all", "20:20-") == "f,f,^20-/r,r,20- 2 - - all"
    assert after("f,f,^20+/r,r,20+ 1 1 - all", "20:20-") == "f,f,^20-/r,r,20+ 2 - - all"
    # Stepping off, turning and coming back occupies from the rear, and hits from the front.
    assert after("f,f,^20+/r,r,20- 1 3 - all", "20:20-") == "f,f,^20-/r,r,20- 2 - - all"
    assert after("f,f,^20+/r,r,20+ 1 3 - all", "20:20-") == "f,f,20-/r,r,r 2 - - all"


def test_example_a_lower_stone_is_jumped_by_the_stone_that_left_it():
    # Facing the way of the top stone's return it is jumped; else it is in the way.
    assert "20:18-" in texts("f,f,^20+/r,r,20- 1 5 - all")
    assert "20:18-" not in texts("f,f,^20+/r,r,20+ 1 5 - all")


def test_example_reaching_the_tail():
    assert after("f,r,61+/r,r,r 1 2 - all", "61:f") == "f,f,r/r,r,r 2 - - all"
    assert parse("f,r,62-/r,r,r 1 2 - all").path("62:f") == ["62", "63"]
    assert parse("f,r,62-/r,r,r 1 4 - all").path("62:f") == ["62", "61", "62", "63"]
    # Never beyond: with a step too many the stone has to turn.
    assert texts("f,f,61+/r,r,r 1 3 - all") == ["61:59-", "61:61-"]


@pytest.mark.parametrize(
    ("first", "last", "back"),
    [
        (1, 21, "r"),
        (22, 30, "21-"),
        (31, 37, "30-"),
        (38, 41, "37-"),
        (42, 53, "41-"),
        (54, 62, "53-"),
    ],
)
def test_hit_stones_go_back(first, last, back):
    for field in range(max(first, 2), last + 1):
        text = f"f,f,{field - 1}+/r,r,{field}- 1 1 - all"
        assert after(text, f"{field - 1}:{field}+") == f"f,f,{field}+/r,r,{back} 2 - - all"
    for field in range(first, min(last, 61) + 1):
        text = f"f,f,{field + 1}-/r,r,{field}+ 1 1 - all"
        assert after(text, f"{field + 1}:{field}-") == f"f,f,{field}-/r,r,{back} 2 - - all"


def test_an_entering_stone_hits():
    assert after("r,r,r/r,r,1- 1 1 - all", "r:1+") == "r,r,1+/r,r,r 2 - - all"


def test_only_the_top_of_a_double_is_hit():
    assert after("f,f,44+/f,45+,^45- 1 1 - all", "44:45+") == "f,f,^45+/f,41-,45+ 2 - - all"
    assert after("f,f,44+/f,45-,^45- 1 1 - all", "44:45+") == "f,f,^45+/f,41-,45- 2 - - all"


def test_obliged_stones_move_first():
    assert texts("r,30+,^40+/r,r,40+ 1 1 - all") == ["40:40-", "40:41+"]
    for goose in (59, 60, 61):
        moves = [f"{goose}:{goose}-", f"{goose}:{goose + 1}+"]
        assert texts(f"r,30+,{goose}+/r,r,r 1 1 - all") == moves
    assert texts("r,30+,62+/r,r,r 1 1 - all") == ["62:62-", "62:f"]
    # Field 58 obliges to nothing.
    assert "30:31+" in texts("r,30+,58+/r,r,r 1 1 - all")
    # Of several obliged stones any may be moved.
    both = ["40:40-", "40:41+", "60:60-", "60:61+"]
    assert texts("r,^40+,60+/r,r,40+ 1 1 - all") == both
    # One that is blocked with this roll obliges to nothing.
    blocked = "f,10+,^40+/39+,^39-,40+/r,r,41- 1 2 - all"
    assert texts(blocked) == ["10:9-", "10:11-", "10:12+"]


def test_r1_the_reserve_has_no_limit_and_no_order():
    assert after("r,r,3-/r,r,r 1 3 - all", "3:r") == "r,r,r/r,r,r 2 - - all"
    assert after("f,r,10-/r,r,8+ 1 2 - all", "10:8-") == "f,r,8-/r,r,r 2 - - all"
    # Three stones or one: entering is the same few actions.
    entering = ["r:1-", "r:3-", "r:5-", "r:6+"]
    assert texts("r,r,r/r,r,r 1 6 - all") == texts("f,f,r/r,r,r 1 6 - all") == entering


def test_r2_own_stones_are_treated_like_others():
    for die in range(1, 7):
        foreign = texts(f"f,f,20+/r,r,21+ 1 {die} - all")
        own = [a for a in texts(f"f,20+,21+/r,r,r 1 {die} - all") if a.startswith("20:")]
        assert own == foreign
    assert after("f,20+,22-/r,r,r 1 2 - all", "20:22+") == "f,21-,22+/r,r,r 2 - - all"
    assert after("f,20+,21+/r,r,r 1 1 - all", "20:21+") == "f,21+,^21+/r,r,r 2 - - all"
    assert after("f,40+,^40+/r,r,r 1 3 - all", "40:40-") == "f,37-,40-/r,r,r 2 - - all"


def test_r3_reaching_the_head_ends_the_move():
    # Left-over steps lapse; there is no 2:3+, which would turn on the head.
    assert texts("f,f,2-/r,r,r 1 6 - all") == ["2:r", "2:5+", "2:7+"]
    position = parse("f,f,2+/r,r,r 1 6 - all")
    assert position.walks("2:r") == [["2", "1", "0"], ["2", "3", "2", "1", "0"]]
    assert position.path("2:r") == ["2", "1", "0"]
    # A stone that enters neither turns on the head nor goes back to it.
    assert texts("f,f,r/r,r,r 1 1 - all") == ["r:1+"]
    assert texts("f,f,r/r,r,r 1 2 - all") == ["r:1-", "r:2+"]
    assert texts("f,f,r/r,r,r 1 3 - all") == ["r:2-", "r:3+"]
    # Not even when nothing else is left.
    blocked = parse("f,f,r/r,1+,^1+ 1 1 - all")
    assert texts(str(blocked)) == ["pass"]
    assert str(blocked.apply("pass")) == "f,f,r/r,1+,^1+ 2 - - all"


def test_r4_a_returning_stone_is_placed_first():
    # Back on the scale field it hits, or hits the top of a double, or occupies.
    hits = "f,f,23+/r,21+,25- 1 2 - all"
    assert after(hits, "23:25+") == "f,f,25+/r,r,21- 2 - - all"
    hits_the_top = "f,f,23+/21-,^21+,25- 1 2 - all"
    assert after(hits_the_top, "23:25+") == "f,f,25+/r,21-,^21- 2 - - all"
    occupies = "f,f,23+/r,21-,25- 1 2 - all"
    assert after(occupies, "23:25+") == "f,f,25+/r,21-,^21- 2 - - all"


def test_r4_a_chain_of_hits():
    # From 44 to 41, from 41 to 37, from 37 to 30: each hits the next one.
    chain = "f,f,43+/37+,41+,44- 1 1 - all"
    assert after(chain, "43:44+") == "f,f,44+/30-,37-,41- 2 - - all"
    # All the way from the geese into the reserve, through the stones of four players.
    chain = "f,f,58+/41+,53+,59-/r,r,37+/f,21+,30+ 1 1 - all"
    assert after(chain, "58:59+") == "f,f,59+/37-,41-,53-/r,r,30-/f,r,21- 2 - - all"


def test_r4_the_search_for_a_place():
    # The double on 30 cannot be hit, so the stone is put on 31.
    text = "f,f,34+/30+,^30-,35- 1 1 - all"
    assert after(text, "34:35+") == "f,f,35+/30+,^30-,31- 2 - - all"
    # Two such doubles in a row: on 32.
    text = "f,f,34+/30+,^30-,35-/r,31+,^31- 1 1 - all"
    assert after(text, "34:35+") == "f,f,35+/30+,^30-,32-/r,31+,^31- 2 - - all"
    # There stands the mover itself, facing the head after its hit: it is occupied.
    text = "f,f,33-/30+,^30-,31+ 1 2 - all"
    assert after(text, "33:31-") == "f,f,31-/30+,^30-,^31- 2 - - all"
    # A stone hit on 31 finds the same double, then the stone that has just hit it.
    text = "f,f,33+/30+,^30-,31+/r,r,34- 1 1 - all"
    assert after(text, "33:34+") == "f,f,34+/30+,^30-,^31-/r,r,31- 2 - - all"


def test_r5_a_move_to_the_head_makes_the_obligation_count():
    assert texts("r,^1-,40+/r,1+,2- 1 3 - all") == ["1:r"]


def test_r6_a_covered_stone_is_not_obliged():
    assert texts("f,40+,60+/r,r,^60+ 1 1 - all") == ["40:40-", "40:41+"]
    # The top stone is.
    assert texts("f,40+,60+/r,30+,^60+ 2 1 - all") == ["60:60-", "60:61+"]


def test_r7_finished_players_are_skipped():
    running = "r,r,10+/f,f,f/r,r,r 1 1 2 all"
    assert after(running, "10:11+") == "r,r,11+/f,f,f/r,r,r 3 - 2 all"
    assert after("r,r,10+/f,f,f/r,r,r 3 1 2 all", "r:1+", "=2") == "r,r,10+/f,f,f/r,r,1+ 1 2 2 all"


def test_r7_who_cannot_move_passes():
    stuck = "f,f,20+/19+,^19-,21- 1 4 - all"
    assert texts(stuck) == ["pass"]
    assert parse(stuck).describe() == "Player 1 must pass: no stone can move by 4 steps."
    assert after(stuck, "pass") == "f,f,20+/19+,^19-,21- 2 - - all"
    assert parse(stuck).path("pass") == []
    with pytest.raises(amduat.IllegalActionError):
        parse("f,f,20+/r,r,r 1 4 - all").apply("pass")


def test_r8_who_begins_is_an_option():
    for players in (2, 3, 4):
        for first in range(1, players + 1):
            position = amduat.start("uraeus", players=players, first=first).apply("=6")
            assert position.current_player == first - 1


def test_the_last_one_left_takes_the_last_place():
    over = parse("f,f,61+/r,r,r 1 2 - all").apply("61:f")
    assert str(over) == "f,f,f/r,r,r 2 - 1,2 all"
    assert over.is_over
    assert over.current_player == amduat.OVER
    assert over.returns() == [1.0, -1.0]
    assert over.legal_actions() == []


def test_play_goes_on_for_the_places():
    running = parse("f,f,61+/r,r,r/f,f,62+/r,r,r 1 2 - all").apply("61:f")
    assert str(running) == "f,f,f/r,r,r/f,f,62+/r,r,r 2 - 1 all"
    assert not running.is_over
    assert running.returns() == [0.0, 0.0, 0.0, 0.0]
    text = after(str(running), "=1", "r:1+", "=1", "62:f")
    assert text == "f,f,f/r,r,1+/f,f,f/r,r,r 4 - 1,3 all"
    over = parse("f,f,f/f,f,62+/f,f,f/r,r,r 2 1 1,3 all").apply("62:f")
    assert str(over) == "f,f,f/f,f,f/f,f,f/r,r,r 4 - 1,3,2,4 all"
    assert over.returns() == pytest.approx([1, -1 / 3, 1 / 3, -1])
    assert over.describe() == (
        "Player 1 has won: all three stones were in the tail first; "
        "the next places go to Player 3, then Player 2, then Player 4."
    )


def test_the_first_may_end_the_game():
    over = parse("r,r,r/r,r,r/f,f,61+ 3 2 - first").apply("61:f")
    assert str(over) == "r,r,r/r,r,r/f,f,f 1 - 3 first"
    assert over.is_over
    assert over.returns() == [-0.5, -0.5, 1.0]
    assert over.describe() == "Player 3 has won: all three stones are in the tail."
    four = parse("f,f,61+/r,r,r/r,r,r/r,r,r 1 2 - first").apply("61:f")
    assert four.returns() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_people_are_told_what_to_do():
    for text, sentence in (
        ("r,r,r/r,r,r 1 - - all", "Player 1 rolls the die."),
        ("r,r,r/r,r,r 2 1 - all", "Player 2 moves a stone by 1 step."),
        ("r,r,60+/r,r,r 1 2 - all", "Player 1 must move the obliged stone on 60 by 2 steps."),
        (
            "r,^40+,60+/r,r,40+ 1 2 - all",
            "Player 1 must move one of the obliged stones, on 40 or 60, by 2 steps.",
        ),
    ):
        assert parse(text).describe() == sentence


def test_paths_name_the_fields_stepped_on():
    entering = parse("r,r,r/r,r,r 1 4 - all")
    assert entering.path("r:4+") == ["0", "1", "2", "3", "4"]
    assert entering.path("r:1-") == ["0", "1", "2", "1"]
    # A turn on the spot adds no field.
    assert parse("r,r,12+/r,r,r 1 1 - all").path("12:12-") == ["12"]
    assert parse("f,12+,^12+/r,r,r 1 2 - all").path("12:11-") == ["12", "11"]
    with pytest.raises(amduat.IllegalActionError):
        entering.path("r:5+")


def test_the_index_is_what_the_page_says():
    def index(text: str) -> int:
        return amduat.Action("uraeus", text).index

    assert [index(f"={die}") for die in range(1, 7)] == list(range(6))
    assert index("pass") == 6
    assert [index("r:1+"), index("r:1-"), index("r:62-")] == [7, 8, 130]
    assert [index("1:r"), index("1:1+"), index("1:1-"), index("1:f")] == [131, 132, 133, 256]
    assert index("12:15-") == 131 + 11 * 126 + 30
    assert index("62:f") == amduat.info("uraeus").num_actions - 1 == 7942


@pytest.mark.parametrize("options", variants("uraeus"), ids=name_of)
def test_a_whole_game_with_the_twin(options):
    """Random games reach the tail only after thousands of turns, so one is played to its end."""
    dice = random.Random(f"whole {options}")
    start = amduat.start("uraeus", **options)
    position = start
    for position in random_game(start, dice, 200_000):
        if dice.random() < 0.01 or position.is_over:
            compare(position)
    assert position.is_over


# The drawing.


def positions() -> list[amduat.Position]:
    return [parse(text) for text, _ in data_lines("uraeus", "perft.txt")]


def test_the_snake_is_one_line():
    """Every field touches the next one along a whole side, and no other."""
    cells = board_of("uraeus").LAYOUT.cells
    assert [cell.label for cell in cells] == [str(number) for number in range(64)]
    for number, cell in enumerate(cells):
        for other, further in enumerate(cells[number + 1 :], start=number + 1):
            apart_x = max(cell.x, further.x) - min(cell.x + cell.width, further.x + further.width)
            apart_y = max(cell.y, further.y) - min(cell.y + cell.height, further.y + further.height)
            apart = max(apart_x, apart_y)
            assert apart > -1e-9, (number, other)
            touches = apart < 1e-9 and min(apart_x, apart_y) < -0.9
            assert touches == (other == number + 1), (number, other)


def test_every_stone_is_seen_in_the_terminal():
    for position in positions():
        for unicode in (True, False):
            drawn = draw.board(position, unicode=unicode).plain
            assert max(map(len, drawn.splitlines())) <= 80
            assert unicode or drawn.isascii()
            signs = "→←↑↓" if unicode else "+-"
            letters = [piece[:-1] for _, piece in position.pieces()]
            for letter in set(letters):
                shown = sum(drawn.count(letter + sign) for sign in signs)
                if not letter.startswith("^"):
                    shown -= sum(drawn.count(f"^{letter}{sign}") for sign in signs)
                assert shown == letters.count(letter), str(position)


def test_a_double_in_the_terminal():
    position = parse("r,12+,^30-/r,30+,53- 1 - - all")
    ascii_board = draw.board(position, unicode=False).plain
    assert "|2+^1- |" in ascii_board
    board = draw.board(position).plain
    assert "│2→^1← │" in board
    assert "│ 1↓  │" in board
    assert "│ 2←   │" in board


def test_stones_in_the_picture():
    for position in positions():
        root = ElementTree.fromstring(svg.draw(position))
        circles = list(root.iter("{http://www.w3.org/2000/svg}circle"))
        beaks = list(root.iter("{http://www.w3.org/2000/svg}polygon"))
        assert len(circles) == len(beaks) == len(position.pieces())
        places = {(circle.get("cx"), circle.get("cy")) for circle in circles}
        assert len(places) == len(circles)


def test_notes():
    notes = board_of("uraeus").notes
    assert notes(parse("f,r,12+/r,r,r 1 - - all")) == [
        "Player 1 (red): 1 in reserve, 1 finished",
        "Player 2 (blue): 3 in reserve, 0 finished",
    ]
    assert notes(parse("f,r,12+/f,f,f/r,r,3-/f,f,f 3 4 4,2 all")) == [
        "Player 1 (red): 1 in reserve, 1 finished",
        "Player 2 (blue): 0 in reserve, 3 finished",
        "Player 3 (yellow): 2 in reserve, 0 finished",
        "Player 4 (violet): 0 in reserve, 3 finished",
        "Die: 4",
        "Places: 1. Player 4, 2. Player 2",
    ]
