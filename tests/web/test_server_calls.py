"""Every call answers as docs/web.md says, for every game."""

from __future__ import annotations

import random
import re

import jsonschema
import pytest
from serving import PAGE, SCHEMAS, fits

import amduat
from amduat import svg
from amduat.boards import drawing_of
from amduat.boards.edit import composed, taken_apart
from amduat.record import dumps
from amduat.web.layouts import board_data
from amduat.web.views import fields_of, view_of
from amduat.web.whys import why
from support import all_variants, data_lines, name_of, random_game


def test_the_schemas_are_schemas():
    for name, schema in SCHEMAS["$defs"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema.get("additionalProperties", False) is False or "anyOf" in schema, name


def test_every_call_is_documented(server):
    """The table of calls in the page names exactly the routes that there are."""
    listed = set()
    for words in re.findall(r"^\| `((?:GET|POST|DELETE|WS) /api/[^`]*`(?:, `\w+`)*)", PAGE, re.M):
        method, path, *others = re.findall(r"[\w/]+", words)
        listed |= {(method, path)}
        listed |= {(method, f"{path.rpartition('/')[0]}/{other}") for other in others}
    names = {"{table}": "ID", "{game}": "GAME", "{ply:int}": "PLY"}
    there = set()
    for route in server.server.app.routes:
        path = route.path
        for name, word in names.items():
            path = path.replace(name, word)
        if path.startswith("/api/") and "{" not in path:
            methods = getattr(route, "methods", None) or {"WS"}
            there |= {(method, path) for method in methods - {"HEAD"}}
    assert listed == there


def test_games(server):
    games = fits("games", server.get("/api/games"))
    assert [game["name"] for game in games["games"]] == list(amduat.GAMES)
    assert [bot["name"] for bot in games["bots"]] == [
        "random",
        "greedy",
        "perfect",
        "search",
        "mcts",
    ]
    for game in games["games"]:
        for option in game["options"]:
            for value in option["choices"] or [option["default"]]:
                most = {"players": 4} if 4 in game["players"] else {}
                amduat.start(game["name"], **{**most, option["name"]: value})


def test_boards(server, game):
    board = fits("board", server.get(f"/api/boards/{game}"))
    layout = amduat.board(game)
    assert [cell["name"] for cell in board["cells"]] == [cell.name for cell in layout.cells]
    fields = board["fields"]
    assert {field["cell"] for field in fields.values()} <= {cell.name for cell in layout.cells}
    # The arrow keys lead from every field to every other.
    reached, new = set(), {next(iter(fields))}
    while new:
        reached |= new
        new = {to for name in new for to in fields[name]["arrows"].values() if to} - reached
    assert reached == set(fields)
    assert set(board["colours"]) == set(svg.COLOURS)
    assert set(board["players"]) <= set(svg.COLOURS)
    assert len(board["players"]) == max(amduat.info(game).players)


@pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)
def test_views_of_random_games(game, options):
    """All that the page needs is there, and what can be clicked leads to every action."""
    fields = set(fields_of(game))
    played = random_game(amduat.start(game, **options), random.Random(7), 60)
    for number, position in enumerate(played):
        view = view_of(position)
        if number % 10 == 0:
            fits("view", view)
        assert view["position"] == str(position)
        pieces = [(token["on"], token["piece"]) for token in view["tokens"]]
        assert pieces == position.pieces()
        assert [action["action"] for action in view["actions"]] == [
            str(action) for action in position.legal_actions()
        ]
        seen = set()
        for action in view["actions"]:
            assert {action["from"], action["to"]} <= {None, *fields}
            assert set(action["path"]) <= fields
            if action["from"] is not None:
                assert action["to"] is not None, "a stone that is taken up is put down somewhere"
            if action["path"] and action["to"] is not None:
                assert action["path"][-1] == action["to"]
            seen.add((action["from"], action["to"], action["words"]))
        assert len(seen) == len(view["actions"]), "two actions that look the same"


def test_views(server, game):
    start = amduat.start(game)
    view = fits("viewed", server.post("/api/views", game=game))["view"]
    assert view["position"] == str(start)
    action = start.legal_actions()[0]
    after = fits(
        "viewed", server.post("/api/views", game=game, position=str(start), action=str(action))
    )
    assert after["view"]["position"] == str(start.apply(action))
    assert after["ply"]["action"] == str(action)
    typed = server.post("/api/views", game=game, position=str(start), text=f" {action} ")
    assert typed == after
    refused = fits("refused", server.post("/api/views", game=game, action="nonsense"))
    assert "nonsense" in refused["refused"]["message"]
    refused = fits("refused", server.post("/api/views", game=game, position="nonsense"))
    with pytest.raises(amduat.PositionError) as caught:
        amduat.parse(game, "nonsense")
    assert refused["refused"] == {
        "message": str(caught.value),
        "field": caught.value.field,
        "input": caught.value.input,
        "reason": caught.value.reason,
    }


def test_positions_are_composed(game):
    """Taking a position apart and putting it together gives the same one."""
    for text, _ in data_lines(game, "perft.txt"):
        position = amduat.parse(game, text)
        assert composed(game, *taken_apart(position)) == position
        pieces, parts = taken_apart(position)
        assert composed(game, pieces[::-1], parts) == position or game == "uraeus"


def test_editing(server, game):
    text, _ = data_lines(game, "perft.txt")[-1]
    edited = fits("edited", server.post("/api/positions", game=game, position=text))
    parts = [part.name for part in drawing_of(game).PARTS]
    assert list(edited["parts"]) == parts == [part["name"] for part in board_data(game)["parts"]]
    same = server.post("/api/positions", game=game, pieces=edited["pieces"], parts=edited["parts"])
    assert same == edited
    known = {entry["piece"] for entry in board_data(game)["palette"]}
    assert {piece.removeprefix("^") for _, piece in edited["pieces"]} <= known
    for pieces, others, part in (
        ([["nowhere", "x"]], {}, "pieces"),
        ([[next(iter(fields_of(game))), "nothing"]], {}, "pieces"),
        (edited["pieces"], {"side": "nobody"}, "side"),
        (edited["pieces"], {"side": "a b"}, "side"),
        (edited["pieces"], {"wings": "2"}, "wings"),
    ):
        answer = server.post(
            "/api/positions", game=game, pieces=pieces, parts={**edited["parts"], **others}
        )
        assert fits("refused", answer)["refused"]["field"] == part
    missing = server.post("/api/positions", game=game, pieces=[], parts={})
    assert missing["refused"]["reason"] == "is missing"


def test_a_second_stone_on_a_field_is_on_top():
    position = amduat.parse("uraeus", "r,^12+,30+/f,12-,14-/r,r,60+ 1 3 - all")
    pieces, parts = taken_apart(position)
    unmarked = [(field, piece.removeprefix("^")) for field, piece in pieces]
    assert composed("uraeus", unmarked, parts) == position
    assert composed("uraeus", unmarked[::-1], parts) != position


def test_records(server, game):
    played = amduat.Game(game, rng=random.Random(5), max_turns=30)
    while not played.is_over:
        played.roll() if played.position.is_chance else played.play(
            played.position.legal_actions()[0]
        )
    record = played.record(["Ada", *["Ben"] * (played.start.players - 1)], "2024-05-01")
    line = fits("line", server.post("/api/records", record=dumps(record)))
    assert [ply["action"] for ply in line["plies"]] == [str(action) for action in record.actions]
    assert [ply["position"] for ply in line["plies"]] == [str(p) for p in played.positions[1:]]
    assert (line["games"], line["record"], line["date"]) == (1, dumps(record), "2024-05-01")
    assert line["result"]["reason"] == record.result.reason
    actions = [str(action) for action in record.actions]
    linked = server.post("/api/records", game=game, actions=actions)
    assert linked["plies"] == line["plies"]
    assert (
        server.post("/api/records", game=game, start=line["start"], actions=actions)["plies"]
        == (line["plies"])
    )
    both = dumps(record) + "\n" + dumps(record)
    assert server.post("/api/records", record=both, number=2)["games"] == 2
    refused = server.post("/api/records", record=both, number=3)
    assert fits("refused", refused)["refused"]["field"] == "number"
    bad = server.post("/api/records", record=dumps(record).replace("1. ", "1. zz "))
    assert "zz" in fits("refused", bad)["refused"]["message"]
    fits("refused", server.post("/api/records", game=game, actions=["zz"]))
    fits("refused", server.post("/api/records", record=""))


def test_solved(server, game):
    solved = fits("solved", server.post("/api/solved", game=game))
    assert solved["solved"] == (game == "ramses")
    position = "4,5@10,6,19 1,3,21,22@12 D own -"
    if game == "ramses":
        solved = fits("solved", server.post("/api/solved", game=game, position=position))
        win = {"outcome": "win", "turns": 3, "win": None}
        assert (solved["value"], solved["best"]) == (win, ["3-9"])
        assert set(solved["actions"]) == {
            str(action) for action in amduat.parse(game, position).legal_actions()
        }
    if game == "pharao":
        position = "a1,e3 h1,h2 U own 2,1"
        solved = fits("solved", server.post("/api/solved", game=game, position=position))
        assert solved["value"]["win"] == amduat.pharao.value(amduat.parse(game, position)).win


def test_why(server, game):
    """Every field has a sentence, and it never is that of another position."""
    position = amduat.parse(game, data_lines(game, "perft.txt")[-1][0])
    fields = list(fields_of(game))
    legal = {(action["from"], action["to"]) for action in view_of(position)["actions"]}
    for start in [None, *fields[:12]]:
        for end in [None, *fields[:12]]:
            if (start, end) not in legal:
                assert re.fullmatch(r"[^a-z].*[.!]", why(position, start, end), re.S)
    answer = server.post("/api/why", game=game, from_=fields[0], to=fields[1])
    assert list(answer) == ["reason"]


def test_rules(server, game):
    assert server.get(f"/api/rules/{game}")["rules"].startswith("# ")
    fits("refused", server.get("/api/rules/chess"))
    fits("refused", server.get("/api/boards/chess"))


NONSENSE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b"{}",
    b'{"game": 1}',
    b'{"game": "chess"}',
    b'{"game": "\\ud800"}',
    b'{"game": "ramses", "position": "\\ud800"}',
    b'{"game": "ramses", "position": 1e999}',
    b'{"game": "ramses", "position": NaN}',
    b'{"game": "ramses", "position": "' + b"x" * 10_000 + b'"}',
    b'{"game": "ramses", "options": {"rng": "1"}}',
    b'{"game": "ramses", "options": {"position": "1"}}',
    b'{"game": "ramses", "options": {"first": "nobody"}}',
    b'{"game": "ramses", "options": ["first"]}',
    b'{"game": "isis", "options": {"players": "99999999999999999999"}}',
    b'{"game": "ramses", "seats": ["nobody"]}',
    b'{"game": "ramses", "seats": ["human", "human", "human"]}',
    b'{"game": "ramses", "seats": ["python:os:system", "human"]}',
    b'{"game": "ramses", "seats": ["engine:1s:ls", "human"]}',
    b'{"game": "ramses", "seats": ["search:99999s", "human"]}',
    b'{"game": "ramses", "seats": ["mcts:99999999999", "human"]}',
    b'{"game": "ramses", "seats": ["human:\\u0007", "human"]}',
    b'{"game": "isis", "seats": ["perfect"]}',
    b'{"game": "ramses", "seed": -1}',
    b'{"game": "ramses", "seed": true}',
    b'{"game": "ramses", "max_turns": 0}',
    b'{"game": "ramses", "dice": "loaded"}',
    b'{"game": "ramses", "pieces": [["1"]], "parts": {}}',
    b'{"game": "ramses", "pieces": "x", "parts": {}}',
    b'{"record": "' + b"[" * 5000 + b'"}',
    b'{"record": 7}',
    b'{"action": "' + b"9" * 5000 + b'"}',
    b'{"text": "\\u0000"}',
    b'{"text": "' + b"a/" * 2000 + b'"}',
    b'{"text": ""}',
    b'{"outcome": "=99"}',
    b'{"version": -1, "action": "2-8"}',
    b'{"version": 12345, "action": "2-8"}',
    b'{"player": 3}',
    b'{"player": "light"}',
    b'{"swap": 1}',
    b'{"from": 1}',
    b'{"from": "' + b"1" * 5000 + b'", "to": "x"}',
    b"[" * 100_000,
    b'{"a":' * 10_000,
    b"1" * 10_000,
    b"\xff\xfe",
]


def test_nonsense_never_fails(server):
    """Whatever is sent, the answer is a refusal, an error or what was asked for."""
    table = server.post("/api/tables", game="ramses", seats=["human", "human"])["id"]
    paths = [
        route.path.replace("{table}", table)
        for route in server.server.app.routes
        if "POST" in (getattr(route, "methods", None) or ()) and "{path" not in route.path
    ]
    assert len(paths) >= 15
    statuses = set()
    for path in paths:
        for body in NONSENSE:
            headers = {"content-type": "application/json"}
            done = server.client.post(path, content=body, headers=headers)
            statuses.add(done.status_code)
            assert done.status_code in (200, 400), (path, body[:80], done.text)
            if done.status_code == 400:
                fits("error", done.json())
    assert statuses == {200, 400}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("POST", "/api/nothing/at/all", 404),
        ("PUT", "/api/games", 405),
        ("DELETE", "/api/games", 404),
        ("POST", "/", 405),
        ("GET", "/chess", 404),
        ("GET", "/ramses/nothing", 404),
        ("GET", "/ramses/edit/more", 404),
        ("GET", "/static/nothing.js", 404),
    ],
)
def test_what_is_not_there(server, method, path, status):
    assert server.client.request(method, path).status_code == status


def test_large_bodies_are_refused(server):
    body = b'{"record": "' + b"x" * (1 << 20) + b'"}'
    headers = {"content-type": "application/json"}
    done = server.client.post("/api/records", content=body, headers=headers)
    assert done.status_code == 413
    done = server.client.post("/api/records", content=b"{}", headers={"content-type": "text/plain"})
    assert done.status_code == 415
    long = server.post("/api/records", game="ramses", actions=[])
    assert long["plies"] == []
    many = {"game": "ramses", "actions": ["2-8"] * 5001}
    assert server.client.post("/api/records", json=many).status_code == 400


def test_pages(server):
    for path in ("/", "/ramses", "/isis-osiris?position=x", "/uraeus/analysis", "/isis/edit"):
        done = server.client.get(path)
        assert done.status_code == 200
        assert done.headers["content-type"] == "text/html; charset=utf-8"
        again = server.client.get(path, headers={"if-none-match": done.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
