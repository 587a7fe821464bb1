"""Playing in the browser: dragging, choosing, taking back, and what cannot be done."""

from __future__ import annotations

import re

import pytest
from browsing import Screen

import amduat

START = str(amduat.start("ramses"))
TWO = "seats=human,human&pause=0"


def test_the_list_of_games(screen):
    screen.open("/")
    for game in amduat.GAMES:
        title = amduat.info(game).title
        assert screen.page.locator(f'a[href="/{game}"]', has_text=title).is_visible()
    screen.page.locator('a[href="/ramses"]').click()
    screen.page.locator("svg.board[data-position]:not([data-position=''])").wait_for()
    assert screen.position == START


def test_every_game_begins_with_a_person_against_level_5(screen, game):
    screen.open(f"/{game}")
    assert screen.position == str(amduat.start(game))
    players = screen.page.locator(".players li").all_inner_texts()
    assert ["person" in players[0], "level 5" in players[1]] == [True, True]
    layout = amduat.board(game)
    for name in {cell.name for cell in layout.cells} | set(layout.spots):
        if name[0] not in "^_":
            assert screen.field(name).count() == 1, name
    pieces = amduat.start(game).pieces()
    assert screen.page.locator("[data-piece]").count() == len(pieces)
    assert all(piece in screen.pieces(field) for field, piece in pieces)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("ramses", "4,5@16,8,11 10,14,15,20 L own -"),
        ("isis", "1,14,32,37,40 0,19,- 1 40 first"),
        ("pharao", "e1,g1 b3 L roll -"),
        ("uraeus", "r,^12+,30+/f,12-,14-/r,r,60+ 1 3 - all"),
        ("isis-osiris", "....../....../..A.../..-4.../....../...... 7,8 11,10 1 -"),
    ],
)
def test_any_position(screen, game, position):
    screen.open(f"/{game}?position={position.replace('+', '%2B')}")
    assert screen.position == position
    assert screen.status == amduat.parse(game, position).describe()


def test_click_and_click(screen):
    screen.open(f"/ramses?{TWO}")
    assert screen.fields("data-target") == set()
    screen.field("3").click()
    assert screen.fields("data-target") == {"11"}
    screen.field("4").click()  # another stone is taken up instead
    assert screen.fields("data-target") == {"6", "12"}
    screen.field("4").click()  # and put back
    assert screen.fields("data-target") == set()
    screen.field("3").click()
    screen.press("Escape")
    assert screen.fields("data-target") == set()
    screen.field("3").click()
    screen.page.locator(".top").click(position={"x": 640, "y": 20})
    assert screen.fields("data-target") == set()
    screen.field("3").click()
    screen.field("11").click()
    screen.moved(START)
    assert screen.pieces("11") == ["light"]
    # The turn has a second part.
    assert screen.page.locator(".turnline").inner_text().split() == ["3-11", "other"]
    # The last move is marked where it began and where it ended.
    assert screen.page.locator("rect.last").count() == 2


def drag(screen: Screen, source: str, target: str) -> None:
    """Drags what stands on a field to another."""
    for field, act in ((source, "down"), (target, "up")):
        box = screen.field(field).bounding_box()
        assert box is not None
        screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        getattr(screen.page.mouse, act)()


def test_dragging(screen):
    screen.open(f"/ramses?{TWO}")
    drag(screen, "3", "11")
    screen.moved(START)
    assert screen.position == str(amduat.start("ramses").apply("3-11"))
    # Where it may not go it returns, and the status line says why.
    before = screen.position
    drag(screen, "20", "6")
    screen.says("no walk|cannot|steps")
    assert screen.position == before
    assert screen.fields("data-target") == set()


def test_a_finger_takes_and_puts(browser, server):
    phone = {"width": 360, "height": 740}
    screen = Screen(browser, server, viewport=phone, has_touch=True, is_mobile=True)
    screen.open(f"/ramses?{TWO}")
    for field in ("3", "11"):
        screen.field(field).tap()
    screen.moved(START)
    assert screen.pieces("11") == ["light"]
    # A stone is dragged, the page is not.
    touch = (
        "(field) => getComputedStyle(document.querySelector(`[data-field='${field}']`)).touchAction"
    )
    assert screen.page.evaluate(touch, "20") == "none"
    assert screen.page.evaluate(touch, "13") != "none"
    screen.close()


def test_a_refused_move(screen):
    screen.open(f"/ramses?{TWO}")
    screen.field("3").click()
    screen.field("7").click()
    screen.says("no walk of 4 steps leads to 7")
    assert screen.position == START
    screen.field("19").click()
    screen.says("19|own|opponent|Dark")
    assert screen.fields("data-target") == set()
    box = screen.page.get_by_label("Move", exact=True)
    box.fill("2-3")
    box.press("Enter")
    screen.says("2-3")
    assert screen.position == START


def test_moves_as_text(screen):
    screen.open(f"/ramses?{TWO}")
    screen.press("m")
    screen.page.keyboard.type("3 11/20-18")
    screen.press("Enter")
    screen.moved(START)
    screen.says("^Dark")
    assert screen.position == str(amduat.start("ramses").apply("3-11").apply("20-18"))


def test_undo_and_redo(screen):
    screen.open(f"/ramses?{TWO}")
    assert screen.button("Undo").is_disabled()
    screen.field("3").click()
    screen.field("11").click()
    screen.moved(START)
    after = screen.position
    screen.button("Undo").click()
    screen.moved(after)
    assert screen.position == START
    screen.button("Redo").click()
    screen.moved(START)
    assert screen.position == after


def test_undo_against_a_bot_takes_back_both(screen):
    screen.open("/ramses?seats=human,random&pause=0")
    for field in ("3", "11"):
        screen.field(field).click()
    screen.says("stones of Dark")
    for field in ("20", "18"):
        screen.field(field).click()
    screen.page.wait_for_selector(".moves li:nth-child(2) .move:nth-of-type(2)")
    screen.page.wait_for_selector("svg.board[data-ready=act]")
    before = screen.position
    screen.button("Undo").click()
    screen.moved(before)
    assert screen.position == str(amduat.start("ramses").apply("3-11"))


def test_looking_back(screen):
    screen.open(f"/ramses?{TWO}")
    screen.field("3").click()
    screen.field("11").click()
    screen.moved(START)
    now = screen.position
    screen.press("ArrowLeft")
    screen.moved(now)
    assert screen.position == START
    screen.field("2").click()
    screen.says("past")
    screen.press("ArrowDown")
    screen.moved(START)
    assert screen.position == now


def test_a_choice_where_there_are_several(screen):
    # Both a neutral and the personal stone may leave the underworld, and go to the same fields.
    position = "- 0,- 1 - first"
    screen.open(f"/isis?seats=human,human&position={position}")
    screen.field("0").click()
    screen.field("13").click()
    choices = screen.page.locator(".choices [data-action]")
    assert choices.evaluate_all("(all) => all.map((e) => e.dataset.action)") == ["0-13", "P0-13"]
    assert screen.position == position
    choices.nth(1).click()
    screen.moved(position)
    assert screen.pieces("13") == ["personal 1"]


def test_a_flip_is_asked_for(screen):
    screen.open("/isis?seats=human,human&position=39,41 -,48 1 - first")
    screen.field("39").click()
    assert "39" in screen.fields("data-target")
    screen.field("39").click()
    screen.page.get_by_role("button", name=re.compile("your personal one")).click()
    screen.says("^Player 2")
    assert screen.pieces("39") == ["personal 1"]


def test_rolling_and_dice_by_hand(screen):
    screen.open("/pharao?seats=human,human")
    screen.field("c1").click()
    screen.says("^Roll first")
    start = screen.position
    screen.button("Roll").click()
    screen.moved(start)
    assert screen.page.locator("svg.die").count() in (0, 2)  # two zeros pass at once
    screen.open("/pharao?seats=human,human&dice=hand")
    assert not screen.button("Roll").is_visible()
    screen.button("3,1").click()
    screen.moved(start)
    assert screen.position == str(amduat.start("pharao").apply("=3,1"))


def test_tiles_lie_face_down(screen):
    screen.open("/isis-osiris?seats=human,human&pause=0")
    start = screen.position
    screen.button("Draw").click()
    screen.moved(start)
    screen.says("places the tile")
    tile = screen.page.locator(".things .portrait text").text_content()
    before = screen.position
    screen.field("c4").click()
    screen.moved(before)
    screen.says("^Player 2")
    assert screen.pieces("c4") == ["?"]
    assert tile not in screen.page.locator(".moves").inner_text()
    screen.button("Turn tiles up").click()
    screen.page.get_by_role("dialog").get_by_role("button", name="Turn up").click()
    screen.page.wait_for_selector(f'[data-piece="{tile}"]')


def test_hint_flip_and_resign(screen):
    screen.open(f"/ramses?{TWO}")
    screen.button("Hint").click()
    screen.says("^Hint")
    assert screen.page.locator(".arrow.hint").count() == 1
    first = screen.field("1").bounding_box()
    screen.button("Flip").click()
    assert screen.field("1").bounding_box() != first
    screen.button("Resign").click()
    screen.page.get_by_role("button", name="Give up").click()
    screen.says("Light has resigned")
    screen.button("Rematch").click()
    screen.says("^Light opens")


def test_new_game(screen):
    screen.open(f"/ramses?{TWO}")
    screen.button("New game").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("isis")
    dialog.get_by_label("Players").select_option("3")
    begins = dialog.get_by_label("Who begins")
    words = "(all) => all.filter((option) => !option.disabled).map((option) => option.text)"
    beginners = begins.locator("option").evaluate_all(words)
    assert beginners == ["Player 1", "Player 2", "Player 3"], "nobody who does not play begins"
    begins.select_option("3")
    dialog.get_by_label("Players").select_option("2")
    assert begins.input_value() == "1"
    dialog.get_by_label("Players").select_option("3")
    begins.select_option("2")
    for seat in (1, 2, 3):
        dialog.get_by_label(f"Player {seat}", exact=True).select_option("human")
    dialog.get_by_role("button", name="Start").click()
    screen.says("^Player 2 moves")
    assert screen.position == str(amduat.start("isis", players=3, first=2))
    # All levels can be chosen, and perfect play where it is possible.
    screen.button("New game").click()
    dialog.get_by_label("Game", exact=True).select_option("ramses")
    seats = dialog.get_by_label("Dark", exact=True).locator("option")
    seats.first.wait_for(state="attached")
    values = seats.evaluate_all("(all) => all.map((option) => option.value)")
    assert {"human", "perfect", *(f"search:{level}" for level in range(1, 11))} <= set(values)


def test_the_table_is_kept(screen):
    screen.open(f"/ramses?{TWO}")
    screen.field("3").click()
    screen.field("11").click()
    screen.moved(START)
    after = screen.position
    screen.page.reload()
    screen.board.wait_for()
    screen.says("stones of Dark")
    assert screen.position == after
    address = screen.page.url
    screen.open("/")
    listed = screen.page.locator(f".tables a[href='{address[len(screen.server.url) :]}']")
    listed.wait_for()
    assert listed.inner_text() == "RAMSES: person – person"
    remove = listed.locator("..").get_by_role("button")
    remove.click()
    screen.button("Keep it").click()
    assert listed.is_visible()
    remove.click()
    screen.button("Remove it").click()
    listed.wait_for(state="detached")


def test_a_second_click_rolls_no_second_time(screen):
    screen.open(f"/uraeus?{TWO}")
    rolls = []
    screen.page.on("request", lambda request: rolls.append(request.url.endswith("/roll")))
    screen.page.evaluate(
        "() => { const roll = document.querySelector('button.roll'); roll.click(); roll.click(); }"
    )
    screen.says("^Player 1 (moves|must)")
    assert sum(rolls) == 1
    assert not screen.page.locator(".status.wrong").count()


def test_a_move_meets_the_board_that_was_seen(screen):
    """Where somebody else has moved meanwhile, a move on the old board is refused."""
    screen.open(f"/ramses?{TWO}")
    table = screen.page.url.partition("table=")[2]
    screen.page.route("**/act", lambda route: (elsewhere(), route.continue_()))

    def elsewhere():
        screen.server.post(f"/api/tables/{table}/act", action="2-8")

    screen.field("3").click()
    screen.field("11").click()
    screen.says("The game has gone on meanwhile")
    screen.page.unroute("**/act")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/ramses?position=nonsense", "nonsense"),
        ("/ramses?table=0123456789abcdef", "no such game"),
        ("/ramses/analysis?position=4,4 5 L own -", "light"),
        ("/ramses/analysis#actions=3-11%202-3", "2-3"),
        ("/ramses/edit?position=nonsense", "nonsense"),
        ("/isis?players=9", "players"),
    ],
)
def test_a_broken_link(screen, path, said):
    screen.open(path)
    screen.says(said)
    assert screen.page.get_by_role("status").evaluate("(e) => e.classList.contains('wrong')")


def test_a_game_that_does_not_exist(screen):
    screen.open("/chess")
    screen.says("no game")
    # The browser itself notes that the page came with status 404.
    assert all("404" in message for message in screen.wrong)
    screen.wrong.clear()


def test_walks_are_shown_unless_nothing_is_to_move(browser, server):
    screen = Screen(browser, server, reduced_motion="no-preference")
    screen.open(f"/ramses?{TWO}")
    for field in ("3", "11"):
        screen.field(field).click()
    screen.page.wait_for_selector("g.ghost", state="attached")
    screen.page.wait_for_selector("g.ghost", state="detached")
    assert screen.page.locator('[data-field="11"] .piece:not(.away)').count() == 1
    screen.close()
