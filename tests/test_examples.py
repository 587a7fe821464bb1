"""The worked examples in `tests/data/<game>/examples.txt`; the Rust core reads them as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import amduat
from support import DATA


@dataclass(frozen=True)
class Example:
    """A block of a file: its name, and its lines with their numbers."""

    game: str
    name: str
    lines: tuple[tuple[int, str], ...]


def examples(game: str) -> list[Example]:
    """The blocks of a file, without those that consist of remarks alone."""
    found: list[Example] = []
    name: str | None = None
    lines: list[tuple[int, str]] = []
    text = (DATA / game / "examples.txt").read_text(encoding="utf-8")
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if not line:
            if lines:
                found.append(Example(game, name or "", tuple(lines)))
            name, lines = None, []
        elif line.startswith("#"):
            name = name or line.lstrip("# ")
        else:
            assert name, f"{game}/examples.txt:{number}: the block has no name"
            lines.append((number, line))
    return found


EXAMPLES = [example for game in amduat.GAMES for example in examples(game)]


def split(rest: str) -> list[str]:
    """What is asked and what is expected; either side of the stroke may be empty."""
    if rest.endswith(" |"):
        return [rest.removesuffix(" |")]
    return f" {rest}".split(" | ") if rest.startswith("| ") else rest.split(" | ")


def values(text: str) -> list[Any]:
    """The ways in which the value of an option can be given."""
    ways: list[Any] = [text]
    if text.lstrip("-").isdecimal():
        ways.append(int(text))
    if text in {"true", "false"}:
        ways.append(text == "true")
    if "," in text or not text:
        items = text.split(",") if text else []
        whole = [int(item) if item.lstrip("-").isdecimal() else item for item in items]
        ways += [items, tuple(whole)]
    return ways


def option_sets(words: list[str]) -> list[dict[str, Any]]:
    """The options, all as text and then each in all other ways."""
    plain = dict(word.split("=", 1) for word in words)
    return [plain] + [
        plain | {name: value} for name, text in plain.items() for value in values(text)[1:]
    ]


def actions(position: amduat.Position, prefix: str = "") -> list[str]:
    return [text for text in map(str, position.legal_actions()) if text.startswith(prefix)]


def pairs(words: list[str]) -> list[tuple[str, str]]:
    assert len(words) % 2 == 0, "words come in pairs"
    return list(zip(words[::2], words[1::2], strict=True))


class Runner:
    """Checks the lines of one block, one after the other."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._position: amduat.Position | None = None

    @property
    def position(self) -> amduat.Position:
        assert self._position is not None, "no position is given yet"
        return self._position

    def check(self, line: str) -> None:
        kind, _, rest = line.partition(" ")
        assert kind in KINDS, f"no such kind of line; there are {', '.join(KINDS)}"
        given, *expected = split(rest)
        KINDS[kind](self, given, expected)

    def settle(self, position: amduat.Position, text: str) -> None:
        """The position is the one with this text, which reads back."""
        assert str(position) == text
        assert amduat.parse(self.game, text) == position

    def start(self, given: str, expected: list[str]) -> None:
        (text,) = expected
        for options in option_sets(given.split()):
            self._position = amduat.start(self.game, **options)
            self.settle(self.position, text)

    def no_start(self, given: str, expected: list[str]) -> None:
        (message,) = expected
        for options in option_sets(given.split()):
            with pytest.raises(amduat.OptionError) as caught:
                amduat.start(self.game, **options)
            assert str(caught.value) == f"{self.game} option: {message}", options

    def read(self, text: str, expected: list[str]) -> None:
        assert expected == []
        self._position = amduat.parse(self.game, text)
        self.settle(self.position, text)

    def legal(self, given: str, expected: list[str]) -> None:
        if given.endswith("*"):
            prefix = given.removesuffix("*")
            ends = expected[0].split() if expected else []
            assert actions(self.position, prefix) == [prefix + end for end in ends]
        else:
            assert expected == []
            assert actions(self.position) == given.split()
        assert self.position.is_over == (actions(self.position) == [])

    def can(self, given: str, expected: list[str]) -> None:
        assert given.split()
        assert expected == []
        for action in given.split():
            assert self.position.is_legal(action), action
            assert action in actions(self.position)

    def cannot(self, given: str, expected: list[str]) -> None:
        assert given.split()
        assert expected == []
        for action in given.split():
            assert not self.position.is_legal(action), action
            assert action not in actions(self.position)
            for call in (self.position.apply, self.position.path, self.position.walks):
                with pytest.raises(amduat.IllegalActionError) as caught:
                    call(action)
                reason = caught.value.reason
                assert str(caught.value) == f'{self.game}: action "{action}": {reason}'

    def refused(self, action: str, expected: list[str]) -> None:
        (reason,) = expected
        self.cannot(action, [])
        with pytest.raises(amduat.IllegalActionError) as caught:
            self.position.apply(action)
        assert caught.value.reason == reason

    def play(self, given: str, expected: list[str]) -> amduat.Position:
        (text,) = expected
        assert given.split()
        position = self.position
        for action in given.split():
            position = position.apply(action)
        self.settle(position, text)
        return position

    def after(self, given: str, expected: list[str]) -> None:
        self._position = self.play(given, expected)

    def turn(self, given: str, expected: list[str]) -> None:
        assert expected == []
        named = {"chance": amduat.CHANCE, "over": amduat.OVER}
        player = named[given] if given in named else int(given) - 1
        assert self.position.current_player == player
        assert self.position.is_chance == (given == "chance")
        assert self.position.is_over == (given == "over")
        assert (self.position.chance_outcomes() != []) == (given == "chance")

    def chance(self, given: str, expected: list[str]) -> None:
        assert expected == []
        chances = {outcome: Fraction(chance) for outcome, chance in pairs(given.split())}
        found = {str(outcome): chance for outcome, chance in self.position.chance_outcomes()}
        assert list(found) == list(chances)
        assert found == pytest.approx({o: float(chance) for o, chance in chances.items()})
        assert sum(chances.values()) == 1

    def returns(self, given: str, expected: list[str]) -> None:
        assert expected == []
        values = [float(Fraction(value)) for value in given.split()]
        assert self.position.returns() == pytest.approx(values)

    def scores(self, given: str, expected: list[str]) -> None:
        assert expected == []
        totals = None if given == "none" else [int(total) for total in given.split()]
        assert self.position.scores() == totals

    def says(self, given: str, expected: list[str]) -> None:
        assert expected == []
        assert self.position.describe() == given

    def pieces(self, given: str, expected: list[str]) -> None:
        assert [f"{field} {piece}" for field, piece in self.position.pieces()] == [given, *expected]

    def names(self, given: str, expected: list[str]) -> None:
        players = range(self.position.players)
        assert [self.position.player_name(player) for player in players] == [given, *expected]

    def path(self, action: str, expected: list[str]) -> None:
        assert self.position.path(action) == (expected[0].split() if expected else [])

    def walks(self, action: str, expected: list[str]) -> None:
        assert self.position.walks(action) == [walk.split() for walk in expected]

    def steps(self, given: str, expected: list[str]) -> None:
        (steps,) = expected
        assert given.endswith("*")
        moves = actions(self.position, given.removesuffix("*"))
        walks = [walk for action in moves for walk in self.position.walks(action)]
        assert {len(walk) - 1 for walk in walks} == {int(steps)}

    def index(self, given: str, expected: list[str]) -> None:
        assert expected == []
        for text, number in pairs(given.split()):
            action = amduat.Action(self.game, text)
            assert action.index == int(number), text
            assert amduat.Action.from_index(self.game, int(number)) == action
            assert str(action) == text

    def num_actions(self, given: str, expected: list[str]) -> None:
        assert expected == []
        assert amduat.info(self.game).num_actions == int(given)

    def no_action(self, text: str, expected: list[str]) -> None:
        (message,) = expected
        with pytest.raises(amduat.ActionError) as caught:
            amduat.Action(self.game, text)
        assert str(caught.value) == f"{self.game} action: {message}"


KINDS: dict[str, Callable[[Runner, str, list[str]], object]] = {
    "position": Runner.read,
    "start": Runner.start,
    "no-start": Runner.no_start,
    "legal": Runner.legal,
    "can": Runner.can,
    "cannot": Runner.cannot,
    "refused": Runner.refused,
    "play": Runner.play,
    "after": Runner.after,
    "turn": Runner.turn,
    "chance": Runner.chance,
    "returns": Runner.returns,
    "scores": Runner.scores,
    "says": Runner.says,
    "pieces": Runner.pieces,
    "names": Runner.names,
    "path": Runner.path,
    "walks": Runner.walks,
    "steps": Runner.steps,
    "index": Runner.index,
    "num-actions": Runner.num_actions,
    "no-action": Runner.no_action,
}


def run(example: Example) -> None:
    runner = Runner(example.game)
    for number, line in example.lines:
        try:
            runner.check(line)
        except BaseException as error:
            error.add_note(f"tests/data/{example.game}/examples.txt:{number}: {line}")
            raise


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.game}: {example.name}")
def test_example(example):
    run(example)


def test_every_game_has_examples(game):
    lines = [line for example in examples(game) for _, line in example.lines]
    assert len(lines) >= 50
    kinds = {line.split()[0] for line in lines}
    assert ("chance" in kinds) == amduat.info(game).has_chance
    assert kinds >= {"start", "no-start", "legal", "after", "returns", "says", "no-action", "index"}
    assert "refused" in kinds


def test_every_kind_of_line_is_used():
    used = {line.split()[0] for example in EXAMPLES for _, line in example.lines}
    assert used == set(KINDS)


@pytest.mark.parametrize(
    "lines",
    [
        ["legal 0-13"],
        ["position - -,- 1 - first", "legal 0-13"],
        ["position - -,- 1 - first", "legal 0-14 0-13"],
        ["position - -,- 1 - first", "legal 0-* | 13"],
        ["position - -,- 1 - first", "can 0-12"],
        ["position - -,- 1 - first", "can"],
        ["position - -,- 1 - first", "cannot 0-13"],
        ["position - -,- 1 - first", "refused 0-13 | 13 is taken"],
        ["position - -,- 1 - first", "refused 0-12 | 12 is taken"],
        ["position - -,- 1 - first", "play 0-13 | 13 -,- 2 - first"],
        ["position - -,- 1 - first", "play 0-12 | 12 -,- 2 12 first"],
        ["position - -,- 1 - first", "turn 2"],
        ["position - -,- 1 - first", "returns 1 -1"],
        ["position - -,- 1 - first", "says Player 2 moves a neutral stone."],
        ["position - -,- 1 - first", "steps 0-* | 6"],
        ["position - -,- 1 - first", "steps 1-* | 7"],
        ["position - -,- 1 - first", "walks 0-13"],
        ["position - -,- 1 - first", "dance 0-13"],
        ["position 0 -,- 1 - first"],
        ["start players=3 | - -,- 1 - first"],
        ["no-start players=3 | players"],
        ["no-action 0-13 | action"],
        ["index 0-13 14"],
        ["num-actions 1"],
    ],
    ids=lambda lines: lines[-1],
)
def test_wrong_lines_fail(lines):
    """The runner itself: a line that says something wrong is no example."""
    with pytest.raises((AssertionError, amduat.AmduatError, pytest.fail.Exception)):
        run(Example("isis", "wrong", tuple(enumerate(lines, start=1))))
