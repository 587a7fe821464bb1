"""Who may talk to the server: this machine's browser, on the server's own page.

Other sites can make a browser send requests here, and can give a name of theirs this machine's
address. So the Host header must be the server's own; whatever changes something, and every socket,
must come from the server's own page (``Sec-Fetch-Site``, else ``Origin``); and a server that is not
bound to this machine alone wants a token.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import re
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["COOKIE", "HEADERS", "Address", "Guard", "is_loopback"]

#: The name of the cookie that a token is swapped for; the port is added, as browsers share cookies
#: between ports.
COOKIE = "amduat"
#: The longest Host, Origin and cookie that are looked at, in bytes.
LONGEST = 4096

#: What every answer carries: nothing from elsewhere, nothing inline, no frames.
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

#: What no address has.
_STRANGE = re.compile(r"[^!-~]")

#: Requests that change nothing.
SAFE = ("GET", "HEAD", "OPTIONS")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, reachable from nowhere else.

    >>> [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "192.0.2.1")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


@dataclass(frozen=True)
class Address:
    """Where a server listens.

    Attributes:
        host: What it is bound to.
        port: The port.
        token: What everybody has to bring along; empty where only this machine can come.
    """

    host: str
    port: int
    token: str = ""

    @property
    def is_everywhere(self) -> bool:
        """Whether it is bound to all addresses of this machine."""
        return self.host in ("0.0.0.0", "::")

    def url(self, path: str = "/", host: str = "") -> str:
        """The address of a page, for a browser on this machine unless another host is named."""
        host = host or ("127.0.0.1" if self.is_everywhere else self.host)
        host = f"[{host}]" if ":" in host else host
        token = f"?token={self.token}" if self.token else ""
        return f"http://{host}:{self.port}{quote(path)}{token}"

    def is_own(self, host: str) -> bool:
        """Whether a Host header is one of this server.

        Bound to this machine, the names of this machine are. Bound elsewhere, so are all numbers:
        who comes by a number has not been led here by a name that somebody gave this machine.
        """
        name, port = _split(host.lower())
        if port not in ("" if self.port == 80 else None, str(self.port)):
            return False
        if name in (self.host.lower(), "localhost") or is_loopback(name):
            return True
        if is_loopback(self.host):
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in _names()
        return True


def _split(host: str) -> tuple[str, str]:
    """The name and the port of a Host header; the port is empty if there is none."""
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        return name, rest.removeprefix(":")
    name, _, port = host.partition(":")
    return name, port


def _names() -> Iterator[str]:
    """What this machine is called."""
    name = socket.gethostname().lower()
    yield name
    yield f"{name.partition('.')[0]}.local"


class Guard:
    """Lets through what may come in, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self.app = app
        self.address = address
        self.cookie = f"{COOKIE}-{address.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, or has the application answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        headers = _headers(scope)
        if (swap := self._swapped(scope)) is not None and self._has_own_host(headers):
            await _answer(with_headers, 303, "", swap)
            return
        wrong = self._wrong(scope, headers)
        if wrong is None:
            await self.app(scope, receive, with_headers)
        elif scope["type"] == "websocket":
            await receive()
            await _refuse(with_headers, *wrong, "websocket.http")
        else:
            await _refuse(with_headers, *wrong)

    def _wrong(self, scope: Scope, headers: dict[str, list[str]]) -> tuple[int, str] | None:
        """The status and the reason of a refusal, if there is any."""
        if not self._has_own_host(headers):
            return 421, "this server is not known by that name"
        if self.address.token and not self._has_token(headers):
            return 403, "open the address that `amduat web` has printed: it has a token"
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            site, origin = headers.get("sec-fetch-site"), headers.get("origin")
            if site is not None:
                if site != ["same-origin"]:
                    return 403, "the request comes from another site"
            elif origin is not None and not self._is_own_origin(origin, headers["host"][0]):
                return 403, "the request comes from another site"
        return None

    def _has_own_host(self, headers: dict[str, list[str]]) -> bool:
        hosts = headers.get("host", [])
        return len(hosts) == 1 and len(hosts[0]) <= LONGEST and self.address.is_own(hosts[0])

    def _is_own_origin(self, origins: list[str], host: str) -> bool:
        return len(origins) == 1 and origins[0].lower() == f"http://{host.lower()}"

    def _has_token(self, headers: dict[str, list[str]]) -> bool:
        for line in headers.get("cookie", []):
            for cookie in line[:LONGEST].split(";"):
                name, _, value = cookie.strip().partition("=")
                if name == self.cookie and _same(value, self.address.token):
                    return True
        return False

    def _swapped(self, scope: Scope) -> dict[str, str] | None:
        """The headers that swap the token in an address for a cookie, if it is the right one."""
        if not self.address.token or scope["type"] != "http" or scope["method"] != "GET":
            return None
        query = scope["query_string"][:LONGEST].decode("latin-1")
        pairs = parse_qsl(query, keep_blank_values=True)
        if not any(name == "token" and _same(value, self.address.token) for name, value in pairs):
            return None
        rest = urlencode([(name, value) for name, value in pairs if name != "token"])
        # It must not lead to another host, not even once a browser has left out what is no
        # character of an address.
        raw = scope.get("raw_path", b"/").decode("latin-1")
        place = "/" + _STRANGE.sub("", raw).lstrip("/\\")
        cookie = f"{self.cookie}={self.address.token}; Path=/; HttpOnly; SameSite=Strict"
        return {"location": place + (f"?{rest}" if rest else ""), "set-cookie": cookie}


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _same(one: str, other: str) -> bool:
    """Whether two texts are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


async def _refuse(send: Send, status: int, reason: str, kind: str = "http") -> None:
    body = json.dumps({"error": reason})
    await _answer(send, status, body, {"content-type": "application/json"}, kind)


async def _answer(
    send: Send, status: int, body: str, headers: dict[str, str], kind: str = "http"
) -> None:
    raw = body.encode()
    lines = [(name.encode(), value.encode()) for name, value in headers.items()]
    lines.append((b"content-length", str(len(raw)).encode()))
    await send({"type": f"{kind}.response.start", "status": status, "headers": lines})
    await send({"type": f"{kind}.response.body", "body": raw})
