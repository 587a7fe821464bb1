"""Every snippet in README, docs and docstrings runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import amduat
from support import ROOT

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = ["README.md", *sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/**/*.md"))]
MODULES = ["amduat"] + [
    module.name
    for module in pkgutil.walk_packages(amduat.__path__, "amduat.")
    if not module.name.endswith("__main__") and module.name != "amduat._core"
]


@pytest.mark.parametrize("page", PAGES)
def test_page(page):
    failures, _ = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS)
    assert failures == 0


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module):
    failures, _ = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert failures == 0


def test_the_readme_has_snippets():
    examples = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text("utf-8"))
    assert len(examples) >= 10


@pytest.mark.parametrize("example", sorted(ROOT.glob("examples/*.py")), ids=lambda path: path.name)
def test_example(example):
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
