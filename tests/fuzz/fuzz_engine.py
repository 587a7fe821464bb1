"""Any lines as commands to the engine.

It answers each of them in lines that the protocol knows, in bounds and safe to print; it refuses
with `error`, and never ends before the input does. Searches are kept short.
"""

from __future__ import annotations

import io
from itertools import takewhile
from typing import Any

from amduat.cli.engine import Server
from fuzz_promises import LONGEST, printable

#: How lines begin, as docs/protocol.md says.
WORDS = {
    "id",
    "game",
    "option",
    "feature",
    "uaiok",
    "readyok",
    "error",
    "info",
    "bestmove",
    "position",
    "turn",
    "outcome",
    "legal",
    "returns",
    "shown",
}
#: A line of all legal actions may be longer than others, in characters.
LEGAL = 100_000
#: So many commands are given.
COMMANDS = 40


class Quick(Server):
    """An engine that does not think for long."""

    def _limits(self, words: list[str]) -> dict[str, float]:
        return {"nodes": min(20.0, super()._limits(words).get("nodes", 20.0))}

    def _search(self, *arguments: Any) -> None:
        # Hundreds of threads take long to start, and find nothing that two do not.
        if int(self._options["threads"]) <= 2:
            super()._search(*arguments)
        else:
            self._busy = False


def run(data: bytes) -> None:
    """Talks to an engine."""
    said = data.decode("utf-8", "replace").splitlines()[:COMMANDS]
    out = io.StringIO()
    Quick(out).run(io.StringIO("\n".join(said) + "\nisready\n"))
    lines = out.getvalue().splitlines()
    for line in lines:
        printable(line)
        word = line.partition(" ")[0]
        assert word in WORDS, line
        assert len(line) <= (LEGAL if word in ("legal", "info") else LONGEST), line[:200]
    commands = [line.split()[:1] for line in (*said, "isready")]
    heard = list(takewhile(lambda command: command != ["quit"], commands))
    assert lines.count("readyok") == heard.count(["isready"]), "it ended too early, or too late"
