"""A real server on this machine, for the tests of the calls and those in a browser."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
from websockets.sync.client import ClientConnection, connect

from amduat.web.server import Server, bound
from support import ROOT

HOST = "127.0.0.1"

PAGE = (ROOT / "docs/web.md").read_text(encoding="utf-8")
#: The schemas that docs/web.md ends with.
SCHEMAS = json.loads(re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)[-1])
_VALIDATORS: dict[str, jsonschema.Draft202012Validator] = {}


def fits(name: str, data: Any) -> Any:
    """The data, if they are what the page says; fails otherwise."""
    if name not in _VALIDATORS:
        schema = {"$ref": f"#/$defs/{name}".replace(" ", "%20"), **SCHEMAS}
        _VALIDATORS[name] = jsonschema.Draft202012Validator(schema)
    _VALIDATORS[name].validate(data)
    return data


class Running:
    """A server that runs in a thread of this process."""

    def __init__(self, folder: Path | None, host: str = HOST, port: int = 0) -> None:
        self.server = Server(bound(HOST, port), host, folder)
        self.port = self.server.address.port
        self.url = f"http://{HOST}:{self.port}"
        self.store = self.server.app.state.store
        self.pools = self.server.app.state.pools
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()
        self.client = httpx.Client(base_url=self.url, timeout=30, trust_env=False)
        while not self.server.started:
            assert self._thread.is_alive()
            time.sleep(0.005)

    def get(self, path: str) -> Any:
        """What a call answers."""
        return _checked(self.client.get(path))

    def post(self, path: str, **body: Any) -> Any:
        """What a call answers to a body; `from_` stands for `from`."""
        data = {name.removesuffix("_"): value for name, value in body.items()}
        return _checked(self.client.post(path, json=data))

    def socket(self, path: str, **options: Any) -> ClientConnection:
        """An open socket."""
        return connect(f"ws://{HOST}:{self.port}{path}", proxy=None, max_size=None, **options)

    def stop(self) -> None:
        """Ends the server as Ctrl-C does, and waits for it."""
        self.client.close()
        self.server.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()


def _checked(response: httpx.Response) -> Any:
    assert response.status_code == 200, response.text
    return response.json()


def heard(socket: ClientConnection, timeout: float = 30) -> Any:
    """The next message on a socket."""
    return json.loads(socket.recv(timeout))


@contextlib.contextmanager
def running(folder: Path | None = None, **options: Any) -> Iterator[Running]:
    """A server as long as the block runs."""
    found = Running(folder, **options)
    try:
        yield found
    finally:
        found.stop()
