"""Any bytes as the checkpoint of a count.

The count is exact, or the file is refused with the line and stays as it was. With an odd first byte
all check sums are made right, so that what stands behind them is read.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import amduat
from amduat.checkpoint import Checkpoint, _with_check
from amduat.pieces import split
from fuzz_promises import explained

START = amduat.start(amduat.GAMES[0])
DEPTH = 3
#: The pieces, by how many plies away they are.
PIECES = [split([START], plies) for plies in range(DEPTH + 1)]

#: In memory, where there is such a folder: what is written is forced to the disk.
FOLDER = tempfile.TemporaryDirectory(
    prefix="amduat-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None
)
FILE = Path(FOLDER.name) / "count.jsonl"


def resealed(data: bytes) -> bytes:
    """The lines with right check sums, as far as they are JSON."""
    lines, tie = [], ""
    for line in data.splitlines(keepends=True):
        try:
            found, sealed = _with_check(json.loads(line), tie)
        except (ValueError, AttributeError, RecursionError):
            lines.append(line)
            continue
        tie = tie or found["check"]
        lines.append(sealed if line.endswith(b"\n") else sealed[:-1])
    return b"".join(lines)


def run(data: bytes) -> None:
    """Goes on with a count."""
    forged = bool(data) and data[0] % 2 == 1
    contents = resealed(data[1:]) if forged else data[1:]
    FILE.write_bytes(contents)
    try:
        found, plies = _open()
    except amduat.CheckpointError as error:
        explained(error)
        assert FILE.read_bytes() == contents, "a file that is refused stays as it is"
        return
    for number, lines in found.items():
        counted = amduat.perft(PIECES[plies][number].position, DEPTH - plies)
        assert forged or lines == counted, "a count that nobody has made"
    assert _open() == (found, plies), "what is kept is found again"


def _open() -> tuple[dict[int, int], int]:
    """The counts that the file has, and how many plies away their pieces are."""
    with Checkpoint(FILE, "perft", START, DEPTH) as checkpoint:
        plies = 1 if checkpoint.plies is None else checkpoint.plies
        found, verified = checkpoint.begin(plies, DEPTH - plies, PIECES[plies])
        assert verified <= found.keys() <= set(range(len(PIECES[plies])))
        assert all(lines >= 0 for lines in found.values())
    return found, plies
