"""Records as JSON Lines: one object for each game, on a line of its own.

The schema is published as ``amduat/data/record.schema.json``.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NoReturn

from amduat.errors import AmduatError, RecordError, clause
from amduat.plain import flaw, visible
from amduat.record.model import (
    FORMAT,
    MAX_HEADERS,
    MAX_TURNS,
    Record,
    Replay,
    check_comment,
    check_date,
    check_text,
    check_version,
    checked_result,
    start_position,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["read_json", "write_json"]

#: More brackets than any record has, even with some in its headers; nesting needs brackets.
MAX_BRACKETS = 1000
#: The most digits of a number in a record.
MAX_DIGITS = 30

_KEYS = {
    "format": int,
    "game": str,
    "options": dict,
    "start": str,
    "players": list,
    "date": str,
    "headers": dict,
    "turns": list,
    "comments": dict,
    "result": list,
    "ending": str,
    "reason": str,
}
_REQUIRED = ("format", "game", "turns", "result")
_KINDS = {int: "a whole number", str: "a text", dict: "an object", list: "a list"}
_TURN = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_BLANK = re.compile(r"[ \t\n\r]*")

Place = tuple[str | int, ...]


def write_json(record: Record) -> str:
    """A record as one line of JSON; what is read from it is equal to it."""
    result = record.result
    data: dict[str, Any] = {"format": FORMAT, "game": record.game}
    if not record.starts_regularly:
        data["start"] = str(record.start)
    elif record.options:
        data["options"] = dict(record.options)
    if record.players:
        data["players"] = list(record.players)
    if record.date:
        data["date"] = record.date
    if record.headers:
        data["headers"] = dict(record.headers)
    data["turns"] = [str(turn) for turn in record.turns()]
    data["result"] = None if result is None else [_number(value) for value in result.values]
    if result is not None:
        data["ending"] = result.ending
        if result.reason:
            data["reason"] = result.reason
    # ASCII only, so that nothing in it can break a line or hide.
    text = json.dumps(data, separators=(", ", ": "))
    if record.comments:
        told = json.dumps(record.comments, separators=(", ", ": "))[1:-1]
        # A reader counts brackets; those in comments are written so that they do not count.
        told = told.replace("[", "\\u005b").replace("{", "\\u007b")
        text = f'{text[:-1]}, "comments": {{{told}}}}}'
    return text + "\n"


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value


class _WrongError(Exception):
    """Something wrong at a place of the object, wherever that stands in the line."""

    def __init__(self, path: Place, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


def read_json(lines: Iterable[tuple[int, str]]) -> Iterator[Record]:
    """The games in numbered lines, each as soon as it has been read.

    Raises:
        RecordError: With line and column, at the first thing that is wrong.
    """
    for number, line in lines:
        if not line.strip():
            continue
        data = _parse(number, line)
        try:
            record = _record(data)
        except _WrongError as wrong:
            _fail(number, _column(line, wrong.path), wrong.reason)
        except AmduatError as error:
            _fail(number, 1, str(error))
        yield record


def _fail(line: int, column: int, reason: str, *, truncated: bool = False) -> NoReturn:
    reason = visible(reason)
    raise RecordError(
        f"line {line}, column {column}: {reason}",
        field="record",
        reason=reason,
        line=line,
        column=column,
        truncated=truncated,
    )


def _parse(number: int, line: str) -> dict[str, Any]:
    if line.count("[") + line.count("{") > MAX_BRACKETS:
        _fail(number, 1, f"more than {MAX_BRACKETS} brackets")
    if line.count(",") > MAX_TURNS + MAX_BRACKETS:
        _fail(number, 1, f"more than {MAX_TURNS} turns")
    try:
        data = json.loads(
            line,
            object_pairs_hook=_unique,
            parse_int=_limited(int),
            parse_float=_limited(float),
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        # The newline is written last: without it the writer was interrupted.
        truncated = not line.endswith("\n")
        _fail(number, error.colno, f"is not valid JSON: {error.msg}", truncated=truncated)
    except RecursionError:
        _fail(number, 1, "is nested too deeply")
    except _WrongError as wrong:
        _fail(number, 1, wrong.reason)
    if not isinstance(data, dict):
        _fail(number, 1, "a game is an object: {…}")
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _WrongError((), f'"{twice[:80]}" is given twice')
    return data


def _limited(convert: Callable[[str], Any]) -> Callable[[str], Any]:
    def limited(text: str) -> Any:
        if len(text) > MAX_DIGITS:
            raise _WrongError((), f"a number of more than {MAX_DIGITS} digits")
        return convert(text)

    return limited


def _no_constant(text: str) -> NoReturn:
    raise _WrongError((), f"{text} is not a JSON number")


def _record(data: dict[str, Any]) -> Record:
    for key, value in data.items():
        if key not in _KEYS:
            raise _WrongError((key,), f'"{key[:80]}" is unknown; your own keys go into "headers"')
        if (key, value) == ("result", None):
            continue
        if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            raise _WrongError((key,), f'"{key}" must be {_KINDS[_KEYS[key]]}')
    for key in _REQUIRED:
        if key not in data:
            raise _WrongError((), f'"{key}" is missing')
    for key in ("options", "headers", "players", "turns", "comments"):
        values = data.get(key, ())
        items = values.items() if isinstance(values, dict) else enumerate(values)
        for place, value in items:
            if not isinstance(value, str):
                raise _WrongError((key, place), f'"{key}" may hold only texts')
            if flaw(value, lines=key == "headers") is not None:
                field = f"{key} {place + 1 if isinstance(place, int) else place}"
                with _at(key, place):
                    check_text(field, value, lines=key == "headers")
    for key in ("options", "headers"):
        for name in data.get(key, ()):
            with _at(key):
                check_text(f'a name in "{key}"', name)
    for key in ("game", "start", "date", "ending", "reason"):
        with _at(key):
            check_text(key, data.get(key, ""))
    with _at("date"):
        check_date(data.get("date", ""))
    with _at("format"):
        check_version(data["format"])
    options, headers = data.get("options", {}), data.get("headers", {})
    if len(headers) > MAX_HEADERS:
        raise _WrongError(("headers",), f"more than {MAX_HEADERS} headers")
    with _at("start" if "start" in data else "options" if options else "game"):
        start = start_position(data["game"], options, data.get("start"))
    replay = Replay(start)
    for index, turn in enumerate(data["turns"]):
        _play(replay, index, turn)
    with _at("result"):
        result = checked_result(
            replay, start, _values(data["result"]), data.get("ending"), data.get("reason")
        )
    players = tuple(data.get("players", ()))
    comments = _comments(data.get("comments", {}), replay.turns)
    return Record(
        start,
        tuple(replay.actions),
        options,
        players,
        data.get("date", ""),
        result,
        headers,
        comments,
    )


def _comments(given: dict[str, str], turns: int) -> dict[int, str]:
    """The comments by the numbers of their turns."""
    for name, comment in given.items():
        if not _TURN.fullmatch(name) or int(name) > turns:
            raise _WrongError(("comments", name), f'"{name[:80]}" is not the number of a turn')
        with _at("comments", name):
            check_comment(int(name), comment)
    return {int(name): comment for name, comment in given.items()}


class _at:  # noqa: N801
    """Says where an error belongs."""

    def __init__(self, *path: str | int) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, AmduatError):
            raise _WrongError(self.path, str(error)) from error


def _play(replay: Replay, index: int, turn: str) -> None:
    path = ("turns", index)
    for part, action in enumerate(turn.replace("/", " ").split(" ")):
        try:
            begins = replay.play(action)
        except AmduatError as error:
            raise _WrongError(path, f'"{action[:80]}" {clause(error)}') from error
        if begins != (part == 0):
            wrong = "a new turn begins within it" if part else "the turn before it goes on here"
            raise _WrongError(path, f'"{turn[:80]}": {wrong}')


def _values(values: list[Any] | None) -> tuple[float, ...] | None:
    if values is None:
        return None
    for place, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1 <= value <= 1:
            raise _WrongError(("result", place), "a result is a list of numbers from -1 to 1")
    return tuple(map(float, values))


def _column(line: str, path: Place) -> int:
    """Where the value at a path stands in a line of valid JSON, counted from 1.

    Used for error messages only, so that reading itself need not keep track.
    """
    decoder = json.JSONDecoder()

    def skip(at: int) -> int:
        match = _BLANK.match(line, at)
        assert match is not None
        return match.end()

    at = skip(0)
    for step in path:
        if line[at] not in "[{":
            break
        is_object, found, entry = line[at] == "{", None, skip(at + 1)
        index = 0
        while line[entry] not in "]}":
            key: str | int = index
            if is_object:
                key, entry = decoder.raw_decode(line, entry)
                entry = skip(skip(entry) + 1)
            if key == step:
                found = entry
                break
            _, entry = decoder.raw_decode(line, entry)
            entry = skip(entry)
            if line[entry] == ",":
                entry = skip(entry + 1)
            index += 1
        if found is None:
            break
        at = found
    return at + 1
