"""RAMSES, played slowly and plainly: the reference that a fast engine is compared with.

Two sides, four stones each, no chance. A turn has two parts and each part is one action: first the
player moves a stone of his own, then a stone of the opponent. Three own stones on hieroglyph fields
win; a player who cannot complete a turn loses.

The board has 22 fields; 5 and 22 are long fields, each with one place beside each of 10..17::

    | 1| 2| 3| 4|          5            |
    | 6| 7| 8| 9|10|11|12|13|14|15|16|17|
    |18|19|20|21|          22           |

Light is player 0 and dark is player 1, whoever opens. A position reads `light dark side part
opening`, for example `2,3,4,5@10 19,20,21,22@10 L own !`; an action reads `from-to`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

NAME = "ramses"
CHANCE = -1
OVER = -4

# ---------------------------------------------------------------------------------------------
# The board


class Place(NamedTuple):
    """Where a stone can stand: a field and, on a long field, the middle field it stands beside."""

    field: int
    beside: int = 0  # 10..17 on a long field, 0 on every other field

    def __str__(self) -> str:
        return f"{self.field}@{self.beside}" if self.beside else str(self.field)


LONG_FIELDS = (5, 22)
BESIDE = range(10, 18)
HIEROGLYPHS = (1, 9, 13, 17, 18)
ROWS = (range(1, 6), range(6, 18), range(18, 23))
SHORT_COLUMNS = ((1, 6, 18), (2, 7, 19), (3, 8, 20), (4, 9, 21))


def all_places() -> list[Place]:
    """Every place on the board, by field and then by the neighbouring middle field."""
    places: list[Place] = []
    for field in range(1, 23):
        if field in LONG_FIELDS:
            places.extend(Place(field, beside) for beside in BESIDE)
        else:
            places.append(Place(field))
    return places


def row_of(place: Place) -> int:
    """The row of a place. A stone on a long field is in its row whatever its place."""
    return next(index for index, row in enumerate(ROWS) if place.field in row)


def column_of(place: Place) -> int:
    """The column of a place: 0..3 at the left, then 10..17 named by the middle field.

    A stone on a long field is in the column of its place only.
    """
    if place.field in LONG_FIELDS:
        return place.beside
    if place.field in BESIDE:
        return place.field
    return next(index for index, column in enumerate(SHORT_COLUMNS) if place.field in column)


def neighbours_of(place: Place) -> list[Place]:
    """The places one step away on an empty board."""
    if place.field in LONG_FIELDS:
        # Out of a long field: to the middle field beside the place, or to the row's other end.
        return [Place(place.beside), Place(4 if place.field == 5 else 21)]
    steps = []
    # Along the row, between ordinary fields.
    for field in (place.field - 1, place.field + 1):
        if field in ROWS[row_of(place)] and field not in LONG_FIELDS:
            steps.append(Place(field))
    # Along the row into a long field: at any of its eight places.
    if place.field == 4:
        steps.extend(Place(5, beside) for beside in BESIDE)
    if place.field == 21:
        steps.extend(Place(22, beside) for beside in BESIDE)
    # Along the column.
    if place.field in BESIDE:
        # Into a long field from the middle row: at the place directly beside only.
        steps.extend((Place(5, place.field), Place(22, place.field)))
    else:
        column = SHORT_COLUMNS[column_of(place)]
        here = column.index(place.field)
        steps.extend(Place(field) for at, field in enumerate(column) if abs(at - here) == 1)
    return steps


PLACES = {str(place): place for place in all_places()}
NEIGHBOURS = {place: neighbours_of(place) for place in PLACES.values()}

# ---------------------------------------------------------------------------------------------
# Positions

LIGHT, DARK = 0, 1
SIDES = ("L", "D")  # as written in a position
SIDE_NAMES = ("light", "dark")  # as written in an option
PARTS = ("own", "other")
STONES_PER_SIDE = 4
STONES_TO_WIN = 3

Stones = tuple[Place, ...]
Action = tuple[Place, Place]


@dataclass(frozen=True)
class Position:
    """Everything that matters for the rest of the game."""

    stones: tuple[Stones, Stones]  # light's and dark's, each sorted
    side: int  # whose turn it is, in both parts of the turn
    part: str  # which stone is moved next: "own" or "other"
    opening: bool  # RAMSES-R1 applies: own part of the first turn

    def __str__(self) -> str:
        light, dark = (",".join(map(str, stones)) for stones in self.stones)
        return f"{light} {dark} {SIDES[self.side]} {self.part} {'!' if self.opening else '-'}"


def parse_stones(text: str, name: str) -> Stones:
    """The stones of one side; ValueError unless they are four different fields in order."""
    stones = []
    for token in text.split(","):
        if token not in PLACES:
            raise ValueError(f"{name}: {token!r} is no place on the board")
        stones.append(PLACES[token])
    if len(stones) != STONES_PER_SIDE:
        raise ValueError(f"{name}: {len(stones)} stones instead of {STONES_PER_SIDE}")
    if stones != sorted(stones):
        raise ValueError(f"{name}: stones are not sorted by field")
    return tuple(stones)


def parse(text: str) -> Position:
    """The position that `text` describes; ValueError if it is not canonical or not possible."""
    words = text.split(" ")
    if len(words) != 5:
        raise ValueError(f"{len(words)} words instead of 5: light dark side part opening")
    light_text, dark_text, side_text, part, opening = words
    light = parse_stones(light_text, "light")
    dark = parse_stones(dark_text, "dark")
    fields = [stone.field for stone in light + dark]
    for field in fields:
        # One stone occupies the whole of a long field, so fields and not places are compared.
        if fields.count(field) > 1:
            raise ValueError(f"field {field} is occupied twice")
    if side_text not in SIDES:
        raise ValueError(f"side: {side_text!r} is neither L nor D")
    if part not in PARTS:
        raise ValueError(f"part: {part!r} is neither own nor other")
    if opening not in ("!", "-"):
        raise ValueError(f"opening: {opening!r} is neither ! nor -")
    if opening == "!" and part != "own":
        raise ValueError("opening: ! is for the own part only")
    return Position((light, dark), SIDES.index(side_text), part, opening == "!")


# ---------------------------------------------------------------------------------------------
# The rules


def step_count(stones: Stones, stone: Place) -> int:
    """How far a stone moves: the stones in its row or in its column, whichever are more.

    `stones` are all stones of both sides, this one included; a lone stone moves one step.
    """
    in_row = sum(row_of(other) == row_of(stone) for other in stones)
    in_column = sum(column_of(other) == column_of(stone) for other in stones)
    return max(in_row, in_column)


def walks(here: Place, steps: int, closed: frozenset[int]) -> Iterator[Place]:
    """The last place of every walk of exactly `steps` steps from `here`, repetitions included.

    `closed` are the fields that may not be entered: those with a stone and those already used by
    this walk, the field it started from and the field it is on included.
    """
    if steps == 0:
        yield here
        return
    for place in NEIGHBOURS[here]:
        # A long field is closed as a whole: occupied by any stone on it, used once in a walk.
        if place.field not in closed:
            yield from walks(place, steps - 1, closed | {place.field})


def moves_of(position: Position, stone: Place) -> list[Action]:
    """The ways to move one stone; two walks between the same places are one action."""
    stones = position.stones[LIGHT] + position.stones[DARK]
    occupied = frozenset(other.field for other in stones)
    ends = set(walks(stone, step_count(stones, stone), occupied))
    return [(stone, end) for end in sorted(ends)]


def moved(position: Position, action: Action) -> Position:
    """The position after a move, whether or not it is legal."""
    origin, end = action
    owner = position.side if position.part == "own" else 1 - position.side
    after = [position.stones[LIGHT], position.stones[DARK]]
    kept = [stone for stone in after[owner] if stone != origin]
    after[owner] = tuple(sorted([*kept, end]))
    if position.part == "own":
        return Position((after[LIGHT], after[DARK]), position.side, "other", False)
    return Position((after[LIGHT], after[DARK]), 1 - position.side, "own", False)


def has_three(position: Position, side: int) -> bool:
    """Whether at least three stones of a side are on hieroglyph fields."""
    return sum(stone.field in HIEROGLYPHS for stone in position.stones[side]) >= STONES_TO_WIN


def other_parts(position: Position) -> list[Action]:
    """The legal second parts of a turn: moves of the opponent's stones.

    A move that gives the opponent his third hieroglyph field is legal too (RAMSES-R3).
    """
    found = []
    for stone in position.stones[1 - position.side]:
        # A stone on a hieroglyph field is safe from the opponent.
        if stone.field not in HIEROGLYPHS:
            found.extend(moves_of(position, stone))
    return found


def own_parts(position: Position) -> list[Action]:
    """The legal first parts of a turn: moves of the player's own stones."""
    found = []
    for stone in position.stones[position.side]:
        for action in moves_of(position, stone):
            # RAMSES-R1: the opener's first own part does not end on a hieroglyph field.
            if position.opening and action[1].field in HIEROGLYPHS:
                continue
            after = moved(position, action)
            # RAMSES-R2 and RAMSES-R4: it wins at once, or some second part can follow.
            if has_three(after, position.side) or other_parts(after):
                found.append(action)
    return found


@lru_cache(maxsize=1 << 16)
def legal(position: Position) -> dict[str, Action]:
    """All legal actions by their notation; none when the game is over."""
    # RAMSES-R2 and RAMSES-R3: three on hieroglyph fields end the game, whoever moved them there.
    if has_three(position, LIGHT) or has_three(position, DARK):
        return {}
    found = own_parts(position) if position.part == "own" else other_parts(position)
    return {f"{origin}-{end}": (origin, end) for origin, end in found}


def played(position: Position, action: str) -> Position:
    """The position after a legal action; ValueError for any other text."""
    if action not in legal(position):
        raise ValueError(f"{action!r} is no legal action in {position}")
    return moved(position, legal(position)[action])


def winner(position: Position) -> int | None:
    """The side that has won, or None while the game runs."""
    for side in (LIGHT, DARK):  # never both: there are only five hieroglyph fields
        if has_three(position, side):
            return side
    # RAMSES-R4: a player who cannot complete the turn has lost.
    return None if legal(position) else 1 - position.side


def count(position: Position, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    return sum(count(played(position, action), depth - 1) for action in legal(position))


# ---------------------------------------------------------------------------------------------
# The same for texts


def start(**options: str) -> str:
    """The start position.

    Options: `first`, the side that opens, and `top`, the side that has the top row; each is
    "light" (the default) or "dark". ValueError for anything else.
    """
    chosen = {"first": "light", "top": "light"}
    for name, value in options.items():
        if name not in chosen:
            raise ValueError(f"unknown option {name!r}; the options are first, top")
        if value not in SIDE_NAMES:
            raise ValueError(f"option {name}: {value!r} is neither 'light' nor 'dark'")
        chosen[name] = value
    top = (Place(2), Place(3), Place(4), Place(5, 10))
    bottom = (Place(19), Place(20), Place(21), Place(22, 10))
    stones = (top, bottom) if chosen["top"] == "light" else (bottom, top)
    return str(Position(stones, SIDE_NAMES.index(chosen["first"]), "own", True))


def check(text: str) -> None:
    """ValueError with the reason unless `text` is the canonical text of a possible position."""
    if str(parse(text)) != text:
        raise ValueError("not in canonical form")


def turn(text: str) -> int:
    """The player to decide, 0 for light and 1 for dark, or OVER."""
    position = parse(text)
    return OVER if winner(position) is not None else position.side


def actions(text: str) -> list[str]:
    """All legal actions, sorted as strings; none when the game is over."""
    return sorted(legal(parse(text)))


def apply(text: str, action: str) -> str:
    """The position after an action; ValueError if it is illegal."""
    return str(played(parse(text), action))


def probability(text: str, action: str) -> Fraction:
    """ValueError always: the game has no chance positions."""
    raise ValueError(f"no chance position, so {action!r} has no probability: {text}")


def returns(text: str) -> list[float]:
    """1 for the winner and -1 for the loser; zeros while the game runs."""
    won = winner(parse(text))
    return [0.0 if won is None else 1.0 if won == side else -1.0 for side in (LIGHT, DARK)]


def players(text: str) -> int:
    """The number of players: always two."""
    parse(text)
    return 2


def perft(text: str, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies; lines that end before count 0."""
    return count(parse(text), depth)
