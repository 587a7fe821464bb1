"""The modules of the package import one another in one direction only."""

from __future__ import annotations

import ast
from pathlib import Path

from support import ROOT

PACKAGE = ROOT / "python" / "amduat"


def module_name(path: Path) -> str:
    """The name by which a file is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = {*FILES, "amduat._core"}


def imported(path: Path) -> set[str]:
    """The modules of the package that a file imports anywhere: in functions, for types only."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else node.module or "")
    return found & MODULES


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import one another in a circle, if there are any."""
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module) :], module]
        if module in done:
            return []
        for following in sorted(graph.get(module, ())):
            if found := visit(following, [*way, module]):
                return found
        done.add(module)
        return []

    return next((found for module in graph if (found := visit(module, []))), [])


def test_circles_are_found():
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def test_no_circle():
    graph = {name: imported(path) for name, path in FILES.items()}
    assert len(graph) > 40
    assert graph["amduat.game"] >= {"amduat.record", "amduat.turns"}
    assert circle(graph) == []


def test_the_terminal_and_the_page_do_without_each_other():
    """Two faces of the same games: what both need lies beside them. One command starts the page."""
    crossing = {
        (name, other)
        for name, path in FILES.items()
        for other in imported(path)
        for face, further in (("amduat.cli.", "amduat.web."), ("amduat.web.", "amduat.cli."))
        if f"{name}.".startswith(face) and f"{other}.".startswith(further)
    }
    assert {name for name, _ in crossing} == {"amduat.cli.web"}


def test_what_lies_beside_the_faces_knows_neither():
    faces = ("amduat.cli", "amduat.web")
    found = {
        name
        for name, path in FILES.items()
        if not name.startswith(faces) and any(other.startswith(faces) for other in imported(path))
    }
    assert found == {"amduat.__main__"}
