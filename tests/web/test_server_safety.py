"""Who may talk to the server, and what it never gives away."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import time
from http.cookies import SimpleCookie

import pytest
from serving import HOST, Running, running
from websockets.exceptions import InvalidStatus

import amduat
from amduat.web.guard import HEADERS, Address
from amduat.web.pages import Files

THINK = "/api/think"


def raw(port: int, text: str) -> str:
    """What a server answers to a request as it stands here."""
    with socket.create_connection((HOST, port), timeout=10) as connection:
        found = b""
        with contextlib.suppress(ConnectionError):  # the server does not want to hear it all
            connection.sendall(text.replace("\n", "\r\n").encode("latin-1"))
            while chunk := connection.recv(65536):
                found += chunk
    return found.decode("latin-1")


def refused_socket(server: Running, path: str, headers: dict[str, str]) -> int:
    """The status with which a socket is refused."""
    with (
        pytest.raises(InvalidStatus) as caught,
        server.socket(path, additional_headers=headers),
    ):
        pass
    return caught.value.response.status_code


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("127.0.0.1:{port}", True),
        ("localhost:{port}", True),
        ("LOCALHOST:{port}", True),
        ("[::1]:{port}", True),
        ("evil.example:{port}", False),
        ("127.0.0.1.evil.example:{port}", False),
        ("localhost.evil.example:{port}", False),
        ("127.0.0.1", False),
        ("127.0.0.1:1", False),
        ("127.0.0.1:{port}x", False),
        ("192.0.2.1:{port}", False),
        ("", False),
        ("user@127.0.0.1:{port}", False),
    ],
)
def test_the_host_is_checked(server, host, fine):
    host = host.format(port=server.port)
    for path in ("/", "/api/games", "/static/icon.svg"):
        status = server.client.get(path, headers={"host": host}).status_code
        assert (status == 421) != fine, status


def test_a_missing_or_second_host_is_refused(server):
    answer = raw(server.port, "GET / HTTP/1.0\n\n")
    assert answer.split()[1] in ("400", "421")
    hosts = f"Host: {HOST}:{server.port}\nHost: evil.example"
    answer = raw(server.port, f"GET / HTTP/1.1\n{hosts}\nConnection: close\n\n")
    assert answer.split()[1] in ("400", "421")


@pytest.mark.parametrize(
    ("headers", "fine"),
    [
        ({}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "same-origin", "origin": "http://evil.example"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"sec-fetch-site": ""}, False),
        ({"sec-fetch-site": "cross-site", "origin": "http://127.0.0.1:{port}"}, False),
        ({"origin": "http://127.0.0.1:{port}"}, True),
        ({"origin": "http://localhost:{port}"}, False),
        ({"origin": "http://127.0.0.1:1"}, False),
        ({"origin": "https://127.0.0.1:{port}"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
    ],
    ids=str,
)
def test_other_sites_change_nothing(server, headers, fine):
    headers = {name: value.format(port=server.port) for name, value in headers.items()}
    expected = 200 if fine else 403
    done = server.client.post("/api/tables", json={"game": "ramses"}, headers=headers)
    assert done.status_code == expected
    table = server.post("/api/tables", game="ramses")["id"]
    done = server.client.delete(f"/api/tables/{table}", headers=headers)
    assert done.status_code == expected
    assert ("refused" in server.get(f"/api/tables/{table}")) == fine
    for path in (THINK, "/api/tables/0000000000000000/live"):
        if fine:
            with server.socket(path, additional_headers=headers):
                pass
        else:
            assert refused_socket(server, path, headers) == 403
    # Looking changes nothing, and what other sites would see of it their browsers keep from them.
    assert server.client.get("/", headers=headers).status_code == 200


def test_sockets_check_the_host(server):
    key = "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    head = f"GET {THINK} HTTP/1.1\nConnection: Upgrade\nUpgrade: websocket\n{key}"
    refused = raw(server.port, f"{head}\nHost: evil.example\n\n")
    assert refused.split()[1] == "421"
    assert "this server is not known by that name" in refused
    own = f"{head}\nHost: {HOST}:{server.port}\nOrigin: http://evil.example"
    refused = raw(server.port, f"{own}\n\n")
    assert refused.split()[1] == "403"
    assert "the request comes from another site" in refused
    assert "nosniff" in refused


def test_every_answer_has_its_headers(server):
    for path in ("/", "/chess", "/static/icon.svg", "/static/none", "/api/games", "/api/none"):
        answer = server.client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], (path, name)
        assert "server" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers
    refused = server.client.get("/", headers={"host": "evil.example"})
    assert refused.headers["x-content-type-options"] == "nosniff"
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy


def test_no_path_leads_out_of_the_files(server):
    secret = "amduat.web"
    for path in (
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/..%5cserver.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/./index.html/../../server.py",
        "/static/index.html%00.js",
        "/../../../../etc/passwd",
        "/static/",
        "/static",
        "/api/boards/..%2f..%2fetc",
        "/api/rules/..%2f..%2frecord.schema",
        "/api/tables/..%2f..%2f..%2fetc%2fpasswd/record",
    ):
        head = f"Host: {HOST}:{server.port}\nConnection: close"
        answer = raw(server.port, f"GET {path} HTTP/1.1\n{head}\n\n")
        assert "root:" not in answer
        assert secret not in answer.partition("\r\n\r\n")[2], path
        status = int(answer.split()[1])
        assert status == 404 or '"refused"' in answer or "<html" in answer, (path, answer[:200])


def test_the_list_of_files_is_fixed(tmp_path):
    (tmp_path / "index.html").write_text("<html>")
    (tmp_path / "server.py").write_text("secret")
    (tmp_path / "link.js").symlink_to("/etc/passwd")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.js").write_text("1")
    assert Files(tmp_path).names == ["deep/a.js", "index.html"]


def test_the_page_loads_nothing_from_elsewhere():
    """No file of the page names another host, or has anything inline."""
    files = Files()
    for name in files.names:
        if name.endswith((".html", ".js", ".css", ".svg")):
            text = files._files[name].read_text(encoding="utf-8")
            hosts = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})/", text))
            assert hosts <= {"www.w3.org"}, name
        if name.endswith(".html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=", text), name


def test_elsewhere_a_token_is_needed(tmp_path):
    """Bound to other addresses than this machine's, nothing is answered without the token."""
    with running(tmp_path, host="0.0.0.0") as server:
        token = server.server.address.token
        assert len(token) >= 40
        assert token in server.server.url("/ramses")
        for path in ("/", "/api/games", "/static/icon.svg", "/?token=wrong", "/?token="):
            answer = server.client.get(path)
            assert answer.status_code == 403
            assert token not in answer.text
        assert server.client.post("/api/tables", json={"game": "isis"}).status_code == 403
        assert refused_socket(server, THINK, {}) == 403
        swapped = server.client.get(f"/ramses?token={token}&seats=human")
        assert swapped.status_code == 303
        assert swapped.headers["location"] == "/ramses?seats=human"
        (cookie,) = SimpleCookie(swapped.headers["set-cookie"]).values()
        assert cookie.value == token
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"
        assert cookie["path"] == "/"
        assert server.client.get("/api/games").status_code == 200  # the client keeps the cookie
        assert server.client.post("/api/tables", json={"game": "isis"}).status_code == 200
        header = {"cookie": f"{cookie.key}={token}"}
        with server.socket(THINK, additional_headers=header):
            pass
        wrong = {"cookie": f"{cookie.key}={token[:-1]}"}
        assert refused_socket(server, THINK, wrong) == 403
        # The cookie does not replace the other checks.
        other = {"origin": "http://evil.example"}
        assert server.client.post("/api/tables", json={}, headers=other).status_code == 403
        assert server.client.get("/", headers={"host": "evil.example"}).status_code == 421
        # Nobody is led elsewhere.
        head = f"Host: {HOST}:{server.port}\nConnection: close"
        there = raw(server.port, f"GET //evil.example/?token={token} HTTP/1.1\n{head}\n\n")
        assert "location: /evil.example/\r\n" in there


def test_hosts_of_a_server_that_is_bound_elsewhere():
    everywhere = Address("0.0.0.0", 80, "token")
    assert everywhere.is_own("192.0.2.7")
    assert everywhere.is_own("192.0.2.7:80")
    assert everywhere.is_own(f"{socket.gethostname()}:80")
    assert not everywhere.is_own("evil.example")
    assert not everywhere.is_own("192.0.2.7:81")
    assert Address("board.example", 8000, "token").is_own("board.example:8000")


def lasting(server: Running, *texts: str) -> str:
    """What comes back on a connection until the server closes it; texts are sent one by one."""
    with socket.create_connection((HOST, server.port), timeout=10) as connection:
        found = b""
        with contextlib.suppress(ConnectionError):  # the server does not want to hear it all
            for text in texts:
                connection.sendall(text.replace("\n", "\r\n").encode("latin-1"))
                time.sleep(0.1)
            while chunk := connection.recv(65536):
                found += chunk
    return found.decode("latin-1")


def test_nobody_is_waited_for_without_end(monkeypatch):
    for module in ("waiting", "api"):
        monkeypatch.setattr(f"amduat.web.{module}.REQUEST_SECONDS", 0.4)
    with running(None) as server:
        head = f"Host: {HOST}:{server.port}\nContent-Type: application/json\nContent-Length: 100"
        assert lasting(server) == ""
        assert lasting(server, "GET / HT", "TP/1", ".1\nX:", "a", "b", "c", "d") == ""
        whole = f"GET /api/games HTTP/1.1\nHost: {HOST}:{server.port}\n\n"
        assert lasting(server, whole, "GET / ").startswith("HTTP/1.1 200")
        slow = lasting(server, f"POST /api/tables HTTP/1.1\n{head}\n\n{{", '"game"')
        assert slow.startswith("HTTP/1.1 408")
        assert "the body took more than 0.4 s" in slow
        # What is begun goes on: a socket, and a table whose bot thinks.
        table = server.post("/api/tables", game="ramses", seats=["search:1s", "human"], pause=0)
        with server.socket(f"/api/tables/{table['id']}/live") as live:
            while not json.loads(live.recv(30))["table"]["can"]["act"]:
                pass


def test_many_slow_connections_are_no_trouble(server):
    with contextlib.ExitStack() as stack:
        for _ in range(100):
            slow = stack.enter_context(socket.create_connection((HOST, server.port)))
            slow.sendall(b"POST /api/tables HTTP/1.1\r\n")
        assert server.post("/api/tables", game="ramses")["id"]


def test_too_many_connections_are_told(monkeypatch):
    monkeypatch.setattr("amduat.web.server.MAX_CONNECTIONS", 20)
    with running(None) as server:
        with contextlib.ExitStack() as stack:
            for _ in range(30):
                stack.enter_context(socket.create_connection((HOST, server.port)))
            head = f"Host: {HOST}:{server.port}\nConnection: close"
            answer = raw(server.port, f"GET / HTTP/1.1\n{head}\n\n")
            assert answer.split()[1] == "503"
        answer = ""
        while not answer.startswith("HTTP/1.1 200"):
            answer = raw(server.port, f"GET / HTTP/1.1\n{head}\n\n")


def test_games_without_end(monkeypatch):
    """However many games are begun, so many are kept."""
    monkeypatch.setattr("amduat.web.store.MAX_TABLES", 50)
    with running(None) as server:
        for number in range(400):
            game = amduat.GAMES[number % len(amduat.GAMES)]
            assert server.post("/api/tables", game=game)["id"]
        assert len(server.store._tables) == 50


def test_long_requests_are_refused(server):
    head = f"Host: {HOST}:{server.port}\nConnection: close"
    answer = raw(server.port, f"GET /{'x' * 100_000} HTTP/1.1\n{head}\n\n")
    assert answer.split()[1].startswith("4")
    answer = raw(server.port, f"GET / HTTP/1.1\n{head}\nX-Long: {'x' * 1_000_000}\n\n")
    assert answer == "" or answer.split()[1].startswith("4")
    assert server.get("/api/games"), "it still answers"
