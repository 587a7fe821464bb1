"""Any request to the server of the page.

Nobody comes in without the token, under another name or from another site; whoever is not let in is
told so. The first line is method and address, the others are headers.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
from typing import Any

from amduat.web.guard import Address, Guard

ADDRESS = Address("192.0.2.7", 8000, "a-secret-of-this-test")
#: What the token has been swapped for.
COOKIE = f"amduat-{ADDRESS.port}={ADDRESS.token}"
#: A name or a number, in brackets or not, and the port.
HOST = re.compile(r"(?:\[([^]]*)\]:?|([^:]*):)8000")
#: The names of the server: what this machine calls itself, and no name that anybody can give it.
MACHINE = socket.gethostname().lower()
NAMES = ("localhost", MACHINE, f"{MACHINE.partition('.')[0]}.local")
STATUSES = (303, 403, 421)


def run(data: bytes) -> None:
    """Knocks at the door."""
    first, *lines = data.split(b"\n")
    kind = "websocket" if first.startswith(b"WS ") else "http"
    method, _, place = first.partition(b" ")
    path, _, query = place.partition(b"?")
    headers = [tuple(line.split(b":", 1)) for line in lines[:40] if b":" in line]
    headers = [(name.strip().lower(), value.strip()) for name, value in headers]
    scope = {
        "type": kind,
        "method": method.decode("latin-1"),
        "path": path.decode("latin-1"),
        "raw_path": path,
        "query_string": query,
        "headers": headers,
    }
    sent: list[Any] = []
    entered: list[Any] = []

    async def app(*arguments: object) -> None:
        entered.append(arguments)

    async def receive() -> dict[str, str]:
        return {"type": f"{kind}.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    call = Guard(app, ADDRESS)(scope, receive, send)
    try:
        call.send(None)
    except StopIteration:
        pass
    else:
        raise AssertionError("waits")
    if entered:
        _may_enter(scope, headers)
        return
    begin, body = sent
    assert begin["status"] in STATUSES, begin
    if begin["status"] == 303:
        place = dict(begin["headers"])[b"location"]
        # Browsers leave tabs and ends of lines out before they look where an address leads.
        assert place.startswith(b"/"), place
        assert not place.startswith((b"//", b"/\\")), place
        assert all(33 <= byte <= 126 for byte in place), place
    else:
        assert json.loads(body["body"])["error"]


def _may_enter(scope: dict[str, Any], headers: list[tuple[bytes, bytes]]) -> None:
    lines = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
    cookies = [cookie.strip() for line in lines for cookie in line.split(";")]
    assert COOKIE in cookies, "without the token"
    hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
    assert len(hosts) == 1, hosts
    assert _is_own(hosts[0]), hosts
    sites = [value for name, value in headers if name == b"sec-fetch-site"]
    if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
        assert sites in ([], [b"same-origin"]), sites


def _is_own(host: str) -> bool:
    """Whether it is a number, to which nobody is led by a name, or a name of this machine."""
    found = HOST.fullmatch(host)
    if found is None:
        return False
    name = (found[1] or found[2] or "").strip("[]")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in NAMES
    return True
