"""The corpus, replayed: whatever was found once stays found.

``make fuzz`` attacks the same targets with bytes of all kinds (docs/trust.md).
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

TARGETS = sorted(
    path.stem.removeprefix("fuzz_")
    for path in HERE.glob("fuzz_*.py")
    if path.stem != "fuzz_promises"
)
FILES = sorted(path for path in HERE.glob("corpus/*/*") if path.is_file())


def target(name: str):
    return importlib.import_module(f"fuzz_{name}").run


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_kept_is_replayed(path):
    target(path.parent.name)(path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_plain_input_is_taken(name):
    run = target(name)
    for byte in (b"\x00", b"\x01", b" ", b"{", b"\x7f", b"\xff"):
        for length in (0, 1, 2, 7, 100):
            run(byte * length)


def test_every_target_has_a_corpus_and_the_reverse():
    found = dict.fromkeys(TARGETS, 0)
    for path in FILES:
        found[path.parent.name] += 1
    assert all(count >= 5 for count in found.values()), found
    assert len(TARGETS) >= 7
    assert len(FILES) <= 150
    assert sum(path.stat().st_size for path in FILES) <= 150_000
