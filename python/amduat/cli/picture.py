"""The picture of a position in a terminal."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rich.text import Text

from amduat.boards import Cell, Layout, Token, drawing_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from amduat._core import Position

__all__ = ["board", "sign", "size", "status"]

#: Which box character has arms up, down, left and right, as the bits 1, 2, 4 and 8.
BOX = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
PLAIN_BOX = " |||-+++-+++-+++"

#: The same for walls.
WALL = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
PLAIN_WALL = " ###=###=###=###"

#: The sign of each decoration, with and without Unicode.
MARKS = {
    "ankh": ("☥", "*"),
    "water": ("≈≈≈", "~~~"),
    "nefers": ("♥♥♥", "+++"),
    "luck": ("☥☼", "**"),
    "star": ("⋆", "."),
    "throne": ("♛", "T"),
    "out": ("▾", "v"),
    "in": ("◂", "<"),
    "scale": ("◠", "o"),
    "goose": ("❦", "g"),
    "head": ("◆", "#"),
    "tail": ("◇", "#"),
    "up": ("▴", "^"),
}

#: Where a facing token looks.
ARROWS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}

#: How each kind of ground and each colour of piece looks where there are colours.
GROUND_STYLES = {"holy": "yellow", "sky": "cyan", "throne": "bold yellow", "under": "bright_black"}
GROUND_STYLES |= {"water": "bold cyan", "rescue": "bold green", "luck": "bold yellow"}
GROUND_STYLES |= {"scale": "green", "goose": "magenta", "head": "bold green", "tail": "bold green"}
TOKEN_STYLES = {
    "light": "bold black on bright_white",
    "dark": "bold bright_white on grey23",
    "neutral": "bold black on grey70",
    "brown": "bold bright_white on orange4",
    "yellow": "bold black on bright_yellow",
    "red": "bold bright_white on red",
    "blue": "bold bright_white on blue",
    "green": "bold bright_white on dark_green",
    "violet": "bold bright_white on purple",
    "back": "black on tan",  # not the yellow of a player
    # Tiles are pale, so that they are not taken for pawns.
    "good": "bold blue on grey89",
    "bad": "bold red on grey89",
    "banned": "bold dark_red on grey70",
}


#: What encloses the fields to which a stone can go, and those of the last move.
TARGET, LAST = ("[", "]", "bold green"), ("(", ")", "bold magenta")


def board(
    position: Position,
    *,
    unicode: bool = True,
    hidden: bool = False,
    compact: bool = False,
    targets: Iterable[str] = (),
    last: Iterable[str] = (),
) -> Text:
    """The board as text with styles; without Unicode, in plain ASCII.

    Args:
        position: Any position of any game.
        unicode: Whether more than ASCII may be used.
        hidden: Whether pieces that lie face down are shown from behind.
        compact: Whether the board is for a small terminal.
        targets: Fields to be shown in brackets.
        last: Fields to be shown in parentheses: where the last move began and ended.
    """
    drawing = drawing_of(position.game)
    canvas = _Canvas(drawing.COMPACT if compact else drawing.LAYOUT, unicode)
    for cell in canvas.layout.cells:
        canvas.outline(cell)
    for wall in canvas.layout.walls:
        canvas.wall(*wall)
    for cell in canvas.layout.cells:
        canvas.decorate(cell)
    canvas.place(drawing.tokens(position, hidden=hidden))
    targets = set(targets)
    for field in sorted(set(last) - targets):
        canvas.enclose(field, *LAST)
    for field in sorted(targets):
        canvas.enclose(field, *TARGET)
    return canvas.text()


def size(game: str, *, compact: bool = False) -> tuple[int, int]:
    """How many columns and rows the board takes."""
    drawing = drawing_of(game)
    canvas = _Canvas(drawing.COMPACT if compact else drawing.LAYOUT, unicode=False)
    return canvas.width, canvas.height


def sign(game: str, shown: str | Token, *, unicode: bool) -> Text:
    """How a decoration or a token looks on the board, for a legend."""
    if isinstance(shown, Token):
        return Text(
            _Canvas(drawing_of(game).LAYOUT, unicode).sign(shown), TOKEN_STYLES[shown.colour]
        )
    return Text(MARKS[shown][0 if unicode else 1], GROUND_STYLES.get(shown, ""))


def status(position: Position, *, brief: bool = False) -> list[str]:
    """What stands below the board: who has to do what, and what is off the board.

    Args:
        position: Any position of any game.
        brief: Whether the latter is told in few words, as far as the game knows how.
    """
    drawing = drawing_of(position.game)
    notes = getattr(drawing, "brief_notes", drawing.notes) if brief else drawing.notes
    return [position.describe(), *notes(position)]


class _Canvas:
    """A grid of characters with a style each; borders are collected as arms and drawn last."""

    def __init__(self, layout: Layout, unicode: bool) -> None:
        self.layout = layout
        self.unicode = unicode
        self.width = self.column(layout.width) + 1
        self.height = self.row(layout.height) + 1
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.styles = [[""] * self.width for _ in range(self.height)]
        self.arms = [[0] * self.width for _ in range(self.height)]
        self.walls = [[0] * self.width for _ in range(self.height)]

    def column(self, x: float) -> int:
        return round(x * self.layout.pitch)

    def row(self, y: float) -> int:
        return round(y * self.layout.rows)

    def outline(self, cell: Cell) -> None:
        left, right = self.column(cell.x), self.column(cell.x + cell.width)
        top, bottom = self.row(cell.y), self.row(cell.y + cell.height)
        for row in (top, bottom):
            for column in range(left, right + 1):
                self.arms[row][column] |= (column > left) * 4 | (column < right) * 8
        for column in (left, right):
            for row in range(top, bottom + 1):
                self.arms[row][column] |= (row > top) * 1 | (row < bottom) * 2

    def wall(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A wall along the borders; it goes down or to the right."""
        left, right = self.column(start[0]), self.column(end[0])
        top, bottom = self.row(start[1]), self.row(end[1])
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                self.walls[row][column] |= (row > top) * 1 | (row < bottom) * 2
                self.walls[row][column] |= (column > left) * 4 | (column < right) * 8

    def decorate(self, cell: Cell) -> None:
        style = GROUND_STYLES.get(cell.kind, "")
        row, left = self.row(cell.y) + 1, self.column(cell.x) + 1
        self.write(row, left, cell.label, style or "dim")
        if cell.mark:
            sign = MARKS[cell.mark][0 if self.unicode else 1]
            right = self.column(cell.x + cell.width)
            room = right - left - len(cell.label)
            if room:
                sign = sign[:room]
                self.write(row, right - len(sign), sign, style)
            else:  # where the stone will stand, if there is one
                self.write(row + 1, left + (right - left - len(sign)) // 2, sign, style)

    def place(self, tokens: list[Token]) -> None:
        taken: dict[str, int] = {}
        for token in tokens:
            spots = self.layout.spots[token.field]
            nth = taken.get(token.field, 0)
            taken[token.field] = nth + 1
            x, y = spots[min(nth, len(spots) - 1)]
            text, room = self.sign(token), self.layout.pitch - 1
            crowned = token.size < 1 and 2 * len(text) > room + 1 and text[0] == "^"
            if crowned:
                text = text[1:]
            elif token.size == 1:
                text = f" {text} "[:room] if len(text) < room else text
            column = self.column(x - 0.5) + 1 + (room - len(text)) // 2
            # Tokens stand in the second line of their unit, below the label.
            row = self.row(y - 0.5) + self.layout.rows - 1
            if self.layout.rows == 2:  # beside the label
                column = self.column(x + 0.5) - len(text)
            self.write(row, column, text, TOKEN_STYLES[token.colour])
            if crowned:  # the sign of the upper stone is above it, as there is no room before it
                self.write(row - 1, column, "^", TOKEN_STYLES[token.colour])
            if token.shape == "sunken":
                wave = MARKS["water"][0 if self.unicode else 1][0]
                for beside in (column, column + len(text) - 1):
                    self.write(row, beside, wave, GROUND_STYLES["water"])

    def enclose(self, field: str, left: str, right: str, style: str) -> None:
        """Signs on both sides of a field, inside it if there is room, else on its border."""
        x, y, width, height = self.layout.area(field)
        row = self.row(y + height - 1) + self.layout.rows - 1
        first, last = self.column(x) + 1, self.column(x + width) - 1
        inner = first < last
        first -= not (inner and self.chars[row][first] == " ")
        last += not (inner and self.chars[row][last] == " ")
        for column, sign in ((first, left), (last, right)):
            self.write(row, column, sign, style)
            self.walls[row][column] = 0

    def sign(self, token: Token) -> str:
        """What stands for a token, with where it looks."""
        sign = token.sign if self.unicode and token.sign else token.letter
        return sign + self.facing(token)

    def facing(self, token: Token) -> str:
        """An arrow to where a token looks; the sign of the notation without Unicode."""
        if not (self.unicode and token.facing):
            return token.facing
        return ARROWS[self.layout.directions[token.field + token.facing]]

    def write(self, row: int, column: int, text: str, style: str) -> None:
        for offset, char in enumerate(text):
            self.chars[row][column + offset] = char
            self.styles[row][column + offset] = style
            self.arms[row][column + offset] = 0

    def text(self) -> Text:
        box, heavy = (BOX, WALL) if self.unicode else (PLAIN_BOX, PLAIN_WALL)

        def look(char: str, style: str, arm: int, wall: int) -> tuple[str, str]:
            if wall.bit_count() > 1:  # where a wall ends, the thin crossing looks better
                return "bold", heavy[wall]
            return ("dim", box[arm]) if arm else (style, char)

        lines = []
        for row in zip(self.chars, self.styles, self.arms, self.walls, strict=True):
            line = Text()
            # Few long pieces are appended many times faster than many short ones.
            for style, run in groupby(map(look, *row), key=itemgetter(0)):
                line.append("".join(char for _, char in run), style=style)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)
