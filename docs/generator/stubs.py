"""The types of the compiled core, which its stubs `_core.pyi` know and its objects do not."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

import amduat
from amduat import _core

STUBS = Path(amduat.__file__).with_name("_core.pyi")
#: Numbers that count something: what the stubs take is more than people need to know.
PLAINER = {"SupportsIndex": "int", "SupportsIndex | None": "int | None"}


def definitions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions, methods and properties of the stubs, such as `Position.apply`."""
    for node in ast.parse(STUBS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}.{part.name}", part


KNOWN = dict(definitions())
CLASSES = {name.partition(".")[0] for name in KNOWN if "." in name}


def of_object(path: str, what: object) -> ast.FunctionDef | None:
    """What the stubs say of an object that the site names by a path."""
    name = getattr(what, "__name__", "")
    if getattr(_core, name, None) is what:
        return KNOWN.get(f"{name}.__new__" if inspect.isclass(what) else name)
    owner, _, last = path.rpartition(".")
    return of_member(owner, last)


def of_member(owner: str, name: str) -> ast.FunctionDef | None:
    """What the stubs say of a member of a class that the site names by a path."""
    kind = owner.rpartition(".")[2]
    if kind not in CLASSES or _documented_as(owner) is not getattr(_core, kind, None):
        return None
    return KNOWN.get(f"{kind}.{name}")


def _documented_as(path: str) -> Any:
    """The object with this path, or None."""
    module, _, name = path.rpartition(".")
    try:
        return getattr(__import__(module, fromlist=["_"]), name, None) if module else None
    except ImportError:
        return None


def signature(stub: ast.FunctionDef) -> tuple[str, str | None]:
    """The arguments of a function and what it returns, as text."""
    arguments = copy.deepcopy(stub.args)
    if arguments.posonlyargs and arguments.posonlyargs[0].arg in ("self", "cls"):
        del arguments.posonlyargs[0]
    elif arguments.args and arguments.args[0].arg in ("self", "cls"):
        del arguments.args[0]
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.annotation is not None:
            plain = PLAINER.get(ast.unparse(argument.annotation))
            if plain:
                argument.annotation = ast.parse(plain, mode="eval").body
    text = f"({ast.unparse(arguments)})"
    if stub.name == "__new__" or stub.returns is None:
        return text, None
    return text, ast.unparse(stub.returns)


def annotate(
    app: Sphinx, kind: str, path: str, what: object, options: object, shown: str, returned: str
) -> tuple[str, str | None] | None:
    """The signature of what the stubs know; Sphinx does the others."""
    stub = None if kind in ("attribute", "property") else of_object(path, what)
    return None if stub is None else signature(stub)


def annotate_properties(app: Sphinx, page: nodes.document) -> None:
    """Adds the types of properties, which have no signature."""
    for shown in page.findall(addnodes.desc_signature):
        if shown.parent.get("objtype") != "attribute" or not shown.get("class"):
            continue
        path = f"{shown['module']}.{shown['class']}"
        stub = of_member(path, shown["fullname"].rpartition(".")[2])
        if stub is not None and stub.returns is not None:
            text = f": {ast.unparse(stub.returns)}"
            shown += addnodes.desc_annotation(text, "", nodes.Text(text))


def setup(app: Sphinx) -> None:
    """Called once, before any page is read."""
    app.connect("autodoc-process-signature", annotate)
    app.connect("doctree-read", annotate_properties)
