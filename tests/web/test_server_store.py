"""Games survive the server, and there is an end to how many are kept."""

from __future__ import annotations

import os
import shutil
import stat
import threading
import time

import pytest
from serving import HOST, fits, heard, running

from amduat.files import UNFINISHED
from amduat.record import read
from amduat.state import lock
from amduat.web import store
from amduat.web.claim import ClaimedError
from amduat.web.server import Server, bound


def played(server, **settings):
    """A table with something done at it."""
    settings = {"game": "uraeus", "seats": ["human:Ada", "human"], "seed": 9, **settings}
    table = server.post("/api/tables", **settings)
    path = f"/api/tables/{table['id']}"
    for _ in range(6):
        if table["can"]["roll"]:
            table = server.post(f"{path}/roll")
        else:
            table = server.post(f"{path}/act", action=table["view"]["actions"][0]["action"])
    return table


def written(writer, seconds=20.0):
    """Waits until everything that was to be written has been tried."""
    end = time.monotonic() + seconds
    while writer._pending:
        assert time.monotonic() < end, "the disk is too slow"
        time.sleep(0.005)


def test_games_survive_a_restart(tmp_path):
    with running(tmp_path) as server:
        table = played(server, auto_roll=True, pause=0.5, max_turns=50)
        resigned = played(server, game="isis")
        resigned = server.post(f"/api/tables/{resigned['id']}/resign")
        untouched = server.post("/api/tables", game="ramses")
    assert len(list(tmp_path.iterdir())) == 2
    with running(tmp_path) as server:
        again = fits("table", server.get(f"/api/tables/{table['id']}"))
        assert {**again, "version": 0} == {**table, "version": 0}
        listed = [entry["id"] for entry in server.get("/api/tables")["tables"]]
        assert set(listed) == {table["id"], resigned["id"]}
        assert server.get(f"/api/tables/{resigned['id']}")["result"] == resigned["result"]
        assert "refused" in server.get(f"/api/tables/{untouched['id']}")
        # It goes on as it would have gone on: the same dice.
        more = server.post(f"/api/tables/{table['id']}/undo")
        redone = server.post(
            f"/api/tables/{table['id']}/act", action=table["history"][-1 - _rolls(table)]["action"]
        )
        assert more["view"] != redone["view"]
        assert redone["history"] == table["history"]


def _rolls(table):
    """How many rolls the history ends with."""
    count = 0
    while table["history"][-1 - count]["chance"]:
        count += 1
    return count


def test_the_disk_is_up_to_date_while_the_server_runs(tmp_path):
    """A server that is killed loses nothing: a game is on the disk soon after each action."""
    with running(tmp_path) as server:
        table = played(server)
        path = tmp_path / f"{table['id']}.txt"
        end = time.monotonic() + 20
        texts = []
        while texts != [ply["action"] for ply in table["history"]]:
            assert time.monotonic() < end
            if path.exists():
                (record,) = read(path)
                texts = [str(action) for action in record.actions]
            time.sleep(0.01)
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 in (0, 0o044)
        copy = shutil.copytree(tmp_path, tmp_path.with_name("copy"))
        with running(copy) as other:  # as after a kill
            assert other.get(f"/api/tables/{table['id']}")["history"] == table["history"]


def test_a_result_is_on_the_disk_before_anybody_hears_of_it(tmp_path, monkeypatch):
    """A server that is killed at any moment loses no finished game, however slow the disk is."""
    write = store._Writer._write

    def slowly(self, name, record):
        if record is not None and record.result is not None:
            time.sleep(0.4)
        write(self, name, record)

    monkeypatch.setattr(store._Writer, "_write", slowly)
    with running(tmp_path) as server:
        table = played(server)
        with server.socket(f"/api/tables/{table['id']}/live") as live:
            heard(live)
            resigned = server.post(f"/api/tables/{table['id']}/resign")
            (record,) = read(tmp_path / f"{table['id']}.txt")
            assert record.result.reason == resigned["result"]["reason"]
            assert heard(live)["table"]["result"] == resigned["result"]


def test_what_somebody_waits_for_is_written_first(tmp_path, monkeypatch):
    begun, proceed, order = threading.Event(), threading.Event(), []

    def noting(self, name, record):
        begun.set()
        proceed.wait(60)
        order.append(name)

    monkeypatch.setattr(store._Writer, "_write", noting)
    writer = store._Writer(tmp_path)
    writer.put("first", None)
    assert begun.wait(60)
    for name in ("second", "third", "urgent"):
        writer.put(name, None)
    waiting = threading.Thread(target=writer.wait, args=["urgent"])
    waiting.start()
    while writer._urgent != "urgent":
        time.sleep(0.001)
    proceed.set()
    waiting.join()
    writer.close()
    assert order == ["first", "urgent", "second", "third"]


def test_a_disk_that_hangs_ends_no_game(tmp_path, monkeypatch):
    monkeypatch.setattr("amduat.web.store.PATIENCE", 0.1)
    proceed = threading.Event()
    monkeypatch.setattr(store._Writer, "_write", lambda self, name, record: proceed.wait(60))
    with running(tmp_path) as server:
        table = played(server)
        assert server.post(f"/api/tables/{table['id']}/resign")["result"] is not None
        proceed.set()


def test_what_a_killed_server_was_writing_is_removed(tmp_path):
    left, other = tmp_path / f"{UNFINISHED}x", tmp_path / "notes"
    left.write_text("half a game")
    other.write_text("something else")
    with running(tmp_path) as server:
        played(server)
    assert not left.exists()
    assert other.exists()


def test_bots_go_on_after_a_restart(tmp_path):
    with running(tmp_path) as server:
        table = server.post("/api/tables", game="ramses", seats=["human", "search:1"], pause=0)
        server.post(f"/api/tables/{table['id']}/act", text="3-11/20-18")
    with running(tmp_path) as server, server.socket(f"/api/tables/{table['id']}/live") as live:
        while len((table := heard(live)["table"])["history"]) < 4:
            assert table["thinking"] == 1
        assert table["can"]["act"]


def test_hidden_tiles_stay_hidden_after_a_restart(tmp_path):
    with running(tmp_path) as server:
        table = server.post("/api/tables", game="isis-osiris", seats=["human", "human"])
        for action in ("draw", "a1", "draw", "b1"):
            table = server.post(f"/api/tables/{table['id']}/act", action=action)
    with running(tmp_path) as server:
        again = server.get(f"/api/tables/{table['id']}")
        assert {**again, "version": 0} == {**table, "version": 0}
        assert again["view"]["masked"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        '[Game "chess"]\n\n*\n',
        '[Game "ramses"]\n[Seat1 "python:os:system"]\n[Seat2 "human"]\n\n1. 3-11/20-18\n*\n',
        '[Game "ramses"]\n[Seat1 "engine:1s:ls"]\n[Seat2 "human"]\n\n1. 3-11/20-18\n*\n',
        '[Game "ramses"]\n[Hint "engine:1s:ls"]\n\n1. 3-11/20-18\n*\n',
        '[Game "ramses"]\n[Seed "x"]\n\n1. 3-11/20-18\n*\n',
        '[Game "ramses"]\n\n1. 3-12\n*\n',
    ],
)
def test_damaged_files_are_no_tables(tmp_path, text):
    (tmp_path / ("a" * 16 + ".txt")).write_text(text)
    (tmp_path / "other.txt").write_text("something else")
    with running(tmp_path) as server:
        assert server.get("/api/tables") == {"tables": []}
        fits("refused", server.get(f"/api/tables/{'a' * 16}"))
    assert (tmp_path / "other.txt").exists()


def test_a_folder_that_cannot_be_written_ends_no_game(tmp_path):
    (tmp_path / "file").write_text("")
    with running(tmp_path / "file") as server:
        assert isinstance(server.server.trouble, OSError)
        assert len(played(server)["history"]) >= 6


def test_the_oldest_tables_make_room(tmp_path, monkeypatch):
    monkeypatch.setattr("amduat.web.store.MAX_TABLES", 3)
    with running(tmp_path) as server:
        first = played(server)
        with server.socket(f"/api/tables/{first['id']}/live"):
            others = [played(server) for _ in range(4)]
            assert server.get(f"/api/tables/{first['id']}")["history"] == first["history"]
            assert len(server.store._tables) == 3
        # What was put away is still on the disk.
        for table in others:
            assert server.get(f"/api/tables/{table['id']}")["history"] == table["history"]
    old = time.time() - 1000
    os.utime(tmp_path / f"{first['id']}.txt", (old, old))
    with running(tmp_path) as server:
        played(server)
        server.store._writer.close()
        names = {path.stem for path in tmp_path.glob("*.txt")}
        assert first["id"] not in names, "the oldest files make room, too"
        assert len(names) == 3
        server.store._writer = None


def test_few_tables_are_held_in_memory(tmp_path, monkeypatch):
    """The others are on the disk; but a table at which somebody works is never there twice."""
    monkeypatch.setattr("amduat.web.store.HELD", 3)
    with running(tmp_path) as server:
        first = played(server)
        store = server.store
        with server.socket(f"/api/tables/{first['id']}/live"):
            worked_at = played(server)
            table = store._tables[worked_at["id"]]
            others = []
            for _ in range(6):
                others.append(played(server))
                written(store._writer)
                assert len(store._tables) <= 3
            assert first["id"] in store._tables
            assert worked_at["id"] not in store._tables
            assert server.get(f"/api/tables/{worked_at['id']}")["version"] == table.version > 0
            assert store._tables[worked_at["id"]] is table
        for other in others:
            assert server.get(f"/api/tables/{other['id']}")["history"] == other["history"]


def test_what_the_disk_does_not_take_is_held(tmp_path, monkeypatch):
    monkeypatch.setattr("amduat.web.store.HELD", 2)
    with running(tmp_path) as server:

        def full(*_: object) -> None:
            raise OSError("No space left on device")

        monkeypatch.setattr("amduat.web.store.write", full)
        tables = [played(server) for _ in range(5)]
        written(server.store._writer)
        assert not list(tmp_path.glob("*.txt"))
        for table in tables:
            assert server.get(f"/api/tables/{table['id']}")["history"] == table["history"]
        assert len(server.store._tables) == 5


def test_full_of_games_that_somebody_looks_at(monkeypatch):
    monkeypatch.setattr("amduat.web.store.MAX_TABLES", 1)
    with running(None) as server:
        table = server.post("/api/tables", game="ramses")
        with server.socket(f"/api/tables/{table['id']}/live"):
            refused = fits("refused", server.post("/api/tables", game="ramses"))
            assert "no room" in refused["refused"]["message"]


def test_one_game_has_so_many_pages(monkeypatch):
    monkeypatch.setattr("amduat.web.sockets.MAX_LIVE", 1)
    with running(None) as server:
        path = f"/api/tables/{server.post('/api/tables', game='ramses')['id']}/live"
        with server.socket(path), server.socket(path) as second:
            assert heard(second)["type"] == "refused"


def test_the_folder_is_that_of_the_terminal(state):
    from amduat.state import directory
    from amduat.web.server import kept_in

    assert kept_in() == directory() / "web" == state / "web"


def test_one_server_alone_keeps_games_in_a_folder(tmp_path):
    with running(tmp_path) as server:
        with bound(HOST, 0) as listening, pytest.raises(ClaimedError) as caught:
            Server(listening, HOST, tmp_path)
        assert caught.value.holder == f"{server.url}/, process {os.getpid()}"
        with running(None) as other:
            assert other.get("/api/tables") == {"tables": []}
        table = played(server)
    assert [path.name for path in tmp_path.iterdir()] == [f"{table['id']}.txt"]
    with running(tmp_path) as server:
        assert server.get(f"/api/tables/{table['id']}")["history"] == table["history"]


@pytest.mark.parametrize("left", [b"", b"http://127.0.0.1:1/, process 1\n", b"\xff\x00\n" * 9999])
def test_what_a_killed_server_left_is_taken_over(tmp_path, left):
    (tmp_path / "server.lock").write_bytes(left)
    with running(tmp_path):
        told = (tmp_path / "server.lock").read_text()
        assert told.endswith(f", process {os.getpid()}\n")


def test_a_lock_that_was_removed_is_none(tmp_path):
    """Who waits for a file that its owner removes gets the new one, not the old."""
    path = tmp_path / "lock"
    first = lock(path)
    assert lock(path) is None
    path.unlink()
    second = lock(path)
    assert second is not None
    first.close()
    assert lock(path) is None
    second.close()
    lock(path).close()


def test_a_removed_game_is_gone_before_its_file(tmp_path, monkeypatch):
    """Even if the disk is slow."""
    with running(tmp_path) as server:
        table = played(server)
        path = f"/api/tables/{table['id']}"
        while not list(tmp_path.glob("*.txt")):
            time.sleep(0.01)
        proceed, write = threading.Event(), store._Writer._write

        def slowly(self, name, record):
            proceed.wait(10)
            write(self, name, record)

        monkeypatch.setattr(store._Writer, "_write", slowly)
        assert server.client.delete(path).json() == {"removed": table["id"]}
        assert "refused" in server.get(path)
        assert server.get("/api/tables")["tables"] == []
        assert list(tmp_path.glob("*.txt"))
        proceed.set()
    assert not list(tmp_path.glob("*.txt"))
