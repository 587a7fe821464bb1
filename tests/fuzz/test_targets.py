"""Targets see what they look for: each fails where a promise is broken by hand."""

from __future__ import annotations

import io

import pytest

import fuzz_engine
import fuzz_guard
from amduat.cli.engine import Server
from amduat.web.guard import Address, Guard

OWN = "host: 192.0.2.7:8000"
TOKEN = "cookie: amduat-8000=a-secret-of-this-test"


def knock(*headers: str) -> None:
    fuzz_guard.run("\n".join(["GET /", *headers]).encode("latin-1"))


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8000",
        "192.0.2.7.evil.example:8000",
        "localhost.evil.example:8000",
        "evil.example:80@localhost:8000",
        "[evil.example]:8000",
        "192.0.2.7:80",
        ":8000",
        "",
    ],
)
def test_a_guard_that_lets_any_name_in_is_found(host, monkeypatch):
    monkeypatch.setattr(Address, "is_own", lambda self, host: True)
    with pytest.raises(AssertionError):
        knock(f"host: {host}", TOKEN)


@pytest.mark.parametrize(
    "host", ["192.0.2.7", "198.51.100.1", "LocalHost", "[::1]", "[2001:db8::1]", fuzz_guard.MACHINE]
)
def test_a_guard_that_lets_its_own_names_in_is_right(host, monkeypatch):
    entered = []
    monkeypatch.setattr(fuzz_guard, "_may_enter", lambda *given: entered.append(given))
    knock(f"host: {host}:8000", TOKEN)
    monkeypatch.undo()
    assert len(entered) == 1
    knock(f"host: {host}:8000", TOKEN)


@pytest.mark.parametrize("cookie", [f"{TOKEN}-", TOKEN.replace("amduat", "x"), "cookie: x", "x: x"])
def test_a_guard_that_takes_any_token_is_found(cookie, monkeypatch):
    monkeypatch.setattr(Guard, "_has_token", lambda self, headers: True)
    with pytest.raises(AssertionError, match="without the token"):
        knock(OWN, cookie)
    knock(OWN, f"{TOKEN.replace('=', '=; x=')}; {TOKEN.removeprefix('cookie: ')} ")


@pytest.mark.parametrize("said", [b"isready\nuai\n", b"uai\n", b"isready\nquit\nisready\n"])
def test_an_engine_that_ends_too_early_or_too_late_is_found(said, monkeypatch):
    fuzz_engine.run(said)
    commands = io.StringIO("isready\n" * said.count(b"isready"))
    real = Server.run
    monkeypatch.setattr(Server, "run", lambda self, lines: real(self, commands))
    with pytest.raises(AssertionError, match="too early, or too late"):
        fuzz_engine.run(said)
