"""The picture of a position in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from amduat.boards import Cell, Layout, Token, drawing_of

if TYPE_CHECKING:
    from amduat._core import Position

__all__ = ["board", "status"]

ROWS = 3  # of the terminal per unit: a border, the label, the token

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
    "back": "black on yellow",
    "good": "bold bright_white on blue",
    "bad": "bold bright_white on red",
    "banned": "bold dark_red on grey70",
}


def board(position: Position, *, unicode: bool = True, hidden: bool = False) -> Text:
    """The board as text with styles; without Unicode, in plain ASCII."""
    drawing = drawing_of(position.game)
    canvas = _Canvas(drawing.LAYOUT, unicode)
    for cell in drawing.LAYOUT.cells:
        canvas.outline(cell)
    for wall in drawing.LAYOUT.walls:
        canvas.wall(*wall)
    for cell in drawing.LAYOUT.cells:
        canvas.decorate(cell)
    canvas.place(drawing.tokens(position, hidden=hidden))
    return canvas.text()


def status(position: Position) -> list[str]:
    """What stands below the board: who has to do what, and what is off the board."""
    return [position.describe(), *drawing_of(position.game).notes(position)]


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
        return round(y * ROWS)

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
            self.write(row, self.column(cell.x + cell.width) - len(sign), sign, style)

    def place(self, tokens: list[Token]) -> None:
        taken: dict[str, int] = {}
        for token in tokens:
            spots = self.layout.spots[token.field]
            nth = taken.get(token.field, 0)
            taken[token.field] = nth + 1
            x, y = spots[min(nth, len(spots) - 1)]
            sign = token.sign if self.unicode and token.sign else token.letter
            space = " " if token.size == 1 else ""
            text = f"{space}{sign}{self.facing(token)}{space}"[: self.layout.pitch - 1]
            column = self.column(x - 0.5) + 1 + (self.layout.pitch - 1 - len(text)) // 2
            # Tokens stand in the second line of their unit, below the label.
            row = self.row(y - 0.5) + 2
            self.write(row, column, text, TOKEN_STYLES[token.colour])
            if token.shape == "sunken":
                wave = MARKS["water"][0 if self.unicode else 1][0]
                for beside in (column, column + len(text) - 1):
                    self.write(row, beside, wave, GROUND_STYLES["water"])

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
        lines = []
        for row in zip(self.chars, self.styles, self.arms, self.walls, strict=True):
            line = Text()
            for char, style, arm, wall in zip(*row, strict=True):
                if wall.bit_count() > 1:  # where a wall ends, the thin crossing looks better
                    line.append(heavy[wall], style="bold")
                else:
                    line.append(box[arm] if arm else char, style="dim" if arm else style)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)
