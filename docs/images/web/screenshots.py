"""Makes the pictures of the board in the browser: python docs/images/web/screenshots.py.

Needs Chromium or Chrome, the Python package playwright, and pngquant, which makes the files small.
Names of games as arguments make only their pictures.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

import amduat
from amduat.bots import make_bot
from amduat.record import dumps
from amduat.seeds import derive
from amduat.web.server import Server, bound

HERE = Path(__file__).parent
LARGE = {"width": 1180, "height": 820}
PHONE = {"width": 360, "height": 740}
COLOURS = 64

#: The options of each picture, how many turns are played before it, and by which bots.
SCENES: dict[str, tuple[dict[str, Any], int, str]] = {
    "ramses": ({}, 6, "search:3"),
    "isis": ({"players": 3}, 30, "greedy"),
    "pharao": ({}, 11, "greedy"),
    "uraeus": ({"players": 4}, 60, "greedy"),
    "isis-osiris": ({"players": 3}, 22, "greedy"),
}
#: The pictures in the dark.
DARK = {"isis-analysis", "uraeus-phone", "pharao-phone"}


def played(game: str) -> amduat.Game:
    """A game that has gone on for a while; the first player decides next."""
    options, turns, bot = SCENES.get(game, ({}, 20, "greedy"))
    flow = amduat.Game(game, rng=random.Random(derive(3, "chance")), **options)
    bots = [make_bot(bot, seed) for seed in range(flow.start.players)]
    while len(flow) < turns or flow.turn_owner != 0 or flow.position.is_chance:
        position = flow.position
        if position.is_chance:
            flow.roll()
        else:
            flow.play(bots[position.current_player].choose(position))
    return flow


class Photographer:
    """Opens pages of a server and keeps pictures of them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    def post(self, path: str, **body: Any) -> Any:
        """What the server answers to a call."""
        data = json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def page(self, name: str, path: str, size: dict[str, int]) -> Page:
        """A page on a screen of some size."""
        scheme = "dark" if name in DARK else "light"
        settings: dict[str, Any] = {"viewport": size, "color_scheme": scheme}
        context = self.browser.new_context(**settings, reduced_motion="reduce")
        page = context.new_page()
        page.goto(self.url + path)
        page.locator("[role=status]:not(:empty), .card").first.wait_for()
        page.wait_for_timeout(300)
        return page

    def keep(self, name: str, page: Page, *, full: bool = False) -> None:
        """A picture of a page, with few colours."""
        path = HERE / f"{name}.png"
        page.screenshot(path=path, full_page=full)
        page.context.close()
        command = ["pngquant", "--force", "--strip", "--ext", ".png", str(COLOURS), str(path)]
        subprocess.run(command, check=True)
        print(f"{path.name}: {path.stat().st_size // 1024} KB")

    def table(self, flow: amduat.Game) -> str:
        """The address of a table at which a game goes on."""
        seats = ["human", *["search:5"] * (flow.start.players - 1)]
        table = self.post("/api/tables", record=dumps(flow.record()), seats=seats, face_down=True)
        return f"/{flow.name}?table={table['id']}"

    def game(self, game: str) -> None:
        """The three pictures of a game."""
        flow = played(game)
        address = self.table(flow)
        for name, size in (("play", LARGE), ("phone", PHONE)):
            page = self.page(f"{game}-{name}", address, size)
            stones = page.locator("[data-movable]")
            if stones.count():
                stones.nth(stones.count() // 2).click(force=True)
                page.mouse.move(1, 1)
            self.keep(f"{game}-{name}", page)
        actions = "%20".join(quote(str(action), safe="") for action in flow.actions)
        start = quote(str(flow.start), safe="")
        address = f"/{game}/analysis?position={start}#actions={actions}"
        page = self.page(f"{game}-analysis", address, LARGE)
        page.get_by_role("button", name="Review", exact=True).click()
        page.locator("svg.curve").wait_for(timeout=120_000)
        page.get_by_role("button", name="Analyse", exact=True).click()
        page.wait_for_timeout(4000)
        page.get_by_role("button", name="Stop", exact=True).click()
        page.wait_for_timeout(500)
        self.keep(f"{game}-analysis", page, full=True)


def main(games: list[str]) -> None:
    """Starts a server and a browser, and takes all pictures."""
    folder = Path(tempfile.mkdtemp())
    server = Server(bound("127.0.0.1", 0), "127.0.0.1", folder)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        photographer = Photographer(browser, server.url().rstrip("/"))
        if not games:
            photographer.keep("games", photographer.page("games", "/", LARGE))
            page = photographer.page("edit", "/isis/edit?position=22,43 46,41 1 22 first", LARGE)
            photographer.keep("edit", page)
        for game in games or amduat.GAMES:
            photographer.game(game)
        browser.close()
    server.stop()
    thread.join()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
