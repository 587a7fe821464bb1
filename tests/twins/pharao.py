"""A slow and plain PHARAO: the reference that faster implementations are compared with.

Everything goes text -> `State` -> text. A turn is roll, own part, other part, with the rescue of a
drowning stone in between; a position knows by its phase which of these comes next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

NAME = "pharao"
CHANCE = -1
OVER = -4

FILES = "abcdefghij"
RANKS = "123"
FIELDS = tuple(file + rank for file in FILES for rank in RANKS)  # by file, then by rank
# PHARAO-R1: the marked fields, the setup and the dice.
WATER, RESCUE, LUCK = "g1", "f1", "f2"
SETUP = (("a1", "a2", "b1", "c1"), ("b3", "c3", "d3", "e3"))
FACES = ((0, 0, 1, 2, 3, 4), (0, 0, 1, 1, 2, 2))  # own die, other die
SIDES = "LU"
PHASES = ("roll", "rescue", "own", "pull", "other", "over")
FORFEIT = "forfeit"
PULL_STEPS = 3
MOST_STONES = 4
DIE_SIZE = 6
HIGHEST_FACE = 9  # a die shows one digit

Stones = tuple[str, ...]
Faces = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class State:
    """One position. `side` is the player in turn; in phase `over` it is the winner."""

    stones: tuple[Stones, Stones]  # Lower Egypt, Upper Egypt; each sorted
    side: int
    phase: str
    dice: tuple[int, int] | None  # own, other; None in `roll` and `over`
    faces: Faces

    @property
    def mine(self) -> Stones:
        return self.stones[self.side]

    @property
    def theirs(self) -> Stones:
        return self.stones[1 - self.side]


# ---- the board ---------------------------------------------------------------------------------


def neighbours(field: str) -> list[str]:
    """The orthogonally adjacent fields."""
    file, rank = FILES.index(field[0]), RANKS.index(field[1])
    places = [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)]
    return [FILES[f] + RANKS[r] for f, r in places if 0 <= f < len(FILES) and 0 <= r < len(RANKS)]


NEIGHBOURS = {field: neighbours(field) for field in FIELDS}


def walks(path: tuple[str, ...], steps: int, occupied: set[str]) -> Iterator[tuple[str, ...]]:
    """Every walk that extends `path` by exactly `steps` free fields, none of them used twice."""
    if steps == 0:
        yield path
        return
    for field in NEIGHBOURS[path[-1]]:
        if field not in occupied and field not in path:
            yield from walks((*path, field), steps - 1, occupied)


def targets(state: State, field: str, steps: int) -> list[str]:
    """Where the stone on `field` can end; two walks to the same field are one move."""
    occupied = set(state.stones[0]) | set(state.stones[1])
    return sorted({walk[-1] for walk in walks((field,), steps, occupied)})


def moved(stones: Stones, origin: str, target: str) -> Stones:
    return tuple(sorted([field for field in stones if field != origin] + [target]))


def with_stones(state: State, player: int, stones: Stones) -> State:
    pair = (stones, state.stones[1]) if player == 0 else (state.stones[0], stones)
    return replace(state, stones=pair)


# ---- the course of a turn ----------------------------------------------------------------------


def roll_of(state: State) -> tuple[int, int]:
    if state.dice is None:
        raise AssertionError("no dice in this phase")
    return state.dice


def won_by(state: State, player: int) -> State:
    return replace(state, side=player, phase="over", dice=None)


def next_turn(state: State) -> State:
    return replace(state, side=1 - state.side, phase="roll", dice=None)


def begin_other(state: State) -> State:
    """The other part comes next; it is skipped when its die shows 0."""
    return replace(state, phase="other") if roll_of(state)[1] > 0 else next_turn(state)


def begin_own(state: State) -> State:
    """The own part comes next; it is skipped when its die shows 0."""
    return replace(state, phase="own") if roll_of(state)[0] > 0 else begin_other(state)


def forfeited(state: State) -> State:
    """The drowning stone leaves the game before the own part."""
    rest = tuple(field for field in state.mine if field != WATER)
    return begin_own(with_stones(state, state.side, rest))


def pulled(state: State) -> Iterator[tuple[str, State]]:
    """Every way to pull the drowning stone out, with the stones moved and the phase unchanged."""
    for target in targets(state, WATER, PULL_STEPS):
        stones = moved(state.mine, WATER, target)
        yield f"{WATER}-{target}", with_stones(state, state.side, stones)


def candidates(state: State) -> dict[str, State]:
    """The actions of this phase by themselves, not asking whether the turn can be completed."""
    found: dict[str, State] = {}
    own, other = roll_of(state)
    if state.phase == "rescue":
        # PHARAO-R2: the rescue field was held when the turn began, so the pull precedes the own
        # part, and the own part may then move any own stone.
        for action, after in pulled(state):
            found[action] = begin_own(after)
        found[FORFEIT] = forfeited(state)
    elif state.phase == "pull":
        # PHARAO-R2: the own part has just reached the rescue field, so the pull follows it.
        for action, after in pulled(state):
            found[action] = begin_other(after)
    elif state.phase == "own" and WATER in state.mine:
        # A stone is drowning: the own part is a move onto the rescue field, or it comes after
        # the forfeit. The drowning stone itself takes no part in it.
        for origin in state.mine:
            if origin != WATER and RESCUE in targets(state, origin, own):
                after = with_stones(state, state.side, moved(state.mine, origin, RESCUE))
                found[f"{origin}-{RESCUE}"] = replace(after, phase="pull")
        found[FORFEIT] = forfeited(state)
    elif state.phase == "own":
        only_stone = len(state.mine) == 1
        for origin in state.mine:
            for target in targets(state, origin, own):
                after = with_stones(state, state.side, moved(state.mine, origin, target))
                if only_stone and target == WATER:
                    continue  # PHARAO-R4: never complete
                if only_stone and target == LUCK:
                    # PHARAO-R6: only the own part of the only stone wins on the luck field.
                    found[f"{origin}-{target}"] = won_by(after, state.side)
                else:
                    found[f"{origin}-{target}"] = begin_other(after)
    elif state.phase == "other":
        # PHARAO-R5: an opponent's stone on the water is an ordinary stone here.
        # PHARAO-R7: moves onto the water are moves like all others.
        for origin in state.theirs:
            for target in targets(state, origin, other):
                if target == WATER and len(state.theirs) == 1:
                    # The last stone is taken off the board and the game is over.
                    after = won_by(with_stones(state, 1 - state.side, ()), state.side)
                else:
                    stones = moved(state.theirs, origin, target)
                    after = next_turn(with_stones(state, 1 - state.side, stones))
                found[f"{origin}-{target}"] = after
    return found


def enters_water(state: State, action: str) -> bool:
    """Is this an own part that ends on the water?"""
    return state.phase == "own" and action.endswith("-" + WATER)


def can_complete(state: State, dry: bool) -> bool:
    """Can the turn be played to its end from here? If `dry`, with no own part into the water?

    A turn is complete when the dice are passed on or when it has won the game (PHARAO-R3).
    """
    if state.phase in ("roll", "over"):
        return True
    return any(
        can_complete(after, dry)
        for action, after in candidates(state).items()
        if not (dry and enters_water(state, action))
    )


@lru_cache(maxsize=100_000)
def decisions(state: State) -> dict[str, State]:
    """The legal actions of a decision phase and where they lead."""
    options = candidates(state)
    # PHARAO-R4: turns that keep the own part out of the water, if there are any ...
    dry_turns = {
        action: after
        for action, after in options.items()
        if not enters_water(state, action) and can_complete(after, dry=True)
    }
    if dry_turns:
        return dry_turns
    # ... and otherwise every complete turn (PHARAO-R3).
    return {action: after for action, after in options.items() if can_complete(after, dry=False)}


def rolled(state: State, dice: tuple[int, int]) -> State:
    """The position after a roll, with everything done that needs no decision."""
    after = replace(state, dice=dice)
    if WATER in state.mine:
        after = replace(after, phase="rescue" if RESCUE in state.mine else "own")
    else:
        after = begin_own(after)
    if after.phase == "roll":
        return after  # PHARAO-R8: nothing to do, the turn passes
    options = decisions(after)
    if not options:
        return won_by(state, 1 - state.side)  # PHARAO-R3: locked in; the stones stay
    if list(options) == [FORFEIT]:
        return options[FORFEIT]  # no rescue begins a legal complete turn
    return after


def successors(state: State) -> dict[str, State]:
    """All legal actions, or all chance outcomes, and where they lead."""
    if state.phase == "over":
        return {}
    if state.phase == "roll":
        rolls = [(own, other) for own in set(state.faces[0]) for other in set(state.faces[1])]
        return {f"={own},{other}": rolled(state, (own, other)) for own, other in rolls}
    return decisions(state)


# ---- notation ----------------------------------------------------------------------------------


def write(state: State) -> str:
    dice = "-" if state.dice is None else f"{state.dice[0]},{state.dice[1]}"
    parts = [",".join(stones) or "-" for stones in state.stones]
    parts += [SIDES[state.side], state.phase, dice]
    if state.faces != FACES:  # PHARAO-R1: the dice are an option; the usual ones are not written
        parts.append("dice=" + "/".join(",".join(map(str, die)) for die in state.faces))
    return " ".join(parts)


def read_stones(text: str, what: str) -> Stones:
    if text == "-":
        return ()
    stones = tuple(text.split(","))
    for field in stones:
        if field not in FIELDS:
            raise ValueError(f"{what}: {field!r} is not a field")
    if list(stones) != sorted(set(stones)):
        raise ValueError(f"{what}: the stones are not sorted, or one is named twice")
    if len(stones) > MOST_STONES:
        raise ValueError(f"{what}: more than {MOST_STONES} stones")
    return stones


def read_numbers(text: str, what: str) -> tuple[int, ...]:
    if not re.fullmatch(r"(0|[1-9][0-9]*)(,(0|[1-9][0-9]*))*", text):
        raise ValueError(f"{what}: {text!r} is not a list of numbers")
    return tuple(int(number) for number in text.split(","))


def check_die(die: tuple[int, ...], what: str) -> None:
    if len(die) != DIE_SIZE:
        raise ValueError(f"{what}: a die has {DIE_SIZE} faces")
    if any(not 0 <= face <= HIGHEST_FACE for face in die):
        raise ValueError(f"{what}: a face is not in 0..{HIGHEST_FACE}")
    if list(die) != sorted(die):
        raise ValueError(f"{what}: the faces are not sorted")


def read_faces(text: str) -> Faces:
    if not text.startswith("dice=") or text.count("/") != 1:
        raise ValueError("faces: expected dice=<own die>/<other die>")
    own_text, other_text = text.removeprefix("dice=").split("/")
    own, other = read_numbers(own_text, "own die"), read_numbers(other_text, "other die")
    check_die(own, "own die")
    check_die(other, "other die")
    if (own, other) == FACES:
        raise ValueError("faces: the usual dice are not written")
    return own, other


def read(text: str) -> State:
    """The position that `text` describes; ValueError if it is not canonical or not possible."""
    parts = text.split(" ")
    if len(parts) not in (5, 6):
        raise ValueError("expected: lower upper side phase dice, and perhaps the dice's faces")
    lower, upper = read_stones(parts[0], "lower"), read_stones(parts[1], "upper")
    if set(lower) & set(upper):
        raise ValueError("upper: a field is held by both sides")
    if parts[2] not in ("L", "U"):
        raise ValueError("side: expected L or U")
    if parts[3] not in PHASES:
        raise ValueError(f"phase: expected one of {', '.join(PHASES)}")
    faces = read_faces(parts[5]) if len(parts) == 6 else FACES
    dice: tuple[int, int] | None = None
    if parts[3] in ("roll", "over"):
        if parts[4] != "-":
            raise ValueError("dice: expected - in this phase")
    else:
        numbers = read_numbers(parts[4], "dice")
        if len(numbers) != 2:
            raise ValueError("dice: expected two numbers")
        if numbers[0] not in faces[0] or numbers[1] not in faces[1]:
            raise ValueError("dice: no such face on the die")
        dice = (numbers[0], numbers[1])
    state = State((lower, upper), SIDES.index(parts[2]), parts[3], dice, faces)
    validate(state)
    return state


def validate(state: State) -> None:
    """Is this position possible by its structure?"""
    if state.phase == "over":
        if not state.mine:
            raise ValueError("side: the winner has no stone")
        return
    for stones in state.stones:
        if not stones:
            raise ValueError("stones: a side without stones, and the game is not over")
        if stones == (WATER,):
            raise ValueError("stones: a side's only stone stands on the water")
    if state.phase == "roll":
        return
    if state.phase in ("rescue", "pull") and not {WATER, RESCUE} <= set(state.mine):
        raise ValueError("phase: needs own stones on the water and on the rescue field")
    if state.phase in ("own", "pull") and roll_of(state)[0] == 0:
        raise ValueError("dice: a part whose die shows 0 is skipped")
    if state.phase == "other" and roll_of(state)[1] == 0:
        raise ValueError("dice: a part whose die shows 0 is skipped")
    if set(decisions(state)) <= {FORFEIT}:
        raise ValueError("phase: there is nothing to decide")


# ---- the interface -----------------------------------------------------------------------------


def die_option(name: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or any(type(face) is not int for face in value):
        raise ValueError(f"{name}: expected a list of numbers")
    die = tuple(sorted(value))
    check_die(die, name)
    return die


def setup_option(name: str, value: object) -> Stones:
    if not isinstance(value, list | tuple) or any(type(field) is not str for field in value):
        raise ValueError(f"{name}: expected a list of fields")
    return read_stones(",".join(sorted(value)), name)


def start(**options: object) -> str:
    """The start position. PHARAO-R1: options own_die, other_die, lower, upper.

    A die is a list of its six faces, a setup is a list of fields; either in any order.
    """
    chosen: dict[str, object] = {
        "own_die": FACES[0],
        "other_die": FACES[1],
        "lower": SETUP[0],
        "upper": SETUP[1],
    }
    for name in options:
        if name not in chosen:
            raise ValueError(f"no option {name!r}; there are {', '.join(chosen)}")
    chosen |= options
    own, other = (die_option(name, chosen[name]) for name in ("own_die", "other_die"))
    lower, upper = (setup_option(name, chosen[name]) for name in ("lower", "upper"))
    state = State((lower, upper), 0, "roll", None, (own, other))
    return write(read(write(state)))


def check(text: str) -> None:
    """Raise ValueError unless `text` is exactly the notation of a possible position."""
    read(text)


def turn(text: str) -> int:
    """The player who decides (0 Lower Egypt, 1 Upper Egypt), or CHANCE, or OVER."""
    state = read(text)
    return {"roll": CHANCE, "over": OVER}.get(state.phase, state.side)


def actions(text: str) -> list[str]:
    """All legal actions, or all chance outcomes, sorted; none when the game is over."""
    return sorted(successors(read(text)))


def apply(text: str, action: str) -> str:
    """The position after `action`."""
    after = successors(read(text))
    if action not in after:
        raise ValueError(f"{action!r} is not legal in {text!r}")
    return write(after[action])


def probability(text: str, action: str) -> Fraction:
    """How likely a chance outcome is: each face of a die is equally likely."""
    state = read(text)
    if state.phase != "roll" or action not in successors(state):
        raise ValueError(f"{action!r} is not a chance outcome in {text!r}")
    own, other = (int(number) for number in action.removeprefix("=").split(","))
    own_die, other_die = state.faces
    return Fraction(own_die.count(own), len(own_die)) * Fraction(
        other_die.count(other), len(other_die)
    )


def returns(text: str) -> list[float]:
    """1 for the winner and -1 for the loser; zeros while the game runs."""
    state = read(text)
    if state.phase != "over":
        return [0.0, 0.0]
    return [1.0, -1.0] if state.side == 0 else [-1.0, 1.0]


def players(text: str) -> int:
    """How many players take part."""
    read(text)
    return 2


def perft(text: str, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies."""
    return count(read(text), depth)


def count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(after, depth - 1) for after in successors(state).values())
