"""One server alone keeps its games in a folder: two would overwrite each other's.

The claim is a lock that ends with the process, however that ends, so nothing has to be cleaned up
after a crash. The file says who holds it.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from amduat.plain import visible
from amduat.state import lock

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Claim", "ClaimedError"]

NAME = "server.lock"
#: How much of what somebody else wrote about itself is told, in characters.
LONGEST = 200


class ClaimedError(Exception):
    """Another server keeps its games there.

    Attributes:
        folder: Where.
        holder: Who it is and how it is reached, as it says itself.
    """

    def __init__(self, folder: Path, holder: str) -> None:
        super().__init__(f"{folder}: another server keeps its games there ({holder})")
        self.folder = folder
        self.holder = holder


class Claim:
    """The right to keep games in a folder, until it is closed.

    Args:
        folder: The folder, which is made if need be.
        url: Where the server is reached.

    Raises:
        ClaimedError: Another server has it.
        OSError: The folder cannot be made or written.
    """

    def __init__(self, folder: Path, url: str) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = folder / NAME
        held = lock(self._path)
        if held is None:
            raise ClaimedError(folder, _holder(self._path))
        self._file = held
        with contextlib.suppress(OSError):  # of a full disk; it is only a word to others
            held.truncate(0)
            held.write(f"{url}, process {os.getpid()}\n".encode())
            held.flush()

    def close(self) -> None:
        """Lets others have it."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
        self._file.close()


def _holder(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return visible(file.read(LONGEST).strip()) or "unknown"
    except OSError:
        return "unknown"
