"""What each turn of a recorded game was worth, and where it was lost.

    >>> import amduat
    >>> from amduat.analysis import analyse
    >>> game = amduat.Game("ramses", position="1,4,9,16 5@11,8,18,21 L own -")
    >>> _ = game.play("9-12")
    >>> turn = analyse(game.record()).turns[0]
    >>> turn.before, turn.after, turn.mark, turn.better
    ((1.0, -1.0), (0.0, 0.0), '??', '16-13')

Every position is judged: by the solution where the game is solved, else by a search with the limits
given. A decision is a mistake as far as the player's value falls by it; what chance does is
nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from amduat import ramses
from amduat._core import Position, Searcher
from amduat.record.model import MAX_COMMENT

if TYPE_CHECKING:
    from amduat.record import Record

__all__ = ["BLUNDER", "MISTAKE", "Analysis", "JudgedTurn", "analyse", "curve", "curve_svg"]

#: A turn by which the player's value, from -1 to 1, falls this much is a mistake, or a blunder.
MISTAKE = 0.25
BLUNDER = 0.75

#: What an analysis has added to a comment.
_ANALYSED = re.compile(r" ?value [+-]\d\.\d\d to [+-]\d\.\d\d( \?\??( better: \S+)?)?$")


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """One turn and what it was worth.

    Attributes:
        number: The number of the turn, from 1.
        player: Whose turn it was, counted from 0.
        text: The turn, as records write it.
        before: What each player could expect before it.
        after: What each player could expect after it.
        loss: How much the decisions of the turn have cost the player.
        better: What would have been better than the worst of them; empty without a mistake.
    """

    number: int
    player: int
    text: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    loss: float
    better: str = ""

    @property
    def mark(self) -> str:
        """``?`` for a mistake, ``??`` for a blunder, else empty."""
        return "??" if self.loss >= BLUNDER else "?" if self.loss >= MISTAKE else ""

    @property
    def comment(self) -> str:
        """What a record says about the turn: ``value +1.00 to +0.00 ?? better: 16-13``."""
        values = f"value {self.before[self.player]:+.2f} to {self.after[self.player]:+.2f}"
        return f"{values} {self.mark} better: {self.better}" if self.mark else values

    def as_dict(self) -> dict[str, Any]:
        """All of it, for programs."""
        return {
            "turn": self.number,
            "player": self.player,
            "text": self.text,
            "before": list(self.before),
            "after": list(self.after),
            "loss": self.loss,
            "mark": self.mark,
            "better": self.better or None,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game turn by turn.

    Attributes:
        record: The game.
        method: ``perfect`` where the solution was asked, else how the search was made.
        turns: The turns in order.
    """

    record: Record
    method: str
    turns: tuple[JudgedTurn, ...]

    @property
    def mistakes(self) -> list[JudgedTurn]:
        """The turns that are marked."""
        return [turn for turn in self.turns if turn.mark]

    def values(self) -> list[tuple[float, ...]]:
        """What each player could expect: at the beginning, and after each turn."""
        first = [turn.before for turn in self.turns[:1]]
        return first + [turn.after for turn in self.turns]

    def commented(self) -> Record:
        """The record with a comment on each turn: its value before and after, and mistakes.

        Comments of an earlier analysis are replaced, all others stay. The header ``Analysis`` says
        how the values were found.
        """
        comments = dict(self.record.comments)
        for turn in self.turns:
            own = _ANALYSED.sub("", comments.get(turn.number, ""))
            told = f"{own} {turn.comment}".strip()
            comments[turn.number] = told if len(told) <= MAX_COMMENT else own
        headers = {**self.record.headers, "Analysis": self.method}
        return replace(self.record, headers=headers, comments=comments)


def analyse(
    record: Record,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judges every turn of a game.

    Args:
        record: The game; it need not be finished.
        seconds: How long to think about each position; a tenth of a second if there is no limit.
        nodes: How many nodes to visit for each position.
        progress: Called after each position with how many are done, and how many there are.
    """
    if seconds is None and nodes is None:
        seconds = 0.1
    method = "perfect" if record.game == ramses.GAME else "auto"
    searcher = Searcher(method=method)
    values: list[tuple[float, ...]] = []
    best: list[str] = []
    positions = list(record.positions())
    for done, position in enumerate(positions, 1):
        judged, action = _judge(searcher, position, seconds, nodes)
        values.append(judged)
        best.append(action)
        if progress is not None:
            progress(done, len(positions))
    turns: list[JudgedTurn] = []
    at = 0
    for turn in record.turns():
        end = at + len(turn.actions)
        loss, better, worst = 0.0, "", 0.0
        for step in range(at, end):
            if record.actions[step].is_chance:
                continue
            lost = max(0.0, values[step][turn.player] - values[step + 1][turn.player])
            loss += lost
            if lost > worst:
                better, worst = best[step], lost
        if loss < MISTAKE:
            better = ""
        turns.append(
            JudgedTurn(turn.number, turn.player, str(turn), values[at], values[end], loss, better)
        )
        at = end
    return Analysis(record, method, tuple(turns))


def _judge(
    searcher: Searcher, position: Position, seconds: float | None, nodes: int | None
) -> tuple[tuple[float, ...], str]:
    """What each player can expect, and the best action."""
    if position.is_over:
        return tuple(position.returns()), ""
    result = searcher.search(position, seconds=seconds, nodes=nodes)
    return tuple(result.values), "" if result.action is None else str(result.action)


def curve(values: Sequence[float], *, width: int = 72, height: int = 9) -> list[str]:
    """A curve of values from -1 to 1 as lines of text, the highest first.

    >>> for line in curve([0.0, 1.0, -1.0], width=3, height=3):
    ...     print(line)
    +1 | *
     0 |*--
    -1 |  *
    """
    count = min(width, len(values))
    # A long game is drawn with every so manieth value, the last one always.
    last = len(values) - 1
    shown = [values[round(i * last / max(1, count - 1))] for i in range(count)]
    rows = [round((1 - value) / 2 * (height - 1)) for value in shown]
    labels = {0: "+1", height // 2: " 0", height - 1: "-1"}
    lines = []
    for row in range(height):
        blank = "-" if row == height // 2 else " "
        drawn = "".join("*" if row == at else blank for at in rows)
        lines.append(f"{labels.get(row, '  ')} |{drawn}".rstrip())
    return lines


#: The colours of the curves, one for each player.
COLOURS = ("#b8860b", "#1f4e79", "#7a1f1f", "#2e6b34")


def curve_svg(analysis: Analysis, *, width: int = 640, height: int = 240) -> str:
    """The values of all players as a picture, one curve for each, with the mistakes marked."""
    values, margin = analysis.values(), 24
    across = (width - 2 * margin) / max(1, len(values) - 1)

    def point(turn: int, value: float) -> str:
        y = margin + (1 - value) / 2 * (height - 2 * margin)
        return f"{margin + turn * across:.1f},{y:.1f}"

    middle = height / 2
    start = analysis.record.start
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<path d="M{margin} {middle}H{width - margin}" stroke="#aaa"/>',
    ]
    for player in range(start.players):
        colour = COLOURS[player % len(COLOURS)]
        points = " ".join(point(turn, value[player]) for turn, value in enumerate(values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        name = start.player_name(player)
        parts.append(f'<text x="{margin + 110 * player}" y="14" fill="{colour}">{name}</text>')
    for turn in analysis.mistakes:
        x, y = point(turn.number, turn.after[turn.player]).split(",")
        colour = COLOURS[turn.player % len(COLOURS)]
        parts.append(f'<text x="{x}" y="{y}" fill="{colour}">{turn.mark}</text>')
    return "\n".join([*parts, "</svg>", ""])
