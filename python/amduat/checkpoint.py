"""Checkpoints: what is already counted of a large count, in a file that only grows.

The first line says what is counted and into which pieces it is cut, and each further line has the
count of one piece, known by its hash. Every line has a check sum that ties it to the first, and is
on the disk before the next is begun; so whatever ends the program, all but the last piece is kept.

.. code-block:: json

    {"amduat": "checkpoint", "version": 1, "count": "perft", "game": "isis", "position": "...",
     "depth": 12, "plies": 5, "pieces": 394, "digest": "...", "check": "..."}
    {"piece": "...", "position": "...", "times": 2, "lines": 123456, "verified": false,
     "check": "..."}

A line without an end is what a crash has left of it, and is cut off. Anything else that does not
fit is refused with the reason, and the file stays as it is.
"""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amduat.errors import CheckpointError
from amduat.files import adding, is_special, sync
from amduat.pieces import MOST

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import TracebackType

    from amduat._core import Position
    from amduat.pieces import Piece

__all__ = ["Checkpoint"]

#: How the first line begins, and of which version the file is.
_BEGIN = '{"amduat": "checkpoint", "version": '
VERSION = 1
#: No line is longer than this, in bytes.
MAX_LINE = 1 << 16
#: How often a file is forced to the disk at most, in seconds: against crashes of the machine.
SYNC = 1.0


class Checkpoint:
    """The file of one count.

    Args:
        path: Made if it does not exist.
        count: What kind of count it is, such as ``perft``.
        position: From where the lines are counted.
        depth: How many plies they have.
        names: What the roots of the count are called, if there are several.

    Attributes:
        plies: How many plies away the pieces are that the file has counts of; None for a new file.

    Raises:
        CheckpointError: The file is of another count, is none at all, or is in use.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        count: str,
        position: Position,
        depth: int,
        names: Sequence[str] | None = None,
    ) -> None:
        self.path = Path(path)
        self.names = names
        self.plies: int | None = None
        self._depth = depth
        self._what: dict[str, object] = {
            "count": count,
            "game": position.game,
            "position": str(position),
            "depth": depth,
        }
        self._header: dict[str, Any] | None = None
        self._pieces: Sequence[Piece] = ()
        self._keys: list[str] = []
        self._synced = 0.0
        if is_special(self.path):
            raise self._error("is not a file that can be gone on with")
        try:
            self._file = adding(self.path)
        except BlockingIOError:
            raise self._error("another program is counting with it") from None
        try:
            self._open()
        except BaseException:
            self._file.close()
            raise

    def _error(self, reason: str, line: int | None = None) -> CheckpointError:
        where = str(self.path) if line is None else f"{self.path}, line {line}"
        return CheckpointError(f"{where}: {reason}", "checkpoint", str(self.path), reason, line)

    def _open(self) -> None:
        """Reads the first line, if there is one, and compares it with what is to be counted."""
        first = self._file.readline(MAX_LINE + 1)
        text = first.decode("utf-8", "replace")
        if not text.startswith(_BEGIN[: len(text)]):
            raise self._error("is not a checkpoint", 1)
        if not text.endswith("\n"):
            if len(first) > MAX_LINE:
                raise self._error("is longer than any checkpoint's", 1)
            return  # empty, or a crash left it before anything was counted
        header = self._load(first, 1, "")
        if header.get("version") != VERSION:
            raise self._error(f"is of version {_cut(header.get('version'))}, not {VERSION}", 1)
        for name, value in self._what.items():
            if header.get(name) != value:
                raise self._error(
                    f"is of another count: {name} {_cut(header.get(name))}, not {value!r}", 1
                )
        plies, pieces = header.get("plies"), header.get("pieces")
        if not isinstance(plies, int) or not 0 <= plies <= self._depth:
            raise self._error(f"plies {_cut(plies)}: must be from 0 to {self._depth}", 1)
        if not isinstance(pieces, int) or not 0 <= pieces <= MOST:
            raise self._error(f"pieces {_cut(pieces)}: must be from 0 to {MOST}", 1)
        self._header, self.plies = header, plies

    def begin(
        self, plies: int, left: int, pieces: Sequence[Piece]
    ) -> tuple[dict[int, int], set[int]]:
        """Says into which pieces the count is cut; gives the counts of those that the file has.

        With them come the numbers of those that were counted in two ways.

        Args:
            plies: How many plies away they are; as the file says, if it is not new.
            left: How many plies are to be counted from them.
            pieces: All of them.

        Raises:
            CheckpointError: The file is damaged, or has other pieces.
        """
        self._pieces = pieces
        self._keys = [piece.key(left) for piece in pieces]
        digest = hashlib.sha256("\n".join(sorted(self._keys)).encode()).hexdigest()[:32]
        if self._header is None:
            new = {"amduat": "checkpoint", "version": VERSION, **self._what}
            new |= {"plies": plies, "pieces": len(pieces), "digest": digest}
            self._header, line = _with_check(new, "")
            self._file.seek(0)
            self._file.truncate()
            self._file.write(line)
            self._flush()
            return {}, set()
        if (self._header.get("pieces"), self._header.get("digest")) != (len(pieces), digest):
            raise self._error("has other pieces; another version of amduat has cut them", 1)
        return self._found()

    def _found(self) -> tuple[dict[int, int], set[int]]:
        """Reads the counts, and leaves the file where the next one is to be written."""
        assert self._header is not None
        numbers = {key: number for number, key in enumerate(self._keys)}
        found: dict[int, int] = {}
        verified: set[int] = set()
        end = self._file.tell()
        for line, raw in enumerate(self._lines(), 2):
            data = self._load(raw, line, self._header["check"])
            number, lines = numbers.get(str(data.get("piece"))), data.get("lines")
            if number is None:
                raise self._error(
                    f"piece {str(data.get('piece'))[:40]!r} is none of this count's", line
                )
            if not isinstance(lines, int) or lines < 0:
                raise self._error(f"lines {str(lines)[:40]!r}: must be a number of lines", line)
            if found.setdefault(number, lines) != lines:
                raise self._error(f"has another count of piece {self._keys[number]}", line)
            if data.get("verified") is True:
                verified.add(number)
            end += len(raw)
        self._file.seek(end)
        self._file.truncate()
        return found, verified

    def _lines(self) -> Iterator[bytes]:
        """The lines that have an end."""
        for line in range(2, 2 * MOST + 3):  # what is verified later comes twice
            raw = self._file.readline(MAX_LINE + 1)
            if len(raw) > MAX_LINE:
                raise self._error(f"is longer than {MAX_LINE} bytes", line)
            if not raw.endswith(b"\n"):
                return
            yield raw
        raise self._error(f"has more than {2 * MOST} lines")

    def _load(self, raw: bytes, line: int, tie: str) -> dict[str, Any]:
        """What a line says, if it is as it was written."""
        try:
            data = json.loads(raw)
            # Half a character can be written in JSON, but has no check sum.
            fits = isinstance(data, dict) and _with_check(data, tie)[0]["check"] == data["check"]
        except KeyError:
            fits = False
        except (ValueError, RecursionError):
            raise self._error("is damaged: it is not JSON", line) from None
        if not fits:
            raise self._error("is damaged: its check sum does not fit", line)
        found: dict[str, Any] = data
        return found

    def add(self, counts: Iterable[tuple[int, int]], *, verified: bool) -> None:
        """Writes the counts of pieces, by their numbers, and whether they were counted twice."""
        assert self._header is not None
        for number, lines in counts:
            piece = self._pieces[number]
            data = {
                "piece": self._keys[number],
                "position": str(piece.position),
                "times": self._times(piece),
                "lines": lines,
                "verified": verified,
            }
            self._file.write(_with_check(data, self._header["check"])[1])
        self._flush()

    def _times(self, piece: Piece) -> int | dict[str, int]:
        if self.names is None:
            return piece.lines
        return {self.names[root]: lines for root, lines in piece.times}

    def _flush(self) -> None:
        self._file.flush()
        if time.monotonic() - self._synced > SYNC:
            sync(self._file)
            self._synced = time.monotonic()

    def close(self) -> None:
        """Makes sure that everything is on the disk."""
        if not self._file.closed:
            try:
                self._file.flush()
                sync(self._file)
            finally:
                self._file.close()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _cut(value: object) -> str:
    """A value as an error quotes it."""
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:299]}…"


def _with_check(data: Mapping[str, Any], tie: str) -> tuple[dict[str, Any], bytes]:
    """Data with its check sum, and the line that has both."""
    rest = {name: value for name, value in data.items() if name != "check"}
    text = json.dumps(rest, ensure_ascii=False)
    check = hashlib.sha256((tie + text).encode()).hexdigest()[:16]
    whole = {**rest, "check": check}
    return whole, (json.dumps(whole, ensure_ascii=False) + "\n").encode()
