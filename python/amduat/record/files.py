"""Record files: read as a stream, replaced as a whole, or extended game by game."""

from __future__ import annotations

import io
import json
import os
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal, NoReturn

from amduat.errors import RecordError
from amduat.files import adding, is_special, replacing, replacing_bytes, sync
from amduat.plain import flaw, visible
from amduat.record.jsonlines import read_json, write_json
from amduat.record.model import MAX_JSON_LINE, MAX_LINE, Record
from amduat.record.text import UNFINISHED, end_token, read_text, write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

__all__ = ["Appender", "Format", "dumps", "loads", "named", "read", "save", "write"]

#: The two ways to write a record.
Format = Literal["text", "json"]

#: The endings of names of files that hold JSON; all others hold text.
JSON_SUFFIXES = (".json", ".jsonl", ".ndjson")

_MARK = "\ufeff"


def format_of(path: Path | str) -> Format:
    """The format that the name of a file suggests."""
    return "json" if Path(path).suffix.lower() in JSON_SUFFIXES else "text"


def dumps(record: Record, format: Format = "text") -> str:  # noqa: A002
    """A record as text, or as a line of JSON."""
    return write_json(record) if format == "json" else write_text(record)


def loads(text: str) -> list[Record]:
    """The games in a text, in either format.

    Raises:
        RecordError: With line and column, at the first thing that is wrong.
    """
    return list(_read(io.BytesIO(text.encode("utf-8", "surrogatepass"))))


def read(source: Path | str | BinaryIO, *, empty: bool = False) -> Iterator[Record]:
    """The games in a file, one after another; the file is never in memory as a whole.

    Text and JSON are distinguished by how the file begins.

    Args:
        source: The path of a file, or an open one.
        empty: Whether it may hold no game at all.

    Raises:
        RecordError: With file, line and column, at the first thing that is wrong; the games before
            it have been given.
        OSError: The file cannot be opened or read.
    """
    if not isinstance(source, Path | str):
        yield from _some(_read(source), empty)
        return
    with Path(source).open("rb") as file:
        try:
            yield from _some(_read(file), empty)
        except RecordError as error:
            raise named(error, source) from error


def named(error: RecordError, source: Path | str) -> RecordError:
    """An error that says in which file something is wrong."""
    return RecordError(
        f"{visible(str(source))}: {error}",
        error.field,
        error.input,
        error.reason,
        error.line,
        error.column,
        error.truncated,
    )


def _some(records: Iterator[Record], empty: bool) -> Iterator[Record]:
    count = 0
    for count, record in enumerate(records, 1):  # noqa: B007
        yield record
    if not count and not empty:
        raise RecordError("holds no game", "record", None, "holds no game")


def _read(file: BinaryIO) -> Iterator[Record]:
    lines = _lines(file)
    for first in lines:
        line = first[1]
        if not line.strip():
            continue
        rest = chain([first], lines)
        yield from read_json(rest) if line.lstrip().startswith("{") else read_text(rest)
        return


def _lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, none of them longer than its format allows."""
    number, limit, headed = 0, MAX_LINE, False
    while True:
        number += 1
        raw = file.readline(limit + 1)
        headed = headed or raw[:1] == b"["
        if raw[:1] == b"{" and len(raw) > limit == MAX_LINE and not headed:
            limit = MAX_JSON_LINE
            raw += file.readline(limit + 1 - len(raw))
        if not raw:
            return
        if len(raw) > limit:
            _fail(number, limit, f"the line is longer than {limit} bytes")
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            column = len(raw[: error.start].decode("utf-8")) + 1
            _fail(number, column, "is not UTF-8", truncated=not raw.endswith(b"\n"))
        if number == 1:
            line = line.removeprefix(_MARK)
        text = line.rstrip("\r\n")
        found = flaw(text, lines=True)
        if found is not None:
            _fail(number, found[0] + 1, f"{found[1]} is not allowed")
        yield number, text + ("\n" if line.endswith("\n") else "")


def _fail(line: int, column: int, reason: str, *, truncated: bool = False) -> NoReturn:
    raise RecordError(
        f"line {line}, column {column}: {reason}", "record", None, reason, line, column, truncated
    )


def write(
    path: Path | str,
    records: Iterable[Record],
    format: Format | None = None,  # noqa: A002
) -> int:
    """Replaces a file with one that holds these games; gives their number.

    The games may come from a generator: they are written one by one.
    """
    chosen = format or format_of(path)
    count = 0
    with replacing(path) as file:
        for record in records:
            file.write(separated(record, chosen, first=count == 0))
            count += 1
    return count


def separated(record: Record, format: Format, *, first: bool) -> str:  # noqa: A002
    """A record as it follows others in a file: games in text have an empty line between them."""
    return ("" if first or format == "json" else "\n") + dumps(record, format)


class Appender:
    """Adds games to a file, each written at once and flushed.

    A crash or kill while a game is being written spoils only that game. When the file is next
    opened, such a remainder is moved to a file of its own with ``.cut`` at the end of its name.

    Args:
        path: Made if it does not exist.
        format: Text or JSON; by default what the file has, or what its name says.

    Raises:
        RecordError: The file holds something other than records, or another program adds to it.
    """

    def __init__(self, path: Path | str, format: Format | None = None) -> None:  # noqa: A002
        self.path = Path(path)
        self._base: int | None = None  # where the game begins that `update` writes
        self._written = b""  # what it has written there
        self._lead = b""  # what keeps it apart from the game before it
        self._last: tuple[int, int] | None = None
        self._pending: Record | None = None
        self._special = is_special(path)
        if self._special:
            self._file: BinaryIO = open(  # noqa: SIM115, PTH123
                os.open(path, os.O_WRONLY | os.O_APPEND), "wb"
            )
            self._empty = True
            self.format: Format = format or format_of(path)
            return
        try:
            self._file = adding(path)
        except BlockingIOError:
            raise RecordError(f"{self.path}: another program is adding games to it") from None
        try:
            self.format = self._settle(format)
        except BaseException:
            self._file.close()
            raise

    def _settle(self, wanted: Format | None) -> Format:
        self._file.seek(0)
        found, spans, good, tail = _survey(self._file, self.path)
        if found is not None and wanted not in (None, found):
            raise RecordError(f"{self.path}: holds {found}, not {wanted}")
        if tail:
            with self.path.with_name(self.path.name + ".cut").open("ab") as cut:
                self._file.seek(good)
                while piece := self._file.read(1 << 20):
                    cut.write(piece)
            self._file.truncate(good)
        size = self._file.seek(0, os.SEEK_END)
        self._empty = size == 0
        if not self._empty:
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                self._file.write(b"\n")
                size += 1
        # Remarks after the last game belong to it no more.
        last = spans[-1] if spans else None
        self._last = (last[0], size) if last is not None and last[1] >= size - 1 else None
        self._file.flush()
        return found or wanted or format_of(self.path)

    def add(self, record: Record) -> None:
        """Writes a game at the end of the file."""
        self.finish()
        if not self._special:
            self._file.seek(0, os.SEEK_END)
        self._file.write(separated(record, self.format, first=self._empty).encode())
        self._file.flush()
        self._empty = False

    def update(self, record: Record | None) -> None:
        """Writes the game that is going on in place of what `update` wrote of it before.

        It is on the disk when this returns; None takes it out again. ``finish`` ends it. What is
        not a file, such as a pipe, gets the game when it is finished.

        Raises:
            RecordError: Somebody else has written to the file.
        """
        if self._special:
            self._pending = record
            return
        size = self._file.seek(0, os.SEEK_END)
        if self._base is None:
            self._base, self._written = size, b""
            self._lead = b"" if self._empty or self.format == "json" else b"\n"
        if size != self._base + len(self._written):
            raise RecordError(f"{self.path}: somebody else has changed it; nothing is written")
        new = b"" if record is None else self._lead + dumps(record, self.format).encode()
        same = _common(self._written, new)
        if len(new) < len(self._written):
            # A cut game is known for what it is; the rest of a longer one would not be.
            self._file.truncate(self._base + same)
        self._file.seek(self._base + same)
        self._file.write(new[same:])
        self._file.flush()
        sync(self._file)
        self._written = new
        self._empty = self._base + len(new) == 0

    def go_on(self, is_same: Callable[[Record], bool]) -> bool:
        """Lets `update` write in place of the last game of the file, if it is the same one."""
        if self._last is None or self._base is not None:
            return False
        begin, end = self._last
        if self._file.seek(0, os.SEEK_END) != end:
            return False
        self._file.seek(begin)
        written = self._file.read(end - begin)
        (record,) = loads(written.decode("utf-8"))
        if not is_same(record):
            return False
        self._base, self._written, self._lead = begin, written, b""
        return True

    def finish(self) -> None:
        """Ends the game that `update` has written; what follows is another one."""
        pending, self._pending = self._pending, None
        self._base, self._written = None, b""
        if pending is not None:
            self.add(pending)

    def replace(self, number: int, record: Record) -> None:
        """Writes a game in place of another one, and closes the file; all else stays as it is.

        Args:
            number: Which game of the file, counted from 0.
            record: The new one.
        """
        self._file.seek(0)
        begin, end = _survey(self._file, self.path)[1][number]
        with replacing_bytes(self.path) as file:
            self._file.seek(0)
            file.write(self._file.read(begin))
            file.write(dumps(record, self.format).encode())
            self._file.seek(end)
            while piece := self._file.read(1 << 20):
                file.write(piece)
        self.close()

    def close(self) -> None:
        """Makes sure that everything is on the disk."""
        if not self._file.closed:
            try:
                self.finish()
                self._file.flush()
                sync(self._file)
            finally:
                self._file.close()

    def __enter__(self) -> Appender:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def save(path: Path | str, record: Record, is_same: Callable[[Record], bool]) -> bool:
    """Adds a game to a file of records, or writes it in place of the same game in it.

    Args:
        path: A file of records, of nothing, or one that does not exist; or a device or pipe.
        record: The game.
        is_same: Whether a game of the file is this one, as it was saved before.

    Returns:
        Whether the game was in the file already.

    Raises:
        RecordError: The file holds something else; it is left as it is.
        OSError: It cannot be read or written.
    """
    if not Path(path).exists() or is_special(path):
        write(path, [record])
        return False
    found = None
    for number, other in enumerate(read(path, empty=True)):
        if is_same(other):
            found = number
    with Appender(path) as appender:
        if found is None:
            appender.add(record)
        else:
            appender.replace(found, record)
    return found is not None


def _common(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _survey(file: BinaryIO, path: Path) -> tuple[Format | None, list[tuple[int, int]], int, bool]:
    """The format of a file, where its complete games begin and end, and what follows them.

    The latter is where the last complete game ends, with the remarks after it, and whether anything
    comes then. Looks at the shape of the lines only; the games are not replayed.
    """
    found: Format | None = None
    games: list[tuple[int, int]] = []
    good, at, begin = 0, 0, 0
    inside, result = False, None
    for _, line in _raw_lines(file, path):
        start, at = at, at + len(line)
        text = line.decode("utf-8", "replace").removeprefix(_MARK)
        if not text.strip() or (found != "json" and text.lstrip().startswith(";")):
            good = good if inside else at
            continue
        if found is None:
            found = "json" if text.startswith("{") else "text"
            # A mark of the encoding belongs to the file, not to its first game.
            start += len(line) - len(line.removeprefix(_MARK.encode()))
        if found == "json":
            if not text.startswith("{"):
                raise RecordError(f"{path}: is not a record file; nothing is added to it")
            inside = not _is_whole(text)
            if not inside:
                games.append((start, at))
            good = good if inside else at
            continue
        if not inside:
            if not text.startswith("["):
                raise RecordError(f"{path}: is not a record file; nothing is added to it")
            inside, result, begin = True, None, start
        if text.startswith("[Result"):
            result = text.split('"')[1] if text.count('"') == 2 else None
        elif not text.startswith("["):
            end = end_token(text)
            if end is not None and (result in (None, end) or end == UNFINISHED):
                inside, good = False, at
                games.append((begin, at))
    return found, games, good, inside


def _is_whole(line: str) -> bool:
    """Whether a line of JSON is there to its end, not cut at a brace within a text."""
    if line.endswith("\n") or not line.rstrip().endswith("}"):
        return line.rstrip().endswith("}")
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _raw_lines(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(MAX_JSON_LINE + 1):
        number += 1
        if len(line) > MAX_JSON_LINE:
            raise RecordError(f"{path}: line {number} is too long")
        yield number, line
