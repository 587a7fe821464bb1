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
html_logo = html_favicon = "../python/amduat/web/static/icon.svg"
# The colours of the board in the browser.
html_theme_options = {
    "source_repository": repository,
    "source_branch": "main",
    "source_directory": "docs/",
    "top_of_page_buttons": ["view"],
    "light_css_variables": {
        "color-brand-primary": "#1f5a8c",
        "color-brand-content": "#1f5a8c",
        "color-brand-visited": "#5a3f78",
        "color-background-primary": "#fffdf8",
        "color-background-secondary": "#f8f1e2",
        "color-background-border": "#e4d8bd",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7db5e0",
        "color-brand-content": "#7db5e0",
        "color-brand-visited": "#b99ad6",
        "color-background-primary": "#1b1611",
        "color-background-secondary": "#27201a",
        "color-background-border": "#43372a",
    },
}
