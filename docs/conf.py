"""How the site is built from these pages: `make docs`. CONTRIBUTING.md says why with Sphinx."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import amduat  # noqa: E402

with (HERE.parent / "pyproject.toml").open("rb") as file:
    metadata = tomllib.load(file)["project"]

project = metadata["name"]
author = metadata["authors"][0]["name"]
copyright = author  # noqa: A001
version = release = amduat.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "generator"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["generator"]
#: Where links lead that leave this folder.
repository = metadata["urls"]["Repository"]

myst_heading_anchors = 4
myst_links_external_new_tab = False
# A table of contents is written by generator/contents.py, so that the pages stay plain Markdown.
suppress_warnings = ["myst.header"]

# Docstrings put code into single signs, as Markdown does.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_type_aliases = {"Evaluate": "Evaluate"}
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
add_module_names = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"amduat {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "source_repository": repository,
    "source_branch": "main",
    "source_directory": "docs/",
}
