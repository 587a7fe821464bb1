"""How the pages look and read: phones, the dark, names for those who hear the board."""

from __future__ import annotations

import re

import chromium
import pytest
from browsing import Screen

import amduat

PHONE = {"width": 360, "height": 740}


def test_a_phone_scrolls_in_one_direction_only(browser, server):
    screen = Screen(browser, server, viewport=PHONE, has_touch=True, is_mobile=True)
    for path in (
        "/",
        *(f"/{game}{view}" for game in amduat.GAMES for view in ("", "/analysis", "/edit")),
    ):
        screen.open(path)
        wide = screen.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{path}: {wide} px"
        if path == "/":
            continue
        # Fields are large enough for a finger, and the board fits on the screen.
        board = screen.board.bounding_box()
        assert board is not None
        assert board["height"] <= PHONE["height"] - 60, path
        sizes = "(all) => all.map((e) => e.querySelector('rect').getBoundingClientRect().width)"
        fields = screen.page.locator(".field").evaluate_all(sizes)
        assert min(fields) >= 32, f"{path}: {min(fields)} px"
        screen.button("Flip").click()
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    screen.close()


def shade(screen: Screen) -> float:
    """How bright the page is, from 0 to 255."""
    colour = screen.page.evaluate("getComputedStyle(document.body).backgroundColor")
    parts = [int(part) for part in re.findall(r"\d+", colour)[:3]]
    return sum(parts) / 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_and_light(browser, server, scheme):
    screen = Screen(browser, server, color_scheme=scheme)
    screen.open("/ramses")
    assert (shade(screen) < 80) == (scheme == "dark")
    switch = screen.page.get_by_role("button", name=re.compile("^Colours"))
    for wanted, dark in (("dark", True), ("light", False)):
        switch.click()
        assert wanted in (switch.get_attribute("aria-label") or "")
        assert (shade(screen) < 80) == dark
    screen.page.reload()  # the choice is kept
    screen.page.get_by_role("status").wait_for()
    assert shade(screen) > 80
    screen.close()


def test_fields_have_names_and_one_stop_for_the_tab_key(screen):
    screen.open("/ramses?seats=human,human&pause=0")
    name = "(field) => document.querySelector(`[data-field='${field}']`).getAttribute('aria-label')"
    assert screen.page.evaluate(name, "3") == "Field 3, light stone, can be taken"
    assert screen.page.evaluate(name, "19") == "Field 19, dark stone"
    assert screen.page.evaluate(name, "12") == "Field 12, empty"
    screen.field("3").click()
    assert screen.page.evaluate(name, "3") == "Field 3, light stone, taken up"
    assert screen.page.evaluate(name, "11") == "Field 11, empty, legal target"
    assert screen.page.locator('.board [tabindex="0"]').count() == 1
    assert screen.page.locator(".field:not([tabindex])").count() == 0
    # Pointers do not leave the focus on the board, so the arrow keys belong to the game.
    assert screen.page.evaluate("document.activeElement === document.body")


def test_the_live_region_tells_moves_and_reads_repeats(screen):
    start = str(amduat.start("ramses"))
    screen.open("/ramses?seats=human,human&pause=0")
    live = screen.page.locator("#live")
    assert live.get_attribute("aria-live") == "polite"
    heard = []
    for _ in range(2):
        for field in ("3", "11"):
            screen.field(field).click()
        screen.moved(start)
        live.filter(has_text="Light: move 3 to 11").wait_for(state="attached")
        heard.append(live.text_content())
        after = screen.position
        screen.button("Undo").click()
        screen.moved(after)
        live.filter(has_text="Taken back").wait_for(state="attached")
    assert "moves one of the stones of Dark" in heard[0]
    # The same words again are another text, which a screen reader reads again.
    screen.page.evaluate(
        """async () => {
            const { announce } = await import("/static/announce.js");
            window.told = ["once", "once"].map((text) => {
                announce(text);
                return document.getElementById("live").textContent;
            });
        }"""
    )
    first, second = screen.page.evaluate("window.told")
    assert first != second
    assert first.strip("\u2060") == second.strip("\u2060") == "once"


def test_players_are_told_apart_without_colours(screen):
    # Every player's stones carry a letter or number of their own.
    for game in amduat.GAMES:
        board = screen.server.get(f"/api/boards/{game}")
        letters = {
            (entry["token"]["letter"], entry["token"]["colour"]) for entry in board["palette"]
        }
        assert len({letter for letter, _ in letters}) == len(letters), game
    screen.open("/ramses")
    letters = screen.page.locator(".players .letter").all_text_contents()
    assert letters == ["L", "D"]


def test_the_rules_are_at_hand(screen, game):
    screen.open(f"/{game}")
    screen.press("?")
    screen.button("Rules").click()
    rules = screen.page.locator(".rules")
    rules.get_by_role("heading", name="The game").wait_for()
    assert rules.get_by_role("heading", name="Rulings").is_visible()
    assert not re.search(r"\*\*|^#|\]\(", rules.inner_text(), re.M)


def test_without_a_browser_the_tests_fail_and_say_what_to_do(monkeypatch, tmp_path):
    tried = []
    monkeypatch.setattr(chromium, "installed", lambda: tried.append("installed"))
    monkeypatch.setattr(chromium, "by_package", lambda: tried.append("package"))
    monkeypatch.setattr(chromium.subprocess, "run", lambda *a, **k: tried.append("playwright"))
    with pytest.raises(pytest.fail.Exception, match="apt install chromium"):
        chromium.found(str(tmp_path / "chrome"))
    assert tried == ["installed", "package", "playwright"]
    (tmp_path / "chrome").touch()
    assert chromium.found(str(tmp_path / "chrome")) == str(tmp_path / "chrome")


def test_nothing_is_written_into_the_page_that_the_policy_forbids(server):
    page = server.client.get("/").text
    assert not re.search(r"<script(?![^>]*src=)|\sstyle=|\son\w+=|<style", page)
