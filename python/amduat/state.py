"""Where games are kept that go on later, and who may write there.

>>> from amduat.state import directory
>>> directory().name
'amduat'
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import BinaryIO

__all__ = ["directory", "lock"]

#: The byte that is locked on Windows, where nobody else can read what is: one that no file has.
BEYOND = 1 << 30


def directory() -> Path:
    """Where games are kept.

    Raises:
        OSError: Nobody knows where the user's directories are.
    """
    given = os.environ.get("XDG_STATE_HOME", "")
    try:
        if Path(given).is_absolute():
            return Path(given) / "amduat"
        if sys.platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            return (Path(local) if local else Path.home() / "AppData" / "Local") / "amduat"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "amduat"
        return Path.home() / ".local" / "state" / "amduat"
    except RuntimeError as error:
        raise OSError(str(error)) from error


def lock(path: Path) -> BinaryIO | None:
    """A file that nobody else can have until it is closed; None if somebody has it.

    It is free again with the end of its process, however that ends. Whoever has it may remove it
    before closing it.
    """
    while True:
        file = path.open("ab")
        if not _is_free(file):
            file.close()
            return None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # whoever had it before has removed it meanwhile


def _is_free(file: BinaryIO) -> bool:
    """Whether a file can be had, which then belongs to this process."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True
