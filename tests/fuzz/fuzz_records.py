"""Any bytes as a file of records, in text or in JSON.

What is read is written and read back the same in both formats, and is a game that can be gone on
with. What is refused is refused with line and column.
"""

from __future__ import annotations

import io

from amduat import AmduatError, Game, RecordError
from amduat.record import Record, dumps, loads, read
from amduat.setup import Setup
from fuzz_promises import explained, printable


def run(data: bytes) -> None:
    """Reads a file."""
    records: list[Record] = []
    try:
        records.extend(read(io.BytesIO(data), empty=True))
    except RecordError as error:
        explained(error)
        printable(str(error))
    for record in records:
        texts = dumps(record), dumps(record, "json")
        for text in texts:
            printable(text)
            assert loads(text) == [record], text
        assert (dumps(loads(texts[1])[0]), dumps(loads(texts[0])[0], "json")) == texts
        game = Game.from_record(record)
        assert game.position == record.final()
        try:
            setup = Setup.of(record)
        except AmduatError as error:
            explained(error)
        else:
            assert len(setup.seats) == record.start.players
