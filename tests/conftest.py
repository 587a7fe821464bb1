from __future__ import annotations

import pytest

import amduat


@pytest.fixture(params=amduat.GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each registered game in turn."""
    name = request.param
    assert isinstance(name, str)
    return name
