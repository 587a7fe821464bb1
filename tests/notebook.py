"""Runs the notebook of the examples, and writes it with its outputs: `python tests/notebook.py`."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

__all__ = ["NOTEBOOK", "executed", "text_of"]

NOTEBOOK = Path(__file__).parent.parent / "examples" / "tour.ipynb"

#: What a notebook says about itself; a kernel would add its version.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def executed(path: Path) -> Any:
    """The notebook with what its cells print now.

    Raises:
        nbclient.exceptions.CellExecutionError: A cell failed.
    """
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder, _at_home_in(folder):
        # Sockets in the folder rather than ports of the machine.
        sockets = {"transport": "ipc", "ip": str(Path(folder) / "kernel")}
        NotebookClient(
            notebook,
            config=Config({"KernelManager": sockets}),
            timeout=300,
            coalesce_streams=True,
            resources={"metadata": {"path": folder}},
        ).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
    return notebook


@contextlib.contextmanager
def _at_home_in(folder: str) -> Iterator[None]:
    """Lets Jupyter and IPython find no settings of the user, and leave nothing there."""
    names = ["IPYTHONDIR", *(f"JUPYTER_{kind}_DIR" for kind in ("CONFIG", "DATA", "RUNTIME"))]
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, folder))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def text_of(notebook: Any) -> str:
    """The notebook as it stands in its file."""
    return str(nbformat.writes(notebook)) + "\n"


if __name__ == "__main__":
    NOTEBOOK.write_text(text_of(executed(NOTEBOOK)), encoding="utf-8")
