r"""Texts from outside: what does not belong into them, and how to print them all the same.

>>> from amduat.plain import flaw, visible
>>> flaw("Ädä ☥"), flaw("A\x1b[2Jda")
(None, (1, 'the control character U+001B'))
>>> print(visible("A\x1b[2Jda"))
A\x1b[2Jda
"""

from __future__ import annotations

import re

__all__ = ["counted", "flaw", "visible"]

#: Control characters, what turns the direction of writing around, ends of lines in disguise, and
#: halves of characters: nothing that a name needs, and all that can play tricks on a terminal.
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_IN_LINES = re.compile(f"[{_CONTROLS}]")
_IN_NAMES = re.compile(f"[\t\n{_CONTROLS}]")


def flaw(text: str, *, lines: bool = False) -> tuple[int, str] | None:
    """Where a text has something that does not belong there, and what; None if all is well.

    Args:
        text: The text.
        lines: Whether it may have several lines, and tabs.
    """
    found = (_IN_LINES if lines else _IN_NAMES).search(text)
    if found is None:
        return None
    code = ord(found[0])
    half = 0xD800 <= code <= 0xDFFF
    return found.start(), f"{'half a' if half else 'the control'} character U+{code:04X}"


def visible(text: str) -> str:
    """A text that is safe to print: what could play tricks on a terminal is written as an escape.

    Line ends and tabs stay.
    """
    return _IN_LINES.sub(lambda found: ascii(found[0])[1:-1], text)


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "game"), counted(2, "good game")
    ('1 game', '2 good games')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
