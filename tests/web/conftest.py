"""One server for all tests that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import browser, screen  # noqa: F401
from serving import Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server on this machine: `server.url`, `server.get(…)`, `server.post(…)`."""
    with running(tmp_path_factory.mktemp("tables")) as found:
        yield found
