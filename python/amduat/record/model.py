"""What a record holds, whichever way it is written, and how its parts are checked."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from amduat._core import Action, parse
from amduat._core import start as start_of
from amduat.errors import RecordError
from amduat.plain import counted, flaw, visible
from amduat.result import ENDINGS, LOSSES, REPETITION, RULES, Result
from amduat.turns import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from amduat._core import Position

__all__ = [
    "FORMAT",
    "MAX_COMMENT",
    "MAX_HEADERS",
    "MAX_JSON_LINE",
    "MAX_LINE",
    "MAX_TURNS",
    "MAX_VALUE",
    "Record",
    "Replay",
    "check_comment",
    "check_date",
    "check_header_name",
    "check_length",
    "check_text",
    "check_version",
    "checked_result",
    "start_position",
]

#: The version of the format that this package writes, and the highest it reads.
FORMAT = 1
#: The longest line of a text record, in bytes.
MAX_LINE = 65_536
#: The longest line of JSON, that is, the longest game written as JSON, in bytes.
MAX_JSON_LINE = 64 * 1024 * 1024
#: The most turns of one game.
MAX_TURNS = 2_000_000
#: The most headers of one game.
MAX_HEADERS = 100

#: The longest name of a player and value of a header, in characters; escaped it still fits a line.
MAX_VALUE = 8192

#: The longest comment on a turn, in characters; those of a whole round fit a line of text.
MAX_COMMENT = 2000

#: The headers to which the format itself gives a meaning, besides Player1, Player2, …
KNOWN = ("Game", "Format", "Options", "Start", "Date", "Result", "Ending", "Reason")

_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}", re.ASCII)
_PLAYER = re.compile(r"Player[0-9]+", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?", re.ASCII)


@dataclass(frozen=True)
class Record:
    """One game: how it began, what was done, how it ended, and what else is known about it.

    Attributes:
        start: The position it began with.
        actions: All actions, chance outcomes included.
        options: The options of the start position that were given; empty for any other start.
        players: What the players are called, in the order of their seats; may be empty.
        date: When it was played, ``2024-05-01`` or ``2024-05-01T18:30:00Z``, or empty.
        result: How it ended; None for an unfinished game.
        headers: Everything else, by name.
        comments: What is said about turns, by their number.
    """

    start: Position
    actions: tuple[Action, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    date: str = ""
    result: Result | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuses what cannot be written and read back."""
        if not any(self.players):
            object.__setattr__(self, "players", ())
        if self.players and len(self.players) != self.start.players:
            raise RecordError(f"a record of {self.start.players} players names {len(self.players)}")
        check_date(self.date)
        if len(self.headers) > MAX_HEADERS:
            raise RecordError(f"more than {MAX_HEADERS} headers")
        for name in self.headers:
            check_header_name(name)
        for seat, player in enumerate(self.players, 1):
            check_text(f"player {seat}", player)
        for name, value in self.headers.items():
            check_text(f"header {name}", value, lines=True)
        reason = "" if self.result is None else self.result.reason
        check_text("reason", reason)
        check_length("reason", reason)
        for seat, player in enumerate(self.players, 1):
            check_length(f"player {seat}", player)
        for name, value in self.headers.items():
            check_length(f"header {name}", value)
        if self.comments:
            object.__setattr__(self, "comments", self._checked_comments())

    def _checked_comments(self) -> dict[int, str]:
        """The comments in the order of their turns, without empty ones."""
        turns = sum(1 for _ in self.turns())
        for number, comment in self.comments.items():
            if not 1 <= number <= turns:
                many = counted(turns, "turn")
                raise RecordError(f"a comment on turn {number}: the game has {many}")
            check_comment(number, comment)
        told = {number: self.comments[number].strip() for number in sorted(self.comments)}
        return {number: comment for number, comment in told.items() if comment}

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.start.game

    @property
    def starts_regularly(self) -> bool:
        """Whether the options lead to the start position."""
        return self.start == start_of(self.game, **self.options)

    def positions(self) -> Iterator[Position]:
        """All positions, the start first."""
        position = self.start
        yield position
        for action in self.actions:
            position = position.apply(action)
            yield position

    def turns(self) -> Iterator[Turn]:
        """The turns, as ``Game`` gives them."""
        replay = Replay(self.start, keep=False)
        turn: list[Action] = []
        player = replay.player
        for action in self.actions:
            if replay.play(action) and turn:
                yield Turn(replay.turns - 1, player, tuple(turn))
                turn = []
            player = replay.player
            turn.append(action)
        if turn:
            yield Turn(replay.turns, player, tuple(turn))

    def final(self) -> Position:
        """The last position."""
        position = self.start
        for action in self.actions:
            position = position.apply(action)
        return position


class Replay:
    """Follows a game action by action and counts its turns, remembering nothing but the actions."""

    def __init__(self, start: Position, *, keep: bool = True) -> None:
        self.position = start
        self.actions: list[Action] = []
        self.turns = 0
        self.player = -1  # whose turn it is, once there is one
        self._keep = keep
        self._known: dict[str, Action] = {}  # a game has few different actions; each is made once

    def play(self, action: Action | str) -> bool:
        """Plays an action; says whether a new turn began with it."""
        if isinstance(action, str):
            known = self._known.get(action)
            if known is None:
                known = self._known[action] = Action(self.position.game, action)
            action = known
        after = self.position.apply(action)
        player = self.position.turn_owner
        assert player is not None  # as an action was legal, somebody has the turn
        begins = player != self.player
        if begins:
            if self.turns == MAX_TURNS:
                raise RecordError(f"more than {MAX_TURNS} turns")
            self.turns += 1
            self.player = player
        self.position = after
        if self._keep:
            self.actions.append(action)
        return begins


def check_header_name(name: str) -> None:
    """Refuses names that are not words, or that the format uses itself."""
    if not _HEADER_NAME.fullmatch(name):
        raise RecordError(f'header "{visible(name[:80])}": a name is a word of at most 64 letters')
    if name in KNOWN or _PLAYER.fullmatch(name):
        raise RecordError(f'header "{name}": the format uses this name itself')


def check_text(field: str, text: str, *, lines: bool = False) -> None:
    """Refuses control characters and the like, which could play tricks on a terminal."""
    found = flaw(text, lines=lines)
    if found is not None:
        at, what = found
        shown = visible(text[max(0, at - 30) : at + 30]).replace("\n", "\\n").replace("\t", "\\t")
        raise RecordError(f'{field} "{shown}": {what} is not allowed', field, shown, what)


def check_length(name: str, text: str) -> None:
    """Refuses a name or value that would not fit a line.

    Raises:
        RecordError: It is too long.
    """
    if len(text) > MAX_VALUE:
        raise RecordError(f"{name} has {len(text):,} characters; {MAX_VALUE:,} are the most")


def check_comment(turn: int, comment: str) -> None:
    """Refuses comments that are too long, or have something in them that plays tricks."""
    check_text(f"comment on turn {turn}", comment)
    if len(comment) > MAX_COMMENT:
        raise RecordError(f"the comment on turn {turn} has more than {MAX_COMMENT} characters")


def check_date(date: str) -> None:
    """Refuses what is no date, or not one of the calendar."""
    if not date:
        return
    shown = visible(date[:80])
    if not _DATE.fullmatch(date):
        reason = "expected YYYY-MM-DD, perhaps with a time"
        raise RecordError(f'date "{shown}": {reason}', "date", shown, reason)
    try:
        datetime.datetime.fromisoformat(date)
    except ValueError as error:
        reason = f"there is no such date: {error}"
        raise RecordError(f'date "{shown}": {reason}', "date", shown, reason) from None


def start_position(game: str, options: Mapping[str, str], start: str | None) -> Position:
    """The position with which a record begins."""
    if start is None:
        return start_of(game, **options)
    if options:
        raise RecordError("a record has options or a start position, not both")
    return parse(game, start)


def check_version(version: str | int) -> None:
    """Refuses future formats."""
    if version != FORMAT and version != str(FORMAT):
        raise RecordError(
            f'format "{visible(str(version)[:20])}": this program reads format {FORMAT}; '
            "a newer one may read this file"
        )


def checked_result(
    replay: Replay,
    start: Position,
    values: tuple[float, ...] | None,
    ending: str | None,
    reason: str | None,
) -> Result | None:
    """The result that a record claims, if it fits what was played.

    Raises:
        RecordError: It does not.
    """
    position = replay.position
    if values is None:
        if position.is_over:
            raise RecordError(f"the game is over: {position.describe()}")
        if ending is not None:
            raise RecordError("an unfinished game has no ending")
        return None
    if len(values) != position.players:
        many = counted(len(values), "player")
        raise RecordError(f"the result is for {many}, the game for {position.players}")
    if position.is_over:
        result = Result.by_rules(position)
        if ending not in (None, RULES) or not _close(values, result.values):
            raise RecordError(f"by the rules the result is {result.text}: {result.reason}")
        return result if reason is None else Result(result.values, RULES, reason)
    if ending not in ENDINGS or ending == RULES:
        raise RecordError("by the rules the game is not over")
    if ending in LOSSES:
        losers = [player for player, value in enumerate(values) if value == -1]
        expected = Result.fault(len(values), losers[0], "").values if len(losers) == 1 else ()
        if not _close(values, expected):
            raise RecordError(f"a {ending} is the loss of one player; the others share the win")
        return Result(expected, ending, reason or "")
    undecided = Result.cut_off(position, 0)
    if _close(values, undecided.values):
        values = undecided.values
    elif any(values):
        but = f", but for the places taken: {undecided.text}" if position.places else ""
        raise RecordError(f"the ending {ending} is a draw{but}")
    if ending == REPETITION and _occurrences(start, replay) < 3:
        raise RecordError("the last position does not occur three times")
    return Result(values, ending, reason or "")


def _close(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) < 1e-6 for a, b in zip(one, other, strict=True)
    )


def _occurrences(start: Position, replay: Replay) -> int:
    record = Record(start, tuple(replay.actions))
    return sum(position == replay.position for position in record.positions())
