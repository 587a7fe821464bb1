"""Games that are kept without anybody asking for it, so that they can go on later.

Each game that is being played has a file of its own in the user's directory for the state of
programs. It is an ordinary record, replaced as a whole after each action.
"""

from __future__ import annotations

import contextlib
import datetime
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING

import amduat
from amduat.errors import RecordError
from amduat.files import UNFINISHED
from amduat.record import read, write
from amduat.state import directory, lock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from amduat.record import Record

__all__ = ["LIMIT", "Slot", "damaged", "unfinished"]

#: How many games are kept; the oldest make room for new ones.
LIMIT = 20

_SUFFIX = ".txt"


class Slot:
    """The file of a game that is being played; nobody else writes to it meanwhile.

    Args:
        path: A file from an earlier time, to go on with.

    Raises:
        OSError: It cannot be made.
        AmduatError: The game is being played elsewhere.
    """

    def __init__(self, game: str, path: Path | None = None) -> None:
        if path is None:
            folder = directory()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            now = datetime.datetime.now(datetime.UTC)
            name = f"{now:%Y%m%d-%H%M%S}-{game}-{secrets.token_hex(4)}{_SUFFIX}"
            path = folder / name
        self.path = path
        self._lock = lock(_lock_path(path))
        if self._lock is None:
            raise amduat.AmduatError(f"{path}: this game is being played elsewhere")

    def write(self, record: Record) -> None:
        """Keeps the game as it is now; a game in which nothing was done is not kept."""
        if record.actions:
            write(self.path, [record], "text")
        else:
            self.path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Keeps the game no longer."""
        self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Lets others go on with the game, and makes room for it."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                _lock_path(self.path).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None
        with contextlib.suppress(OSError):
            prune()


def unfinished() -> Iterator[tuple[Path, Record]]:
    """The unfinished games that nobody is playing now, the latest first."""
    for path in _files():
        record = _record(path)
        if record is not None and record.result is None and not _in_use(path):
            yield path, record


def damaged() -> Iterator[tuple[Path, str]]:
    """The files among the games that are kept which cannot be read, each with the reason."""
    for path in _files():
        try:
            (_,) = read(path)
        except RecordError as error:
            yield path, error.reason or str(error)
        except FileNotFoundError:
            pass  # gone by now
        except OSError as error:
            yield path, error.strerror or str(error)
        except ValueError:
            yield path, "it has not one game"


def _record(path: Path) -> Record | None:
    try:
        (record,) = read(path)
    except (OSError, ValueError):
        return None  # not written by this program, which replaces files as a whole
    return record


def _is_unfinished(path: Path) -> bool:
    record = _record(path)
    return record is not None and record.result is None


def prune() -> None:
    """Removes the oldest games beyond the limit, finished ones first, and what was left behind."""
    files = _files()
    if len(files) > LIMIT:
        files.reverse()
        oldest = sorted(files, key=_is_unfinished)  # those of the same kind stay in their order
        for path in oldest[: len(files) - LIMIT]:
            if not _in_use(path):
                path.unlink(missing_ok=True)
    folder = directory()
    for path in folder.glob(f"{UNFINISHED}*"):  # of a program killed while it was writing
        if time.time() - path.stat().st_mtime > 3600:
            path.unlink(missing_ok=True)
    for path in folder.glob(f"*{_SUFFIX}.lock"):
        if not path.with_suffix("").exists() and not _in_use(path.with_suffix("")):
            path.unlink(missing_ok=True)


def _files() -> list[Path]:
    folder = directory()
    found = []
    for path in folder.glob(f"*{_SUFFIX}"):
        with contextlib.suppress(OSError):  # gone by now
            found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _in_use(path: Path) -> bool:
    if not _lock_path(path).exists():
        return False
    held = lock(_lock_path(path))
    if held is None:
        return True
    with contextlib.suppress(OSError):
        _lock_path(path).unlink(missing_ok=True)
    held.close()
    return False
