"""A real browser that shows pages of the server, and fails on whatever goes wrong in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from chromium import WHAT_TO_DO, found
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, sync_playwright
from serving import Running

#: Root has no sandbox; one process for all pages is enough.
ARGUMENTS = ["--no-sandbox", "--renderer-process-limit=1", "--disable-dev-shm-usage"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module. While it runs, asyncio is taken in this thread."""
    with sync_playwright() as playwright:
        path = found(playwright.chromium.executable_path)
        try:
            started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as error:
            pytest.fail(f"{path} does not start: {error}\n{WHAT_TO_DO}")
        yield started
        started.close()


class Screen:
    """A page of the server in the browser, and everything that went wrong in it."""

    def __init__(self, browser: Browser, server: Running, **settings: Any) -> None:
        settings = {
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
        } | settings
        self.server = server
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(f"exception: {error}"))
        self.page.on("console", self._logged)
        self.page.on("request", self._asked)
        self.page.on("websocket", self._asked)

    def _logged(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"{message.type}: {message.text} {message.location}")

    def _asked(self, request: Any) -> None:
        here = rf"(http|ws)://127\.0\.0\.1:{self.server.port}/|blob:|about:blank"
        if not re.match(here, request.url):
            self.wrong.append(f"another host: {request.url}")

    def open(self, path: str) -> Screen:
        """Goes to an address; waits until the page has said something, or lists the games."""
        self.page.goto(self.server.url + path)
        self.page.locator("[role=status]:not(:empty), .card").first.wait_for()
        return self

    @property
    def board(self) -> Locator:
        """The board."""
        return self.page.locator("svg.board[data-position]")

    @property
    def position(self) -> str:
        """The text of the position on the board."""
        return self.board.get_attribute("data-position") or ""

    @property
    def status(self) -> str:
        """What the status line says."""
        return self.page.get_by_role("status").inner_text()

    def says(self, pattern: str) -> None:
        """Waits until the status line says something."""
        self.page.get_by_role("status").filter(has_text=re.compile(pattern)).wait_for()

    def field(self, name: str) -> Locator:
        """A field of the board."""
        return self.page.locator(f'[data-field="{name}"]')

    def fields(self, attribute: str) -> set[str]:
        """The fields with an attribute, such as ``data-target``."""
        script = "(all) => all.map((field) => field.dataset.field)"
        return set(self.page.locator(f"[data-field][{attribute}]").evaluate_all(script))

    def tap(self, name: str) -> None:
        """Clicks a field with the mouse, at once: for whole games, where waiting adds up."""
        self.hit(f'[data-field="{name}"]')

    def hit(self, selector: str) -> None:
        """Clicks the middle of something in view with the mouse, at once."""
        script = """(selector) => {
            const box = document.querySelector(selector).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
        self.page.mouse.click(*self.page.evaluate(script, selector))

    def pieces(self, name: str) -> list[str]:
        """What stands on a field."""
        script = "(all) => all.map((piece) => piece.dataset.piece)"
        found: list[str] = self.field(name).locator("[data-piece]").evaluate_all(script)
        return found

    def button(self, name: str) -> Locator:
        """A button by its plain name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def moved(self, before: str) -> None:
        """Waits until the board shows another position."""
        self.page.wait_for_function(
            "before => document.querySelector('svg.board').dataset.position !== before", arg=before
        )

    def view(self) -> Any:
        """What the server says about the position on the board."""
        return self.view_of(self.page.url.split("/")[3].split("?")[0], self.position)

    def view_of(self, game: str, position: str) -> Any:
        """What the server says about a position."""
        return self.server.post("/api/views", game=game, position=position)["view"]

    def done(self) -> None:
        """Leaves the page and forgets what it has kept; fails if anything went wrong in it."""
        if self.page.url.startswith(self.server.url):
            self.page.evaluate("localStorage.clear()")
        self.page.goto("about:blank")
        wrong, self.wrong = self.wrong, []
        assert wrong == []

    def close(self) -> None:
        """Closes the page; fails if anything went wrong in it."""
        self.done()
        self.context.close()


#: One window for each browser: a new one costs more than most tests.
WINDOWS: WeakKeyDictionary[Browser, Screen] = WeakKeyDictionary()


@pytest.fixture
def screen(browser: Browser, server: Running) -> Iterator[Screen]:
    """An empty page of a large screen, on which nothing moves by itself."""
    if browser not in WINDOWS:
        WINDOWS[browser] = Screen(browser, server)
    yield WINDOWS[browser]
    WINDOWS[browser].done()
