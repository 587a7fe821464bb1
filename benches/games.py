"""What is asked of each game, from games.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("games.toml").read_text(encoding="utf-8")
)


def asked(game: str, what: str) -> Any:
    """A setting of a game, else the default, else None."""
    return TABLE.get(game, {}).get(what, TABLE["default"].get(what))
