"""The board of URÄUS: a snake coiled from its head at the rim to its tail in the middle.

There is a gap between the coils. A field reaches over it to the next field of the snake, and to no
other, so that the eye follows the body. Small terminals have no room for the gap; there are walls
between the coils instead.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from amduat.boards.layout import Cell, Layout, Part, Point, Token
from amduat.boards.notation import ascending, words
from amduat.boards.palette import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from amduat._core import Position

__all__ = [
    "ACTIONS",
    "COMPACT",
    "LAYOUT",
    "LEGEND",
    "PALETTE",
    "PARTS",
    "WORDS",
    "brief_notes",
    "compose",
    "notes",
    "parts",
    "tokens",
]

SCALES = {21, 30, 37, 41, 53}
GEESE = {59, 60, 61, 62}
TAIL = 63

COLUMNS, ROWS = 11, 6
PITCH, COMPACT_PITCH = 6, 5
# A gap is as narrow as a terminal allows: one more column, one more row.
GAP_X, GAP_Y = 1 / PITCH, 1 / 3
# Where a stone stands, away from the middle of its field, and its size: one that has the field to
# itself, the lower one of a double, and the top one, which sits on the shoulder of the lower one.
# The key is put before the field to name the spot: 12, _12, ^12.
STANDS = {"": (0.0, 0.0, 1.0), "_": (-0.1, 0.12, 0.85), "^": (0.2, -0.16, 0.65)}
# In small terminals, where stones that share a field take half of it each.
COMPACT_STANDS = STANDS | {"_": (-0.2, 0.0, 0.85), "^": (0.2, 0.0, 0.65)}

Square = tuple[int, int]


def _coil() -> Iterator[Square]:
    """The squares of the grid from the upper left corner inwards."""
    left, top, right, bottom = 0, 0, COLUMNS - 1, ROWS - 1
    while left <= right and top <= bottom:
        yield from ((x, top) for x in range(left, right))
        yield from ((right, y) for y in range(top, bottom))
        yield from ((x, bottom) for x in range(right, left, -1))
        yield from ((left, y) for y in range(bottom, top, -1))
        # A ring ends below its first square, which is beside the first square of the next ring.
        left, top, right, bottom = left + 1, top + 1, right - 1, bottom - 1


def _cell(number: int, squares: list[Square], following: Square | None, gap: Point) -> Cell:
    """The squares of a field as one rectangle, with the gap to the following square."""
    gap_x, gap_y = gap
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    left, right = min(xs) * (1 + gap_x), max(xs) * (1 + gap_x) + 1
    top, bottom = min(ys) * (1 + gap_y), max(ys) * (1 + gap_y) + 1
    if following is not None:
        (x, y), (next_x, next_y) = squares[-1], following
        left -= gap_x * (next_x < x)
        right += gap_x * (next_x > x)
        top -= gap_y * (next_y < y)
        bottom += gap_y * (next_y > y)
    kind = _kind(number)
    mark = "" if kind == "body" else kind
    return Cell(str(number), left, top, right - left, bottom - top, mark=mark, kind=kind)


def _kind(number: int) -> str:
    if number in SCALES:
        return "scale"
    if number in GEESE:
        return "goose"
    return {0: "head", TAIL: "tail"}.get(number, "body")


def _walls() -> Iterator[tuple[Point, Point]]:
    """The lines between squares that lie side by side and do not follow each other."""
    order = {square: number for number, square in enumerate(_coil())}
    for (x, y), number in order.items():
        if (x + 1, y) in order and abs(order[x + 1, y] - number) > 1:
            yield (x + 1, y), (x + 1, y + 1)
        if (x, y + 1) in order and abs(order[x, y + 1] - number) > 1:
            yield (x, y + 1), (x + 1, y + 1)


def _layout(
    gap: Point,
    stands: dict[str, tuple[float, float, float]],
    walls: tuple[tuple[Point, Point], ...],
    pitch: int,
) -> Layout:
    coil = list(_coil())
    # The head and the tail are two squares long.
    fields = [coil[:2], *([square] for square in coil[2:-2]), coil[-2:]]
    ahead: list[Square | None] = [squares[0] for squares in fields[1:]]
    cells = list(map(_cell, range(TAIL + 1), fields, [*ahead, None], repeat(gap)))
    gap_x, gap_y = gap
    spots, directions = {}, {}
    for number in range(1, TAIL):
        (x, y), (before_x, before_y) = fields[number][0], fields[number - 1][-1]
        next_x, next_y = fields[number + 1][0]
        # On a field that reaches over the gap to the left, stones stand a little to the left too,
        # but less than half a column, so that nothing moves in a terminal.
        middle_x = x * (1 + gap_x) + 0.5 - 0.42 * gap_x * (next_x < x)
        middle_y = y * (1 + gap_y) + 0.5
        for layer, (aside, down, _) in stands.items():
            place = f"{layer}{number}"
            spots[place] = ((middle_x + aside, middle_y + down),)
            directions[f"{place}+"] = (next_x - x, next_y - y)
            directions[f"{place}-"] = (before_x - x, before_y - y)
    width, height = COLUMNS * (1 + gap_x) - gap_x, ROWS * (1 + gap_y) - gap_y
    return Layout(width, height, tuple(cells), spots, walls, directions, pitch)


LAYOUT = _layout((GAP_X, GAP_Y), STANDS, (), PITCH)
COMPACT = _layout((0, 0), COMPACT_STANDS, tuple(_walls()), COMPACT_PITCH)
LEGEND = (
    (Token("12", PLAYERS[0], "1", facing="+"), "a stone of player 1 and where it looks"),
    (Token("^12", PLAYERS[1], "^2", facing="+"), "the upper stone of a double, here player 2's"),
    ("head", "the head, field 0, where stones enter from the reserve (r)"),
    ("tail", "the tail, field 63, the goal (f)"),
    ("scale", "a scale field, to which stones that are hit go back"),
    ("goose", "a goose field: stones there have to be moved first"),
)
ACTIONS = {
    "roll": "roll the die",
    "enter": "bring a stone from the reserve onto the snake; + looks to the tail, - to the head",
    "move": "move a stone; + or - is where it looks then",
    "leave": "move a stone over the head into the reserve",
    "finish": "bring a stone into the tail",
    "pass": "do nothing, as no stone can move",
}
WORDS = {"die": "roll", "reserve": "enter", "tail": "finish"}
NUMBERS = tuple(str(number) for number, _ in enumerate(PLAYERS, start=1))
LOOKS = {"+": "looking to the tail", "-": "looking to the head"}
#: What the notation writes for a stone that is not on the back, in its order.
ABSENT = {"finished": "f", "reserve": "r"}
PALETTE = tuple(
    (number + facing, Token("", colour, number, facing=facing), f"stone of player {number} {looks}")
    for number, colour in zip(NUMBERS, PLAYERS, strict=True)
    for facing, looks in LOOKS.items()
)
PARTS = (
    Part("players", "how many take part", NUMBERS[1:]),
    *(
        Part(f"{where} {number}", f"stones of player {number}: {where}", ("0", "1", "2", "3"))
        for number in NUMBERS
        for where in ABSENT
    ),
    Part("side", "whose turn it is", NUMBERS),
    Part("die", "what the die shows; `-` before the roll", ("-", "1", "2", "3", "4", "5", "6")),
    Part("places", "who has finished, the first first, as 2,1; `-` for nobody"),
    Part("end", "when the game is over", ("all", "first")),
)


def tokens(position: Position, *, hidden: bool = False) -> list[Token]:
    """The stones on the back, each with the number of its player; none is ever hidden.

    Both stones of a double are visible, the top one marked as in the notation.
    """
    pieces = position.pieces()
    doubles = {field for field, piece in pieces if piece.startswith("^")}
    drawn = []
    for field, piece in pieces:
        letter, facing = piece[:-1], piece[-1]
        player = int(letter.removeprefix("^"))
        layer = ("^" if letter.startswith("^") else "_") if field in doubles else ""
        colour, size = PLAYERS[player - 1], STANDS[layer][2]
        drawn.append(Token(layer + field, colour, letter, facing=facing, size=size))
    return drawn


def notes(position: Position) -> list[str]:
    """The stones that are not on the back, player by player, then the die and the places."""
    reserves = position.reserves
    lines = [
        f"{position.player_name(player)} ({PLAYERS[player]}): "
        f"{reserves['reserve'][player]} in reserve, {reserves['finished'][player]} finished"
        for player in range(position.players)
    ]
    return lines + _die_and_places(position)


def brief_notes(position: Position) -> list[str]:
    """The same with one line for the stones of all players.

    At the end the places are left out, as the result says who has got them.
    """
    each = {name: ", ".join(map(str, position.reserves[name])) for name in ("reserve", "finished")}
    lines = [f"In reserve: {each['reserve']}", f"finished: {each['finished']}"]
    return lines if position.is_over else lines + _die_and_places(position)


def _die_and_places(position: Position) -> list[str]:
    lines = [f"Die: {die}" for die in position.dice]
    if position.places:
        names = map(position.player_name, position.places)
        lines.append("Places: " + ", ".join(f"{n}. {name}" for n, name in enumerate(names, 1)))
    return lines


def parts(position: Position) -> dict[str, str]:
    """How many stones are off the back, and the last words of the notation."""
    found = {part.name: "0" for part in PARTS} | {"players": str(position.players)}
    for where in ABSENT:
        for number, count in zip(NUMBERS, position.reserves[where], strict=False):
            found[f"{where} {number}"] = str(count)
    _, side, die, places, end = words(position)
    return found | {"side": side, "die": die, "places": places, "end": end}


def compose(pieces: Sequence[tuple[str, str]], parts: Mapping[str, str]) -> str:
    """The stones of each player, then the other parts.

    Of two stones on a field the one marked as the top one is on top, else the second.
    """
    stones: dict[str, list[str]] = {number: [] for number in NUMBERS}
    for field in ascending({field for field, _ in pieces}):
        here = [piece for other, piece in pieces if other == field]
        here.sort(key=lambda piece: piece.startswith("^"))
        for layer, piece in enumerate(here):
            number, facing = tuple(piece.removeprefix("^"))
            stones[number].append(f"{'^' if layer else ''}{field}{facing}")
    sides = []
    for number in NUMBERS:
        absent: list[str] = []
        for where, sign in ABSENT.items():
            absent += [sign] * _count(parts[f"{where} {number}"])
        if number <= parts["players"] or stones[number]:
            sides.append(",".join([*absent, *stones[number]]) or "-")
    rest = (parts[name] for name in ("side", "die", "places", "end"))
    return " ".join(["/".join(sides), *rest])


def _count(text: str) -> int:
    """A small number; what is none is left to whoever reads the position, and counts as none."""
    return int(text) if text in ("1", "2", "3") else 0
