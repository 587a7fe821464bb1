"""What Sphinx does not do by itself for this site.

The pages stay plain Markdown that reads well where the repository is shown. What only the site
needs is added while it is built: tables of contents, links to files outside of `docs`, the
reference, and a check that no page asks another host for anything.
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from generator import contents, links, offline, reference, snippets, stubs


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_config_value("repository", "", "env", str)
    for part in (contents, links, reference, snippets, stubs, offline):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
