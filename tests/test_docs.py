"""Every snippet in README, docs and docstrings runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import amduat
from amduat import bots
from support import ROOT

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = ["README.md", *sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/**/*.md"))]
MODULES = ["amduat"] + [
    module.name
    for module in pkgutil.walk_packages(amduat.__path__, "amduat.")
    if not module.name.endswith("__main__") and module.name != "amduat._core"
]

#: Pages without snippets, and why.
PAGES_WITHOUT = {
    "docs/benchmarks.md": "measurements, written by a program",
    "docs/changelog.md": "points to CHANGELOG.md",
    "docs/json.md": "schemas, checked in tests/test_json.py",
    "docs/licences.md": "lists, written by a program and compared in tests/test_licences.py",
    "docs/strength.md": "measurements, written by a program",
    "docs/web.md": "what page and server tell each other, checked in tests/web",
}

#: Modules or whole packages that need no examples, and why.
MODULES_WITHOUT = {
    "amduat.adapters": "shown in its parts",
    "amduat.boards": "where fields are drawn; nothing that people call",
    "amduat.bots.perfect": "shown in amduat.ramses and docs/ramses-solved.md",
    "amduat.bots.simple": "shown in amduat.bots",
    "amduat.checkpoint": "files of counts, shown in docs/clusters.md",
    "amduat.cli": "commands, shown in docs/play.md and by their help",
    "amduat.files": "writes files safely for other modules",
    "amduat.record": "shown in amduat.record itself, not in its parts",
    "amduat.rounds": "one game of a match, shown in amduat.match",
    "amduat.seen": "what bots remember of a game for themselves",
    "amduat.spread": "how executors get their work, shown in docs/clusters.md",
    "amduat.tally": "counts in pieces, shown in amduat.counting and docs/clusters.md",
    "amduat.travel": "games of a match elsewhere, shown in docs/clusters.md",
    "amduat.web": "the server of a page, shown in docs/web.md and by tests/web",
    "amduat.workers": "processes of a match, shown in amduat.match",
}


def snippets(module: str) -> int:
    """How many examples the docstrings of a module hold."""
    tests = doctest.DocTestFinder().find(importlib.import_module(module))
    return sum(len(test.examples) for test in tests)


WITH = [module for module in MODULES if snippets(module)]
WITHOUT = [module for module in MODULES if module not in WITH]


@pytest.mark.parametrize("page", PAGES)
def test_page(page, monkeypatch):
    monkeypatch.setattr(bots, "_KINDS", dict(bots._KINDS))  # a page may add one
    failures, tried = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS)
    assert failures == 0
    assert (tried == 0) == (page in PAGES_WITHOUT), f"{tried} snippets"


@pytest.mark.parametrize("module", WITH)
def test_docstrings(module):
    failures, tried = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert failures == 0
    assert tried == snippets(module) > 0


@pytest.mark.parametrize("module", WITHOUT)
def test_modules_without_examples_are_explained(module):
    """A new module has an example in its docstring, or a reason in the list above."""
    names = [name for name in MODULES_WITHOUT if f"{module}.".startswith(f"{name}.")]
    assert names, f"{module} has no example"


def test_there_are_modules_pages_and_examples():
    assert len(WITH) >= 15
    assert len(PAGES) >= 10
    assert len(EXAMPLES) >= 3


def test_the_readme_has_snippets():
    examples = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text("utf-8"))
    assert len(examples) >= 10


EXAMPLES = sorted(ROOT.glob("examples/*.py"))

#: What examples are told so that they do not take long.
ARGUMENTS = {
    "learn.py": ["--seconds", "2", "--games", "2", "--parallel", "8", "--simulations", "8"],
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example(example, tmp_path):
    done = subprocess.run(
        [sys.executable, str(example), *ARGUMENTS.get(example.name, ())],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
