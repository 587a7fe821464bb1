"""Which games are kept, and which make room."""

from __future__ import annotations

import os
import sys

import pytest

import amduat
from amduat.cli import autosave
from amduat.game import Game
from amduat.record import dumps, loads, read
from amduat.setup import same_game
from programs import HUMANS, kept, typed
from support import run


def test_nothing_is_kept_of_nothing(state):
    done = typed("quit\n", "play", "ramses")
    assert "kept" not in done.stdout
    assert not state.exists() or list(state.iterdir()) == []
    done = typed("3-11\nquit\n", "play", "ramses", *HUMANS, "--no-autosave")
    assert "It is not kept." in done.stdout
    assert not kept(state)
    done = run("resume")
    assert done.returncode == 2
    assert "no unfinished game is kept" in done.stderr
    assert "No unfinished game is kept." in run("resume", "--list").stdout
    # A game that was taken back to its beginning is gone, too.
    typed("3-11\nundo\nquit\n", "play", "ramses", *HUMANS)
    assert not kept(state)


def test_a_place_that_cannot_be_written(tmp_path, monkeypatch):
    """Not being able to keep a game is no reason not to play it."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    done = typed("3-11\nquit\n", "play", "ramses", *HUMANS)
    assert done.returncode == 0
    assert "The game is not kept for `amduat resume`: " in done.stdout
    assert "It is not kept." in done.stdout
    assert typed("", "resume").returncode == 2


def test_old_games_make_room(state):
    game = Game("ramses")
    game.play("3-11")
    for number in range(autosave.LIMIT + 5):
        slot = autosave.Slot("ramses")
        slot.write(game.record(headers={"Round": str(number)}))
        os.utime(slot.path, (number, number))
        if number:
            slot.close()
        else:
            oldest = slot  # is being played: it stays
    autosave.prune()
    rounds = {int(next(read(path)).headers["Round"]) for path in kept(state)}
    assert rounds == {0, *range(5, autosave.LIMIT + 5)}
    listed = [int(record.headers["Round"]) for _, record in autosave.unfinished()]
    assert listed == list(range(autosave.LIMIT + 4, 4, -1))
    oldest.close()
    assert len(kept(state)) == autosave.LIMIT
    assert not list(state.glob("*.lock"))


def test_finished_games_make_room_first(state):
    game = Game("ramses")
    game.play("3-11")
    for number in range(autosave.LIMIT + 2):
        slot = autosave.Slot("ramses")
        if number == autosave.LIMIT - 1:
            game.resign()  # from here on
        slot.write(game.record(headers={"Round": str(number)}))
        os.utime(slot.path, (number, number))
        slot.close()
    rounds = {int(next(read(path)).headers["Round"]) for path in kept(state)}
    assert rounds == {*range(autosave.LIMIT - 1), autosave.LIMIT + 1}


@pytest.mark.skipif(sys.platform == "win32", reason="has no such locks")
def test_a_game_is_played_once_at_a_time(state):
    game = Game("ramses")
    game.play("3-11")
    slot = autosave.Slot("ramses")
    slot.write(game.record())
    assert list(autosave.unfinished()) == []
    with pytest.raises(amduat.AmduatError, match="being played elsewhere"):
        autosave.Slot("ramses", slot.path)
    slot.close()
    assert len(list(autosave.unfinished())) == 1


def test_a_game_is_kept_once(tmp_path, state):
    file = tmp_path / "games.txt"
    typed("3-11\nquit\n", "play", "ramses", *HUMANS, "--record", str(file))
    for arguments in (
        ("resume", str(file)),
        ("play", "ramses", "--resume", str(file)),
        ("resume",),
    ):
        assert typed("undo\n2-8\nquit\n", *arguments).returncode == 0
        assert len(kept(state)) == 1, arguments


def test_same_games():
    game = Game("ramses")
    game.play("3-11")
    one = game.record(headers={"Seed": "1"})
    game.play("20-18")
    two = game.record(headers={"Seed": "1"})
    assert same_game(one, two)
    assert not same_game(one, game.record(headers={"Seed": "2"}))
    assert not same_game(one, game.record(headers={"Seed": "1", "Id": "a"}))
    assert loads(dumps(one)) == [one]
