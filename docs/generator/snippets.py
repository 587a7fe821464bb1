"""Snippets end with an empty line, where doctest needs one; pages do not show it."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx


def trim(app: Sphinx, page: nodes.document) -> None:
    """Cuts off the empty lines at the end of each block of code."""
    for block in page.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        if block.rawsource == block.astext() != text:
            block.rawsource = text
            block[:] = [nodes.Text(text)]


def setup(app: Sphinx) -> None:
    """Called once, before any page is read."""
    app.connect("doctree-read", trim)
