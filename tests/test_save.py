"""Saving a game, taking back, and what can be done after the end."""

from __future__ import annotations

import re

import pytest

from amduat.game import Game
from amduat.record import read, write
from amduat.setup import rolled
from flow import finished, played
from programs import HUMANS, kept, typed
from support import run


def test_undo_keeps_the_roll():
    """A tile drawn and taken back comes again, also when the game went on in between."""
    arguments = ("play", "isis-osiris", *HUMANS)
    done = typed("draw\nundo\ndraw\nundo\ndraw\nquit\n", *arguments)
    shown = re.findall(r"tile.*: ([+-]\d|\S+)$", done.stdout, re.M)
    assert len(shown) == 3
    assert len(set(shown)) == 1
    again = typed("undo\ndraw\nquit\n", "resume")
    assert re.findall(r"tile.*: (\S+)$", again.stdout, re.M) == shown[:1]


def test_dice_are_fair():
    """The rolls follow the odds, whatever the seed."""
    game = Game("uraeus")
    counts: dict[str, int] = {}
    for seed in range(6000):
        roll = str(rolled(seed, game))
        counts[roll] = counts.get(roll, 0) + 1
    assert len(counts) == 6
    assert all(800 < count < 1200 for count in counts.values())


SAVE = "3-11\nsave {file}\nquit\n"


def test_save_adds_to_an_archive(tmp_path):
    """An archive of many games used to become one."""
    file = tmp_path / "archive.jsonl"
    archive = [played("ramses", {}, seed % 7).record() for seed in range(106)]
    write(file, archive)
    done = typed(SAVE.format(file=file), "play", "ramses")
    assert f"Saved to {file}." in done.stdout
    games = list(read(file))
    assert games[:106] == archive
    assert len(games) == 107
    # The same game again, further on: it is updated, also after it was resumed.
    script = f"3-11\nsave {file}\n20-18\nsave {file}\n18-3\nquit\n"
    done = typed(script, "play", "ramses", *HUMANS)
    assert "is now up to date" in done.stdout
    assert len(list(read(file))) == 108
    done = typed(f"save {file}\nquit\n", "resume")
    games = list(read(file))
    assert (len(games), len(games[-1].actions)) == (108, 3)


@pytest.mark.parametrize("text", ["Dear diary\n", "[Game", '{"a": 1}', "\x00\x01"])
def test_save_replaces_nothing_else(tmp_path, text):
    file = tmp_path / "notes.txt"
    file.write_text(text)
    done = typed(SAVE.format(file=file), "play", "ramses")
    assert f"Not saved: {file}" in done.stdout
    assert "Type `save! FILE`" in done.stdout
    assert file.read_text() == text
    assert list(tmp_path.iterdir()) == [file]
    for script in (f"3-11\nsave! {file}\nquit\n", f"3-11\nsave {file} --force\nquit\n"):
        file.write_text(text)
        assert f"Saved to {file}." in typed(script, "play", "ramses").stdout
        (record,) = read(file)
        assert len(record.actions) == 1


def test_saving_in_the_file_of_the_record(tmp_path):
    file = tmp_path / "games.txt"
    script = f"3-11\nsave {file}\nsave! {file}\n20-18\nquit\n"
    done = typed(script, "play", "ramses", *HUMANS, "--record", str(file))
    assert "the game is recorded there anyway" in done.stdout
    (record,) = read(file)
    assert len(record.actions) == 2


def test_save_needs_no_whole_word_to_be_harmless(tmp_path, monkeypatch):
    """`sa` means save, never what writes a file anew; and nobody resigns by half a word."""
    monkeypatch.chdir(tmp_path)
    done = typed("3-11\nsa games.txt\nresig\nquit\n", "play", "ramses")
    assert "Saved to games.txt." in done.stdout
    assert "resigned" not in done.stdout


def test_after_the_game(tmp_path, state):
    """The result with its reason; then undo, rematch, save or quit."""
    file, saved = tmp_path / "games.txt", tmp_path / "saved.txt"
    script = f"""3-11
resign
help
what
board
undo
20-18
resign
save {saved}
rematch nonsense
rematch swap
3-11
resign
exit
"""
    done = typed(script, "play", "ramses", *HUMANS, "--seed", "1", "--record", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    out = done.stdout
    assert out.count("Light (Ada) has resigned.") == 1
    assert out.count("Dark (Ben) has resigned.") == 1
    assert "Light (Ben) has resigned." in out
    assert "undo, rematch, save FILE or quit> " in out
    assert "The game is over. Type `help`" in out
    assert "Type `rematch`, or `rematch swap`" in out
    assert "Ada (Light)> " in out
    assert "Ben (Light)> " in out
    first, second = read(file)
    assert (first.players, second.players) == (("Ada", "Ben"), ("Ben", "Ada"))
    assert [str(action) for action in first.actions] == ["3-11", "20-18"]
    assert first.result.reason == "Dark (Ben) has resigned."
    assert second.result.reason == "Light (Ben) has resigned."
    assert first.headers["Seed"] == "1" != second.headers["Seed"]
    assert first.headers["Id"] != second.headers["Id"]
    (same,) = read(saved)
    assert same == first
    assert kept(state) == []


def test_a_finished_game_nobody_asked_to_keep(state):
    done = typed("resign\nundo\n3-11\nresign\nquit\n", "play", "ramses")
    (path,) = kept(state)
    assert f"The game is kept in {path}." in done.stdout
    (record,) = read(path)
    assert record.result.reason == "Light has resigned."
    assert run("resume").returncode == 2  # it is over


def test_undo_after_the_last_move(tmp_path):
    done = finished("ramses", {})
    file = tmp_path / "games.txt"
    line = [str(action) for action in done.actions]
    script = "\n".join([*line, "undo", line[-1], "undo", "undo", *line[-2:], "quit"]) + "\n"
    out = typed(script, "play", "ramses", *HUMANS, "--record", str(file)).stdout
    assert out.count(done.result.reason) >= 3
    (record,) = read(file)
    assert record.actions == done.actions
    assert record.result == done.result


def test_a_loser_whose_dice_are_typed_by_others():
    done = typed(
        "resign\n", "play", "uraeus", "--player", "greedy", "--player", "human:Eve", "--own-dice"
    )
    assert "Player 2 (Eve) has resigned." in done.stdout
