"""The board of ISIS: the underworld, the earthly realm, the heavenly fields with two thrones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from amduat.boards.layout import Cell, Layout, Part, Point, Token
from amduat.boards.notation import ascending, fields_of, words
from amduat.boards.palette import PLAYERS
from amduat.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from amduat._core import Position

__all__ = [
    "ACTIONS",
    "COMPACT",
    "LAYOUT",
    "LEGEND",
    "PALETTE",
    "PARTS",
    "WORDS",
    "compose",
    "notes",
    "parts",
    "tokens",
]

COLUMNS = 16
NARROW_COLUMNS = 7  # beside the underworld, with an upper and a lower field only
THRONE_COLUMN = 14
DOORS = {1: "up", 2: "out", 16: "in", 17: "in"}
THRONES = {44, 45}
FIRST_HEAVENLY = 39
UNDERWORLD = "0"


def _cell(number: int, x: int, y: int) -> Cell:
    mark, kind = DOORS.get(number, ""), "plain"
    if number in THRONES:
        mark = kind = "throne"
    elif number >= FIRST_HEAVENLY:
        mark, kind = "star", "sky"
    return Cell(str(number), x, y, mark=mark, kind=kind)


def _layout() -> Layout:
    # The numbers run down the columns, from left to right.
    places = [
        (x, y) for x in range(COLUMNS) for y in range(4) if x >= NARROW_COLUMNS or y in {0, 3}
    ]
    cells = [_cell(number, x, y) for number, (x, y) in enumerate(places, start=1)]
    spots: dict[str, tuple[Point, ...]]
    spots = {cell.name: ((cell.x + 0.5, cell.y + 0.5),) for cell in cells}
    cells.append(
        Cell(UNDERWORLD, 0, 1, width=NARROW_COLUMNS, height=2, label="0 underworld", kind="under")
    )
    spots[UNDERWORLD] = tuple((x + 0.5, 2.0) for x in range(NARROW_COLUMNS))
    # Stones leave the underworld at 1 and 2, enter it at 16 and 17, and a throne from the right.
    left, right = THRONE_COLUMN, THRONE_COLUMN + 1
    walls: list[tuple[Point, Point]] = [((1, y), (NARROW_COLUMNS, y)) for y in (1, 3)]
    walls += [((left, y), (right, y)) for y in (1, 2, 3)]
    walls += [((left, 1), (left, 3))]
    return Layout(COLUMNS, 4, tuple(cells), spots, tuple(walls), pitch=4)


LAYOUT = _layout()
COMPACT = replace(LAYOUT, pitch=3)
NEUTRAL = Token("", colour="neutral", letter="N", sign="○")
BANNED = Token("", colour="banned", letter="N!", sign="○!")
LEGEND = (
    (NEUTRAL, "a neutral stone"),
    (BANNED, "a neutral stone under the ban: the last one moved, not to be touched now"),
    (Token("", colour=PLAYERS[0], letter="1"), "the personal stone of player 1, and so on"),
    ("star", "a heavenly field"),
    ("throne", "a throne, open to the right only: your personal stone wins there"),
    ("up", "the way out of the underworld, up to 1"),
    ("out", "the way out of the underworld, down to 2"),
    ("in", "the way into the underworld, from 16 and 17"),
)
ACTIONS = {
    "move": "move a neutral stone; 0 is the underworld",
    "personal": "move your personal stone",
    "flip": "make a neutral stone in the heavenly fields your personal one",
    "pass": "do nothing, as nothing else is possible",
}
WORDS = {"own": "personal"}
NUMBERS = tuple(str(number) for number, _ in enumerate(PLAYERS, start=1))
PALETTE = (
    ("neutral", NEUTRAL, "neutral stone"),
    *(
        (f"personal {number}", Token("", colour=colour, letter=number), f"stone of player {number}")
        for number, colour in zip(NUMBERS, PLAYERS, strict=True)
    ),
)
PARTS = (
    Part("players", "how many take part", NUMBERS[1:]),
    *(
        Part(
            f"personal {number}",
            f"player {number} without a stone on the board: `-` none yet, else the place taken",
            ("-", "x1", "x2", "x3"),
        )
        for number in NUMBERS
    ),
    Part("side", "whose turn it is", NUMBERS),
    Part("ban", "the field of the neutral stone under the ban, 0 for the underworld, `-` for none"),
    Part("end", "when the game is over", ("first", "all")),
)


def tokens(position: Position, *, hidden: bool = False) -> list[Token]:
    """The seven stones; none is ever hidden. Those under the ban carry an exclamation mark."""
    ban = position.ban
    stones = []
    for field, piece in position.pieces():
        kind, _, player = piece.partition(" ")
        if kind == "personal":
            stones.append(Token(field, colour=PLAYERS[int(player) - 1], letter=player))
        elif field == ban:
            stones.append(replace(BANNED, field=field))
        else:
            stones.append(replace(NEUTRAL, field=field))
    return stones


def notes(position: Position) -> list[str]:
    """How many stones are where, what has become of the personal ones, and what the mark means."""
    pieces = position.pieces()
    below = sum(field == UNDERWORLD for field, _ in pieces)
    fates = [
        f"{position.player_name(player)} {_fate(position, player)}"
        for player in range(position.players)
    ]
    lines = [
        f"Stones in play: {len(pieces) - below}, in the underworld: {below}.",
        f"Personal stones: {', '.join(fates)}.",
    ]
    if position.ban is not None:
        lines.append("A neutral stone marked with ! is under the ban.")
    return lines


def _fate(position: Position, player: int) -> str:
    for field, piece in position.pieces():
        if piece == f"personal {player + 1}":
            return "in the underworld" if field == UNDERWORLD else f"on {field}"
    # The player left over at the end takes the last place without having finished.
    if player in position.places[: position.players - 1]:
        return f"finished as number {position.places.index(player) + 1}"
    return "none yet"


def parts(position: Position) -> dict[str, str]:
    """The number of players, who is not on the board, and the last words of the notation."""
    _, personals, side, ban, end = words(position)
    entries = [entry if entry[0] in "-x" else "-" for entry in personals.split(",")]
    absent = [*entries, *["-"] * (len(NUMBERS) - len(entries))]
    return {
        "players": str(position.players),
        **{f"personal {number}": entry for number, entry in zip(NUMBERS, absent, strict=True)},
        "side": side,
        "ban": ban,
        "end": end,
    }


def compose(pieces: Sequence[tuple[str, str]], parts: Mapping[str, str]) -> str:
    """Neutral stones in play, one entry for each player, then the other parts.

    The neutral stones in the underworld are not written down: they are those that are left. There
    is no way to write down two personal stones of one player.
    """
    neutrals = fields_of("neutral", [place for place in pieces if place[0] != UNDERWORLD])
    entries = []
    for number in NUMBERS:
        fields = ascending(field for field, piece in pieces if piece == f"personal {number}")
        if len(fields) > 1:
            text, reason = ",".join(fields), f"player {number} has one personal stone, not several"
            raise PositionError(
                f'isis position: personals "{text}": {reason}', "personals", text, reason
            )
        if number <= parts["players"] or fields:
            entries.append("".join(fields) or parts[f"personal {number}"])
    return " ".join([neutrals, ",".join(entries), parts["side"], parts["ban"], parts["end"]])
