"""What the page sends: JSON of a known shape, bounded, and nothing else.

>>> from amduat.web.bodies import Body
>>> body = Body.read(b'{"game": "ramses", "lines": 3}', ("game", "lines"))
>>> body.text("game"), body.whole("lines", 1, 20, 1), body.flag("swap")
('ramses', 3, False)
>>> Body.read(b'{"gmae": "ramses"}', ("game",))
Traceback (most recent call last):
    ...
amduat.web.refusals.MisuseError: "gmae" is not expected here
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn, overload

from amduat.web.limits import MAX_ACTIONS
from amduat.web.refusals import MisuseError

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["Body"]

#: The most entries of an object.
MOST = 200


class Body:
    """An object of JSON, read name by name.

    Args:
        data: The object.
        names: The names that it may have.

    Raises:
        MisuseError: It has others.
    """

    def __init__(self, data: dict[str, Any], names: Collection[str]) -> None:
        for name in data:
            if name not in names:
                raise MisuseError(f'"{name[:80]}" is not expected here')
        self._data = data

    @classmethod
    def read(cls, raw: bytes | str, names: Collection[str]) -> Body:
        """The object in a request; an empty request is an empty object."""
        return cls(parsed(raw), names)

    def __contains__(self, name: str) -> bool:
        return name in self._data

    @overload
    def text(self, name: str, /) -> str: ...
    @overload
    def text(self, name: str, default: None, /) -> str | None: ...
    def text(self, name: str, /, *default: None) -> str | None:
        """A text."""
        value = self._value(name, default)
        if value is not None and not isinstance(value, str):
            self._wrong(name, "a text")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts; empty if it is not there."""
        value = self._data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            self._wrong(name, "a list of texts")
        if len(value) > MAX_ACTIONS:
            self._wrong(name, f"at most {MAX_ACTIONS} texts")
        return value

    def pairs(self, name: str) -> list[tuple[str, str]]:
        """A list of pairs of texts."""
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) > MOST:
            self._wrong(name, f"a list of at most {MOST} pairs")
        for pair in value:
            if not isinstance(pair, list) or [type(text) for text in pair] != [str, str]:
                self._wrong(name, "pairs of texts")
        return [(one, other) for one, other in value]

    def mapping(self, name: str) -> dict[str, str]:
        """Texts by name; empty if it is not there."""
        value = self._data.get(name, {})
        if (
            not isinstance(value, dict)
            or len(value) > MOST
            or not all(isinstance(text, str) for text in value.values())
        ):
            self._wrong(name, "texts by name")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self._data.get(name, default)
        if not isinstance(value, bool):
            self._wrong(name, "true or false")
        return value

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        value = self._value(name, () if default is None else (default,))
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self._wrong(name, f"a whole number from {least} to {most}")
        return value

    def number(self, name: str, least: float, most: float, default: float) -> float:
        """A number."""
        value = self._data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._wrong(name, "a number")
        # Compared as it is: a whole number may be too large for a float, and NaN is in no range.
        if not least <= value <= most:
            self._wrong(name, f"a number from {least:g} to {most:g}")
        return float(value)

    def _value(self, name: str, default: tuple[Any, ...]) -> Any:
        if name in self._data:
            return self._data[name]
        if not default:
            raise MisuseError(f'"{name}" is missing')
        return default[0]

    def _wrong(self, name: str, expected: str) -> NoReturn:
        try:
            shown = json.dumps(self._data.get(name))[:80]
        except RecursionError:  # read from a place where there was just room enough
            shown = "something nested too deeply"
        raise MisuseError(f'"{name}": expected {expected}, not {shown}')


def parsed(raw: bytes | str) -> dict[str, Any]:
    """The object that a text of JSON is, with nothing in it that could not be sent back."""
    if not raw.strip():
        return {}
    try:
        data = json.loads(raw, parse_constant=_no_constant)
        # Half a character can be written in JSON, but is no text.
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise MisuseError(f"not JSON: {str(error)[:200]}") from None
    if not isinstance(data, dict):
        raise MisuseError("expected an object")
    return data


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")
