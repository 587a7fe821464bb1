"""Attacks one target with any bytes: ``python tests/fuzz/attack.py TARGET [libFuzzer's options]``.

Needs `atheris`. `make fuzz` calls it; the corpus is replayed without it by `test_fuzz.py`.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent))

if __name__ == "__main__":
    target = sys.argv.pop(1)
    with atheris.instrument_imports(include=["amduat"], enable_loader_override=False):
        run = importlib.import_module(f"fuzz_{target}").run
    atheris.Setup(sys.argv, run)
    atheris.Fuzz()
