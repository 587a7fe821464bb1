"""The methods of search, wherever they can be chosen: `perfect` fits solved games alone."""

from __future__ import annotations

import pytest

import amduat
from amduat import searching
from amduat.bots import make_bot
from support import run


def test_methods(game):
    """All methods are known; the solution is refused for games that it is not for."""
    position = amduat.start(game)
    for method in searching.METHODS:
        searcher = amduat.Searcher(method=method)
        if method != "perfect" or game == amduat.ramses.GAME:
            result = searcher.search(position, nodes=50)
            assert position.is_chance or position.is_legal(result.action)
            continue
        with pytest.raises(amduat.AmduatError) as caught:
            searcher.search(position, nodes=50)
        if game == amduat.pharao.GAME:
            assert isinstance(caught.value, amduat.MissingTableError)
        else:
            assert caught.value.field == "method"
            assert "perfect" in str(caught.value)
        done = run("best", game, "--method", "perfect")
        assert done.returncode == 2
        assert str(caught.value) in done.stderr
    with pytest.raises(amduat.AmduatError, match="method"):
        amduat.Searcher(method="luck")


def test_perfect_search():
    position = amduat.parse("ramses", "4,5@10,6,19 1,3,21,22@12 D own -")
    result = amduat.search(position, method="perfect", lines=50)
    assert str(result.action) == "3-9"
    assert result.values == [-1.0, 1.0]
    assert result.exact
    told = run("best", "ramses", "-p", str(position), "--method", "perfect").stdout
    assert told.splitlines()[1].startswith("3-9 ")
    drawn = amduat.search(amduat.start("ramses"), method="perfect")
    assert drawn.values == [0.0, 0.0]


def test_perfect_bot_is_refused_where_it_cannot_play(game):
    if game == amduat.ramses.GAME:
        assert make_bot("perfect", game=game).name == "perfect"
        return
    reason = "tables" if game == amduat.pharao.GAME else f"plays ramses and pharao only, not {game}"
    with pytest.raises(amduat.OptionError, match=reason):
        make_bot("perfect", game=game)
    with pytest.raises(amduat.OptionError, match=reason):
        amduat.Match(game, ["perfect", "random"], games=1)
