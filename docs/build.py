"""Builds the site of these pages and of the docstrings: `make docs`.

    python docs/build.py [SITE [PAGES]]

Every warning is an error, and everything is read anew. The site needs no server and no network.

SITE is removed first, with all that is in it, whatever folder that is.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import main

DOCS = Path(__file__).resolve().parent
STRICT = ["--builder=html", "--fail-on-warning", "--keep-going", "--quiet", f"--conf-dir={DOCS}"]


def build(pages: Path, site: Path) -> int:
    """Builds a site from a folder of pages; 0 if nothing is wrong with it."""
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        return main([*STRICT, f"--doctree-dir={work}", str(pages), str(site)])


if __name__ == "__main__":
    given = [Path(argument) for argument in sys.argv[1:]]
    site, pages = [*given, *(DOCS.parent / "target" / "docs", DOCS)[len(given) :]]
    code = build(pages, site)
    if code == 0:
        print(f"The site begins with {site / 'index.html'}")
    sys.exit(code)
