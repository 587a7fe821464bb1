"""Record files: read as a stream, replaced as a whole, or extended game by game."""

from __future__ import annotations

import contextlib
import io
import os
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal, NoReturn

from amduat.errors import RecordError
from amduat.files import replacing
from amduat.record.jsonlines import read_json, write_json
from amduat.record.model import MAX_JSON_LINE, MAX_LINE, Record
from amduat.record.text import UNFINISHED, end_token, read_text, write_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

__all__ = ["Appender", "Format", "dumps", "loads", "read", "write"]

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


def read(source: Path | str | BinaryIO) -> Iterator[Record]:
    """The games in a file, one after another; the file is never in memory as a whole.

    Text and JSON are distinguished by how the file begins.

    Raises:
        RecordError: With line and column, at the first thing that is wrong; the games before it
            have been given.
        OSError: The file cannot be opened or read.
    """
    if isinstance(source, Path | str):
        with Path(source).open("rb") as file:
            yield from _read(file)
    else:
        yield from _read(source)


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
    number, limit = 0, MAX_LINE
    while True:
        number += 1
        raw = file.readline(limit + 1)
        if raw[:1] == b"{" and len(raw) > limit == MAX_LINE:
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
        yield number, line.rstrip("\r\n") + ("\n" if line.endswith("\n") else "")


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
        self._file = open(self.path, "a+b")  # noqa: SIM115, PTH123
        try:
            _lock(self._file, self.path)
            self.format = self._settle(format)
        except BaseException:
            self._file.close()
            raise

    def _settle(self, wanted: Format | None) -> Format:
        self._file.seek(0)
        found, good, tail = _survey(self._file, self.path)
        if found is not None and wanted not in (None, found):
            raise RecordError(f"{self.path}: holds {found}, not {wanted}")
        if tail:
            with self.path.with_name(self.path.name + ".cut").open("ab") as cut:
                self._file.seek(good)
                while piece := self._file.read(1 << 20):
                    cut.write(piece)
            self._file.truncate(good)
        self._file.seek(0, os.SEEK_END)
        self._empty = self._file.tell() == 0
        if not self._empty:
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                self._file.write(b"\n")
        return found or wanted or format_of(self.path)

    def add(self, record: Record) -> None:
        """Writes a game at the end of the file."""
        self._file.write(separated(record, self.format, first=self._empty).encode())
        self._file.flush()
        self._empty = False

    def close(self) -> None:
        """Makes sure that everything is on the disk."""
        if not self._file.closed:
            self._file.flush()
            with contextlib.suppress(OSError):  # a pipe or device has no disk
                os.fsync(self._file.fileno())
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


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(f"{path}: another program is adding games to it") from None
    except OSError:
        return  # a file system without locks


def _survey(file: BinaryIO, path: Path) -> tuple[Format | None, int, bool]:
    """The format of a file, where its last complete game ends, and whether anything follows it.

    Looks at the shape of the lines only; the games are not replayed.
    """
    found: Format | None = None
    good, at = 0, 0
    inside, result = False, None
    for _, line in _raw_lines(file, path):
        at += len(line)
        text = line.decode("utf-8", "replace").removeprefix(_MARK)
        if not text.strip() or (found != "json" and text.lstrip().startswith(";")):
            good = good if inside else at
            continue
        if found is None:
            found = "json" if text.startswith("{") else "text"
        if found == "json":
            if not text.startswith("{"):
                raise RecordError(f"{path}: is not a record file; nothing is added to it")
            inside = not text.rstrip().endswith("}")
            good = good if inside else at
            continue
        if not inside:
            if not text.startswith("["):
                raise RecordError(f"{path}: is not a record file; nothing is added to it")
            inside, result = True, None
        if text.startswith("[Result"):
            result = text.split('"')[1] if text.count('"') == 2 else None
        elif not text.startswith("["):
            end = end_token(text)
            if end is not None and (result in (None, end) or end == UNFINISHED):
                inside, good = False, at
    return found, good, inside


def _raw_lines(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(MAX_JSON_LINE + 1):
        number += 1
        if len(line) > MAX_JSON_LINE:
            raise RecordError(f"{path}: line {number} is too long")
        yield number, line
