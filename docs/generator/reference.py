"""The reference: pages that list names, and Sphinx, which takes their docstrings.

A page has blocks like this one, which read as a list where the repository is shown:

    ```{reference} amduat.walk
    Graph
    Walks
    ```

A name without a docstring, such as a number, is followed by a colon and what it is.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator

from sphinx.application import Sphinx
from sphinx.util import logging

from amduat import _core

logger = logging.getLogger(__name__)

BLOCK = re.compile(r"^```\{reference\} ([\w.]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def listed(text: str) -> Iterator[tuple[str, str, str]]:
    """The names of a page: module, name, and what it is where the page says so."""
    for block in BLOCK.finditer(text):
        for line in block[2].splitlines():
            name, _, meaning = line.partition(": ")
            yield block[1], name.strip(), meaning.strip()


def described(module: str, name: str, meaning: str) -> list[str]:
    """The lines that let Sphinx describe a name."""
    value = getattr(importlib.import_module(module), name, None)
    path = f"{module}.{name}"
    if value is None:
        logger.warning("the reference lists %s, which is not there", path)
        return []
    if meaning:
        shown = [f"   :value: {value!r}"] if isinstance(value, int | str) else []
        return [f".. py:data:: {path}", *shown, "", f"   {meaning}", ""]
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, Exception) else "autoclass"
        # Of compiled classes nobody knows the order of their sources.
        compiled = getattr(_core, value.__name__, None) is value
        order = "groupwise" if compiled else "bysource"
        return [f".. {kind}:: {path}", "   :members:", f"   :member-order: {order}", ""]
    return [f".. {'autofunction' if inspect.isroutine(value) else 'autodata'}:: {path}", ""]


def expanded(text: str) -> str:
    """A page with its lists turned into what Sphinx understands."""

    def directives(block: re.Match[str]) -> str:
        names = listed(block[0])
        lines = [line for name in names for line in described(*name)]
        return "\n".join(["```{eval-rst}", *lines, "```"])

    return BLOCK.sub(directives, text)


def expand(app: Sphinx, page: str, source: list[str]) -> None:
    """Expands the lists of a page that has just been read."""
    source[0] = expanded(source[0])


def setup(app: Sphinx) -> None:
    """Called once, before any page is read."""
    app.connect("source-read", expand, priority=400)
