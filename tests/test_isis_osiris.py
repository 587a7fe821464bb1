"""ISIS & OSIRIS: the worked example of the rulebook, every ruling, endings, and hidden tiles."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.style import Style

import amduat
from amduat import svg
from amduat.boards import isis_osiris as drawing
from amduat.boards import text_of
from amduat.cli import draw
from support import data_lines, name_of, random_game, variants

GAME = "isis-osiris"
EMPTY = "....../....../....../....../....../......"
TILES = {"+1": 2, "+2": 6, "+3": 2, "+4": 1, "-1": 2, "-2": 6, "-3": 2, "-4": 1}

# Turned by half, the board shows the same tiles and the other player's pawns.
EQUAL = "A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1B 0,0 1,1 1 -"

# All tiles of the common pile and all pawns of player 1 are placed.
NOTHING_LEFT = "+1+1+2+2+2+2/+2+2+3+3+4-1/-1-2-2-2-2-2/-2-3-3-4AA/AAA.../...... 0,5,5,5 0 1 -"


def parse(text: str) -> amduat.Position:
    return amduat.parse(GAME, text)


def texts(position: amduat.Position) -> list[str]:
    return [str(action) for action in position.legal_actions()]


def play(position: amduat.Position, *actions: str) -> amduat.Position:
    for action in actions:
        position = position.apply(action)
    return position


def points(position: amduat.Position) -> list[int]:
    """The totals, counted slowly: every tile with every pawn at a distance of one."""
    totals = [0] * position.players
    for cell, pawn in position.pieces():
        for other, tile in position.pieces():
            distance = abs(ord(cell[0]) - ord(other[0])) + abs(ord(cell[1]) - ord(other[1]))
            if pawn in "ABCD" and tile in TILES and distance == 1:
                totals["ABCD".index(pawn)] += int(tile)
    return totals


# --- setup and options -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "8,8 11,11 1 -"),
        ({"players": 3}, "6,6,6 7,7,7 1 -"),
        ({"players": 4}, "5,5,5,5 5,5,5,5 1 -"),
        ({"common": True}, "8,8 22 1 -"),
        ({"players": 3, "common": "true", "first": 3}, "6,6,6 22 3 -"),
        ({"players": "4", "common": True, "first": "2"}, "5,5,5,5 22 2 -"),
    ],
)
def test_options(options, text):
    assert str(amduat.start(GAME, **options)) == f"{EMPTY} {text}"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, 'players "1": expected a number from 2 to 4'),
        ({"players": 5}, 'players "5": expected a number from 2 to 4'),
        ({"first": 3}, 'first "3": expected a number from 1 to 2'),
        ({"first": 0, "players": 4}, 'first "0": expected a number from 1 to 4'),
        ({"common": "maybe"}, 'common "maybe": expected `true` or `false`'),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(amduat.OptionError) as caught:
        amduat.start(GAME, **options)
    assert str(caught.value) == f"{GAME} option: {message}"


# --- the turn --------------------------------------------------------------------------------


def test_a_turn_places_a_pawn_or_draws_shows_and_places_a_tile():
    start = amduat.start(GAME)
    cells = [file + rank for file in "abcdef" for rank in "123456"]
    assert texts(start) == [f"@{cell}" for cell in cells] + ["draw"]
    pawn = start.apply("@c4")
    assert str(pawn) == "....../....../..A.../....../....../...... 7,8 11,11 2 -"
    assert pawn.current_player == 1
    drawn = pawn.apply("draw")
    assert str(drawn) == "....../....../..A.../....../....../...... 7,8 11,10 2 ?"
    assert drawn.is_chance
    assert drawn.current_player == amduat.CHANCE
    assert texts(drawn) == ["=+1", "=+2", "=+3", "=+4", "=-1", "=-2", "=-3", "=-4"]
    shown = drawn.apply("=-4")
    assert str(shown) == "....../....../..A.../....../....../...... 7,8 11,10 2 -4"
    assert shown.current_player == 1
    # The tile must be placed now, on an empty cell.
    assert texts(shown) == [cell for cell in cells if cell != "c4"]
    for refused in ("@a1", "draw", "pass", "c4", "=-4"):
        with pytest.raises(amduat.IllegalActionError):
            shown.apply(refused)
    placed = shown.apply("d4")
    assert str(placed) == "....../....../..A-4../....../....../...... 7,8 11,10 1 -"


def test_whoever_has_no_pawns_draws_and_whoever_has_no_tiles_places_pawns():
    pawnless = parse("AAAAAA/AABBBB/BBBB../....../....../...... 0,0 11,11 1 -")
    assert texts(pawnless) == ["draw"]
    assert pawnless.describe() == "Player 1 draws a tile: there are no pawns left to place."
    tileless = parse("+1+2+2+2+2B/BBBBCC/CCCDDD/DD..../....../...... 5,0,0,0 0,5,5,5 1 -")
    assert all(text.startswith("@") for text in texts(tileless))
    assert tileless.describe() == "Player 1 places a pawn: there are no tiles left to draw."


def test_people_are_told_what_to_do():
    start = amduat.start(GAME)
    assert start.describe() == "Player 1 places a pawn or draws a tile."
    drawn = start.apply("draw")
    assert drawn.describe() == "Player 1 has drawn a tile, which is now shown to all."
    assert drawn.apply("=+2").describe() == (
        "Player 1 places the tile +2 face down on an empty cell."
    )


def test_actions_are_counted_by_cells_tiles_draw_and_pass():
    indices = {"@a1": 0, "@a2": 1, "@b1": 6, "@f6": 35, "a1": 36, "f6": 71}
    indices |= {"=+1": 72, "=+4": 75, "=-1": 76, "=-4": 79, "draw": 80, "pass": 81}
    assert {text: amduat.Action(GAME, text).index for text in indices} == indices
    assert amduat.info(GAME).num_actions == 82


def test_pieces_do_not_walk():
    assert amduat.start(GAME).path("@c4") == []
    assert amduat.start(GAME).walks("@c4") == []


# --- points ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "totals"),
    [
        ("-1A-2.../....../....../....../....../......", [-3, 0]),
        ("-1A-2.../.+4..../....../....../....../......", [1, 0]),
        ("....../....../....B+1/....+2./....../......", [0, 3]),
        ("-1A-2.+1./....B+2/-1A-2.../.+4..../....../......", [-2, 3]),
        # Diagonals do not count, nor does the far end of the next rank or file.
        ("-1...../.+1.+1../..A.../.-2.-2.+4/A...../.B..B.", [0, 0]),
        # A tile counts for each pawn beside it, whoever has placed it.
        ("....../..A.../.A+4B../..B.../....../......", [8, 8]),
    ],
)
def test_example_pawns_are_worth_the_tiles_beside_them(board, totals):
    pawns = [8 - board.count(letter) for letter in "AB"]
    position = parse(f"{board} {pawns[0]},{pawns[1]} {22 - len(re.findall('[+-]', board))} 1 -")
    assert position.scores() == totals
    assert position.returns() == [0.0, 0.0]


@pytest.mark.parametrize("options", variants(GAME), ids=name_of)
def test_points_of_random_games(options):
    dice = random.Random(f"points {options}")
    for _ in range(8):
        for position in random_game(amduat.start(GAME, **options), dice, 200):
            assert position.scores() == points(position), position
        assert position.is_over
        # The winners, and only they, have the highest total.
        best = [total == max(points(position)) for total in points(position)]
        shares = [winner / sum(best) for winner in best]
        count = position.players
        assert position.returns() == pytest.approx([(count * s - 1) / (count - 1) for s in shares])


# --- endings ---------------------------------------------------------------------------------


ENDINGS = [
    # Two players; the second with the tiles on b6 and f4 exchanged.
    (EQUAL, [10, 10], [0, 0], "Player 1 and Player 2 share the win"),
    (
        "A-3A+2A+2/+2A+3A-1A/A-2A-2-2+1/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1B 0,0 1,1 2 -",
        [2, 14],
        [-1, 1],
        "Player 2 has won",
    ),
    # All are below zero: the one who has lost least wins.
    (
        "+3+4+2B-2-2/-2-2-2-3+1A/A+2+2-1BB/-4AAB+3-3/A+2A+2-2B/B-1BAAB 0,0 1,1 1 -",
        [-1, -6],
        [1, -1],
        "Player 1 has won",
    ),
    (
        "BC-2AC-2/-1BA+2B-2/+2BCA-2A/+2A+1AC-4/+2-3B+3CC/+2-3B+3-2+4 0,0,0 1,1,1 1 -",
        [-4, -1, -8],
        [-1 / 2, 1, -1 / 2],
        "Player 2 has won",
    ),
    (
        "+1C+2BB-2/-2+1C+4+3C/+2-2B-2C-1/-3CAAA-4/+3BCA+2-2/B-2-3AAB 0,0,0 4 1 -",
        [-3, 3, 3],
        [-1 / 2, 1 / 4, 1 / 4],
        "Player 2 and Player 3 share the win",
    ),
    (
        "+2-2+2C+2C/BB-2AB-3/+4+2-2CA-3/+2A+2AAA/B-2B+3C+3/+1CC-2B-1 0,0,0 4 1 -",
        [4, 4, 4],
        [0, 0, 0],
        "Player 1, Player 2 and Player 3 share the win",
    ),
    (
        "-3C-2-2-3B/BA-2C+4+3/-2BA-1-1A/+3CCADA/CD+1BD+2/DB-4+2D+2 0,0,0,0 1,1,1,1 1 -",
        [-2, -8, 1, 6],
        [-1 / 3, -1 / 3, -1 / 3, 1],
        "Player 4 has won",
    ),
    (
        "-4CDA-2-2/BDB+3+2+2/BD-1A-2+3/-2-2C+2CB/DA+1ACA/+4DB-3C+1 0,0,0,0 6 1 -",
        [3, -3, -6, 3],
        [1 / 3, -1 / 3, -1 / 3, 1 / 3],
        "Player 1 and Player 4 share the win",
    ),
    (
        "A-2CA-3B/-1AA-2C-2/-2+3-2B+3D/BC+2B+2C/+2DBD+2-2/C-1DD-3A 0,0,0,0 6 1 -",
        [-17, 0, 0, 0],
        [-1 / 3, 1 / 9, 1 / 9, 1 / 9],
        "Player 2, Player 3 and Player 4 share the win",
    ),
]


@pytest.mark.parametrize(("text", "totals", "returns", "who"), ENDINGS)
def test_the_highest_total_wins_and_equal_totals_share(text, totals, returns, who):
    over = parse(text)
    assert over.is_over
    assert over.current_player == amduat.OVER
    assert over.legal_actions() == []
    assert over.scores() == totals == points(over)
    assert over.returns() == pytest.approx(returns)
    whose = "its" if who.endswith("has won") else "their"
    listed = ", ".join(map(str, totals))
    assert over.describe() == (
        f"{who}: the board is full and {whose} pawns are worth most ({listed})."
    )


def test_the_last_cell_ends_the_game_whatever_is_left():
    # One cell is empty, and player 2 has a pawn and a tile left.
    last = parse(EQUAL.replace("1B 0,0 1,1 1", "1. 0,1 1,1 2"))
    assert not last.is_over
    assert last.returns() == [0.0, 0.0]
    assert texts(last) == ["@f1", "draw"]
    by_pawn = last.apply("@f1")
    assert str(by_pawn) == EQUAL
    by_tile = play(last, "draw", "=-4", "f1")
    assert str(by_tile) == EQUAL.replace("1B 0,0 1,1", "1-4 0,1 1,0")
    assert by_pawn.is_over
    assert by_tile.is_over
    # Without its pawn on f1, worth +1 and +2, player 2 is behind.
    assert by_tile.scores() == [10, 7]
    assert by_tile.returns() == [1.0, -1.0]


def test_variant_i_adds_up_the_totals_of_several_games():
    games = [parse(ENDINGS[1][0]).scores(), parse(ENDINGS[2][0]).scores()]
    totals = [sum(each) for each in zip(*(scores or [] for scores in games), strict=True)]
    assert totals == [1, 8]


# --- rulings ---------------------------------------------------------------------------------


def test_r1_tiles():
    drawn = amduat.start(GAME).apply("draw")
    chances = {str(outcome)[1:]: chance for outcome, chance in drawn.chance_outcomes()}
    assert chances == pytest.approx({tile: count / 22 for tile, count in TILES.items()})
    for tile, count in TILES.items():
        rank = (tile * count).ljust(6 + count, ".")
        all_placed = parse(f"{rank}/{EMPTY[7:]} 8,8 {21 - count} 1 ?")
        assert f"={tile}" not in texts(all_placed)
        assert len(all_placed.legal_actions()) == 7
        one_more = f"{rank}/{tile}...../{EMPTY[14:]} 8,8 {21 - count} 1 -"
        reason = f"has the tile {tile} {count + 1} times, the game only {count}"
        with pytest.raises(amduat.PositionError, match=re.escape(reason)):
            parse(one_more)


def test_r2_any_unseen_tile_may_be_drawn():
    # Of 21 dealt tiles 2 are placed; the one left out is as unseen as the others, so there are 20.
    drawing_one = parse("+4+2..../....../....../....../....../....A. 5,6,6 6,6,6 1 ?")
    unseen = {"=+1": 2, "=+2": 5, "=+3": 2, "=-1": 2, "=-2": 6, "=-3": 2, "=-4": 1}
    outcomes = {str(outcome): chance for outcome, chance in drawing_one.chance_outcomes()}
    assert outcomes == pytest.approx({tile: count / 20 for tile, count in unseen.items()})
    # Two tiles are left out with four players, none in variant II: that changes nothing.
    for rest in ("5,5,5,5 4,4,4,5 3 ?", "5,5,5,5 19 1 ?"):
        other = parse(f"+4+2..../....../....../....../....../...... {rest}")
        assert {str(o): c for o, c in other.chance_outcomes()} == pytest.approx(outcomes)


def test_r2_the_last_tile_of_the_common_pile_is_certain():
    last = parse("+1+1+2+2+2+2/+2+2+3+3+4-1/-1-2-2-2-2-2/-2-3-3.AA/AAA.../...... 0,5,5,5 0 2 ?")
    assert [(str(o), chance) for o, chance in last.chance_outcomes()] == [("=-4", 1.0)]


def test_r3_who_has_nothing_left_passes():
    position = parse(NOTHING_LEFT)
    assert texts(position) == ["pass"]
    assert position.describe() == "Player 1 passes: there are neither pawns nor tiles left."
    following = position.apply("pass")
    assert str(following) == NOTHING_LEFT.replace("0 1 -", "0 2 -")
    assert following.current_player == 1
    with pytest.raises(amduat.IllegalActionError):
        following.apply("pass")
    # One tile in the pile, or one pawn, and there is no passing.
    for text in (
        NOTHING_LEFT.replace("-4A", ".A").replace(" 0 1 -", " 1 1 -"),
        NOTHING_LEFT.replace("AAA...", "AA....").replace(" 0,5", " 1,5"),
    ):
        assert not parse(text).is_legal("pass")


def test_r3_nobody_else_passes():
    dice = random.Random("passes")
    passes = {True: 0, False: 0}
    for options in variants(GAME):
        for _ in range(60):
            position = amduat.start(GAME, **options)
            while not position.is_over:
                actions = texts(position)
                # Draws are preferred, so that the pile is used up while there are still pawns.
                often = "draw" in actions and dice.random() < 0.7
                if "pass" in actions:
                    passes[options["common"]] += 1
                    _, pawns, tiles, side, _ = str(position).split(" ")
                    assert actions == ["pass"]
                    assert pawns.split(",")[int(side) - 1] == "0"
                    assert tiles == "0"
                position = position.apply("draw" if often else dice.choice(actions))
    assert passes[True] > 0
    assert passes[False] == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r4_who_begins_is_an_option(players):
    assert amduat.start(GAME, players=players).current_player == 0
    for first in range(1, players + 1):
        position = amduat.start(GAME, players=players, first=first)
        turns = []
        for cell in ("@a1", "@b1", "@c1", "@d1", "@e1"):
            turns.append(position.current_player)
            position = position.apply(cell)
        assert turns == [(first - 1 + turn) % players for turn in range(5)]


def test_r5_programs_see_the_tiles():
    position = parse("....../....../..A.../....../....../+2..... 7,8 11,10 1 -")
    assert position.pieces() == [("a1", "+2"), ("c4", "A")]
    assert ">+2</text>" in position._repr_svg_()
    assert position._repr_svg_() == svg.draw(position, hidden=False)


# --- drawings --------------------------------------------------------------------------------


def pictures(position: amduat.Position) -> list[str]:
    """All that is drawn for people who do not see the tiles."""
    terminal = [draw.board(position, unicode=u, hidden=True) for u in (True, False)]
    styled = [f"{text.plain} {text.spans}" for text in terminal]
    return [svg.draw(position, hidden=True), text_of(position, hidden=True), *styled]


def with_other_tiles(position: amduat.Position, dice: random.Random) -> amduat.Position:
    """The same position with different tiles on the board, as far as there are any."""
    board, rest = str(position).split(" ", 1)
    left = [tile for tile, count in TILES.items() for _ in range(count)]
    if rest.rsplit(" ", 1)[1] in left:
        left.remove(rest.rsplit(" ", 1)[1])
    dice.shuffle(left)
    return parse(f"{re.sub('[+-][1-4]', lambda _: left.pop(), board)} {rest}")


def test_r5_a_hidden_drawing_does_not_depend_on_the_tiles():
    """Whatever lies face down, the drawing is the same, so nothing can be learnt from it."""
    dice = random.Random("hidden")
    changed = 0
    for text, _ in data_lines(GAME, "perft.txt"):
        position = parse(text)
        if position.is_over:
            continue
        other = with_other_tiles(position, dice)
        assert pictures(position) == pictures(other)
        if position != other:
            changed += 1
            assert svg.draw(position) != svg.draw(other)
            assert draw.board(position).plain != draw.board(other).plain
    assert changed > 80


def test_r5_a_hidden_drawing_shows_no_values():
    position = parse(EQUAL)
    picture = svg.draw(position, hidden=True)
    assert re.findall(r">[^<]*[+-][1-4][^<]*<", picture) == []
    assert picture.count(svg.MARKS["eye"]) == 20
    for unicode in (True, False):
        board = draw.board(position, unicode=unicode, hidden=True).plain
        assert not set(re.sub(r"[a-f][1-6]", "", board)) & set("1234−")
        assert board.count("◉" if unicode else "?") == 20
    assert text_of(position, hidden=True) == "A?A?A?/?A?A?A/A?A???/???B?B/B?B?B?/?B?B?B 0,0 1,1 1 -"
    assert text_of(position, hidden=False) == EQUAL
    opened = svg.draw(position)
    assert len(re.findall(r">[+-][1-4]</text>", opened)) == 20
    assert svg.MARKS["eye"] not in opened


def test_r5_other_games_hide_nothing():
    start = amduat.start("ramses")
    assert text_of(start, hidden=True) == str(start)
    assert svg.draw(start, hidden=True) == svg.draw(start)


def show(*arguments: str) -> str:
    command = [sys.executable, "-m", "amduat", "show", GAME, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=True)
    return done.stdout


def test_r5_show_hides_tiles_unless_told_otherwise(tmp_path: Path):
    text = "+3...../....../..A.../....../....../-1..... 7,8 10,10 2 -"
    hidden, opened = show("-p", text), show("-p", text, "--open")
    assert not re.search(r"[+−-][1-4]", hidden)
    assert re.search(r"[+][1-4]", opened.partition(f"{GAME}:")[0])
    assert f"{GAME}: ?...../....../..A.../....../....../?..... 7,8 10,10 2 -\n" in hidden
    assert f"{GAME}: {text}\n" in opened
    file = tmp_path / "board.svg"
    show("-p", text, "--svg", str(file))
    assert file.read_text(encoding="utf-8") == svg.draw(parse(text), hidden=True)
    show("-p", text, "--open", "--svg", str(file))
    assert file.read_text(encoding="utf-8") == svg.draw(parse(text))


def test_notes():
    start = amduat.start(GAME)
    assert drawing.notes(start) == ["Pawns left: A 8, B 8", "Tiles left: A 11, B 11"]
    common = amduat.start(GAME, players=3, common=True)
    assert drawing.notes(common) == [
        "Pawns left: A 6, B 6, C 6",
        "Tiles left in the common pile: 22",
    ]
    drawn = start.apply("draw")
    assert drawing.notes(drawn)[1:] == ["Tiles left: A 10, B 11", "In hand: a tile not shown yet"]
    # A tile in hand has been shown to all, so it is told even where tiles are hidden.
    assert drawing.notes(drawn.apply("=+2"))[2:] == ["In hand: +2"]
    assert drawing.notes(parse(EQUAL))[2:] == ["Points: A 10, B 10"]


def test_pieces_look_different():
    """Each player's pawns have a colour of their own, and terminals know all the colours."""
    position = parse("ABCD../....../....../....../+1+4-1-4../...... 4,4,4,4 18 1 -")
    looks = {token.letter: (token.colour, token.shape) for token in drawing.tokens(position)}
    assert len({looks[letter] for letter in "ABCD"}) == 4
    assert looks["+1"] == looks["+4"] == ("good", "tile")
    assert looks["-1"] == looks["-4"] == ("bad", "tile")
    styles = [Style.parse(draw.TOKEN_STYLES[colour]) for colour, _ in looks.values()]
    assert all(style.bgcolor for style in styles)
