"""What the engine thinks for the page is told while it goes on, and ends when nobody listens."""

from __future__ import annotations

import contextlib
import json
import math
import threading
import time

import pytest
from serving import fits, heard, running
from websockets.exceptions import ConnectionClosed

import amduat
from amduat.web.scheduling import SHORTEST, Turns

POSITION = "13,22 -,- 1 22 first"
THINK = "/api/think"


def send(socket, kind, **data):
    socket.send(json.dumps({"type": kind, **data}))


def until(condition, seconds=20.0):
    """Waits for something that is to happen soon."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def test_a_search_is_told_while_it_goes_on(server):
    with server.socket(THINK) as think:
        send(think, "search", id=3, game="isis", position=POSITION, lines=2, seconds=0.6)
        messages = [fits("info", heard(think))]
        while messages[-1]["type"] == "info":
            messages.append(fits("info", heard(think)))
    assert len(messages) >= 2
    done = messages[-1]
    assert (done["type"], done["id"], done["stopped"]) == ("done", 3, False)
    assert done["position"] == POSITION
    legal = {str(action) for action in amduat.parse("isis", POSITION).legal_actions()}
    assert len(done["lines"]) == 2
    assert {line["action"] for line in done["lines"]} <= legal
    assert done["lines"][0]["values"][0] >= done["lines"][1]["values"][0]
    assert messages[0]["nodes"] <= done["nodes"]


def test_every_game_can_be_thought_about(server, game):
    with server.socket(THINK) as think:
        send(think, "search", game=game, position=str(amduat.start(game)), seconds=0.05)
        while (message := fits("info", heard(think)))["type"] != "done":
            pass
        assert message["lines"]


def test_a_search_stops_at_once(server):
    with server.socket(THINK) as think:
        send(think, "search", id=1, game="isis", position=POSITION, seconds=60)
        assert heard(think)["type"] == "info"
        began = time.monotonic()
        send(think, "stop")
        while (message := heard(think))["type"] != "done":
            pass
        assert message["stopped"]
        assert time.monotonic() - began < 10
        # Another one replaces it, and the first is told to have ended.
        send(think, "search", id=2, game="isis", position=POSITION, seconds=60)
        send(think, "search", id=3, game="isis", position=POSITION, seconds=0.05)
        ended = []
        while 3 not in ended:
            message = heard(think)
            if message["type"] == "done":
                ended.append(message["id"])
        assert ended == [2, 3]


def test_a_closed_socket_ends_its_search(server):
    with server.socket(THINK) as think:
        send(think, "search", game="isis", position=POSITION, seconds=60)
        assert heard(think)["type"] == "info"
        assert len(server.pools.searches) == 1
    until(lambda: not len(server.pools.searches) + len(server.pools.reviews))


def test_a_closed_page_ends_the_thinking_of_bots(server):
    table = server.post("/api/tables", game="isis", seats=["search:29s", "human"], pause=0)
    path = f"/api/tables/{table['id']}"
    found = server.store.get(table["id"])
    with server.socket(f"{path}/live") as live:
        assert heard(live)["table"]["thinking"] == 0
        until(lambda: found.bots.thinking)
    until(lambda: not found.bots.thinking and found._driver.done())
    assert server.get(path)["history"] == [], (
        "what a bot was kept from thinking through is not played"
    )
    assert server.get(path)["thinking"] is None
    with server.socket(f"{path}/live") as live:  # it goes on when somebody looks again
        assert heard(live)["table"]["thinking"] == 0
        until(lambda: found.bots.thinking)
        refused = server.post(f"{path}/act", action="0-13")
        assert refused["refused"]["message"] == "It is not your turn."
        # Whatever changes the game stops it as well.
        assert server.post(f"{path}/resign")["result"] is not None
        until(lambda: not found.bots.thinking)


def test_refused_searches(server):
    with server.socket(THINK) as think:
        send(think, "search", id=1, game="isis", position="nonsense")
        message = heard(think)
        assert (message["type"], message["id"]) == ("refused", 1)
        fits("refused", {"refused": message["refused"]})
        over = "22,43 44,41 2 - first"
        send(think, "search", id=2, game="isis", position=over)
        assert heard(think)["refused"]["message"] == "The game is over."
        send(think, "review", id=3, game="isis", actions=["zz"])
        assert heard(think)["type"] == "refused"
        send(think, "review", id=4, table="nobody")
        assert heard(think)["refused"]["field"] == "table"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[]",
        '{"type": "dance"}',
        '{"type": "search"}',
        '{"type": "search", "id": "one"}',
        '{"type": "search", "game": "isis", "position": "x", "seconds": 1e9}',
        '{"type": "search", "game": "isis", "position": "x", "cheat": true}',
        '{"type": "review", "game": "isis", "actions": 7}',
        '{"type": "search", "id": 99999999999999999999999}',
        '{"a":' * 5000,
    ],
)
def test_nonsense_closes_the_socket(server, text):
    with server.socket(THINK) as think:
        think.send(text)
        with pytest.raises(ConnectionClosed) as caught:
            heard(think)
        assert caught.value.rcvd.code == 1008
    assert server.get("/api/games")


def test_long_messages_close_the_socket(server):
    with server.socket(THINK) as think, contextlib.suppress(ConnectionClosed):
        think.send("x" * (2 << 20))
        with pytest.raises(ConnectionClosed):
            heard(think)
    assert server.get("/api/games")


def test_a_review(server):
    """The same as amduat.analysis says, with the number of actions up to each turn."""
    start = "1,4,9,16 5@11,8,18,21 L own -"
    with server.socket(THINK) as think:
        send(think, "review", id=7, game="ramses", start=start, actions=["9-12"], seconds=0.01)
        while (message := heard(think))["type"] == "progress":
            fits("progress", message)
        fits("review", message)
    assert message["method"] == "perfect"
    assert message["values"] == [[1, -1], [0, 0]]
    (turn,) = message["turns"]
    assert (turn["mark"], turn["better"], turn["ply"]) == ("??", "16-13", 1)


def test_a_review_is_stopped(server):
    game = amduat.Game("isis")
    for _ in range(40):
        game.play(game.position.legal_actions()[0])
    actions = [str(action) for action in game.actions]
    with server.socket(THINK) as think:
        send(think, "review", id=8, game="isis", actions=actions, seconds=1)
        assert heard(think)["type"] == "progress"
        send(think, "stop")
        while (message := heard(think))["type"] == "progress":
            pass
        assert message == {"type": "done", "id": 8, "stopped": True}
    until(lambda: not len(server.pools.searches) + len(server.pools.reviews))


def test_a_review_of_a_table(server):
    table = server.post("/api/tables", game="ramses", seats=["human", "human"])
    server.post(f"/api/tables/{table['id']}/act", text="3-11/20-18")
    with server.socket(THINK) as think:
        send(think, "review", id=1, table=table["id"])
        while (message := heard(think))["type"] == "progress":
            pass
        assert [turn["text"] for turn in fits("review", message)["turns"]] == ["3-11/20-18"]


def test_two_hundred_games_and_fifty_searches():
    """All of them are answered, and a move is, too, while they think."""
    with running(None) as server, contextlib.ExitStack() as stack:
        tables = [
            server.post("/api/tables", game=game, seats=["human", "human"])
            for game in amduat.GAMES
            for _ in range(40)
        ]
        assert len({table["id"] for table in tables}) == 200
        lives = [
            stack.enter_context(server.socket(f"/api/tables/{table['id']}/live"))
            for table in tables
        ]
        searches = [stack.enter_context(server.socket(THINK)) for _ in range(50)]
        for number, search in enumerate(searches):
            send(search, "search", id=number, game="isis", position=POSITION, seconds=60)
        for number, search in enumerate(searches):
            assert heard(search, 60)["id"] == number
        assert len(server.pools.searches) == 50
        for table, live in zip(tables, lives, strict=True):
            path = f"/api/tables/{table['id']}"
            if table["can"]["roll"]:
                after = server.post(f"{path}/roll")
            else:
                after = server.post(f"{path}/act", action=table["view"]["actions"][0]["action"])
            assert after["version"] == 1
            assert heard(live)["table"]["version"] == 0
            assert heard(live)["table"] == after
        for search in searches:
            send(search, "stop")
        until(lambda: not len(server.pools.searches), 60)


def test_too_many_searches_are_refused(monkeypatch):
    monkeypatch.setattr("amduat.web.thinking.MAX_SEARCHES", 2)
    with running(None) as server, contextlib.ExitStack() as stack:
        searches = [stack.enter_context(server.socket(THINK)) for _ in range(3)]
        for number, search in enumerate(searches):
            send(search, "search", id=number, game="isis", position=POSITION, seconds=60)
            message = heard(search)
            assert message["type"] == ("refused" if number == 2 else "info")
        searches[0].close()
        until(lambda: len(server.pools.searches) == 1)
        send(searches[2], "search", id=5, game="isis", position=POSITION, seconds=60)
        assert heard(searches[2])["type"] == "info"


class Counting:
    """A job that counts its turns."""

    def __init__(self, turns, log):
        self.left, self.log, self.stopped = turns, log, False
        self.paused = threading.Event()

    def go_on(self, seconds):
        self.log.append((self, seconds))
        if seconds == math.inf:  # alone, until somebody comes
            assert self.paused.wait(20)
        self.left -= 1
        return self.left > 0 and not self.stopped

    def pause(self):
        self.paused.set()

    def stop(self):
        self.stopped = True
        self.paused.set()


def test_jobs_take_turns():
    log, ended = [], []
    turns = Turns("test", 1)
    jobs = [Counting(3, log) for _ in range(3)]
    for job in jobs:
        turns.submit(job, lambda job=job: ended.append(job))
        until(lambda: log)
    until(lambda: len(log) >= 7)
    for job in jobs:
        turns.stop(job)
    until(lambda: len(ended) == 3)
    assert log[0] == (jobs[0], math.inf)
    assert [job for job, _ in log[1:7]] == [jobs[1], jobs[2], jobs[0]] * 2
    assert all(SHORTEST <= seconds <= 1 for _, seconds in log[1:6])
    assert len(turns) == 0
    last = Counting(5, log)
    turns.submit(last, lambda: ended.append(last))
    turns.close()
    assert ended[-1] is last
    with pytest.raises(RuntimeError, match="no more jobs"):
        turns.submit(last, lambda: None)


def test_the_server_ends_while_everybody_thinks():
    with running(None) as server, contextlib.ExitStack() as stack:
        table = server.post("/api/tables", game="isis", seats=["search:29s", "search:29s"])
        live = stack.enter_context(server.socket(f"/api/tables/{table['id']}/live"))
        think = stack.enter_context(server.socket(THINK))
        send(think, "search", game="isis", position=POSITION, seconds=60)
        assert heard(live)["table"]["thinking"] == 0
        assert heard(think)["type"] == "info"
        began = time.monotonic()
        server.server.stop()
        server._thread.join(20)
        assert time.monotonic() - began < 15
