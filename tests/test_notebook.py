"""The notebook of the examples runs without errors and prints what is kept in it."""

from __future__ import annotations

import json

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from notebook import NOTEBOOK, executed, text_of
from support import ROOT

#: A repository host shows it only while it is small.
LARGEST = 200_000


def outputs(notebook):
    """The source and the outputs of each cell with code, as plain data."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [(cell.source, json.loads(json.dumps(cell.outputs))) for cell in cells]


@pytest.fixture(scope="module")
def kept():
    return nbformat.read(NOTEBOOK, as_version=4)


def test_it_prints_what_is_kept_in_it(kept):
    now = executed(NOTEBOOK)
    for (source, expected), (_, found) in zip(outputs(kept), outputs(now), strict=True):
        assert found == expected, f"{source}\n\nto keep it: python tests/notebook.py"
    assert text_of(now) == NOTEBOOK.read_text(encoding="utf-8")


def test_it_is_whole_and_small(kept):
    nbformat.validate(kept)
    assert NOTEBOOK.stat().st_size < LARGEST
    assert len(kept.cells) >= 20
    counts = [cell.execution_count for cell in kept.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1)), "run from top to bottom"


def test_it_shows_pictures_and_no_errors(kept):
    shown = [output for _, found in outputs(kept) for output in found]
    pictures = [output for output in shown if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 3
    assert not [output for output in shown if output["output_type"] == "error"]
    assert not [output for output in shown if output.get("name") == "stderr"]


def test_its_links_lead_somewhere(kept):
    text = "\n".join(cell.source for cell in kept.cells if cell.cell_type == "markdown")
    links = [part.partition(")")[0] for part in text.split("](")[1:]]
    assert links
    for link in links:
        assert (ROOT / "examples" / link).exists(), link


@pytest.mark.parametrize("code", ["1 / 0", "import amduat; amduat.start('chess')"])
def test_a_cell_that_fails_is_noticed(tmp_path, code):
    file = tmp_path / "wrong.ipynb"
    cells = [nbformat.v4.new_code_cell(code)]
    file.write_text(text_of(nbformat.v4.new_notebook(cells=cells)), encoding="utf-8")
    with pytest.raises(CellExecutionError):
        executed(file)
