"""What people type is understood: in the notation, in words, or nearly so."""

from __future__ import annotations

import pytest

import amduat
from amduat.record import read
from amduat.typed import interpret, names_field, of_field, typed_form
from flow import played
from programs import play


@pytest.mark.parametrize(
    ("game", "line", "typed", "meant"),
    [
        ("ramses", "", "3-11", "3-11"),
        ("ramses", "", "3 11", "3-11"),
        ("ramses", "", "3", "3-11"),
        ("ramses", "", "5 7", ""),
        ("ramses", "", "5@10 7", "5@10-7"),
        ("ramses", "", "5107", "5@10-7"),
        ("ramses", "", "4,12", "4-12"),
        ("ramses", "", "4>6", "4-6"),
        ("ramses", "", "2", "2-8 2-10"),
        ("ramses", "", "312", ""),
        ("ramses", "", "311", "3-11"),
        ("ramses", "", "2-1", "2-10"),
        ("ramses", "", "", ""),
        ("ramses", "", "-", ""),
        ("isis-osiris", "", "c4", "@c4"),
        ("isis-osiris", "", "C4", "@c4"),
        ("isis-osiris", "", "d", "draw"),
        ("isis-osiris", "", "DRAW", "draw"),
        ("isis-osiris", "draw", "+2", "=+2"),
        ("isis-osiris", "draw", "-4", "=-4"),
        ("isis-osiris", "draw", "2", "=+2 =-2"),
        ("isis-osiris", "draw =+2", "c4", "c4"),
        ("uraeus", "", "4", "=4"),
        ("uraeus", "=4", "r 4+", "r:4+"),
        ("uraeus", "=4", "r 4", "r:4+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "4 6", "4:6+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "4", "4:3- 4:5- 4:6+"),
        ("pharao", "", "3 1", "=3,1"),
        ("pharao", "", "31", "=3,1"),
        ("pharao", "", "3", "=3,0 =3,1 =3,2"),
        # In words: the kind of action, and its fields.
        ("ramses", "", "move 3 11", "3-11"),
        ("ramses", "", "Move 3-11", "3-11"),
        ("ramses", "", "move 3-12", ""),
        ("isis-osiris", "", "place c4", "@c4"),
        ("isis-osiris", "", "pawn c4", "@c4"),
        ("isis-osiris", "draw =+2", "lay c4", "c4"),
        ("isis-osiris", "draw =+2", "tile c4", "c4"),
        ("isis-osiris", "draw", "show -4", "=-4"),
        ("uraeus", "", "roll 6", "=6"),
        ("uraeus", "", "6", "=6"),
        ("uraeus", "", "7", ""),
        ("uraeus", "=6", "0-6", "r:6+"),
        ("uraeus", "=6", "enter 6", "r:6+"),
        ("uraeus", "=6", "enter", "r:1- r:3- r:5- r:6+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "move 4 6", "4:6+"),
        ("pharao", "", "roll 3 1", "=3,1"),
        ("pharao", "", "roll 3,1", "=3,1"),
    ],
)
def test_interpretation(game, line, typed, meant):
    position = amduat.start(game)
    for action in line.split():
        position = position.apply(action)
    assert {str(a) for a in interpret(typed, position)} == set(meant.split())


def test_flips_in_words():
    position = amduat.parse("isis", "39,41 -,48 1 - first")
    assert [str(action) for action in interpret("flip 41", position)] == ["*41"]
    assert interpret("flip 40", position) == []
    alone = amduat.parse("isis", "41 -,48 1 - first")
    assert [str(action) for action in alone.legal_actions()][-1] == "*41"
    # The kind alone does not flip anything, even where only one stone can be flipped.
    assert interpret("flip", alone) == []


@pytest.mark.parametrize(
    ("game", "line", "typed", "shown"),
    [
        ("ramses", "", "3", "3-11"),
        ("ramses", "", "5", "5@10-7"),
        ("ramses", "", "5@10", "5@10-7"),
        ("ramses", "", "1", ""),
        ("isis-osiris", "", "C4", "@c4"),
        ("isis-osiris", "draw =+2", "c4", "c4"),
        ("isis-osiris", "draw =+2", " C4 ", "c4"),
        ("uraeus", "=4", "r", "r:1- r:3- r:4+"),
        ("uraeus", "=4", "0", "r:1- r:3- r:4+"),
        ("uraeus", "=4 r:4+ =2 r:2+ =2", "4", "4:3- 4:5- 4:6+"),
    ],
)
def test_a_field_alone_shows(game, line, typed, shown):
    position = amduat.start(game)
    for action in line.split():
        position = position.apply(action)
    assert names_field(typed, position)
    assert {str(action) for action in of_field(typed, position)} >= set(shown.split())
    assert bool(of_field(typed, position)) == bool(shown)


def test_a_field_alone_never_plays(game):
    """Wherever a stone can go, its field alone is no move, even if there is only one."""
    done = played(game, {}, max_turns=40)
    position = done.start
    fields = {cell.name for cell in amduat.board(game).cells}
    for action in done.actions:
        rolls = {str(each)[1:] for each in position.legal_actions() if each.is_chance}
        for field in fields - rolls:
            assert names_field(field, position)
        position = position.apply(action)


def test_a_field_alone_at_the_prompt(tmp_path):
    file = tmp_path / "game.txt"
    done = play("3\n4?\nmoves 3\n", "ramses", "--record", str(file))
    assert done.stdout.count("  3-11\n") == 2
    flip = play("41\n1\n", "isis", "-p", "41 -,48 1 - first", "--record", str(file))
    assert "*41" in flip.stdout
    assert "Nothing on `1` can move." in flip.stdout
    assert list(read(file, empty=True)) == []  # a game without a move is not kept


def test_every_legal_action_means_itself(game):
    done = played(game, {}, max_turns=40)
    position = done.start
    for action in done.actions:
        legal = position.legal_actions()
        for each in legal:
            assert interpret(str(each), position) == [each]
            assert interpret(f"  {str(each).upper()} ", position) == [each]
            assert interpret(typed_form(each), position) == [each]
            assert not names_field(typed_form(each), position)
        position = position.apply(action)


def test_forgiving_input(tmp_path):
    file = tmp_path / "game.txt"
    script = "3 11\n 20 - 18 \n"
    play(script, "ramses", "--player", "human", "--player", "human", "--record", str(file))
    script = "3-11/20-18\n"
    play(script, "ramses", "--player", "human", "--player", "human", "--record", str(file))
    one, other = read(file)
    assert one.actions == other.actions
    assert len(one.actions) == 2


def test_a_tile_in_hand_is_laid_by_words(tmp_path):
    """The notation of laying a tile is a field alone; at the prompt that shows, and words play."""
    file = tmp_path / "game.txt"
    people = ("--player", "human", "--player", "human", "--own-dice", "--record", str(file))
    done = play("draw\n+2\nc4\nc4?\nhelp\nmoves\nlay c4\n", "isis-osiris", *people)
    assert done.stdout.count("  lay c4\n") == 2  # the field alone, and with a question mark
    assert "lay the tile in hand face down on an empty cell: `lay a1`, `lay a2`" in done.stdout
    (record,) = read(file)
    assert [str(action) for action in record.actions] == ["draw", "=+2", "c4"]
    refused = play("@c4\n@c4\n", "isis-osiris", *people[:5]).stdout
    assert "`@c4` is not a legal move here. C4 is taken." in refused
