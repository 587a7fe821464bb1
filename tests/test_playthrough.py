"""The recorded playthroughs, played again."""

from __future__ import annotations

from playthrough import playthrough
from support import DATA


def test_playthrough(game):
    recorded = (DATA / game / "playthrough.txt").read_text(encoding="utf-8")
    assert playthrough(game).splitlines() == recorded.splitlines()
