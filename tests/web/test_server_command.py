"""`amduat web` at the terminal."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest
from click.testing import CliRunner

from amduat.cli.app import cli
from support import run, watchdog


@contextlib.contextmanager
def command(*words):
    """The server as a program of its own, and the address that it prints."""
    program = subprocess.Popen(
        [sys.executable, "-u", "-m", "amduat", "web", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "BROWSER": "true"},
    )
    try:
        with watchdog(program.kill):
            line = program.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, (line, program.stderr.read())
            yield program, found[0]
    finally:
        program.kill()
        program.communicate()


def answering(url):
    """What the server answers once it does."""
    for _ in range(200):
        with contextlib.suppress(httpx.ConnectError):
            return httpx.get(url, trust_env=False)
        time.sleep(0.05)
    raise AssertionError("no answer")


def refused(*words):
    """What the command says to words that it refuses."""
    done = CliRunner().invoke(cli, ["web", "--no-open", *words])
    assert done.exit_code == 2
    return done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_and_ends(number):
    with command("RAMSES", "--no-open", "--port", "0") as (program, url):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/ramses", url)
        assert answering(url).status_code == 200
        assert program.stdout.readline() == "Ctrl-C ends the server.\n"
        program.send_signal(number)
        _, err = program.communicate(timeout=60)
        assert err == ""
        assert program.returncode in (0, -number)


def test_who_hangs_up_is_no_trouble():
    """Requests that end in the middle leave nothing at the terminal."""
    with command("--no-open", "--port", "0") as (program, url):
        answering(url)
        port = int(re.search(r":(\d+)/", url)[1])
        head = f"Host: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        for text in (
            "",
            "GET / HT",
            f"POST /api/tables HTTP/1.1\r\n{head}Content-Length: 100\r\n\r\n{{",
            f"GET /api/games HTTP/1.1\r\n{head}\r\n",
            f"GET /api/think HTTP/1.1\r\n{head}{upgrade}{key}\r\n",
            f"GET /api/tables/0/live HTTP/1.1\r\n{head}{upgrade}{key}\r\n",
            "\0\1nonsense\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(text.encode())
                time.sleep(0.1)
        assert answering(url).status_code == 200
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=60)
        assert err == ""


def test_elsewhere_it_warns():
    with command("--no-open", "--port", "0", "--host", "0.0.0.0") as (program, url):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{40,}", url)
        assert answering(url.partition("?")[0]).status_code == 403
        assert answering(url).status_code == 303
        others = program.stdout.readline()
        assert re.search(r"http://[\w.-]+:\d+/\?token=", others)
        assert url.partition("?")[2] in others
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=60)
        assert "Warning: everybody who can reach 0.0.0.0" in err


def test_a_second_server_says_where_the_first_is():
    with command("--no-open", "--port", "0") as (program, url):
        assert answering(url).status_code == 200
        told = " ".join(refused("--port", "0").split())
        assert f"amduat web is running already: {url}, process {program.pid}." in told
        assert "--no-autosave" in told
        with command("--no-open", "--port", "0", "--no-autosave") as (_, other):
            assert answering(other).status_code == 200
        program.kill()
        program.wait()
    with command("--no-open", "--port", "0") as (_, url):  # a kill leaves nothing to clean up
        assert answering(url).status_code == 200


def test_games_that_cannot_be_kept(state):
    state.write_text("not a folder")
    with command("--no-open", "--port", "0") as (program, url):
        assert answering(url).status_code == 200
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=60)
        assert "Warning: games end with the server: " in err


def test_a_port_in_use():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} is in use" in refused("--port", str(port))


@pytest.mark.parametrize("host", ["192.0.2.1", "nobody.invalid", "\u2603" * 80])
def test_an_address_that_is_not_here(host):
    assert "cannot listen on" in refused("--host", host)


def test_without_the_extra(tmp_path):
    """Where nothing is installed that the page needs, the command says what to do."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util\n"
        "found = importlib.util.find_spec\n"
        "def find_spec(name, *rest):\n"
        "    return None if name == 'uvicorn' else found(name, *rest)\n"
        "importlib.util.find_spec = find_spec\n"
    )
    done = run("web", "--no-open", PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert 'pip install "amduat[web]"' in done.stderr
    assert "uvicorn" in done.stderr


def test_help():
    assert "--no-open" in CliRunner().invoke(cli, ["web", "--help"]).stdout
    assert "in the browser" in CliRunner().invoke(cli, ["--help"]).stdout


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["--port", "x"],
        ["--port", "65536"],
        ["--host", ""],
        ["ramses", "isis"],
        ["\udcff"],
    ],
)
def test_nonsense(words):
    assert refused(*words)
