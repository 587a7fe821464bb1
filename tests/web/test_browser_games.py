"""Whole games in the browser: by clicks alone, and by keys alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from browsing import Screen

import amduat
from amduat.bots import make_bot

#: More actions than any of these games takes.
LONG = 600

#: The position on the board, and what a person may do there, as soon as there is anything.
READY = """(before) => {
    const { position, ready } = document.querySelector("svg.board").dataset;
    return ready && position !== before ? [position, ready] : null;
}"""

Doing = Callable[[Screen, dict[str, Any], dict[str, Any]], None]


def together(view: dict[str, Any], action: dict[str, Any]) -> list[dict[str, Any]]:
    """The actions that are taken up and put down where this one is."""
    ends = (action["from"], action["to"])
    return [other for other in view["actions"] if (other["from"], other["to"]) == ends]


def targets(view: dict[str, Any], source: str | None) -> set[str]:
    """Where what stands on a field may go."""
    return {action["to"] for action in view["actions"] if action["from"] == source and action["to"]}


def by_clicks(screen: Screen, view: dict[str, Any], action: dict[str, Any]) -> None:
    """Does something with the pointer alone, and sees that exactly what is legal is marked."""
    source, target = action["from"], action["to"]
    if target is None:
        screen.hit(f'.choices [data-action="{action["action"]}"]')
        return
    assert screen.fields("data-target") == targets(view, None)
    if source is not None:
        screen.tap(source)
        assert screen.fields("data-target") == targets(view, source)
    screen.tap(target)
    if source == target or len(together(view, action)) > 1:
        screen.page.locator(f'.choices [data-action="{action["action"]}"]').click()


class ByKeys:
    """Does something with the keyboard alone: the tab key leads to the board, arrows over it."""

    def __init__(self, screen: Screen, game: str) -> None:
        self.fields = screen.server.get(f"/api/boards/{game}")["fields"]

    def __call__(self, screen: Screen, view: dict[str, Any], action: dict[str, Any]) -> None:
        assert action["from"] is not None
        assert len(together(view, action)) == 1
        for field in (action["from"], action["to"]):
            self.reach(screen, field)
            screen.press("Enter")

    def reach(self, screen: Screen, field: str) -> None:
        """Moves the focus to a field, along neighbours."""
        here = focused(screen)
        while here is None:
            screen.press("Tab")
            here = focused(screen)
        screen.press(*self.way(here, field))
        assert focused(screen) == field

    def way(self, start: str, end: str) -> list[str]:
        """The arrow keys from a field to another."""
        ways: dict[str, list[str]] = {start: []}
        queue = deque([start])
        while end not in ways:
            here = queue.popleft()
            for key, there in self.fields[here]["arrows"].items():
                if there is not None and there not in ways:
                    ways[there] = [*ways[here], f"Arrow{key.capitalize()}"]
                    queue.append(there)
        return ways[end]


def focused(screen: Screen) -> str | None:
    """The field that has the focus."""
    script = "document.activeElement?.closest('[data-field]')?.dataset.field ?? null"
    found: str | None = screen.page.evaluate(script)
    return found


def play_to_the_end(screen: Screen, game: str, do: Doing, roll: Callable[[], None]) -> None:
    """Plays a person's part as a bot would, until the status line tells who has won."""
    bot = make_bot("search:4", seed=1)
    text = ""
    for _ in range(LONG):
        waiting = screen.page.wait_for_function(READY, arg=text, polling=5)
        text, ready = waiting.json_value()
        position = amduat.parse(game, text)
        if ready == "over":
            break
        if ready == "roll":
            roll()
        else:
            view, choice = screen.view_of(game, text), str(bot.choose(position))
            action = next(each for each in view["actions"] if each["action"] == choice)
            do(screen, view, action)
    reason = position.describe()
    assert position.is_over
    assert screen.status == reason
    assert screen.button("Rematch").is_visible()


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("ramses", "seats=human,random&seed=2"),
        ("isis", "seats=human,random&seed=3"),
        ("pharao", "seats=human,random&seed=12"),
        ("uraeus", "seats=human,random&seed=4&end=first"),
        ("isis-osiris", "seats=human,human&seed=1&face_down=0"),
    ],
)
def test_a_game_by_clicks(screen, game, settings):
    screen.open(f"/{game}?{settings}&pause=0")
    play_to_the_end(screen, game, by_clicks, lambda: screen.hit("button.roll"))


def test_every_game_is_played():
    marks = test_a_game_by_clicks.pytestmark[0].args[1]
    assert {game for game, _ in marks} == set(amduat.GAMES)


def test_a_game_by_keys(screen):
    game = "ramses"
    screen.open(f"/{game}?seats=human,random&pause=0&seed=5")
    # No pointer is used from here on.
    play_to_the_end(screen, game, ByKeys(screen, game), lambda: screen.press(" "))


def test_keys_come_back_to_the_board(screen):
    # A button that a key has pressed, and that is of no use then, does not keep the focus.
    screen.open("/uraeus?seats=human,human&pause=0")
    screen.button("Roll").focus()
    screen.press("Enter")
    screen.page.wait_for_selector("svg.board[data-ready=act]")
    assert focused(screen) is not None
    ByKeys(screen, "uraeus").reach(screen, "0")
    screen.press("Enter")
    assert screen.fields("data-target") == targets(screen.view(), "0")
