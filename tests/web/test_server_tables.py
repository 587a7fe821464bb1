"""Tables: whole games through the calls of the page, and everything that can be refused."""

from __future__ import annotations

import json
import random
import re

import pytest
from serving import fits, heard

import amduat
from amduat.record import loads
from support import data_lines

HIDDEN = "isis-osiris"


def two_people(server, game, **settings):
    players = int(settings.get("options", {}).get("players", 2))
    return server.post("/api/tables", game=game, seats=["human"] * players, **settings)


def step(server, table, dice):
    """Does something legal for a person; gives the table after it."""
    path = f"/api/tables/{table['id']}"
    if table["can"]["roll"]:
        return server.post(f"{path}/roll", version=table["version"])
    if table["can"]["enter"]:
        outcome = dice.choice(table["view"]["actions"])["action"]
        return server.post(f"{path}/roll", outcome=outcome)
    action = dice.choice(table["view"]["actions"])["action"]
    return server.post(f"{path}/act", action=action, version=table["version"])


@pytest.mark.parametrize("settings", [{}, {"dice": "hand"}, {"auto_roll": True}], ids=str)
def test_a_whole_game_of_people(server, game, settings):
    dice = random.Random(3)
    players = max(amduat.info(game).players)
    options = {"players": str(players)} if players > 2 else {}
    table = two_people(server, game, options=options, max_turns=12, **settings)
    fits("table", table)
    count = 0
    while table["result"] is None:
        before, table = table, step(server, table, dice)
        assert table["version"] == before["version"] + 1
        assert len(table["history"]) > len(before["history"])
        assert table["history"][: len(before["history"])] == before["history"] or table["result"]
        count += 1
        if count % 8 == 0:
            fits("table", table)
    fits("table", table)
    assert not table["can"]["act"]
    assert table["can"]["undo"]
    if settings == {} and amduat.start(game).faces:
        assert count > table["turns"], "dice wait for people"
    text = server.get(f"/api/tables/{table['id']}/record")["record"]
    (record,) = loads(text)
    assert [str(action) for action in record.actions] == [p["action"] for p in table["history"]]
    assert record.result.reason == table["result"]["reason"]


def test_bots_play_while_somebody_looks(server, game):
    table = server.post(
        "/api/tables", game=game, seats=["random", "greedy"], pause=0, max_turns=6, seed=5
    )
    assert table["thinking"] is None
    path = f"/api/tables/{table['id']}"
    assert server.get(path)["history"] == []
    with server.socket(f"{path}/live") as live:
        last = None
        while last is None or last["result"] is None:
            message = heard(live)
            assert message["type"] == "table"
            if last is not None:
                assert len(message["table"]["history"]) == len(last["history"]) + 1
            last = message["table"]
        fits("table", last)
    assert last["turns"] == 6 or last["view"]["over"]


def test_a_bot_answers_a_person(server):
    table = server.post("/api/tables", game="ramses", seats=["human", "search:3"], pause=0)
    path = f"/api/tables/{table['id']}"
    with server.socket(f"{path}/live") as live:
        assert heard(live)["table"]["can"]["act"]
        table = server.post(f"{path}/act", text="3-11/20-18")
        assert table["thinking"] == 1
        assert table["can"]["act"] is False
        while not table["can"]["act"]:
            table = heard(live)["table"]
        assert [ply["player"] for ply in table["history"]] == [0, 0, 1, 1]
        # Back to the person's decision, the second part of the turn, and forward again.
        back = server.post(f"{path}/undo")
        assert [ply["action"] for ply in back["history"]] == ["3-11"]
        assert back["can"]["redo"]
        again = server.post(f"{path}/redo")
        assert again["history"] == table["history"]
        assert again["can"] == {**table["can"], "redo": False}


def test_refused_moves_say_why(server):
    table = two_people(server, "ramses")
    path = f"/api/tables/{table['id']}"

    def refused(**body):
        return fits("refused", server.post(f"{path}/act", **body))["refused"]

    assert refused(action="2-3")["reason"] == "3 is taken."
    assert refused(text="3-12")["reason"].startswith("The stone on 3 moves 4 steps")
    assert refused(text="3 12")["reason"].startswith("The stone on 3 moves 4 steps")
    assert refused(action="zz")["field"] == "action"
    assert (
        "may mean several" in refused(text="2-")["message"]
        or "is a field" in (refused(text="2-")["message"])
    )
    assert "2-8, 2-10" in refused(text="2")["message"]
    assert refused(text="1")["message"] == "`1` is a field. Nothing on 1 can move."
    assert refused(text=" ")["message"] == "Type a move."
    assert refused(action="2-8", version=17)["field"] == "version"
    assert server.post(f"{path}/why", from_="19")["reason"].endswith("is one of Dark.")
    for call, message in (
        ("undo", "You have no move to take back."),
        ("redo", "There is nothing to play again."),
        ("roll", "There is nothing to roll now."),
        ("reveal", "Nothing lies face down in this game."),
    ):
        answer = fits("refused", server.post(f"{path}/{call}"))
        assert answer["refused"]["message"] == message
    assert server.get(path)["version"] == 0, "nothing has changed"
    assert fits("refused", server.get(f"{path}/views/1"))["refused"]["field"] == "ply"
    for nobody in ("nobody", "0" * 16, "..%5c..%5cetc", "a" * 500):
        answer = fits("refused", server.get(f"/api/tables/{nobody}"))
        assert answer["refused"]["field"] == "table"


def test_part_of_a_typed_turn_is_played_as_far_as_it_goes(server):
    table = two_people(server, "ramses")
    path = f"/api/tables/{table['id']}"
    answer = server.post(f"{path}/act", text="3-11/1-2")
    assert "refused" in answer
    table = server.get(path)
    assert [ply["action"] for ply in table["history"]] == ["3-11"]
    assert table["version"] == 1


def test_dice(server):
    table = two_people(server, "pharao", seed=4)
    path = f"/api/tables/{table['id']}"
    assert table["can"]["roll"]
    assert table["view"]["actions"] == [], "nobody chooses what is rolled"
    assert server.post(f"{path}/act", text="a1-a2")["refused"]["message"] == (
        "First the dice are rolled."
    )
    assert server.post(f"{path}/roll", outcome="=1,1")["refused"]["field"] == "outcome"
    rolled = server.post(f"{path}/roll")
    assert rolled["view"]["dice"]
    same = two_people(server, "pharao", seed=4)
    assert server.post(f"/api/tables/{same['id']}/roll")["view"]["dice"] == rolled["view"]["dice"]
    # A roll is no decision: undo goes to the decision before it, and the roll stays as it was.
    moved = step(server, rolled, random.Random(1))
    back = server.post(f"{path}/undo")
    assert back["view"] == rolled["view"]
    assert server.post(f"{path}/redo")["view"] == moved["view"]

    by_hand = two_people(server, "pharao", dice="hand")
    path = f"/api/tables/{by_hand['id']}"
    assert by_hand["can"]["enter"]
    assert len(by_hand["view"]["actions"]) == 15
    assert sum(a["probability"] for a in by_hand["view"]["actions"]) == pytest.approx(1)
    assert server.post(f"{path}/roll")["refused"]["message"] == "Say what the dice show."
    assert "9,9" in server.post(f"{path}/roll", outcome="9,9")["refused"]["message"]
    assert server.post(f"{path}/roll", outcome="3,1")["view"]["dice"] == [3, 1]
    assert server.post(f"{path}/undo")["view"]["dice"] == []


def test_resigning(server):
    table = server.post("/api/tables", game="isis", seats=["human:Ada", "greedy"])
    path = f"/api/tables/{table['id']}"
    assert "refused" in server.post(f"{path}/resign", player=1)
    table = fits("table", server.post(f"{path}/resign"))
    assert table["result"]["ending"] == "resignation"
    assert table["result"]["winners"] == [1]
    assert "Ada" in table["result"]["reason"]
    assert "The game is over." in server.post(f"{path}/act", text="0-13")["refused"]["message"]
    assert server.post(f"{path}/resign")["refused"]["message"] == "The game is over."
    assert server.post(f"{path}/undo")["result"] is None


def test_rematch(server):
    table = server.post(
        "/api/tables",
        game="uraeus",
        seats=["human", "greedy", "random"],
        options={"players": "3"},
        pause=1.5,
        auto_roll=True,
    )
    other = fits("table", server.post(f"/api/tables/{table['id']}/rematch", swap=True))
    assert [seat["who"] for seat in other["seats"]] == ["greedy", "random", "human"]
    assert other["id"] != table["id"]
    assert (other["options"], other["pause"], other["auto_roll"]) == ({"players": "3"}, 1.5, True)
    same = server.post(f"/api/tables/{table['id']}/rematch")
    assert [seat["who"] for seat in same["seats"]] == ["human", "greedy", "random"]
    assert same["seed"] != table["seed"]


def test_hints(server):
    table = two_people(server, "ramses", position="1,4,9,16 5@11,8,18,21 L own -")
    hint = fits("hint", server.post(f"/api/tables/{table['id']}/hint"))
    assert (hint["hint"]["action"], hint["by"]) == ("16-13", "perfect")
    assert hint["hint"]["path"][0] == "16"
    roll = two_people(server, "pharao")
    assert roll["max_turns"] == 1000, "no game goes on for ever"
    assert "refused" in server.post(f"/api/tables/{roll['id']}/hint")


def test_seats(server):
    seats = [seat["who"] for seat in server.post("/api/tables", game="ramses")["seats"]]
    assert seats == ["human", "search:5"]
    table = server.post("/api/tables", game="isis", options={"players": "4"}, seats=["greedy"])
    assert [seat["who"] for seat in table["seats"]] == ["greedy", "human", "search:5", "search:5"]
    for wrong, reason in (
        (["python:os:system"], "runs another program"),
        (["engine:1s:ls"], "runs another program"),
        (["search:31s"], "at most 30 s"),
        (["mcts:1000001"], "at most 1000000 simulations"),
        (["search:11"], "from 1 to 10"),
        (["perfect"], "plays ramses and pharao only"),
        (["nobody"], "no such bot"),
        (["human", "human", "human"], "there are 2 seats"),
        (["human:" + "x" * 101], "more than 100 characters"),
    ):
        answer = fits("refused", server.post("/api/tables", game="isis", seats=wrong))
        assert reason in answer["refused"]["message"], wrong


def test_a_game_goes_on_from_a_record(server):
    game = amduat.Game("ramses")
    for action in ("3-11", "20-18"):
        game.play(action)
    table = server.post(
        "/api/tables",
        record=amduat.record.dumps(game.record(date="2024-05-01")),
        seats=["search:1", "human"],
    )
    fits("table", table)
    assert [ply["action"] for ply in table["history"]] == ["3-11", "20-18"]
    assert table["can"]["act"]


def test_earlier_views(server):
    table = two_people(server, "uraeus", dice="hand")
    path = f"/api/tables/{table['id']}"
    for _ in range(6):
        table = step(server, table, random.Random(2))
    for ply in range(7):
        view = fits("view", server.get(f"{path}/views/{ply}")["view"])
        texts = [table["start"], *(entry["position"] for entry in table["history"])]
        assert view["position"] == texts[ply]
        assert view["actions"] == []


def test_tables_are_listed_and_removed(server):
    table = two_people(server, "ramses")
    path = f"/api/tables/{table['id']}"
    listed = fits("tables", server.get("/api/tables"))["tables"]
    assert table["id"] not in [entry["id"] for entry in listed], "nothing was done there yet"
    server.post(f"{path}/act", text="3-11")
    listed = fits("tables", server.get("/api/tables"))["tables"]
    assert listed[0]["id"] == table["id"]
    assert listed[0]["turns"] == 1
    assert server.client.delete(path).json() == {"removed": table["id"]}
    assert "refused" in server.get(path)
    assert "refused" in server.client.delete(path).json()


# What lies face down.


def hidden_game(server, seed):
    """A game in which people lay tiles until the board is nearly full: all that was answered."""
    dice = random.Random(seed)
    table = two_people(server, HIDDEN, seed=seed)
    path = f"/api/tables/{table['id']}"
    said = [(None, table)]
    while len(table["history"]) < 70 and table["result"] is None:
        actions = [action["action"] for action in table["view"]["actions"]]
        action = "draw" if "draw" in actions and dice.random() < 0.8 else dice.choice(actions)
        table = server.post(f"{path}/act", action=action)
        hand = table["view"]["hand"]
        said.append((hand, table))
        said.append((hand, server.post(f"{path}/why", from_="a1", to="b1")))
        said.append((hand, server.post(f"{path}/act", action="@a1" if hand else "a1")))
        if "refused" not in said[-1][1]:
            table = said[-1][1]
    return table, said


def test_no_hidden_tile_reaches_the_page(server):
    table, said = hidden_game(server, 11)
    path = f"/api/tables/{table['id']}"
    assert table["result"] is None
    assert table["view"]["masked"]
    tiles = [token for token in table["view"]["tokens"] if token["shape"] == "tile"]
    assert len(tiles) >= 10
    assert {token["piece"] for token in tiles} == {"?"}
    hand = table["view"]["hand"]
    more = [server.get(path), fits("refused", server.get(f"{path}/record"))]
    more += [server.get(f"{path}/views/{ply}") for ply in range(len(table["history"]))]
    with server.socket(f"{path}/live") as live:
        more.append(heard(live)["table"])
    with server.socket("/api/think") as think:
        think.send(json.dumps({"type": "review", "id": 1, "table": table["id"]}))
        more.append(heard(think))
    assert more[-1]["type"] == "refused"
    said += [(hand, data) for data in more]
    back = server.post(f"{path}/undo")
    said.append((back["view"]["hand"], back))
    for in_hand, data in said:
        shown = json.dumps(data)
        # Only the tile in hand, which has just been shown to all, may be told: as such.
        for found in set(re.findall(r"[+-][1-4](?![0-9])", shown)):
            assert found == in_hand, (found, shown)
            assert "history" not in data or found not in json.dumps(data["history"])
    assert {ply["action"] for ply in table["history"] if ply["chance"]} == {"=?"}

    revealed = server.post(f"{path}/reveal")
    assert not revealed["view"]["masked"]
    assert {t["piece"] for t in revealed["view"]["tokens"] if t["shape"] == "tile"} != {"?"}
    amduat.parse(HIDDEN, revealed["view"]["position"])
    assert all(ply["action"] != "=?" for ply in revealed["history"])
    assert loads(server.get(f"{path}/record")["record"])
    assert table["seed"] is None
    assert revealed["seed"] == 11


def test_other_tiles_look_the_same(server):
    """Two games that differ in nothing but what lies face down are told in the same words."""
    one = "....../....../....../..A.../+2-1..../B.+3... 7,7 10,9 1 -"
    other = "....../....../....../..A.../-4+1..../B.-2... 7,7 10,9 1 -"
    views = []
    for text in (one, other):
        table = two_people(server, HIDDEN, position=text, face_down=True, seed=1)
        assert table["face_down"]
        views.append({**table, "id": None, "version": None})
    assert views[0] == views[1]


def test_tiles_are_turned_up_at_the_end(server):
    almost = "A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1. 0,1 1,1 2 -"
    table = two_people(server, HIDDEN, position=almost, face_down=True)
    assert table["view"]["masked"]
    table = server.post(f"/api/tables/{table['id']}/act", action="@f1")
    assert table["result"] is not None
    assert not table["view"]["masked"]
    assert table["view"]["scores"]
    assert "refused" not in server.get(f"/api/tables/{table['id']}/record")


def test_a_given_position_is_no_secret(server):
    text = data_lines(HIDDEN, "perft.txt")[-1][0]
    table = two_people(server, HIDDEN, position=text)
    assert table["view"]["position"] == text
    assert not table["face_down"]


def test_too_many_hints_are_refused(server, monkeypatch):
    monkeypatch.setattr("amduat.web.api.MAX_HINTS", 0)
    table = two_people(server, "ramses")
    answer = fits("refused", server.post(f"/api/tables/{table['id']}/hint"))
    assert answer["refused"]["field"] == "hint"
