"""The checked-in stubs say exactly what the compiled module has."""

from __future__ import annotations

import subprocess
import sys

import amduat
from amduat import _core
from support import ROOT


def test_stubs_match_the_binary():
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "amduat._core", "--ignore-disjoint-bases"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**__import__("os").environ, "MYPYPATH": str(ROOT / "python")},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed():
    assert (ROOT / "python/amduat/py.typed").is_file()


def test_everything_public_is_documented():
    for name in amduat.__all__:
        value = getattr(amduat, name)
        if callable(value):
            assert value.__doc__, name
    for cls in (_core.Position, _core.Action, _core.Graph, _core.GameInfo):
        for name, member in vars(cls).items():
            if not name.startswith("_"):
                assert member.__doc__, f"{cls.__name__}.{name}"
