"""RAMSES solved: values, best actions, the file they come from, and the perfect bot."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest

import amduat
from amduat.bots import PerfectBot
from schemas import SCHEMAS
from support import ROOT, random_game, watchdog

FILE = ROOT / "python/amduat/data/ramses.solution"
START = amduat.start("ramses")
PLACEMENTS = 269_285_100

#: One position of each short value, found once and confirmed by search in the tests of the core.
KNOWN = {
    "2,3,4,5@10 19,20,21,22@10 L own !": ("draw", None),
    "5@14,9,13,21 1,10,14,20 L own -": ("win", 1),
    "7,10,19,20 1,5@17,9,16 D own -": ("win", 2),
    "4,5@10,6,19 1,3,21,22@12 D own -": ("win", 3),
    "3,4,19,20 7,9,11,13 L own -": ("loss", 1),
    "9,10,13,16 1,2,5@14,22@10 D own -": ("loss", 2),
    "5@11,6,9,13 7,12,14,22@15 L own -": ("win", 47),
}


def value(position: amduat.Position) -> tuple[str, int | None]:
    found = amduat.ramses.value(position)
    return found.outcome, found.turns


def score(worth: tuple[str, int | None]) -> float:
    """The greater the better for the player it belongs to."""
    outcome, turns = worth
    return {"win": 1000 - (turns or 0), "draw": 0, "loss": -1000 + (turns or 0)}[outcome]


def mover(position: amduat.Position) -> int:
    return "LD".index(str(position).split()[2])


def part(position: amduat.Position) -> str:
    return str(position).split()[3]


def after(position: amduat.Position, action: amduat.Action) -> tuple[str, int | None]:
    """What an action is worth for him who plays it, from the value of the next position."""
    following = position.apply(action)
    outcome, turns = value(following)
    if part(position) == "own":
        # The turn is not completed, so it still counts, unless the game has ended in it.
        return outcome, (1 if following.is_over else turns)
    flipped = {"win": "loss", "loss": "win", "draw": "draw"}[outcome]
    return flipped, None if turns is None else turns + 1


def mirrored(position: amduat.Position) -> amduat.Position:
    """The position with the upper and the lower row exchanged."""

    def place(name: str) -> tuple[int, int]:
        field, _, beside = name.partition("@")
        number = int(field)
        return number + 17 if number <= 5 else number - 17 if number >= 18 else number, int(
            beside or 0
        )

    *stones, side, turn, opening = str(position).split()
    rows = [
        ",".join(f"{f}@{b}" if b else str(f) for f, b in sorted(map(place, row.split(","))))
        for row in stones
    ]
    return amduat.parse("ramses", " ".join([*rows, side, turn, opening]))


def sample(count: int, seed: int) -> list[amduat.Position]:
    """Positions from random games and at random, in both parts of a turn, with and without `!`."""
    dice = random.Random(seed)
    positions: list[amduat.Position] = []
    while len(positions) < count:
        positions += random_game(START, dice, 30)
        drawn = amduat.ramses.position(dice.randrange(PLACEMENTS))
        positions += [drawn, amduat.parse("ramses", str(drawn).replace(" -", " !"))]
        if not drawn.is_over:
            positions.append(drawn.apply(dice.choice(drawn.legal_actions())))
    return positions[:count]


def wins(position: amduat.Position, turns: int) -> bool:
    """Whether the player to move wins within so many turns: a search that knows only the rules."""
    if position.is_over:
        return position.returns()[mover(position)] > 0
    return turns > 0 and any(
        wins(half, 0) if half.is_over else any(loses(n, turns - 1) for n in next_positions(half))
        for half in next_positions(position)
    )


def loses(position: amduat.Position, turns: int) -> bool:
    """Whether he loses within so many turns, whatever he does."""
    if position.is_over:
        return position.returns()[mover(position)] < 0
    return turns > 0 and all(
        loses(half, 0) if half.is_over else all(wins(n, turns - 1) for n in next_positions(half))
        for half in next_positions(position)
    )


def next_positions(position: amduat.Position) -> list[amduat.Position]:
    return [position.apply(action) for action in position.legal_actions()]


@pytest.fixture(scope="module")
def solved() -> amduat.ramses.Solved:
    try:
        return amduat.ramses.solve()
    except amduat.AmduatError as error:
        # A machine without the memory cannot solve; any other failure is one.
        if error.field != "free memory":
            raise
        pytest.skip(str(error))


@pytest.mark.parametrize("text", KNOWN)
def test_known_values(text):
    assert value(amduat.parse("ramses", text)) == KNOWN[text]


def test_values_are_values():
    draw = amduat.ramses.value(START)
    assert draw == amduat.ramses.value(START)
    assert len({draw, amduat.ramses.value(START)}) == 1
    assert repr(draw) == "<Value outcome='draw' turns=None>"
    assert str(draw) == "draw"
    with pytest.raises(AttributeError):
        draw.outcome = "win"  # type: ignore[misc]


def test_values_follow_from_those_after_each_action():
    for position in sample(1500, seed=1):
        found = value(position)
        actions = position.legal_actions()
        if position.is_over:
            result = position.returns()[mover(position)]
            assert found == ("win" if result > 0 else "loss", 0)
            assert amduat.ramses.best(position) == []
            continue
        worths = {action: after(position, action) for action in actions}
        highest = max(map(score, worths.values()))
        assert score(found) == highest, str(position)
        best = [action for action in actions if score(worths[action]) == highest]
        assert amduat.ramses.best(position) == best, str(position)


def test_mirror_images_have_the_same_value():
    for position in sample(2000, seed=2):
        image = mirrored(position)
        assert mirrored(image) == position
        assert amduat.ramses.value(image) == amduat.ramses.value(position)
        assert len(amduat.ramses.best(image)) == len(amduat.ramses.best(position))


def test_short_wins_and_losses_are_found_by_search():
    confirmed = 0
    for position in sample(6000, seed=3):
        outcome, turns = value(position)
        if part(position) != "own" or turns is None or turns > 2:
            continue
        found = wins if outcome == "win" else loses
        assert found(position, turns), str(position)
        assert turns == 0 or not found(position, turns - 1), str(position)
        confirmed += 1
    assert confirmed > 300


def test_drawn_positions_have_no_short_win_or_loss():
    drawn = [
        position
        for position in sample(300, seed=4)
        if value(position) == ("draw", None) and part(position) == "own"
    ]
    assert len(drawn) > 50
    for position in drawn:
        assert not wins(position, 1)
        assert not loses(position, 2)


def test_every_opening_turn_has_its_value():
    worths = [value(full) for half in next_positions(START) for full in next_positions(half)]
    assert len(worths) == 38
    assert max(-score(worth) for worth in worths) == score(value(START)) == 0


def test_numbers_of_placements():
    dice = random.Random(6)
    for number in [0, PLACEMENTS - 1, *(dice.randrange(PLACEMENTS) for _ in range(2000))]:
        position = amduat.ramses.position(number)
        assert amduat.ramses.index(position) == number
    light = amduat.parse("ramses", "2,3,4,5@10 19,20,21,22@10 L own -")
    dark = amduat.parse("ramses", "19,20,21,22@10 2,3,4,5@10 D own -")
    assert amduat.ramses.index(light) == amduat.ramses.index(dark)
    for bad in (-1, PLACEMENTS):
        with pytest.raises(amduat.AmduatError, match="number"):
            amduat.ramses.position(bad)
    with pytest.raises(amduat.AmduatError, match="middle of a turn"):
        amduat.ramses.index(START.apply("4-6"))


def test_the_solution_is_for_one_game():
    for game in amduat.GAMES:
        if game != "ramses":
            with pytest.raises(amduat.AmduatError, match="the solution is for ramses"):
                amduat.ramses.value(amduat.start(game))


def test_the_file_is_small():
    data = FILE.read_bytes()
    assert len(data) <= 1_000_000
    solution = amduat.ramses.Solution(data)
    assert solution.value(START) == amduat.ramses.value(START)
    # The lost placements, of two mirror images one.
    assert len(solution) == 908_408


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "too short"),
        (lambda data: data[:20], "too short"),
        (lambda data: b"x" + data[1:], "is not how a solution of RAMSES begins"),
        (lambda data: data[:7] + b"\x02" + data[8:], 'version "2": this program reads version 1'),
        (lambda data: data[:9] + b"\0\0" + data[11:], "damaged or cut off"),
        (lambda data: data[:-1], "damaged or cut off"),
        (lambda data: data + b"\0", "damaged or cut off"),
        (lambda data: data[:300_000] + b"\xff\xfe" + data[300_002:], "damaged or cut off"),
        (lambda data: data[:16] + b"\xff\xff\xff\xff" + data[20:], "damaged or cut off"),
    ],
)
def test_damaged_files_are_refused(damage, message):
    with pytest.raises(amduat.AmduatError) as caught:
        amduat.ramses.Solution(damage(FILE.read_bytes()))
    assert message in str(caught.value)


def test_a_damaged_package_says_what_to_do(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "ramses.solution"
    monkeypatch.setattr(amduat.ramses, "__file__", str(tmp_path / "ramses.py"))
    amduat.ramses.solution.cache_clear()
    try:
        with pytest.raises(amduat.AmduatError, match=r"No such file .* Install amduat again"):
            amduat.ramses.value(START)
        file.write_bytes(FILE.read_bytes()[:-1])
        with pytest.raises(amduat.AmduatError, match=r"cut off.*Install amduat again"):
            amduat.ramses.best(START)
    finally:
        amduat.ramses.solution.cache_clear()


def test_the_perfect_bot_never_spoils_a_position():
    bot = PerfectBot()
    assert bot.name == "perfect"
    dice = random.Random(7)
    results = []
    for game in range(20):
        position, me, last = START, game % 2, float("-inf")
        for _ in range(120):
            if position.is_over:
                break
            if position.current_player == me:
                worth = score(value(position))
                assert worth >= last
                action = bot.choose(position)
                assert action in amduat.ramses.best(position)
                last = score(after(position, action))
                last += 1 if last > 0 and part(position) == "other" else 0
            else:
                action = dice.choice(position.legal_actions())
            position = position.apply(action)
        results.append(position.returns()[me])
    assert min(results) >= 0
    assert results.count(1) >= 15


def test_the_perfect_bot_wins_as_fast_and_resists_as_long_as_can_be():
    bot = PerfectBot()
    position = amduat.parse("ramses", "5@11,6,9,13 7,12,14,22@15 L own -")
    turns = [47]
    while not position.is_over:
        side = mover(position)
        position = position.apply(bot.choose(position))
        if mover(position) != side:
            turns.append(amduat.ramses.value(position).turns or 0)
    assert all(later == sooner - 1 for sooner, later in pairwise(turns))
    assert turns[-1] <= 1
    assert position.returns() == [1, -1]


def test_the_perfect_bot_makes_draws_hard():
    """Of all ways to keep the draw, the opponent is left the fewest actions that keep it."""

    def holding(position: amduat.Position) -> int:
        return sum(after(position, action)[0] == "draw" for action in position.legal_actions())

    tested = 0
    for position in sample(400, seed=8):
        if part(position) == "own" or value(position) != ("draw", None):
            continue
        left = {action: holding(position.apply(action)) for action in amduat.ramses.best(position)}
        assert left[PerfectBot().choose(position)] == min(left.values())
        tested += 1
        if tested == 12:
            break
    assert tested == 12


def test_the_perfect_bot_needs_a_position_to_play():
    over = amduat.parse("ramses", "1,9,13,20 2,3,4,6 L other -")
    with pytest.raises(amduat.AmduatError, match="is over"):
        PerfectBot().choose(over)


def test_solving_again_gives_the_same_file(solved):
    assert solved.file() == FILE.read_bytes()


def test_counts(solved):
    counts = solved.counts()
    assert counts["total"] == PLACEMENTS
    assert sum(counts["won"]) == 44_059_759
    assert sum(counts["lost"]) == 1_781_529
    assert counts["drawn"] == 215_218_812
    assert counts["over_won"] == counts["over_lost"] == 4_112_500
    assert (len(counts["won"]) - 1, len(counts["lost"]) - 1) == (47, 46)


def test_values_from_the_file_are_those_of_the_table(solved):
    dice = random.Random(9)
    for _ in range(20_000):
        number = dice.randrange(PLACEMENTS)
        assert amduat.ramses.value(amduat.ramses.position(number)) == solved.value(number)


def command(*arguments: str, **options) -> subprocess.Popen[bytes]:
    program = [sys.executable, "-m", "amduat", "solve", *arguments]
    return subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent differently there")
def test_an_interrupt_leaves_no_file(tmp_path: Path):
    old = tmp_path / "old.solution"
    old.write_bytes(b"old")
    with command("ramses", "--out", str(old)) as process, watchdog(process.kill):
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert out == b""
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == [old]
    assert old.read_bytes() == b"old"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on memory")
def test_too_little_memory_is_said_at_once(tmp_path: Path):
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (800_000_000, 800_000_000))

    with command(
        "ramses", "--out", str(tmp_path / "x"), "--threads", "2", preexec_fn=limit
    ) as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 2, err
    assert out == b""
    assert b"memory" in err
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("isis",), b"isis"),
        (("ramses", "--threads", "0"), b'threads "0": must be from 1 to 1024'),
        (("ramses", "--out", "/nowhere/x"), b"No such file"),
    ],
)
def test_bad_input(arguments, message):
    with command(*arguments) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, b"")
    assert message in err
    assert b"Traceback" not in err


def test_the_command_writes_the_file(tmp_path: Path, monkeypatch, solved):
    """What the command prints and writes, without computing everything once more."""
    from click.testing import CliRunner

    from amduat.cli.solve import command as solve_command

    monkeypatch.setattr(amduat.ramses, "solve", lambda threads, report: solved)
    out = tmp_path / "ramses.solution"
    done = CliRunner().invoke(solve_command, ["ramses", "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert out.read_bytes() == FILE.read_bytes()
    assert list(tmp_path.iterdir()) == [out]
    assert " 44,059,759 won\n" in done.output
    assert "the same as the one in the package" in done.output
    data = json.loads(CliRunner().invoke(solve_command, ["ramses", "--json"]).output)
    assert data["in_package"] is True
    assert data["counts"] == solved.counts()
    jsonschema.validate(data, SCHEMAS["solve"])
