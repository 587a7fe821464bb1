from __future__ import annotations

import signal

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
