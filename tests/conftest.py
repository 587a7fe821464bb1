from __future__ import annotations

import signal
from pathlib import Path

import pytest

import amduat

# A shell that runs the tests in the background ignores Ctrl-C, and all programs they start would
# inherit that and could not be interrupted.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=amduat.GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each registered game in turn."""
    name = request.param
    assert isinstance(name, str)
    return name


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where programs keep unfinished games: for each test a place of its own."""
    path = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(path))
    return path / "amduat"
