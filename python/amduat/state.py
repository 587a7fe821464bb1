"""Where games are kept that go on later, and who may write there.

>>> from amduat.state import directory
>>> directory().name
'amduat'
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

__all__ = ["directory", "lock"]


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

    It is gone with its process, however that ends.
    """
    file = path.open("ab")
    try:
        import fcntl
    except ImportError:  # Windows
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    except OSError:
        pass  # a file system without locks
    return file
