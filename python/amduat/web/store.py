"""The tables of a server, and where they are kept so that they survive it.

Each game is an ordinary record in a file of its own, replaced as a whole after each action, by a
thread that does nothing else: nobody waits for the disk, except at the end of a game. A result is
on the disk before anybody hears of it, so that no finished game is lost whatever happens next.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import re
import secrets
import threading
import time
import weakref
from dataclasses import replace
from typing import TYPE_CHECKING

import amduat
from amduat.files import UNFINISHED
from amduat.record import read, write
from amduat.setup import Setup
from amduat.web.limits import HELD, LISTED, MAX_PAUSE, MAX_TABLES
from amduat.web.refusals import RefusedError
from amduat.web.seating import check_seats
from amduat.web.table import DEFAULT_PAUSE, Table

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from amduat.record import Record

__all__ = ["Store", "new_id"]

_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
_SUFFIX = ".txt"

#: How long the end of a game waits for the disk, in seconds; one that is slower ends no game.
PATIENCE = 1.0


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_hex(8)


class Store:
    """All tables, in memory or on the disk.

    Args:
        folder: Where they are kept; None keeps them in memory alone.
        bots: Where bots think.
    """

    def __init__(self, folder: Path | None, bots: Executor) -> None:
        self.folder = folder
        self.bots = bots
        self._tables: dict[str, Table] = {}  # the one touched last comes last
        # Whoever works at a table that was let go still has it: nobody else gets another one then.
        self._alive: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._writer = None if folder is None else _Writer(folder)

    def open(
        self, setup: Setup, game: amduat.Game, *, auto_roll: bool, pause: float, date: str = ""
    ) -> Table:
        """A new table.

        Raises:
            RefusedError: There are too many at which somebody looks.
        """
        self._make_room()
        table = Table(
            setup, game, self.bots, self.keep, auto_roll=auto_roll, pause=pause, date=date
        )
        self._hold(table)
        self.keep(table)
        return table

    def get(self, table_id: str) -> Table:
        """The table with this id, from the disk if need be.

        Raises:
            RefusedError: There is none.
        """
        table = self._alive.get(table_id) or self._read(table_id)
        self._hold(table)
        return table

    def keep(self, table: Table) -> None:
        """Keeps a game as it is now; one in which nothing was done is not kept."""
        if self._writer is not None:
            record = table.record(keeping=True) if table.game.actions else None
            self._writer.put(table.id, record)
            if table.game.is_over:
                self._writer.wait(table.id)

    async def remove(self, table_id: str) -> None:
        """Keeps a game no longer."""
        table = self.get(table_id)
        del self._tables[table_id], self._alive[table_id]
        await table.close()
        if self._writer is not None:
            self._writer.put(table_id, None)

    async def latest(self) -> list[Table]:
        """The tables at which something was done, the latest first, and not more than a page."""
        here = {name: table for name, table in self._tables.items() if table.game.actions}
        return await asyncio.to_thread(self._listed, here)

    def _listed(self, here: dict[str, Table]) -> list[Table]:
        """These tables and those on the disk; files take a while to read."""
        times = {path.stem: changed for changed, path in self._files()}
        times |= {name: table.touched for name, table in here.items()}
        found = []
        for name in sorted(times, key=lambda name: -times[name])[:LISTED]:
            with contextlib.suppress(amduat.AmduatError):
                found.append(here.get(name) or self._read(name))
        return found

    async def close(self) -> None:
        """Ends all games here, once they are on the disk."""
        for table in list(self._tables.values()):
            await table.close()
        if self._writer is not None:
            self._writer.close()

    def _make_room(self) -> None:
        """Lets the oldest tables at which nobody looks go; those that are kept stay on the disk."""
        for name, table in list(self._tables.items()):
            if len(self._tables) < MAX_TABLES:
                return
            if not table.listeners:
                del self._tables[name]
        if len(self._tables) >= MAX_TABLES:
            reason = f"there are {MAX_TABLES} games"
            raise RefusedError(f"There is no room for another game: {reason}.", None, None, reason)

    def _hold(self, table: Table) -> None:
        """Takes a table as the one touched last, and lets go what is on the disk as it is here."""
        self._tables.pop(table.id, None)
        for name, other in list(self._tables.items()):
            if self._writer is None or len(self._tables) < HELD:
                break
            if other.game.actions and not other.listeners and self._writer.has_written(name):
                del self._tables[name]
        self._tables[table.id] = self._alive[table.id] = table

    def _files(self) -> list[tuple[float, Path]]:
        """The files of games, each with the time of its last change."""
        found = []
        if self.folder is not None:
            for path in self.folder.glob(f"*{_SUFFIX}"):
                with contextlib.suppress(OSError):  # gone by now
                    if _ID.fullmatch(path.stem):
                        found.append((path.stat().st_mtime, path))
        return found

    def _read(self, name: str) -> Table:
        if self.folder is None or not _ID.fullmatch(name):
            raise _unknown(name)
        path = self.folder / f"{name}{_SUFFIX}"
        pending, record = (False, None) if self._writer is None else self._writer.pending(name)
        changed = time.time()
        if pending and record is None:  # removed, though the file may still be there
            raise _unknown(name)
        if record is None:
            try:
                (record,) = read(path)
                changed = path.stat().st_mtime
            except (OSError, ValueError):
                raise _unknown(name) from None
        table = self._seated(name, record)
        table.touched = changed
        return table

    def _seated(self, name: str, record: Record) -> Table:
        """The table of a game that was kept; the file may have been changed since."""
        setup = Setup.of(record)
        # Whoever gives hints is made and asked like a player.
        check_seats([*setup.seats, *([] if setup.hint is None else [setup.hint])], record.game)
        roll, pause = setup.others.get("Roll"), setup.others.get("Pause", "")
        others = {key: setup.others[key] for key in setup.others.keys() - {"Roll", "Pause"}}
        setup = replace(setup, id=name, others=others)
        game = amduat.Game.from_record(
            record, max_turns=setup.max_turns, repetition=setup.repetition
        )
        return Table(
            setup,
            game,
            self.bots,
            self.keep,
            date=record.date,
            auto_roll=roll == "auto",
            pause=_pause(pause),
        )


def _pause(text: str) -> float:
    try:
        pause = float(text)
    except ValueError:
        return DEFAULT_PAUSE
    return pause if math.isfinite(pause) and 0 <= pause <= MAX_PAUSE else DEFAULT_PAUSE


def _unknown(name: str) -> RefusedError:
    return RefusedError("There is no such game here any more.", "table", name[:80], "no such table")


class _Writer:
    """A thread that keeps games on the disk, the latest state of each.

    Nobody else writes in the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pending: dict[str, Record | None] = {}
        self._urgent = ""  # which of them comes first
        self._failed: set[str] = set()  # which of them the disk has not taken
        self._changed = threading.Condition()
        self._closed = False
        self._written = 0
        self._tidy()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, name: str, record: Record | None) -> None:
        """Has a game kept, or kept no longer."""
        with self._changed:
            self._pending[name] = record
            self._changed.notify_all()

    def wait(self, name: str) -> None:
        """Lets a game come first, and waits until it is on the disk, but not for ever."""
        with self._changed:
            self._urgent = name
            self._changed.wait_for(lambda: name not in self._pending, PATIENCE)

    def pending(self, name: str) -> tuple[bool, Record | None]:
        """Whether the disk is behind with a game, and the state that is to be there."""
        with self._changed:
            return name in self._pending, self._pending.get(name)

    def has_written(self, name: str) -> bool:
        """Whether the disk has the latest state of a game."""
        with self._changed:
            return name not in self._pending and name not in self._failed

    def close(self) -> None:
        """Writes what is left, and ends."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._pending and not self._closed:
                    self._changed.wait()
                if not self._pending:
                    return
                name = self._urgent if self._urgent in self._pending else next(iter(self._pending))
                record = self._pending[name]
            written = self._write(name, record)
            with self._changed:
                self._failed.discard(name)
                if not written:
                    self._failed.add(name)
                if self._pending.get(name) is record:
                    del self._pending[name]
                    self._changed.notify_all()

    def _tidy(self) -> None:
        """Removes what a server was writing when it was killed: nobody will finish it."""
        with contextlib.suppress(OSError):
            for path in self._folder.glob(f"{UNFINISHED}*"):
                path.unlink(missing_ok=True)

    def _write(self, name: str, record: Record | None) -> bool:
        """Whether a game could be written, or removed."""
        path = self._folder / f"{name}{_SUFFIX}"
        try:
            if record is None:
                path.unlink(missing_ok=True)
                return True
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write(path, [record], "text")
        except (OSError, amduat.AmduatError):
            return False  # a full disk or the like ends no game; the next action tries again
        self._written += 1
        if self._written % 100 == 1:
            with contextlib.suppress(OSError):
                self._prune()
        return True

    def _prune(self) -> None:
        """Removes the oldest games beyond the limit."""
        files = sorted(
            (path.stat().st_mtime, path) for path in self._folder.iterdir() if path.is_file()
        )
        games = [path for _, path in files if _ID.fullmatch(path.stem)]
        for path in games[: max(0, len(games) - MAX_TABLES)]:
            os.unlink(path)  # noqa: PTH108
