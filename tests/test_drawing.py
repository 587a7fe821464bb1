"""The drawings of each game: stones, marks and notes, in the terminal and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from rich.style import Style

import amduat
from amduat import svg
from amduat.boards import drawing_of
from amduat.cli import picture as terminal
from support import data_lines

ISIS, PHARAO, URAEUS, ISIS_OSIRIS = map(drawing_of, ("isis", "pharao", "uraeus", "isis-osiris"))


def table(game: str) -> list[amduat.Position]:
    """The positions of the perft table: a hundred and more of all kinds."""
    positions = [amduat.parse(game, text) for text, _ in data_lines(game, "perft.txt")]
    assert len(positions) >= 100
    return positions


# --- ISIS ---


def test_isis_stones_and_notes():
    position = amduat.parse("isis", "1,16,40 47,0,x1,49 2 40 all")
    tokens = [(token.field, token.letter) for token in ISIS.tokens(position)]
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
    assert ISIS.notes(position) == [
        "Stones in play: 5, in the underworld: 2.",
        "Personal stones: Player 1 on 47, Player 2 in the underworld, "
        "Player 3 finished as number 1, Player 4 on 49.",
        "A neutral stone marked with ! is under the ban.",
    ]
    below = ISIS.tokens(amduat.parse("isis", "20 0,48 1 0 first"))
    assert [token.letter for token in below] == ["N!", "N!", "N!", "N!", "1", "N", "2"]
    assert "none yet" in ISIS.notes(amduat.start("isis"))[1]


@pytest.mark.parametrize("unicode", [True, False])
def test_isis_in_a_terminal(unicode):
    lines = terminal.board(
        amduat.parse("isis", "- -,- 1 - first"), unicode=unicode
    ).plain.splitlines()
    assert max(map(len, lines)) == 65
    assert lines[6].count("○" if unicode else "N") == 7
    # The thrones are walled in on three sides and open to the right.
    assert lines[4].endswith("40⋆┃44♛│48⋆│" if unicode else "40.#44T|48.|")


# --- PHARAO ---


def drawn_fields(position: amduat.Position, *, unicode: bool) -> dict[str, str]:
    """What the terminal shows on each field, below its name and its mark."""
    lines = terminal.board(position, unicode=unicode).plain.splitlines()
    names, stones = lines[1::3], lines[2::3]
    edge = "│" if unicode else "|"
    shown = {}
    for upper, lower in zip(names, stones, strict=True):
        for name, stone in zip(upper.split(edge)[1:-1], lower.split(edge)[1:-1], strict=True):
            shown[name[:2]] = stone.strip()
    return shown


@pytest.mark.parametrize("unicode", [True, False])
def test_pharao_shows_every_stone_on_its_field(unicode):
    letters = {"lower": "L", "upper": "U"}
    wave = "≈" if unicode else "~"
    for position in table("pharao"):
        expected = {file + rank: "" for rank in "321" for file in "abcdefghij"}
        expected |= {field: letters[side] for field, side in position.pieces()}
        if expected["g1"]:
            expected["g1"] = f"{wave}{expected['g1']}{wave}"
        assert drawn_fields(position, unicode=unicode) == expected
        board = terminal.board(position, unicode=unicode).plain
        assert max(map(len, board.splitlines())) <= 80


def test_pharao_marks_fields():
    cells = {cell.label: cell for cell in PHARAO.LAYOUT.cells}
    assert len(cells) == 30
    marked = {label: cell.kind for label, cell in cells.items() if cell.mark}
    assert marked == {"f1": "rescue", "f2": "luck", "g1": "water"}
    assert len({svg.GROUNDS[kind] for kind in [*marked.values(), "plain"]}) == 4
    assert len({terminal.GROUND_STYLES[kind] for kind in marked.values()}) == 3
    board = terminal.board(amduat.start("pharao"), unicode=False).plain
    for shown in ("f1 +++", "f2  **", "g1 ~~~"):
        assert board.count(shown) == 1


def test_pharao_marks_a_stone_in_the_water():
    dry = amduat.parse("pharao", "f1,h1 b3 L roll -")
    wet = amduat.parse("pharao", "f1,g1 b3 L roll -")
    shapes = {token.field: (token.letter, token.shape) for token in PHARAO.tokens(wet)}
    assert shapes == {"f1": ("L", "stone"), "g1": ("L", "sunken"), "b3": ("U", "stone")}
    colours = {token.letter: token.colour for token in PHARAO.tokens(wet)}
    assert colours == {"L": "brown", "U": "yellow"}
    # All stones are round; the waves come on top, before the letter.
    for position, waves in ((dry, 0), (wet, 1)):
        picture = svg.draw(position)
        assert picture.count("<circle") == 3
        assert picture.count("fill-opacity") == waves


def test_pharao_notes():
    marked = "Marked fields: f1 rescue, f2 luck, g1 water"
    assert PHARAO.notes(amduat.start("pharao")) == ["Phase: roll", marked]
    assert PHARAO.notes(amduat.parse("pharao", "a1 b3 L own 3,1")) == [
        "Phase: own",
        "Dice: own 3, other 1",
        marked,
    ]
    rare = "f1,g1 b3 L rescue 0,2 dice=0,0,1,2,3,4/0,0,0,0,1,2"
    assert PHARAO.notes(amduat.parse("pharao", rare)) == [
        "Phase: rescue",
        "Dice: own 0, other 2",
        "Faces: own 0,0,1,2,3,4, other 0,0,0,0,1,2",
        marked,
    ]
    assert PHARAO.notes(amduat.parse("pharao", "a1 - L over -")) == ["Phase: over", marked]


# --- URÄUS ---


def test_uraeus_is_one_line():
    """Every field touches the next one along a whole side, and no other."""
    cells = URAEUS.LAYOUT.cells
    assert [cell.label for cell in cells] == [str(number) for number in range(64)]
    for number, cell in enumerate(cells):
        for other, further in enumerate(cells[number + 1 :], start=number + 1):
            apart_x = max(cell.x, further.x) - min(cell.x + cell.width, further.x + further.width)
            apart_y = max(cell.y, further.y) - min(cell.y + cell.height, further.y + further.height)
            apart = max(apart_x, apart_y)
            assert apart > -1e-9, (number, other)
            touches = apart < 1e-9 and min(apart_x, apart_y) < -0.9
            assert touches == (other == number + 1), (number, other)


def test_uraeus_shows_every_stone_in_the_terminal():
    for position in table("uraeus"):
        for unicode in (True, False):
            drawn = terminal.board(position, unicode=unicode).plain
            assert max(map(len, drawn.splitlines())) <= 80
            assert unicode or drawn.isascii()
            signs = "→←↑↓" if unicode else "+-"
            letters = [piece[:-1] for _, piece in position.pieces()]
            for letter in set(letters):
                shown = sum(drawn.count(letter + sign) for sign in signs)
                if not letter.startswith("^"):
                    shown -= sum(drawn.count(f"^{letter}{sign}") for sign in signs)
                assert shown == letters.count(letter), str(position)


def test_uraeus_shows_doubles_in_the_terminal():
    position = amduat.parse("uraeus", "r,12+,^30-/r,30+,53- 1 - - all")
    ascii_board = terminal.board(position, unicode=False).plain
    assert "|2+^1- |" in ascii_board
    board = terminal.board(position).plain
    assert "│2→^1← │" in board
    assert "│ 1↓  │" in board
    assert "│ 2←   │" in board


def test_uraeus_shows_every_stone_in_the_picture():
    for position in table("uraeus"):
        root = ElementTree.fromstring(svg.draw(position))
        circles = list(root.iter("{http://www.w3.org/2000/svg}circle"))
        beaks = list(root.iter("{http://www.w3.org/2000/svg}polygon"))
        assert len(circles) == len(beaks) == len(position.pieces())
        places = {(circle.get("cx"), circle.get("cy")) for circle in circles}
        assert len(places) == len(circles)


def test_uraeus_notes():
    notes = URAEUS.notes
    assert notes(amduat.parse("uraeus", "f,r,12+/r,r,r 1 - - all")) == [
        "Player 1 (blue): 1 in reserve, 1 finished",
        "Player 2 (red): 3 in reserve, 0 finished",
    ]
    assert notes(amduat.parse("uraeus", "f,r,12+/f,f,f/r,r,3-/f,f,f 3 4 4,2 all")) == [
        "Player 1 (blue): 1 in reserve, 1 finished",
        "Player 2 (red): 0 in reserve, 3 finished",
        "Player 3 (yellow): 2 in reserve, 0 finished",
        "Player 4 (violet): 0 in reserve, 3 finished",
        "Die: 4",
        "Places: 1. Player 4, 2. Player 2",
    ]


# --- ISIS & OSIRIS ---


def test_isis_osiris_notes():
    full = "A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1B 0,0 1,1 1 -"
    start = amduat.start("isis-osiris")
    assert ISIS_OSIRIS.notes(start) == ["Pawns left: A 8, B 8", "Tiles left: A 11, B 11"]
    common = amduat.start("isis-osiris", players=3, common=True)
    assert ISIS_OSIRIS.notes(common) == [
        "Pawns left: A 6, B 6, C 6",
        "Tiles left in the common pile: 22",
    ]
    drawn = start.apply("draw")
    assert ISIS_OSIRIS.notes(drawn)[1:] == [
        "Tiles left: A 10, B 11",
        "In hand: a tile not shown yet",
    ]
    # A tile in hand has been shown to all, so it is told even where tiles are hidden.
    assert ISIS_OSIRIS.notes(drawn.apply("=+2"))[2:] == ["In hand: +2"]
    assert ISIS_OSIRIS.notes(amduat.parse("isis-osiris", full))[2:] == [
        "Points: A 10, B 10",
        "A pawn by pawn: a4:-3, a6:+3, b5:+4, c4:-3, c6:+6, d5:+2, e6:+3, f5:-2; 10 in all",
        "B pawn by pawn: a2:-2, b1:+3, c2:+2, d1:+6, d3:-3, e2:+4, f1:+3, f3:-3; 10 in all",
    ]


def test_isis_osiris_pieces_look_different():
    """Each player's pawns have a colour of their own, and terminals know all the colours."""
    text = "ABCD../....../....../....../+1+4-1-4../...... 4,4,4,4 18 1 -"
    position = amduat.parse("isis-osiris", text)
    looks = {token.letter: (token.colour, token.shape) for token in ISIS_OSIRIS.tokens(position)}
    assert len({looks[letter] for letter in "ABCD"}) == 4
    assert looks["+1"] == looks["+4"] == ("good", "tile")
    assert looks["-1"] == looks["-4"] == ("bad", "tile")
    styles = [Style.parse(terminal.TOKEN_STYLES[colour]) for colour, _ in looks.values()]
    assert all(style.bgcolor for style in styles)


# --- Small terminals ---


@pytest.mark.parametrize("unicode", [True, False])
def test_small_boards_fit(game, unicode):
    """The compact board is at most 60 columns wide, and 24 rows hold it with its notes."""
    for position in table(game):
        lines = terminal.board(position, unicode=unicode, compact=True).plain.splitlines()
        assert (max(map(len, lines)), len(lines)) == terminal.size(game, compact=True)
        assert len(lines[0]) <= 60
        assert len(lines) + 2 <= 24
        assert unicode or "".join(lines).isascii()


@pytest.mark.parametrize("compact", [True, False])
@pytest.mark.parametrize("unicode", [True, False])
def test_small_boards_show_every_field_and_stone(game, unicode, compact):
    for position in table(game)[:40]:
        drawn = terminal.board(position, unicode=unicode, compact=compact).plain
        numbers = set(re.findall(r"[a-z]?[0-9]+", drawn))
        assert {cell.name for cell in amduat.board(game).cells} <= numbers
        tokens = drawing_of(game).tokens(position)
        signs = {(unicode and token.sign) or token.letter for token in tokens}
        for sign in signs:
            # In a small board the sign for the upper stone of a double is above its number.
            shown = drawn.count(sign.removeprefix("^") if compact else sign)
            assert shown >= sum(((unicode and t.sign) or t.letter) == sign for t in tokens), sign


def test_small_uraeus_shows_doubles():
    position = amduat.parse("uraeus", "r,12+,^30-/r,30+,53- 1 - - all")
    board = terminal.board(position, compact=True).plain
    assert "│30^◠│" in board
    assert "│2→1←│" in board


def test_fields_in_brackets_and_parentheses(game):
    """They enclose what stands on a field, and hide neither stones nor names."""
    position = table(game)[3]
    for compact in (True, False):
        for unicode in (True, False):
            look = {"unicode": unicode, "compact": compact}
            plain = terminal.board(position, **look).plain
            for field in amduat.board(game).spots:
                drawn = terminal.board(position, targets=[field], **look).plain
                assert drawn.count("[") == drawn.count("]") == 1
                changed = [a for a, b in zip(plain, drawn, strict=False) if a != b]
                assert not set("".join(changed)) - set(" │┃├┤┼|#=+-─"), (field, changed)
                drawn = terminal.board(position, last=[field], **look).plain
                assert drawn.count("(") == drawn.count(")") == 1


# --- The last move, and the legend ---


def test_the_last_move_in_the_picture(game):
    position = amduat.start(game)
    while position.is_chance:
        position = position.apply(position.legal_actions()[-1])
    action = position.legal_actions()[0]
    after = position.apply(action)
    plain, marked = svg.draw(after), svg.draw(after, last=action)
    fields = [field for field in (action.source, action.target) if field is not None]
    assert 'class="last"' not in plain
    assert marked.count('class="last"') == len(fields)
    assert marked.count('stroke-dasharray="7 6"') == (action.source is not None)
    assert svg.draw(after, last=(action.source, action.target)) == marked
    assert svg.draw(after, last=None) == svg.draw(after, last=("nowhere", None)) == plain
    ElementTree.fromstring(marked)


def test_the_legend_explains_every_sign(game):
    legend = drawing_of(game).LEGEND
    marks = {shown for shown, _ in legend if isinstance(shown, str)}
    assert marks == {cell.mark for cell in amduat.board(game).cells if cell.mark}
    for shown, text in legend:
        assert text
        assert terminal.sign(game, shown, unicode=False).plain.isascii()


def test_players_have_the_same_colours_in_all_games():
    from amduat.boards.palette import PLAYERS

    isis = amduat.parse("isis", "- 1,3,5,7 1 - first")
    uraeus = amduat.parse("uraeus", "r,r,1+/r,r,2+/r,r,3+/r,r,4+ 1 - - all")
    osiris = amduat.parse("isis-osiris", "ABCD../....../....../....../....../...... 4,4,4,4 22 1 -")
    for position in (isis, uraeus, osiris):
        tokens = drawing_of(position.game).tokens(position)
        seats = {token.letter: token.colour for token in tokens if token.letter in "1234ABCD"}
        assert tuple(seats[letter] for letter in sorted(seats)) == PLAYERS
