"""Makes the pictures of docs/walks.md in this folder: python docs/images/walks.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from amduat.svg import GROUNDS
from amduat.walk import Graph

HERE = Path(__file__).parent
UNIT, MARGIN = 40, 14
FRAME, LINE, INK, FAINT = "#d8bd86", "#5b4a32", "#2f2618", "#a8935f"

Steps = Sequence[tuple[int, int]]
SIDES: Steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
KNIGHT: Steps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


class Board:
    """Squares in rows, and what is drawn on them."""

    def __init__(self, width: int, height: int, *, left: float = 0) -> None:
        self.width, self.height, self.left = width, height, left
        self.parts: list[str] = []

    def graph(self, steps: Steps) -> Graph:
        """The squares, joined by steps."""
        edges = [
            (y * self.width + x, (y + b) * self.width + x + a)
            for y in range(self.height)
            for x in range(self.width)
            for a, b in steps
            if 0 <= x + a < self.width and 0 <= y + b < self.height
        ]
        return Graph(self.width * self.height, edges)

    def middle(self, field: int) -> tuple[float, float]:
        """The middle of a field."""
        y, x = divmod(field, self.width)
        return self.left + (x + 0.5) * UNIT, (y + 0.5) * UNIT

    def squares(self, grounds: Mapping[int, str]) -> None:
        """All fields, each with its ground."""
        for field in range(self.width * self.height):
            x, y = self.middle(field)
            self.parts.append(
                f'<rect x="{x - UNIT / 2:g}" y="{y - UNIT / 2:g}" width="{UNIT}" height="{UNIT}" '
                f'fill="{grounds.get(field, GROUNDS["plain"])}" stroke="{LINE}"/>'
            )

    def walk(self, fields: Iterable[int], colour: str = INK, *, ends: bool = True) -> None:
        """A line from field to field, with a dot where it begins and an arrow where it ends."""
        points = [self.middle(field) for field in fields]
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        arrow = ' marker-end="url(#arrow)"' if ends else ""
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="4" '
            f'stroke-linejoin="round" stroke-linecap="round"{arrow}/>'
        )
        if ends:
            self.dot(*points[0])
        else:
            self.dot(*points[0], colour=colour)
            self.dot(*points[-1], colour=colour)

    def dot(self, x: float, y: float, colour: str = INK) -> None:
        """A dot."""
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{colour}"/>')

    def stones(self, fields: Iterable[int]) -> None:
        """Stones that block fields."""
        for field in fields:
            x, y = self.middle(field)
            self.parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="#7d2e1f" stroke="{INK}"/>'
            )

    def letters(self, names: Mapping[int, str]) -> None:
        """Names in the corners of fields."""
        for field, name in names.items():
            x, y = self.middle(field)
            self.parts.append(
                f'<text x="{x - UNIT / 2 + 4:g}" y="{y - UNIT / 2 + 13:g}" font-size="12" '
                f'font-style="italic" fill="{LINE}">{name}</text>'
            )


def save(name: str, title: str, *boards: Board) -> None:
    """Writes boards that stand side by side."""
    width = max(board.left + board.width * UNIT for board in boards) + 2 * MARGIN
    height = max(board.height for board in boards) * UNIT + 2 * MARGIN
    parts = [part for board in boards for part in board.parts]
    text = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" font-family="Georgia, serif">',
            f"<title>{title}</title>",
            '<marker id="arrow" viewBox="0 0 10 10" refX="6" refY="5" orient="auto" '
            'markerWidth="4.5" markerHeight="4.5">'
            f'<path d="M0 0 L10 5 L0 10 z" fill="{INK}"/></marker>',
            f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{FRAME}"/>',
            f'<g transform="translate({MARGIN} {MARGIN})">',
            *parts,
            "</g>",
            "</svg>\n",
        ]
    )
    (HERE / name).write_text(text, encoding="utf-8")


def witness(
    graph: Graph, start: int, end: int, steps: int, stones: Iterable[int] = ()
) -> tuple[int, ...]:
    """A walk that there is."""
    walk = graph.witness(start, end, steps, stones)
    if walk is None:
        raise ValueError(f"no walk of {steps} steps leads from {start} to {end}")
    return walk


def reach() -> None:
    """Where 18 steps lead among stones, and one walk to a corner."""
    board = Board(8, 8)
    graph, stones = board.graph(SIDES), [11, 12, 20, 30, 33, 34, 38, 46, 47, 54]
    ends = graph.reach(27, 18, stones)
    board.squares(dict.fromkeys(ends, GROUNDS["rescue"]))
    board.stones(stones)
    board.walk(witness(graph, 27, min(ends), 18, stones))
    save("walk-reach.svg", "18 steps", board)


def tours() -> None:
    """Walks over all 64 fields: by steps to the side, and by those of a knight."""
    side, knight = Board(8, 8), Board(8, 8, left=9 * UNIT)
    for board, steps, end in ((side, SIDES, 28), (knight, KNIGHT, 10)):
        board.squares({})
        board.walk(witness(board.graph(steps), 27 if board is side else 0, end, 63))
    save("walk-tours.svg", "63 steps", side, knight)


def bent() -> None:
    """A walk, and the same with its last part the other way round."""
    before, after = Board(6, 3), Board(6, 3, left=7 * UNIT)
    walk = [12, 13, 7, 8, 9, 10, 16, 15, 14]
    joint = walk.index(8)
    names = dict(zip(walk, "abcdefghi", strict=True))
    for board, fields in ((before, walk), (after, [*walk[: joint + 1], *walk[:joint:-1]])):
        board.squares({walk[joint]: GROUNDS["holy"]})
        board.walk(fields)
        board.letters(names)
    save("walk-bent.svg", "a walk and a bent one", before, after)


def frontier() -> None:
    """The fields done, those of the frontier, and the stretches on them."""
    board = Board(8, 6)
    done = range(8 * 3 + 3)
    grounds = dict.fromkeys(done, FAINT) | dict.fromkeys(done[-8:], GROUNDS["holy"])
    board.squares(grounds)
    board.walk([0, 1, 9, 8, 16, 24], "#2f4d7d", ends=False)
    board.walk([19, 11, 3, 4, 5, 13, 14, 22], "#7d2e1f", ends=False)
    board.walk([25, 26], "#3d6b35", ends=False)
    save("walk-frontier.svg", "a frontier", board)


if __name__ == "__main__":
    for picture in (reach, tours, bent, frontier):
        picture()
