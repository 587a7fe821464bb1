"""URAEUS: a slow, plain reference implementation of the rules.

Positions and actions are texts. Every public function parses the text into a small frozen
`Position`, works on that, and writes the canonical text again. Nothing here is clever: walks are
enumerated step by step, and every pile of stones is a tuple read from the bottom upwards.

The board is a line: head 0, back fields 1 to 62, tail 63. The die is thrown (chance), then one
own stone makes exactly that many single steps, one of which may be a turn on the spot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

NAME = "uraeus"
CHANCE = -1
OVER = -4

HEAD = 0
TAIL = 63
SCALES = (21, 30, 37, 41, 53)
GEESE = (59, 60, 61, 62)
STONES = 3
SIDES = 6
TAILWARD = 1
HEADWARD = -1
SIGN = {TAILWARD: "+", HEADWARD: "-"}
FACING = {"+": TAILWARD, "-": HEADWARD}
ENDS = ("all", "first")


# ---------------------------------------------------------------------------------------------
# The position
# ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stone:
    """A stone on the back: its owner (0-based) and the way it faces."""

    owner: int
    facing: int


Pile = tuple[Stone, ...]  # the stones on one field, the lower one first; at most two


@dataclass(frozen=True)
class Position:
    """Everything the rules look at. Players are 0-based here and 1-based in texts."""

    back: tuple[Pile, ...]  # indexed by field, 0 to 63; head and tail never hold a pile
    reserve: tuple[int, ...]  # per player. No limit and no order in there (URAEUS-R1)
    finished: tuple[int, ...]  # per player
    side: int
    die: int | None
    places: tuple[int, ...]
    end: str

    @property
    def count(self) -> int:
        """The number of players."""
        return len(self.reserve)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        if self.end == "first":
            return len(self.places) == 1
        return len(self.places) == self.count


def _next_side(side: int, finished: tuple[int, ...]) -> int:
    """The next player in order who still has stones to bring home (URAEUS-R7)."""
    count = len(finished)
    following = [(side + i) % count for i in range(1, count + 1)]
    return next(player for player in following if finished[player] < STONES)


# ---------------------------------------------------------------------------------------------
# Text to position, position to text
# ---------------------------------------------------------------------------------------------

_STONE = re.compile(r"(\^?)([1-9]|[1-5][0-9]|6[0-2])([+-])")


def _write(position: Position) -> str:
    """The canonical text of a position."""
    groups = []
    for player in range(position.count):
        tokens = ["f"] * position.finished[player] + ["r"] * position.reserve[player]
        for field, pile in enumerate(position.back):
            for level, stone in enumerate(pile):
                if stone.owner == player:
                    tokens.append("^" * level + f"{field}{SIGN[stone.facing]}")
        groups.append(",".join(tokens))
    die = "-" if position.die is None else str(position.die)
    places = ",".join(str(player + 1) for player in position.places) or "-"
    return f"{'/'.join(groups)} {position.side + 1} {die} {places} {position.end}"


def _parse_stones(text: str) -> tuple[tuple[Pile, ...], tuple[int, ...], tuple[int, ...]]:
    """The back, the reserves and the finished counts written in the first field."""
    groups = text.split("/")
    if not 2 <= len(groups) <= 4:
        raise ValueError(f"stones: 2 to 4 players, not {len(groups)}")
    lower: dict[int, Stone] = {}
    upper: dict[int, Stone] = {}
    reserve, finished = [], []
    for player, group in enumerate(groups):
        tokens = group.split(",")
        if len(tokens) != STONES:
            raise ValueError(f"stones: player {player + 1} has {len(tokens)} stones, not {STONES}")
        reserve.append(tokens.count("r"))
        finished.append(tokens.count("f"))
        for token in tokens:
            if token in ("f", "r"):
                continue
            match = _STONE.fullmatch(token)
            if match is None:
                raise ValueError(f"stones: {token!r} is not a stone")
            level, field = (upper if match[1] else lower), int(match[2])
            if field in level:
                raise ValueError(f"stones: {token!r} stands where another stone is")
            level[field] = Stone(player, FACING[match[3]])
    for field in upper:
        if field not in lower:
            raise ValueError(f"stones: no lower stone under the top stone on field {field}")
    back = tuple(
        tuple(level[field] for level in (lower, upper) if field in level)
        for field in range(TAIL + 1)
    )
    return back, tuple(reserve), tuple(finished)


def _parse_places(text: str, count: int) -> tuple[int, ...]:
    """The players (0-based) in the order of finishing."""
    if text == "-":
        return ()
    places = []
    for token in text.split(","):
        if not re.fullmatch(r"[1-4]", token) or int(token) > count:
            raise ValueError(f"places: {token!r} is not a player")
        places.append(int(token) - 1)
    if len(set(places)) != len(places):
        raise ValueError("places: a player is named twice")
    return tuple(places)


def _parse(text: str) -> Position:
    """The position a canonical text stands for; ValueError says what is wrong."""
    fields = text.split(" ")
    if len(fields) != 5:
        raise ValueError(f"a position has 5 fields, not {len(fields)}")
    back, reserve, finished = _parse_stones(fields[0])
    count = len(reserve)
    if not re.fullmatch(r"[1-4]", fields[1]) or int(fields[1]) > count:
        raise ValueError(f"side: {fields[1]!r} is not a player")
    if not re.fullmatch(r"-|[1-6]", fields[2]):
        raise ValueError(f"die: {fields[2]!r} is neither '-' nor 1 to 6")
    if fields[4] not in ENDS:
        raise ValueError(f"end: {fields[4]!r} is neither 'all' nor 'first'")
    die = None if fields[2] == "-" else int(fields[2])
    places = _parse_places(fields[3], count)
    side = int(fields[1]) - 1
    position = Position(back, reserve, finished, side, die, places, fields[4])
    _check_places(position)
    if _write(position) != text:
        raise ValueError("stones: not in canonical order")
    return position


def _check_places(position: Position) -> None:
    """ValueError unless places, finished stones, side and die fit together."""
    home = {player for player in range(position.count) if position.finished[player] == STONES}
    # With end `all` the last place goes to the one player who is left, without finishing.
    last_named = position.end == "all" and position.over
    earned = position.places[:-1] if last_named else position.places
    if set(earned) != home:
        raise ValueError("places: must name exactly the players with three finished stones")
    if position.end == "first" and len(home) > 1:
        raise ValueError("places: with end 'first' only one player can finish")
    if position.end == "all" and len(home) == position.count - 1 and not last_named:
        raise ValueError("places: the one player left takes the last place")
    if position.side in home:
        raise ValueError("side: this player has finished")
    if not position.over:
        return
    if position.die is not None:
        raise ValueError("die: must be '-' when the game is over")
    # With end `first` the winner made the last move, so the player after him is named. With
    # end `all` the only player left is the last one named.
    if position.side != _next_side(position.places[0], position.finished):
        raise ValueError("side: must be the next unfinished player")


# ---------------------------------------------------------------------------------------------
# Moving one stone
# ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Landing:
    """Where a move ends: on a back field, on HEAD (into the reserve) or on TAIL (finished)."""

    field: int
    facing: int
    by_turn: bool  # the last step was a turn: nothing is occupied anew and nothing is hit


def _may_pass(pile: Pile, direction: int) -> bool:
    """On the way: an empty field, or a single stone jumped from its rear (URAEUS-R2)."""
    if len(pile) == 0:
        return True
    return len(pile) == 1 and pile[0].facing == direction


def _may_end(pile: Pile, direction: int) -> bool:
    """Last step, travelling: all but a double whose top shows its rear (URAEUS-R2)."""
    return len(pile) < 2 or pile[-1].facing != direction


def _walks(
    back: tuple[Pile, ...], at: int, facing: int, left: int, turned: bool, entering: bool
) -> Iterator[Landing]:
    """All ways to spend the `left` steps (at least one) from field `at`.

    The moving stone itself is not on `back`: a stone it stood on is an ordinary single stone.
    """
    last = left == 1
    # Spend this step on turning round: once per move, never on the head (URAEUS-R3).
    if not turned and at != HEAD:
        if last:
            yield Landing(at, -facing, by_turn=True)
        else:
            yield from _walks(back, at, -facing, left - 1, True, entering)
    # Spend this step on travelling.
    to = at + facing
    if to == HEAD:
        # The move ends here, left-over steps lapse (URAEUS-R3). A stone that entered in this
        # move has to end on the back.
        if not entering:
            yield Landing(HEAD, facing, by_turn=False)
    elif to == TAIL:
        # Only with the very last step, and never beyond.
        if last:
            yield Landing(TAIL, facing, by_turn=False)
    elif last:
        if _may_end(back[to], facing):
            yield Landing(to, facing, by_turn=False)
    elif _may_pass(back[to], facing):
        yield from _walks(back, to, facing, left - 1, turned, entering)


def _lift(back: tuple[Pile, ...], field: int) -> tuple[Pile, ...]:
    """The back without the top (or only) stone of a field."""
    return (*back[:field], back[field][:-1], *back[field + 1 :])


def _landings(position: Position, source: int) -> dict[str, Landing]:
    """The moves of the own stone on field `source` (HEAD: a new stone), by their notation."""
    assert position.die is not None
    if source == HEAD:
        start, back, facing = "r", position.back, TAILWARD
    else:
        start, back = str(source), _lift(position.back, source)
        facing = position.back[source][-1].facing
    found: dict[str, Landing] = {}
    for landing in _walks(back, source, facing, position.die, False, source == HEAD):
        if landing.field == HEAD:
            goal = "r"
        elif landing.field == TAIL:
            goal = "f"
        else:
            goal = f"{landing.field}{SIGN[landing.facing]}"
        found[f"{start}:{goal}"] = landing
    return found


@cache
def _moves(position: Position) -> dict[str, tuple[int, Landing]]:
    """All legal moves of the player to decide, by their notation: (source, landing)."""
    obliged: dict[str, tuple[int, Landing]] = {}
    free: dict[str, tuple[int, Landing]] = {}
    for field, pile in enumerate(position.back):
        # Only a single stone or the top of a double can move, or be obliged (URAEUS-R6).
        if not pile or pile[-1].owner != position.side:
            continue
        # Obliged: on top of a double, or on a goose field.
        group = obliged if len(pile) == 2 or field in GEESE else free
        for name, landing in _landings(position, field).items():
            group[name] = (field, landing)
    if position.reserve[position.side] > 0:
        for name, landing in _landings(position, HEAD).items():
            free[name] = (HEAD, landing)
    # An obliged stone goes first if any can move at all, be it to the head (URAEUS-R5).
    return obliged or free


# ---------------------------------------------------------------------------------------------
# What a move does
# ---------------------------------------------------------------------------------------------


def _arrive(back: list[Pile], reserve: list[int], field: int, stone: Stone) -> None:
    """A stone ends on a field, travelling the way it faces; what it meets is hit or occupied."""
    pile = back[field]
    if pile and pile[-1].facing == -stone.facing:
        # A hit from the front; a lower stone stays where it is. The hitting stone is placed
        # before the hit one is returned (URAEUS-R4).
        back[field] = (*pile[:-1], stone)
        _send_back(back, reserve, field, pile[-1].owner)
    else:
        assert len(pile) < 2
        back[field] = (*pile, stone)


def _send_back(back: list[Pile], reserve: list[int], hit_on: int, owner: int) -> None:
    """A hit stone returns to the scale field below it, or to the reserve (URAEUS-R1)."""
    below = [scale for scale in SCALES if scale < hit_on]
    if not below:
        reserve[owner] += 1
        return
    # Next field towards the tail while a double is met that cannot be hit; this may well lead
    # to the field of the stone that moved (URAEUS-R4).
    field = max(below)
    while not _may_end(back[field], HEADWARD):
        field += 1
    _arrive(back, reserve, field, Stone(owner, HEADWARD))


def _after_move(position: Position, source: int, landing: Landing) -> Position:
    """The position after the move; the next player is to roll."""
    mover = position.side
    back = list(position.back)
    reserve, finished = list(position.reserve), list(position.finished)
    if source == HEAD:
        reserve[mover] -= 1
    else:
        back[source] = back[source][:-1]
    stone = Stone(mover, landing.facing)
    if landing.field == HEAD:
        reserve[mover] += 1
    elif landing.field == TAIL:
        finished[mover] += 1
    elif landing.by_turn:
        # Stays where it is, on top of a single stone if there is one, however that faces.
        back[landing.field] = (*back[landing.field], stone)
    else:
        _arrive(back, reserve, landing.field, stone)

    places = position.places
    if finished[mover] == STONES:
        places = (*places, mover)
    side = _next_side(mover, tuple(finished))
    if position.end == "all" and len(places) == position.count - 1:
        places = (*places, side)  # one player is left and takes the last place
    return Position(tuple(back), tuple(reserve), tuple(finished), side, None, places, position.end)


def _actions(position: Position) -> list[str]:
    """The legal actions of a position, sorted."""
    if position.over:
        return []
    if position.die is None:
        return [f"={roll}" for roll in range(1, SIDES + 1)]
    return sorted(_moves(position)) or ["pass"]  # URAEUS-R7


def _apply(position: Position, action: str) -> Position:
    """The next position; ValueError if the action is illegal."""
    if action not in _actions(position):
        raise ValueError(f"illegal action {action!r}")
    if position.die is None:
        return replace(position, die=int(action[1:]))
    if action == "pass":
        return replace(position, die=None, side=_next_side(position.side, position.finished))
    return _after_move(position, *_moves(position)[action])


def _perft(position: Position, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    return sum(_perft(_apply(position, action), depth - 1) for action in _actions(position))


# ---------------------------------------------------------------------------------------------
# The public functions
# ---------------------------------------------------------------------------------------------


def start(**options: object) -> str:
    """The start position. Options: players (2 to 4), first (1 to players), end (all, first)."""
    unknown = sorted(set(options) - {"players", "first", "end"})
    if unknown:
        raise ValueError(f"unknown option {unknown[0]!r}")
    count, first = options.get("players", 2), options.get("first", 1)  # URAEUS-R8
    end = options.get("end", "all")
    if type(count) is not int or not 2 <= count <= 4:
        raise ValueError(f"players: 2 to 4, not {count!r}")
    if type(first) is not int or not 1 <= first <= count:
        raise ValueError(f"first: 1 to {count}, not {first!r}")
    if not isinstance(end, str) or end not in ENDS:
        raise ValueError(f"end: 'all' or 'first', not {end!r}")
    back: tuple[Pile, ...] = ((),) * (TAIL + 1)
    return _write(Position(back, (STONES,) * count, (0,) * count, first - 1, None, (), end))


def check(text: str) -> None:
    """ValueError unless the text is the canonical notation of a possible position."""
    _parse(text)


def turn(text: str) -> int:
    """The player (0-based) to decide, CHANCE or OVER."""
    position = _parse(text)
    if position.over:
        return OVER
    return CHANCE if position.die is None else position.side


def actions(text: str) -> list[str]:
    """All legal actions, sorted as strings; none when the game is over."""
    return _actions(_parse(text))


def apply(text: str, action: str) -> str:
    """The text of the position after the action; ValueError if it is illegal."""
    return _write(_apply(_parse(text), action))


def probability(text: str, action: str) -> Fraction:
    """The probability of a chance outcome."""
    if turn(text) != CHANCE or action not in actions(text):
        raise ValueError(f"not a chance outcome here: {action!r}")
    return Fraction(1, SIDES)


def returns(text: str) -> list[float]:
    """The result per player, zeros unless the game is over."""
    position = _parse(text)
    count = position.count
    result = [Fraction(0)] * count
    if position.over and position.end == "first":
        result = [Fraction(-1, count - 1)] * count
        result[position.places[0]] = Fraction(1)
    elif position.over:
        for place, player in enumerate(position.places):
            result[player] = 1 - Fraction(2 * place, count - 1)
    return [float(value) for value in result]


def players(text: str) -> int:
    """The number of players."""
    return _parse(text).count


def perft(text: str, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies, chance plies included."""
    return _perft(_parse(text), depth)
