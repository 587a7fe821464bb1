"""What every target holds its errors to: they say what is wrong, where, and in few words."""

from __future__ import annotations

from amduat import AmduatError
from amduat.plain import flaw

#: No message of an error is longer, in characters.
LONGEST = 2000


def explained(error: AmduatError) -> None:
    """An error names the part, quotes the input or says where it stands, and gives a reason."""
    place = getattr(error, "line", None)
    assert error.field, repr(error)
    assert error.reason, repr(error)
    assert error.input is not None or place is not None, repr(error)
    for text in (str(error), error.field, error.input or "", error.reason):
        assert len(text) <= LONGEST, f"{len(text)} characters: {text[:200]!r}"


def printable(text: str) -> None:
    """A text does not play tricks on a terminal, and can be written as UTF-8."""
    assert flaw(text, lines=True) is None, ascii(text)
    text.encode()
