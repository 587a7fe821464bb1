"""Records as text: headers, then numbered turns, then the result.

The grammar is in ``docs/records.md``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from amduat.errors import AmduatError, RecordError, clause
from amduat.plain import visible
from amduat.record.model import (
    FORMAT,
    KNOWN,
    MAX_HEADERS,
    Record,
    Replay,
    check_comment,
    check_date,
    check_header_name,
    check_length,
    check_text,
    check_version,
    checked_result,
    start_position,
)
from amduat.result import parse_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from amduat._core import Position

__all__ = ["UNFINISHED", "end_token", "read_text", "write_text"]

#: What stands for the result of an unfinished game.
UNFINISHED = "*"

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]{0,63})[ \t]+"((?:[^"\\]|\\.)*)"\][ \t]*(?:;.*)?')
_NUMBER = re.compile(r"([0-9]{1,9})\.(.*)", re.ASCII | re.DOTALL)
#: A comment, a remark, or a word. A brace that begins none of them belongs to no comment.
_WORD = re.compile(r"(\{((?:[^{}\\]|\\.)*)\})|(;.*)|[^ \t\n;{}]+|[{}]")
_BRACE = re.compile(r"[{}\\]")
_UNBRACE = re.compile(r"\\(.)")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
#: What would break a line, hide or not survive being written as UTF-8.
_UNSAFE = re.compile('[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff"\\\\]')


def write_text(record: Record) -> str:
    """A record as text; what is read from it is equal to it."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _headers(record)]
    lines.append("")
    turns: list[str] = []
    for turn in record.turns():
        turns.append(f"{turn.number}. {turn}")
        if turn.number in record.comments:
            turns.append(f"{{{_BRACE.sub(_with_stroke, record.comments[turn.number])}}}")
        # One line for each round, so that a change in one turn changes one line.
        if turn.number % record.start.players == 0:
            lines.append(" ".join(turns))
            turns = []
    if turns:
        lines.append(" ".join(turns))
    lines.append(_result_text(record))
    return "\n".join(lines) + "\n"


def _result_text(record: Record) -> str:
    return UNFINISHED if record.result is None else record.result.text


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    yield "Game", record.game
    yield "Format", str(FORMAT)
    if record.starts_regularly:
        if record.options:
            yield "Options", " ".join(f"{name}={value}" for name, value in record.options.items())
    else:
        yield "Start", str(record.start)
    for number, player in enumerate(record.players, 1):
        yield f"Player{number}", player
    if record.date:
        yield "Date", record.date
    yield from record.headers.items()
    yield "Result", _result_text(record)
    if record.result is not None:
        yield "Ending", record.result.ending
        if record.result.reason:
            yield "Reason", record.result.reason


def _escape(value: str) -> str:
    return _UNSAFE.sub(_escaped, value)


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    for letter, meaning in _ESCAPED.items():
        if meaning == char:
            return f"\\{letter}"
    return f"\\u{ord(char):04x}"


def _with_stroke(brace: re.Match[str]) -> str:
    return f"\\{brace[0]}"


def _words(line: str) -> Iterator[re.Match[str]]:
    """The words and comments of a line of turns, without a remark at its end."""
    for word in _WORD.finditer(line):
        if word[3]:
            return
        yield word
        if word[0] in ("{", "}"):
            return  # what follows is no text of turns


def end_token(line: str) -> str | None:
    """The result that a line of turns ends with, if it does."""
    last = ""
    for word in _words(line):
        last = word[0]
    return last if last == UNFINISHED or parse_values(last) is not None else None


def read_text(lines: Iterable[tuple[int, str]]) -> Iterator[Record]:
    """The games in numbered lines, each as soon as it has been read.

    Raises:
        RecordError: With line and column, at the first thing that is wrong.
    """
    number = 0
    game: _Reading | None = None
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        if game is None:
            game = _Reading(number)
        try:
            record = game.feed(number, line)
        except RecordError as error:
            # Only the last line of a file can lack its end: its writer was interrupted.
            error.truncated = not line.endswith("\n")
            raise
        if record is not None:
            yield record
            game = None
    if game is not None:
        _fail(number, 1, "the file ends in the middle of a game", truncated=True)


def _fail(
    line: int, column: int, reason: str, text: str = "", *, truncated: bool = False
) -> NoReturn:
    text, reason = visible(text), visible(reason)
    quoted = f' "{_cut(text)}"' if text else ""
    raise RecordError(
        f"line {line}, column {column}:{quoted} {reason}",
        field="record",
        input=_cut(text) or None,
        reason=reason,
        line=line,
        column=column,
        truncated=truncated,
    )


def _cut(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"


class _Reading:
    """One game while it is being read."""

    def __init__(self, line: int) -> None:
        self.line = line  # where it began
        self.headers: dict[str, str] = {}
        self.lines: dict[str, int] = {}  # where each header stands
        self.options: dict[str, str] = {}
        self.start: Position | None = None
        self.replay: Replay | None = None
        self.comments: dict[int, str] = {}
        self.numbered: tuple[int, int, int, str] | None = (
            None  # a turn's number, and where it stands
        )

    def feed(self, number: int, line: str) -> Record | None:
        """Takes a line with something on it; gives the record when it is complete."""
        if line.startswith("["):
            if self.replay is not None:
                _fail(number, 1, "a new game begins, but the previous one has no result at its end")
            self._header(number, line)
            return None
        if self.replay is None:
            self._begin(number)
        assert self.replay is not None
        return self._turns(number, line, self.replay)

    def _header(self, number: int, line: str) -> None:
        match = _HEADER.fullmatch(line.rstrip())
        if match is None:
            _fail(number, 1, 'is not a header; expected [Name "value"]', line)
        name, value = match.groups()
        if name in self.headers:
            _fail(number, 2, "is given twice", name)
        if len(self.headers) >= MAX_HEADERS:
            _fail(number, 1, f"more than {MAX_HEADERS} headers")

        def unescape(escape: re.Match[str]) -> str:
            if escape[1]:
                return chr(int(escape[1], 16))
            if escape[2] not in _ESCAPED:
                _fail(number, match.start(2) + escape.start() + 1, "no such escape", escape[0])
            return _ESCAPED[escape[2]]

        value = _ESCAPE.sub(unescape, value)
        try:
            check_text(name, value, lines=name not in KNOWN and not name.startswith("Player"))
            check_length(name, value)
            if name == "Date":
                check_date(value)
        except RecordError as error:
            _fail(number, match.start(2) + 1, str(error))
        self.headers[name] = value
        self.lines[name] = number

    def _begin(self, number: int) -> None:
        """All headers are known: sets up the start position."""
        for name in ("Game", "Format"):
            if name not in self.headers:
                _fail(self.line, 1, f"the header {name} is missing")
        at = self.lines["Format"]
        try:
            check_version(self.headers["Format"])
            at = self.lines.get("Options", self.lines["Game"])
            self.options = self._options(at)
            at = self.lines.get("Start", at)
            self.start = start_position(
                self.headers["Game"], self.options, self.headers.get("Start")
            )
        except RecordError as error:
            if error.line is not None:
                raise
            _fail(at, 1, str(error))
        except AmduatError as error:
            _fail(at, 1, str(error))
        self.replay = Replay(self.start)

    def _options(self, line: int) -> dict[str, str]:
        options: dict[str, str] = {}
        for option in self.headers.get("Options", "").split():
            name, equals, value = option.partition("=")
            if not equals or name in options:
                _fail(line, 1, "expected options as name=value, each once", option)
            options[name] = value
        return options

    def _turns(self, number: int, line: str, replay: Replay) -> Record | None:
        words = list(_words(line))
        for word in words:
            text, column = word[0], word.start() + 1
            if text in ("{", "}"):
                _fail(number, column, "a comment stands in braces, on one line", text)
            if word[1]:
                self._comment(number, column, word[2], replay)
                continue
            numbered = _NUMBER.fullmatch(text) if "." in text else None
            if numbered is not None:
                # The number belongs to the action after it, in this word or the next one.
                self.numbered = (int(numbered[1]), number, column, text)
                column += numbered.start(2)
                text = numbered[2]
                if not text:
                    continue
            if text == UNFINISHED or (":" in text and parse_values(text) is not None):
                if word is not words[-1]:
                    _fail(number, word.end() + 1, "nothing may follow the result")
                return self._finish(number, column, text, replay)
            for part in text.split("/"):
                self._play(number, column, part, replay)
                column += len(part) + 1
        return None

    def _comment(self, number: int, column: int, text: str, replay: Replay) -> None:
        """Takes a comment on the turn before it; several on one turn are joined."""
        if not replay.turns:
            _fail(number, column, "a comment follows the turn that it is about")
        for escape in _UNBRACE.finditer(text):
            if not _BRACE.fullmatch(escape[1]):
                _fail(number, column + 1 + escape.start(), "no such escape", escape[0])
        text = _UNBRACE.sub(r"\1", text).strip()
        before = self.comments.get(replay.turns, "")
        text = f"{before} {text}".strip()
        try:
            check_comment(replay.turns, text)
        except RecordError as error:
            _fail(number, column, str(error))
        self.comments[replay.turns] = text

    def _play(self, number: int, column: int, text: str, replay: Replay) -> None:
        try:
            begins = replay.play(text)
        except RecordError as error:
            _fail(number, column, str(error))
        except AmduatError as error:
            _fail(number, column, clause(error), text)
        if self.numbered is not None:
            expected, line, place, word = self.numbered
            self.numbered = None
            if not begins:
                _fail(line, place, f"no turn begins here: turn {replay.turns} goes on", word)
            if expected != replay.turns:
                _fail(line, place, f"this is turn {replay.turns}", word)

    def _finish(self, number: int, column: int, text: str, replay: Replay) -> Record:
        assert self.start is not None
        claimed = self.headers.get("Result", text)
        if claimed != text:
            _fail(number, column, f'the header Result says "{_cut(claimed)}"', text)
        try:
            result = checked_result(
                replay,
                self.start,
                parse_values(text),
                self.headers.get("Ending"),
                self.headers.get("Reason"),
            )
            names = [f"Player{seat}" for seat in range(1, self.start.players + 1)]
            given = [self.headers.get(name) for name in names]
            others = {
                name: value
                for name, value in self.headers.items()
                if name not in KNOWN and name not in names
            }
            for name in others:
                check_header_name(name)
            players = tuple(name or "" for name in given) if any(given) else ()
            return Record(
                self.start,
                tuple(replay.actions),
                self.options,
                players,
                self.headers.get("Date", ""),
                result,
                others,
                self.comments,
            )
        except RecordError as error:
            _fail(number, column, str(error))
