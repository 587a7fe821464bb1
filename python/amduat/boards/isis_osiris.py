"""The board of ISIS & OSIRIS: six by six cells, pawns, and tiles that lie face down for people."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from amduat.boards.layout import Cell, Layout, Part, Token
from amduat.boards.notation import words
from amduat.boards.palette import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from amduat._core import Action, Position

__all__ = [
    "ACTIONS",
    "COMPACT",
    "LAYOUT",
    "LEGEND",
    "PALETTE",
    "PARTS",
    "WORDS",
    "compose",
    "masked",
    "masked_action",
    "notes",
    "parts",
    "tokens",
]

FILES = "abcdef"
RANKS = "654321"
PAWNS = dict(zip("ABCD", PLAYERS, strict=True))


def _layout() -> Layout:
    cells = [
        Cell(file + rank, x, y, kind="plain" if (x + y) % 2 else "sand")
        for y, rank in enumerate(RANKS)
        for x, file in enumerate(FILES)
    ]
    spots = {cell.name: ((cell.x + 0.5, cell.y + 0.5),) for cell in cells}
    return Layout(6, 6, tuple(cells), spots, pitch=6)


LAYOUT = _layout()
COMPACT = replace(LAYOUT, pitch=7, rows=2)
BACK = Token("", colour="back", letter="?", shape="tile", sign="◉", mark="eye")
LEGEND = (
    (Token("", colour=PAWNS["A"], letter="A", shape="pawn"), "a pawn of player 1, B of player 2"),
    (BACK, "a tile that lies face down; all are turned up at the end"),
    (
        Token("", colour="good", letter="+2", shape="tile"),
        "a tile that is good for pawns beside it",
    ),
    (Token("", colour="bad", letter="-2", shape="tile", sign="−2"), "a tile that is bad for them"),
)
ACTIONS = {
    "place": "place one of your pawns on an empty cell",
    "draw": "draw a tile",
    "show": "show what was drawn",
    "lay": "lay the tile in hand face down on an empty cell",
    "pass": "do nothing, as you have neither pawns nor tiles",
}
WORDS = {"pawn": "place", "tile": "lay"}
TILES = tuple(f"{sign}{value}" for sign in "+-" for value in range(1, 5))
PARTS = (
    Part("pawns", "the pawns left to each player, as 8,8"),
    Part("tiles", "the tiles left to each player, as 11,11, or the number in the common pile"),
    Part("side", "whose turn it is", tuple(str(number) for number, _ in enumerate(PAWNS, start=1))),
    Part(
        "drawn",
        "`-` to decide, `?` for a tile not shown yet, or the tile in hand",
        ("-", "?", *TILES),
    ),
)


def tokens(position: Position, *, hidden: bool = False) -> list[Token]:
    """The pawns and the tiles; hidden tiles show the eye on their backs, all alike.

    When the board is full all tiles are turned up, so nothing is hidden any more.
    """
    hidden = hidden and not position.is_over
    return [_token(field, piece, hidden) for field, piece in position.pieces()]


def _token(field: str, piece: str, hidden: bool) -> Token:
    if piece in PAWNS:
        return Token(field, colour=PAWNS[piece], letter=piece, shape="pawn")
    if hidden:
        return replace(BACK, field=field)
    colour = "good" if piece.startswith("+") else "bad"
    return Token(field, colour=colour, letter=piece, shape="tile", sign=piece.replace("-", "−"))


PALETTE = tuple(
    (
        piece,
        _token("", piece, hidden=False),
        f"pawn of player {number}" if piece in PAWNS else f"tile {piece}",
    )
    for number, piece in enumerate((*PAWNS, *TILES), start=1)
)


def masked(position: Position) -> str:
    """The text of the position with ``?`` for each tile that lies face down on the board."""
    if position.is_over:
        return str(position)
    pieces = dict(position.pieces())
    covered = {field: piece if piece in PAWNS else "?" for field, piece in pieces.items()}
    return _board(covered) + str(position).removeprefix(_board(pieces))


def _board(pieces: dict[str, str]) -> str:
    """The cells as the notation writes them."""
    ranks = ("".join(pieces.get(file + rank, ".") for file in FILES) for rank in RANKS)
    return "/".join(ranks)


def masked_action(action: Action) -> str:
    """The text of an action without the tile that it showed."""
    return "=?" if action.kind == "show" else str(action)


def notes(position: Position) -> list[str]:
    """What is left to place and to draw, the tile in hand, and the points at the end.

    A tile in hand has been shown to all, so it is never hidden. The points would give the tiles
    away, so they are withheld until the end.
    """
    tiles = position.reserves["tiles"]
    lines = [f"Pawns left: {_each(position.reserves['pawns'])}"]
    if len(tiles) == position.players:
        lines.append(f"Tiles left: {_each(tiles)}")
    else:
        lines.append(f"Tiles left in the common pile: {tiles[0]}")
    if position.hand is not None:
        shown = "a tile not shown yet" if position.hand == "?" else position.hand
        lines.append(f"In hand: {shown}")
    if position.is_over:
        lines.append(f"Points: {_each(position.scores() or ())}")
        lines += _pawn_by_pawn(position)
    return lines


def _pawn_by_pawn(position: Position) -> Iterator[str]:
    """What each pawn is worth, player by player, so that the points can be checked."""
    pawns = position.scored_pieces()
    for player, total in enumerate(position.scores() or ()):
        own = [f"{pawn.field}:{pawn.points:+}" for pawn in pawns if pawn.player == player]
        yield f"{list(PAWNS)[player]} pawn by pawn: {', '.join(own)}; {total} in all"


def _each(numbers: Iterable[int]) -> str:
    """One number for each player, by the letter of the pawns."""
    return ", ".join(f"{letter} {number}" for letter, number in zip(PAWNS, numbers, strict=False))


def parts(position: Position) -> dict[str, str]:
    """The last four words of the notation."""
    return dict(zip((part.name for part in PARTS), words(position)[1:], strict=True))


def compose(pieces: Sequence[tuple[str, str]], parts: Mapping[str, str]) -> str:
    """The board, then the other parts."""
    placed: dict[str, str] = {}
    for field, piece in pieces:
        placed[field] = placed.get(field, "") + piece  # two on a cell make the rank too long
    return " ".join([_board(placed), *(parts[part.name] for part in PARTS)])
