"""No module of the package reads meaning out of the text of a position or an action.

What a program needs is a property; the text is for people, files and other programs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from support import ROOT

PACKAGE = ROOT / "python" / "amduat"

#: Methods that take a text apart, or ask what is in it.
TAKING_APART = {
    "count", "endswith", "find", "index", "lstrip", "partition", "removeprefix", "removesuffix",
    "replace", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip",
}  # fmt: skip

#: Where it is done after all, and why.
ALLOWED = {
    "boards/isis_osiris.py": "masks the board, which it writes itself, in the text of a position",
    "boards/notation.py": "gives the words of the notation to those who set up positions by hand",
    "turns.py": "leaves out the sign that marks chance when an outcome is announced",
}


def is_text(node: ast.expr) -> bool:
    """Whether an expression is `str(…)`, or a part of it."""
    if isinstance(node, ast.Subscript):
        return is_text(node.value)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "str"
        and bool(node.args)
    )


def taken_apart(source: str) -> Iterator[int]:
    """The lines in which a text made by `str` is looked into."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in TAKING_APART and is_text(node.value):
            yield node.lineno
        elif isinstance(node, ast.Call):
            function = node.func
            if (
                isinstance(function, ast.Attribute)
                and isinstance(function.value, ast.Name)
                and function.value.id == "re"
                and any(is_text(argument) for argument in node.args)
            ):
                yield node.lineno


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("str(position).split()", True),
        ("str(position)[3].startswith('x')", True),
        ("re.sub('a', 'b', str(action))", True),
        ("position.phase.split()", False),
        ("print(str(position))", False),
    ],
)
def test_it_is_found(source, found):
    assert bool(list(taken_apart(source))) == found


def test_texts_are_not_taken_apart():
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(taken_apart(path.read_text(encoding="utf-8")))
    }
    assert found == set(ALLOWED)
