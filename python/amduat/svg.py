"""Draws a position as SVG.

    >>> import amduat
    >>> from amduat import svg
    >>> svg.draw(amduat.start("ramses")).startswith("<svg xmlns=")
    True

In a notebook a position draws itself.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from amduat._core import Action
from amduat.boards import Cell, Layout, Token, drawing_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from amduat._core import Position

    #: What is marked: an action or its two fields, or several actions.
    Last = Action | tuple[str | None, str | None] | Sequence[Action] | None

__all__ = ["COLOURS", "GROUNDS", "MARKS", "draw"]

UNIT = 64
MARGIN = 22
CAPTION = 26
LETTER = 9  # the width of a letter of the caption, on average in a wide serif
RADIUS = 0.31 * UNIT
SHIFT = 4  # tokens stand a little below and right of the middle, so that labels stay readable

#: The ground of each kind of field.
GROUNDS = {
    "plain": "#f3e5c0",
    "holy": "#e9c46a",
    "long": "#f3e5c0",
    "under": "#6b5844",
    "sky": "#bcd4e6",
    "throne": "#d4a93a",
    "water": "#8ec7d2",
    "rescue": "#b5d99c",
    "luck": "#e9c46a",
    "scale": "#cfe0b0",
    "goose": "#f6cfae",
    "head": "#8fae6b",
    "tail": "#8fae6b",
    "sand": "#ead6a2",
    "body": "#ece3b0",
}

#: The kinds of field with rounded corners, and how round they are.
ROUNDED = {"head": 26, "tail": 26}

#: Fill, outline and lettering of each colour of piece.
COLOURS = {
    "light": ("#fffaf0", "#5b4a32", "#5b4a32"),
    "dark": ("#3b2a20", "#1c130d", "#f3e5c0"),
    "neutral": ("#d9c7a3", "#6b5844", "#4a3b2a"),
    "brown": ("#8a5a2b", "#3f2610", "#fff3dc"),
    "yellow": ("#f2c230", "#7a5c00", "#4a3800"),
    "red": ("#b5382a", "#5c150d", "#ffece6"),
    "blue": ("#2f6690", "#12324a", "#eaf4fb"),
    "green": ("#4f8a3c", "#21420f", "#f0f8ea"),
    "violet": ("#7a4e9c", "#3b1f52", "#f6ecfd"),
    "back": ("#c2a36b", "#6b4f22", "#6b4f22"),
    "good": ("#e3eef8", "#2f6690", "#1d4a70"),
    "bad": ("#f8dcd4", "#b5382a", "#8a2418"),
    "banned": ("#d9c7a3", "#b5382a", "#8a2418"),
}

#: Decorations as paths in a square from (0, 0) to (100, 100), drawn as lines.
MARKS = {
    "ankh": "M50 50 C20 25 35 5 50 5 C65 5 80 25 50 50 L50 95 M22 60 L78 60",
    "water": "M8 32 l14 -12 14 12 14 -12 14 12 14 -12 14 12 "
    "M8 56 l14 -12 14 12 14 -12 14 12 14 -12 14 12 M8 80 l14 -12 14 12 14 -12 14 12 14 -12 14 12",
    "nefers": "M20 10 L20 54 M10 24 L30 24 M20 54 C3 54 5 92 20 92 C35 92 37 54 20 54 "
    "M50 10 L50 54 M40 24 L60 24 M50 54 C33 54 35 92 50 92 C65 92 67 54 50 54 "
    "M80 10 L80 54 M70 24 L90 24 M80 54 C63 54 65 92 80 92 C95 92 97 54 80 54",
    "luck": "M28 46 C6 24 16 6 28 6 C40 6 50 24 28 46 L28 95 M8 56 L48 56 "
    "M66 96 L75 87 L84 96 M75 87 L75 24 L60 15 L86 8 L75 24",
    "star": "M50 10 L59 40 L90 40 L65 58 L74 90 L50 70 L26 90 L35 58 L10 40 L41 40 Z",
    "throne": "M28 92 L28 50 L58 50 L58 12 L78 12 L78 92 Z M28 70 L78 70",
    "out": "M50 15 L50 85 M25 60 L50 85 L75 60",
    "in": "M85 50 L15 50 M40 25 L15 50 L40 75",
    "scale": "M10 60 A20 20 0 0 1 50 60 A20 20 0 0 1 90 60 M30 40 A20 20 0 0 1 70 40",
    "goose": "M18 60 C30 85 70 85 82 58 L70 62 C60 64 44 60 40 48 C38 36 44 26 36 18 L20 26 "
    "L34 28 C30 40 16 48 18 60 Z",
    "up": "M50 85 L50 15 M25 40 L50 15 L75 40",
    "eye": "M6 46 C28 16 68 16 92 46 C68 70 28 70 6 46 M50 30 A14 14 0 1 1 49.9 30 "
    "M10 24 C34 4 66 4 90 22 M46 66 L44 92 M60 64 C62 84 74 94 88 82",
    # Eyes, scales, and a tongue put out to the left, beyond the field.
    "head": "M-36 18 a10 10 0 1 0 1 0 M-36 62 a10 10 0 1 0 1 0 M24 22 L52 50 L24 78 "
    "M66 22 L94 50 L66 78 M-136 50 L-158 50 M-174 36 L-158 50 L-174 64",
    "tail": "M120 22 L92 50 L120 78 M76 30 L56 50 L76 70 M40 38 L28 50 L40 62 M12 50 L-40 50",
}

#: The outline of a pawn around its middle: a head on a body that widens to its foot.
PAWN = (
    "M-5 -9 A8 8 0 1 1 5 -9 C7 -1 12 9 18 17 Q18 21 14 21 "
    "L-14 21 Q-18 21 -18 17 C-12 9 -7 -1 -5 -9 Z"
)


#: The colour of the marks for the last move.
LAST = "#a3195b"


def draw(
    position: Position,
    *,
    hidden: bool = False,
    last: Last = None,
) -> str:
    """The board with everything on it, and below it who has to do what.

    Args:
        position: Any position of any game.
        hidden: Whether pieces that lie face down are shown from behind; at the end of a game none
            does any more.
        last: The action that has led to the position, or the two fields of it, or all actions
            that are to be marked. The field where one began gets a dashed frame, the one where it
            ended a full one. A field that is None or not on the board, such as a reserve, gets
            none.
    """
    drawing = drawing_of(position.game)
    layout = drawing.LAYOUT
    width = round(layout.width * UNIT + 2 * MARGIN)
    sentences = [position.describe(), *drawing.notes(position)]
    room = int(layout.width * UNIT / LETTER)
    lines = [
        line for sentence in sentences for line in wrap(sentence, room, break_on_hyphens=False)
    ]
    height = round(layout.height * UNIT + 2 * MARGIN + CAPTION * len(lines))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Georgia, serif">',
        f"<title>{escape(text_of(position, hidden=hidden))}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#d8bd86"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
    ]
    parts += (part for cell in layout.cells for part in _cell(cell))
    parts += _walls(layout)
    parts += _frames(layout, last)
    parts += _tokens(layout, drawing.tokens(position, hidden=hidden))
    parts.append("</g>")
    for row, line in enumerate(lines):
        y = layout.height * UNIT + 2 * MARGIN + CAPTION * row + 8
        parts.append(
            f'<text x="{MARGIN}" y="{y:g}" font-size="17" fill="#3b2a20">{escape(line)}</text>'
        )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _cell(cell: Cell) -> Iterator[str]:
    x, y = cell.x * UNIT, cell.y * UNIT
    width, height = cell.width * UNIT, cell.height * UNIT
    rounded = ROUNDED.get(cell.kind, 0)
    corners = f'rx="{rounded}" ' if rounded else ""
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {corners}'
        f'fill="{GROUNDS[cell.kind]}" stroke="#5b4a32" stroke-width="2"/>'
    )
    if cell.kind == "long":
        for nth in range(round(cell.width)):
            yield (
                f'<circle cx="{x + (nth + 0.5) * UNIT + SHIFT:g}" cy="{y + UNIT / 2 + SHIFT:g}" '
                f'r="{RADIUS:g}" fill="none" stroke="#cdb684" stroke-width="1.5" '
                'stroke-dasharray="3 4"/>'
            )
    if cell.mark:
        size = 0.62 * UNIT
        left, top = x + (width - size) / 2, y + (height - size) / 2 + 0.04 * UNIT
        yield (
            f'<path d="{MARKS[cell.mark]}" transform="translate({left:g} {top:g}) '
            f'scale({size / 100:g})" fill="none" stroke="#7a5c1e" stroke-width="7" '
            'stroke-linecap="round" stroke-linejoin="round" opacity="0.55"/>'
        )
    if cell.label:
        light = "#f3e5c0" if cell.kind == "under" else "#5b4a32"
        inset = 0.3 * rounded
        yield (
            f'<text x="{x + 5 + inset:g}" y="{y + 15 + inset:g}" font-size="13" fill="{light}">'
            f"{escape(cell.label)}</text>"
        )


def _walls(layout: Layout) -> Iterator[str]:
    for (x1, y1), (x2, y2) in layout.walls:
        yield (
            f'<line x1="{x1 * UNIT:g}" y1="{y1 * UNIT:g}" x2="{x2 * UNIT:g}" y2="{y2 * UNIT:g}" '
            'stroke="#3b2a20" stroke-width="7" stroke-linecap="round"/>'
        )


def _frames(layout: Layout, last: Last) -> Iterator[str]:
    """Frames around the fields where the last moves began and ended."""
    moves = list(_moves(last))
    dashed = dict.fromkeys(source for source, _ in moves)
    full = dict.fromkeys(target for _, target in moves)
    for field in dashed | full:
        if field is None or field not in layout.spots:
            continue
        dashes = "" if field in full else ' stroke-dasharray="7 6"'
        x, y, width, height = (UNIT * number for number in layout.area(field))
        yield (
            f'<rect class="last" x="{x + 3:g}" y="{y + 3:g}" width="{width - 6:g}" '
            f'height="{height - 6:g}" rx="3" fill="none" stroke="{LAST}" stroke-width="3"{dashes}/>'
        )


def _moves(last: Last) -> Iterator[tuple[str | None, str | None]]:
    """Where each of the marked actions began and ended."""
    if last is None:
        return
    for move in [last] if isinstance(last, Action | tuple) else last:
        yield move if isinstance(move, tuple) else (move.source, move.target)


def _tokens(layout: Layout, tokens: list[Token]) -> Iterator[str]:
    taken: dict[str, int] = {}
    for token in tokens:
        spots = layout.spots[token.field]
        nth = taken.get(token.field, 0)
        taken[token.field] = nth + 1
        x, y = spots[min(nth, len(spots) - 1)]
        yield from _token(layout, token, x * UNIT + SHIFT, y * UNIT + SHIFT)


def _token(layout: Layout, token: Token, x: float, y: float) -> Iterator[str]:
    fill, outline, ink = COLOURS[token.colour]
    radius = RADIUS * token.size
    style = f'fill="{fill}" stroke="{outline}" stroke-width="2.5"'
    if token.shape == "tile":
        corner, side = radius * 0.9, radius * 1.8
        yield (
            f'<rect x="{x - corner:g}" y="{y - corner:g}" width="{side:g}" height="{side:g}" '
            f'rx="5" {style}/>'
        )
    elif token.shape == "pawn":
        yield f'<path d="{PAWN}" transform="translate({x:g} {y:g})" {style}/>'
        y += 8  # the letter is on the body, below the head
    else:
        if token.facing:
            yield _arrow(layout, token, x, y, style)
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {style}/>'
        if token.shape == "sunken":
            yield _waves(x, y)
            y -= 8  # the letter is above the waves
    if token.mark:
        side = radius * 1.5
        left, top = x - side / 2, y - side / 2
        yield (
            f'<path d="{MARKS[token.mark]}" transform="translate({left:g} {top:g}) '
            f'scale({side / 100:g})" fill="none" stroke="{ink}" stroke-width="7" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
        return
    size = (19 if len(token.letter) < 2 else 16) * token.size
    yield (
        f'<text x="{x:g}" y="{y + size * 0.35:g}" font-size="{size:g}" text-anchor="middle" '
        f'fill="{ink}">{escape(token.letter)}</text>'
    )


def _waves(x: float, y: float) -> str:
    """The water in front of a sunken stone, which hides its lower part."""
    crests = "q4 -7 8 0 t8 0 8 0 8 0 8 0 8 0"
    return (
        f'<path d="M{x - 24:g} {y + 5:g} {crests} V{y + 23:g} H{x - 24:g} Z" '
        f'fill="{GROUNDS["water"]}" fill-opacity="0.85"/>'
        f'<path d="M{x - 24:g} {y + 5:g} {crests} m-48 7 {crests} m-48 7 {crests}" '
        f'fill="none" stroke="{COLOURS["blue"][0]}" stroke-width="2.5" stroke-linecap="round"/>'
    )


def _arrow(layout: Layout, token: Token, x: float, y: float, style: str) -> str:
    """The beak that shows where a facing stone looks."""
    dx, dy = layout.directions[token.field + token.facing]
    radius = RADIUS * token.size
    tip, base, side = radius * 1.45, radius * 0.75, radius * 0.7
    points = (
        (x + dx * tip, y + dy * tip),
        (x + dx * base - dy * side, y + dy * base + dx * side),
        (x + dx * base + dy * side, y + dy * base - dx * side),
    )
    return f'<polygon points="{" ".join(f"{a:g},{b:g}" for a, b in points)}" {style}/>'
