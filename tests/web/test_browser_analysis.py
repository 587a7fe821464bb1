"""Analysing in the browser: the engine, variations, records, links, and setting up positions."""

from __future__ import annotations

import re

from browsing import Screen

import amduat
from amduat.record import dumps, loads

SHARP = "1,4,9,16 5@11,8,18,21 L own -"  # 16-13 wins at once


def texts(screen: Screen, selector: str) -> list[str]:
    """What the elements of a kind say."""
    return screen.page.locator(selector).all_inner_texts()


def test_the_engine_starts_and_stops(screen):
    screen.open("/isis/analysis")
    assert screen.button("Stop").is_disabled()
    screen.button("Analyse").click()
    screen.page.wait_for_selector(".lines li")
    assert screen.page.get_by_role("img", name=re.compile("^Evaluation: Player 1")).is_visible()
    assert screen.page.locator(".arrows .arrow").count() >= 1
    screen.press("a")
    assert screen.page.locator(".arrows .arrow").count() == 0
    screen.button("Stop").click()
    screen.page.locator(".about", has_text=re.compile("stopped|done|proven")).wait_for()
    said = texts(screen, ".about")
    screen.page.wait_for_timeout(300)
    assert texts(screen, ".about") == said
    screen.press("l")
    screen.button("Stop").click()
    screen.page.locator(".about", has_text=re.compile("stopped|done|proven")).wait_for()


def test_analyse_from_a_game(screen):
    screen.open("/isis?seats=human,human&pause=0")
    before = screen.position
    for field in ("0", "13"):
        screen.field(field).click()
    screen.moved(before)
    now = screen.position
    screen.button("Analyse").click()
    screen.page.wait_for_selector(".lines li")
    assert screen.position == now
    assert texts(screen, ".moves .move") == ["0-13"]
    screen.button("Stop").click()
    screen.page.go_back()
    screen.page.wait_for_selector("svg.board[data-ready=act]")
    assert screen.position == now


def test_exact_values_and_all_optimal_moves(screen):
    screen.open(f"/ramses/analysis?position={SHARP}")
    screen.page.locator(".exact", has_text="Light wins in 1 turn").wait_for()
    best = amduat.ramses.best(amduat.parse("ramses", SHARP))
    assert texts(screen, ".optimal .move") == [str(action) for action in best]
    assert screen.page.locator(".arrow.best").count() == len(best)
    screen.press(" ")  # the best move
    screen.says("^Light has won")


def test_variations_by_click_and_by_keys(screen):
    start = str(amduat.start("ramses"))
    screen.open("/ramses/analysis")
    assert screen.position == start
    for fields in (("3", "11"), ("20", "18")):
        for field in fields:
            screen.field(field).click()
        screen.page.locator(".move.current", has_text="-".join(fields)).wait_for()
    end = screen.position
    screen.press("ArrowLeft", "ArrowLeft")
    screen.page.wait_for_function("() => !document.querySelector('.move.current')")
    assert screen.position == start
    # Another first move makes a variation; up and down go from one to the other.
    for field in ("2", "8"):
        screen.field(field).click()
    screen.page.locator(".variation .move.current", has_text="2-8").wait_for()
    screen.press("ArrowUp")
    screen.page.locator(".move.current", has_text="3-11").wait_for()
    screen.press("ArrowDown")
    screen.page.locator(".move.current", has_text="2-8").wait_for()
    screen.page.get_by_role("button", name=re.compile("move 20 to 18")).click()
    screen.page.locator(".move.current", has_text="20-18").wait_for()
    assert screen.position == end
    screen.press("ArrowUp")
    screen.page.wait_for_function("() => !document.querySelector('.move.current')")
    # The address carries the game: opened again, it is there.
    screen.press("ArrowDown")
    screen.page.locator(".move.current").wait_for()
    screen.open(screen.page.url.removeprefix(screen.server.url))
    screen.page.locator(".move.current", has_text="20-18").wait_for()
    assert screen.position == end


def test_flip_and_help(screen):
    screen.open("/ramses/analysis")
    first = screen.field("1").bounding_box()
    screen.press("f")
    assert screen.field("1").bounding_box() != first
    screen.press("?")
    keys = texts(screen, "dialog kbd")
    assert {"← →", "↑ ↓", "space", "l", "a", "f", "?"} <= set(keys)
    screen.press("Escape")
    screen.page.wait_for_selector("dialog", state="detached")


def test_chance_is_chosen_or_rolled(screen):
    screen.open("/uraeus/analysis")
    start = screen.position
    screen.page.locator('.choices [data-action="=4"]').click()
    screen.moved(start)
    assert screen.position == str(amduat.start("uraeus").apply("=4"))
    screen.button("Undo").click()
    screen.page.wait_for_selector('.choices [data-action="=4"]')
    screen.button("Roll").click()
    screen.moved(start)
    assert screen.page.locator("svg.die").count() == 1


def record() -> str:
    """A game with a blunder: a win in one is left out."""
    game = amduat.Game("ramses", position=SHARP)
    game.play("9-12")
    game.play(game.position.legal_actions()[0])
    return dumps(game.record(players=["Ada", "Ben"]))


def test_a_record_is_loaded_judged_and_saved(screen):
    screen.open("/ramses/analysis")
    screen.button("Load").click()
    screen.page.get_by_label("Record, position or link").fill(record())
    screen.button("Open").click()
    screen.page.locator(".moves .move").nth(1).wait_for()
    assert screen.position == SHARP
    screen.button("Review").click()
    screen.page.locator("svg.curve").wait_for()
    assert screen.page.locator(".move.wrong").count() == 1
    assert "better 16-13" in texts(screen, ".faults")[0]
    assert screen.page.locator("circle.fault").count() == 1
    screen.page.locator(".faults button").click()
    screen.page.locator(".move.current").wait_for()
    screen.button("Share").click()
    links = screen.page.locator("dialog input").evaluate_all("(all) => all.map((e) => e.value)")
    assert links[0] == screen.position
    with screen.page.expect_download() as saved:
        screen.button("Save record").click()
    [kept] = loads(saved.value.path().read_text(encoding="utf-8"))
    assert str(kept.start) == SHARP
    assert [str(action) for action in kept.actions] == [str(a) for a in loads(record())[0].actions]
    # Every link that is offered leads to what it names.
    screen.press("Escape")
    screen.open(links[1].removeprefix(screen.server.url) + "&seats=human,human")
    assert screen.position == links[0]
    screen.open(links[2].removeprefix(screen.server.url))
    assert screen.position == links[0]
    screen.button("Load").click()
    screen.page.get_by_label("Record, position or link").fill(record().replace("9-12", "2-3"))
    screen.button("Open").click()
    screen.page.get_by_role("alert").filter(has_text="2-3").wait_for()


def test_a_position_as_text(screen):
    screen.open("/pharao/analysis")
    box = screen.page.get_by_label("Position", exact=True)
    box.fill("a1 b3 L own")
    box.press("Enter")
    screen.says("pharao position")
    box.fill("e1,g1 b3 L roll -")
    box.press("Enter")
    screen.says("^Lower Egypt")
    assert screen.position == "e1,g1 b3 L roll -"


def test_setting_up_a_position(screen):
    screen.open("/ramses/edit")
    assert screen.position == str(amduat.start("ramses"))
    # A stone too few is refused with the reason, and nothing can be played from there.
    screen.button("Erase pieces").click()
    screen.field("3").click()
    screen.says("stones")
    assert screen.page.get_by_role("status").evaluate("(e) => e.classList.contains('wrong')")
    assert screen.button("Analyse").is_disabled()
    screen.button("light stone").click()
    screen.field("12").click()
    screen.says("^Light")
    assert screen.position == "2,4,5@10,12 19,20,21,22@10 L own !"
    # Without a tool stones are moved; the other parts of the position are chosen beside the board.
    screen.button("Move pieces").click()
    screen.field("12").click()
    screen.field("14").click()
    screen.page.wait_for_selector('[data-position="2,4,5@10,14 19,20,21,22@10 L own !"]')
    screen.page.get_by_label("opening").select_option("-")
    screen.page.get_by_label("side").select_option("D")
    screen.page.wait_for_selector('[data-position="2,4,5@10,14 19,20,21,22@10 D own -"]')
    screen.button("Analyse").click()
    screen.page.wait_for_selector(".exact:not([hidden])")
    screen.button("Stop").click()
    assert screen.position == "2,4,5@10,14 19,20,21,22@10 D own -"


def test_playing_from_a_position(screen):
    position = "1,14,32,37,40 0,19,- 1 40 first"  # of three players
    screen.open(f"/isis/edit?position={position}")
    screen.button("Play from here").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_label("Player 3", exact=True).select_option("human")
    dialog.get_by_label("Player 2", exact=True).select_option("human")
    dialog.get_by_role("button", name="Start").click()
    screen.page.wait_for_selector("svg.board[data-ready=act]")
    assert screen.position == position
    assert len(screen.page.locator(".players li").all()) == 3


def test_every_game_can_be_edited(screen, game):
    screen.open(f"/{game}/edit")
    start = str(amduat.start(game))
    assert screen.position == start
    if amduat.start(game).pieces():
        screen.button("Clear board").click()
        screen.button("Start position").click()
        screen.page.wait_for_selector(f'[data-position="{start}"]')
    screen.press("1")
    pressed = '.tool[aria-pressed="true"]'
    assert screen.page.locator(pressed).count() == 1
    assert screen.page.locator(".tool").count() == 2 + len(
        screen.server.get(f"/api/boards/{game}")["palette"]
    )
