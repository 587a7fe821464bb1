"""The games and their boards as the page gets them.

>>> from amduat.web.layouts import board_data
>>> board_data("ramses")["fields"]["5@12"]["arrows"]
{'left': '5@11', 'right': '5@13', 'up': None, 'down': '12'}
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import amduat
from amduat import pharao, ramses, svg
from amduat.boards import board, drawing_of
from amduat.bots import kinds
from amduat.bots.search import LEVELS
from amduat.seats import DEFAULT_LEVEL
from amduat.web.views import fields_of, has_hidden, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from amduat._core import OptionInfo
    from amduat.boards import Token

__all__ = ["board_data", "games_data"]

#: The arrow keys, each with its direction.
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

Rectangle = tuple[float, float, float, float]


@cache
def games_data() -> dict[str, Any]:
    """All games, their options, and who can play them."""
    return {
        "version": amduat.__version__,
        "levels": len(LEVELS),
        "default_level": DEFAULT_LEVEL,
        "games": [_game(game) for game in amduat.GAMES],
        "bots": [
            {
                "name": kind.name,
                "argument": kind.argument,
                "help": kind.help,
                "games": [game for game in kind.games if kind.plays(game)],
            }
            for kind in kinds()
            if not kind.runs_program
        ],
    }


def _game(game: str) -> dict[str, Any]:
    info = amduat.info(game)
    return {
        "name": info.name,
        "title": info.title,
        "players": list(info.players),
        "chance": info.has_chance,
        "dice": bool(amduat.start(game).faces),
        "hidden": has_hidden(game),
        "solved": game == ramses.GAME or (game == pharao.GAME and pharao.is_complete()),
        "exact": game in (ramses.GAME, pharao.GAME),
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "help": option.help,
                "choices": _choices(game, option),
            }
            for option in info.options
        ],
    }


def _choices(game: str, option: OptionInfo) -> list[str] | None:
    """What an option can be, as far as the game takes it; None if it is a list or the like.

    The help names words in backquotes; numbers are tried. The most players allow the most numbers.
    """
    info = amduat.info(game)
    names = {other.name for other in info.options}
    others = {"players": max(info.players)} if "players" in names - {option.name} else {}
    found = []
    for value in [*re.findall(r"`(\w+)`", option.help), *map(str, range(1, 10))]:
        try:
            amduat.start(game, **others, **{option.name: value})
        except amduat.AmduatError:
            continue
        found.append(value)
    return found if option.default in found else None


@cache
def board_data(game: str) -> dict[str, Any]:
    """A board: where everything is, how it looks, and what the editor can put there."""
    drawing = drawing_of(game)
    layout = drawing.LAYOUT.as_dict()
    return {
        "game": game,
        "title": amduat.info(game).title,
        "width": layout["width"],
        "height": layout["height"],
        "cells": layout["cells"],
        "fields": _fields(game),
        "spots": layout["spots"],
        "walls": layout["walls"],
        "directions": layout["directions"],
        "legend": [_legend(shown, text) for shown, text in drawing.LEGEND],
        "kinds": dict(drawing.ACTIONS),
        "grounds": svg.GROUNDS,
        "rounded": {kind: size / svg.UNIT for kind, size in svg.ROUNDED.items()},
        "players": _players(drawing.PALETTE),
        "colours": {name: list(colours) for name, colours in svg.COLOURS.items()},
        "marks": svg.MARKS,
        "pawn": svg.PAWN,
        "palette": [
            {"piece": piece, "words": words, "token": shape_of(token)}
            for piece, token, words in drawing.PALETTE
        ],
        "parts": [
            {"name": part.name, "help": part.help, "choices": list(part.choices) or None}
            for part in drawing.PARTS
        ],
    }


def _players(palette: Sequence[tuple[str, Token, str]]) -> list[str]:
    """The colour of each player: the colours of what can be put on the board, tiles left out."""
    colours = [token.colour for _, token, _ in palette if token.shape != "tile"]
    return [colour for colour in dict.fromkeys(colours) if colour != "neutral"]


def _legend(shown: str | Token, text: str) -> dict[str, Any]:
    is_mark = isinstance(shown, str)
    return {
        "mark": shown if is_mark else None,
        "token": None if isinstance(shown, str) else shape_of(shown),
        "text": text,
    }


def _fields(game: str) -> dict[str, Any]:
    """Where each field is, and to which others the arrow keys lead from it."""
    layout = board(game)
    cells = {cell.name: (cell.x, cell.y, cell.width, cell.height) for cell in layout.cells}
    areas = {name: cells[name] if name in cells else layout.area(name) for name in fields_of(game)}
    return {
        name: {
            "cell": fields_of(game)[name],
            **dict(zip(("x", "y", "width", "height"), area, strict=True)),
            "arrows": {key: _beyond(area, areas, way) for key, way in ARROWS.items()},
        }
        for name, area in areas.items()
    }


def _beyond(area: Rectangle, areas: dict[str, Rectangle], way: tuple[int, int]) -> str | None:
    """The nearest field in a direction: one that lies beside this one, else none."""
    return min(_candidates(area, areas, way), default=(0.0, 0.0, None))[2]


def _candidates(
    area: Rectangle, areas: dict[str, Rectangle], way: tuple[int, int]
) -> Iterator[tuple[float, float, str]]:
    """Fields in a direction that overlap seen from there: the gap, how far aside, the name."""
    along = 0 if way[0] else 1
    across, sign = 1 - along, way[along]
    for name, other in areas.items():
        ahead, far = (area, other) if sign > 0 else (other, area)
        gap = far[along] - (ahead[along] + ahead[along + 2])
        shared = min(area[across] + area[across + 2], other[across] + other[across + 2]) - max(
            area[across], other[across]
        )
        if gap > -1e-6 and shared > 1e-6:
            middles = (area[across] + area[across + 2] / 2, other[across] + other[across + 2] / 2)
            yield round(gap, 3), round(abs(middles[0] - middles[1]), 3), name
