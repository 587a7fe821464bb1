"""Lists the Pythons of this machine on which the wheel can be tried, a path to a line.

They are found by their names on the search path, and among those of pyenv if it is there. The wheel
is for CPython 3.11 and newer with its lock; each version counts once. What is passed over is told.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: The oldest minor version that the wheel is for, and one that is far away.
OLDEST, FARTHEST = 11, 40

#: Asks a Python what it is. One of a virtual environment says where it comes from.
PROBE = """
import json, sys, sysconfig
import ensurepip, venv
print(json.dumps({
    "name": sys.implementation.name,
    "version": list(sys.version_info[:3]),
    "locked": not sysconfig.get_config_var("Py_GIL_DISABLED"),
    "path": getattr(sys, "_base_executable", sys.executable),
}))
"""


def candidates() -> Iterator[str]:
    """Programs that may be Pythons, some of them several times."""
    yield sys.executable
    names = ["python3", *(f"python3.{minor}" for minor in range(OLDEST, FARTHEST))]
    for folder in os.get_exec_path():
        for name in names:
            if found := shutil.which(name, path=folder):
                yield found
    if pyenv := shutil.which("pyenv"):
        done = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False)
        yield from map(str, sorted(Path(done.stdout.strip()).glob("versions/*/bin/python3")))


def found() -> dict[tuple[int, ...], str]:
    """The Pythons that the wheel is for, by version."""
    pythons: dict[tuple[int, ...], str] = {}
    for candidate in dict.fromkeys(candidates()):
        try:
            done = subprocess.run(
                [candidate, "-I", "-c", PROBE], capture_output=True, text=True, timeout=60
            )
            about = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            continue  # no Python, one for which pyenv has no version, or one without venv
        version = tuple(about["version"])
        if about["name"] != "cpython" or version < (3, OLDEST):
            continue
        if not about["locked"]:
            print(f"passed over, since it is free-threaded: {candidate}", file=sys.stderr)
            continue
        pythons.setdefault(version, about["path"])
    return dict(sorted(pythons.items()))


if __name__ == "__main__":
    pythons = found()
    if not pythons:
        sys.exit(f"there is no CPython 3.{OLDEST} or newer here")
    print(*pythons.values(), sep="\n")
