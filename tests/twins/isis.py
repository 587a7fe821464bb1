"""ISIS, played slowly and plainly: the reference the fast engine is compared with.

Board, four rows of sixteen columns; the underworld 0 fills columns 1-7 of the middle rows:

     1  3  5  7  9 11 13 15 19 23 27 31 35 39 43 47
     0  .  .  .  .  .  . 16 20 24 28 32 36 40 44 48
     .  .  .  .  .  .  . 17 21 25 29 33 37 41 45 49
     2  4  6  8 10 12 14 18 22 26 30 34 38 42 46 50

Fields 1-38 are the earthly realm, 39-50 the heavenly fields, 44 and 45 the thrones. Seven stones
circulate; they are neutral until a player flips one into his personal stone.

A position is written `neutrals personals side ban end`, for instance `13,20 44,0 2 - first`.
An action is `0-13` (neutral stone), `P46-44` (own personal stone), `*41` (flip) or `pass`.
Every public function takes and returns text; inside, the text becomes a `Position` and back.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

NAME = "isis"
CHANCE = -1
OVER = -4

STONES = 7
UNDERWORLD = 0
ENTRANCES = (1, 2)  # from the underworld into the earthly realm
EXITS = (16, 17)  # from the earthly realm into the underworld
EARTH = range(1, 39)
HEAVEN = range(39, 51)
THRONE_FRONT = {44: 48, 45: 49}  # a throne, and the only field it is entered from

ROWS = (
    (1, 3, 5, 7, 9, 11, 13, 15, 19, 23, 27, 31, 35, 39, 43, 47),
    (0, 0, 0, 0, 0, 0, 0, 16, 20, 24, 28, 32, 36, 40, 44, 48),
    (0, 0, 0, 0, 0, 0, 0, 17, 21, 25, 29, 33, 37, 41, 45, 49),
    (2, 4, 6, 8, 10, 12, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50),
)
PLACE = {  # field -> (row, column), the underworld left out
    field: (row, column)
    for row, fields in enumerate(ROWS)
    for column, field in enumerate(fields)
    if field != UNDERWORLD
}

FORWARD, BACKWARD, ACROSS = "forward", "backward", "across"
ANY_DIRECTION = (FORWARD, BACKWARD, ACROSS)


@dataclass(frozen=True)
class Position:
    """One position; players are counted from 0 here, from 1 in the text."""

    neutrals: tuple[int, ...]  # fields 1-50 with a neutral stone, ascending
    personals: tuple[int | None, ...]  # per player: field of his stone (0 underworld), or None
    places: tuple[int, ...]  # per player: the place he finished in, 0 while he plays
    side: int  # player to move
    ban: int | None  # field of the banned neutral stone, 0 for the underworld
    end: str  # "first" or "all"


# --- geometry -----------------------------------------------------------------------------------


def _build_steps() -> dict[int, tuple[tuple[int, str], ...]]:
    """field -> (neighbour, direction) pairs; walls and one-way passages are already respected."""
    steps: dict[int, tuple[tuple[int, str], ...]] = {
        UNDERWORLD: tuple((entrance, FORWARD) for entrance in ENTRANCES)
    }
    for field, (row, column) in PLACE.items():
        found: list[tuple[int, str]] = []
        for other, (other_row, other_column) in PLACE.items():
            if abs(row - other_row) + abs(column - other_column) != 1:
                continue
            if other in THRONE_FRONT and THRONE_FRONT[other] != field:
                continue  # three sides of a throne are walls
            if field in THRONE_FRONT and THRONE_FRONT[field] != other:
                continue  # and they are walls from inside as well
            if other_column > column:
                found.append((other, FORWARD))
            elif other_column < column:
                found.append((other, BACKWARD))
            else:
                found.append((other, ACROSS))
        if field in EXITS:
            found.append((UNDERWORLD, BACKWARD))
        steps[field] = tuple(found)
    return steps


STEPS = _build_steps()


def _walks(
    path: tuple[int, ...],
    length: int,
    directions: tuple[str, ...],
    occupied: frozenset[int],
    last_only: frozenset[int],
    closed: frozenset[int],
) -> Iterator[tuple[int, ...]]:
    """All continuations of `path` by exactly `length` further steps.

    No field is used twice and none that is `occupied` or `closed` is used at all;
    the fields in `last_only` may only be reached by the last step.
    """
    if length == 0:
        yield path
        return
    for field, direction in STEPS[path[-1]]:
        if direction not in directions or field in path:
            continue
        if field in occupied or field in closed:
            continue
        if field in last_only and length > 1:
            continue
        yield from _walks((*path, field), length - 1, directions, occupied, last_only, closed)


# --- stones -------------------------------------------------------------------------------------


def _personals_in_play(position: Position) -> list[int]:
    return [field for field in position.personals if field is not None and field != UNDERWORLD]


def _in_play(position: Position) -> list[int]:
    """The fields 1-50 with a stone of any kind."""
    return sorted([*position.neutrals, *_personals_in_play(position)])


def _neutrals_below(position: Position) -> int:
    """How many neutral stones are in the underworld: the rest of the seven."""
    personal_stones = sum(field is not None for field in position.personals)
    return STONES - len(position.neutrals) - personal_stones


def _opponent_in_play(position: Position, player: int) -> bool:
    """ISIS-R4: an opponent's personal stone stands on 1-50; finished players have none."""
    return any(
        field is not None and field != UNDERWORLD
        for other, field in enumerate(position.personals)
        if other != player
    )


def _destinations(
    position: Position, start: int, personal: bool, may_descend: bool = False
) -> set[int]:
    """Where the stone on `start` can go, the ban left aside.

    `may_descend`: moves from the earthly realm into the underworld are open to the mover.
    """
    occupied = frozenset(_in_play(position))
    # Underworld stones count the stones below, stones in play count the stones in play.
    length = STONES - len(occupied) if start == UNDERWORLD else len(occupied)
    thrones = frozenset(THRONE_FRONT)
    # A throne is for personal stones only, and only as the end of the move.
    nothing: frozenset[int] = frozenset()
    last_only, closed = (thrones, nothing) if personal else (nothing, thrones)
    no_descent = closed | {UNDERWORLD}

    # ISIS-R1: the field where the move starts decides the directions for the whole move.
    if start == UNDERWORLD or start in EARTH:
        directions: tuple[str, ...] = (FORWARD, ACROSS)
    else:
        directions = ANY_DIRECTION
    walks = _walks((start,), length, directions, occupied, last_only, no_descent)
    found = {walk[-1] for walk in walks}

    if may_descend and start in EARTH:
        below = frozenset({UNDERWORLD})
        walks = _walks((start,), length, (BACKWARD, ACROSS), occupied, below | last_only, closed)
        if any(walk[-1] == UNDERWORLD for walk in walks):
            found.add(UNDERWORLD)
    return found


def _trapped(position: Position) -> set[int]:
    """ISIS-R3: heavenly stones without a walk, all judged on this same position.

    Throne steps count for a personal stone, no matter who is to move.
    """
    personals = _personals_in_play(position)
    return {
        field
        for field in _in_play(position)
        if field in HEAVEN and not _destinations(position, field, personal=field in personals)
    }


def _drop_trapped(position: Position) -> Position:
    """Send all trapped stones to the underworld together; personal stones stay personal."""
    trapped = _trapped(position)
    return replace(
        position,
        neutrals=tuple(field for field in position.neutrals if field not in trapped),
        personals=tuple(UNDERWORLD if field in trapped else field for field in position.personals),
        # ISIS-R2: a trapped stone counts as not moved, so it is not under the ban.
        ban=None if position.ban in trapped else position.ban,
    )


# --- turns --------------------------------------------------------------------------------------


def _throne_winner(position: Position) -> int | None:
    """The player whose personal stone sits on a throne (only in a won `first` game)."""
    for player, field in enumerate(position.personals):
        if field in THRONE_FRONT:
            return player
    return None


def _is_over(position: Position) -> bool:
    if position.end == "first":
        return _throne_winner(position) is not None
    return position.places.count(0) == 1  # the last player left is last


def _next_player(position: Position, player: int) -> int:
    """The next player in order who is still in the game."""
    count = len(position.places)
    following = (player + 1) % count
    while position.places[following] != 0:
        following = (following + 1) % count
    return following


@lru_cache(maxsize=100_000)
def _actions(position: Position) -> tuple[str, ...]:
    if _is_over(position):
        return ()
    player = position.side
    may_descend = _opponent_in_play(position, player)
    found: list[str] = []

    # Move a neutral stone that is not under the ban; a ban on 0 covers all neutral stones there.
    movable = list(position.neutrals)
    if _neutrals_below(position) > 0:
        movable.append(UNDERWORLD)
    for start in movable:
        if start != position.ban:
            for target in _destinations(position, start, False, may_descend):
                found.append(f"{start}-{target}")

    # Move the own personal stone. ISIS-R6: the ban never concerns it.
    own = position.personals[player]
    if own is not None:
        for target in _destinations(position, own, True, may_descend):
            found.append(f"P{own}-{target}")

    # Flip: once per player, not the banned stone, and with company in the heavenly fields.
    if own is None:
        in_heaven = [field for field in _in_play(position) if field in HEAVEN]
        for field in position.neutrals:
            if field in HEAVEN and field != position.ban and len(in_heaven) >= 2:
                found.append(f"*{field}")

    return tuple(sorted(found)) if found else ("pass",)


def _play(position: Position, action: str) -> Position:
    """The position after a legal action."""
    player = position.side
    following = _next_player(position, player)

    if action == "pass":
        return replace(position, side=following, ban=None)  # ISIS-R2: a pass clears the ban

    if action.startswith("*"):
        field = int(action[1:])
        return replace(
            position,
            neutrals=tuple(other for other in position.neutrals if other != field),
            personals=_with(position.personals, player, field),
            side=following,
            ban=None,  # ISIS-R2: a flip causes no ban
        )

    start, target = (int(number) for number in action.removeprefix("P").split("-"))
    if not action.startswith("P"):
        neutrals = [field for field in position.neutrals if field != start]
        if target != UNDERWORLD:
            neutrals.append(target)
        moved = replace(position, neutrals=tuple(sorted(neutrals)), side=following, ban=target)
        return _drop_trapped(moved)

    # ISIS-R2: a stone moved as a personal stone causes no ban.
    moved = replace(
        position,
        personals=_with(position.personals, player, target),
        side=following,
        ban=None,
    )
    if target not in THRONE_FRONT:
        return _drop_trapped(moved)
    if position.end == "first":
        return moved  # won: the throne is shown and nothing is trapped any more
    # The winner leaves with the next free place; his stone is a neutral one in the underworld.
    # ISIS-R5: that stone causes no ban. ISIS-R7: trapping is checked with it already below.
    place = max(position.places) + 1
    return _drop_trapped(
        replace(
            moved,
            personals=_with(moved.personals, player, None),
            places=(*moved.places[:player], place, *moved.places[player + 1 :]),
        )
    )


def _with(fields: tuple[int | None, ...], player: int, field: int | None) -> tuple[int | None, ...]:
    return (*fields[:player], field, *fields[player + 1 :])


# --- text ---------------------------------------------------------------------------------------

_NUMBER = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_FINISHED = re.compile(r"x([1-9])", re.ASCII)


def _number(token: str, low: int, high: int, what: str) -> int:
    if not _NUMBER.fullmatch(token) or not low <= int(token) <= high:
        raise ValueError(f"{what}: {token!r} is not a number from {low} to {high}")
    return int(token)


def _read(text: str) -> Position:
    """Text to position; ValueError unless it is canonical and structurally possible."""
    parts = text.split(" ")
    if len(parts) != 5:
        raise ValueError(f"expected 5 fields separated by single spaces, got {len(parts)}")
    neutral_text, personal_text, side_text, ban_text, end = parts
    if end not in ("first", "all"):
        raise ValueError(f"end: {end!r} is neither 'first' nor 'all'")

    neutrals: list[int] = []
    if neutral_text != "-":
        neutrals = [_number(token, 1, 50, "neutrals") for token in neutral_text.split(",")]
    if neutrals != sorted(set(neutrals)):
        raise ValueError("neutrals: not strictly ascending")

    personals: list[int | None] = []
    places: list[int] = []
    for token in personal_text.split(","):
        finished = _FINISHED.fullmatch(token)
        places.append(int(finished[1]) if finished else 0)
        if finished or token == "-":
            personals.append(None)
        else:
            personals.append(_number(token, 0, 50, "personals"))
    if len(personals) not in (2, 3, 4):
        raise ValueError(f"personals: {len(personals)} players, expected 2, 3 or 4")

    side = _number(side_text, 1, len(personals), "side") - 1
    ban = None if ban_text == "-" else _number(ban_text, 0, 50, "ban")
    position = Position(tuple(neutrals), tuple(personals), tuple(places), side, ban, end)
    _validate(position)
    return position


def _validate(position: Position) -> None:
    # Material: seven stones, one per field, neutral stones never on a throne.
    in_play = _in_play(position)
    if len(set(in_play)) != len(in_play):
        raise ValueError("two stones on one field")
    if _neutrals_below(position) < 0:
        raise ValueError("more than seven stones")
    if any(field in THRONE_FRONT for field in position.neutrals):
        raise ValueError("neutrals: a neutral stone on a throne")

    # Finished players: places 1, 2, ... without gaps, at least one player left.
    finished = sorted(place for place in position.places if place != 0)
    if finished != list(range(1, len(finished) + 1)):
        raise ValueError("personals: the finished places are not x1, x2, ... once each")
    if finished and position.end == "first":
        raise ValueError("personals: finished places only exist with end 'all'")
    if len(finished) == len(position.places):
        raise ValueError("personals: nobody is left in the game")
    if position.places[position.side] != 0:
        raise ValueError("side: this player has finished")

    # A throne is only seen at the end of a `first` game, right after the winning move.
    enthroned = [field for field in position.personals if field in THRONE_FRONT]
    if enthroned and position.end == "all":
        raise ValueError("personals: with end 'all' no stone stays on a throne")
    if len(enthroned) > 1:
        raise ValueError("personals: both thrones are taken")
    winner = _throne_winner(position)
    if winner is not None and position.side != _next_player(position, winner):
        raise ValueError("side: not the player after the winner")

    # The ban lies on a neutral stone, and never follows the winning move of a personal stone.
    if position.ban is not None and _is_over(position):
        raise ValueError("ban: the game is over")
    if position.ban == UNDERWORLD and _neutrals_below(position) == 0:
        raise ValueError("ban: no neutral stone in the underworld")
    if position.ban not in (None, UNDERWORLD, *position.neutrals):
        raise ValueError("ban: no neutral stone on this field")


def _write(position: Position) -> str:
    entries: list[str] = []
    for field, place in zip(position.personals, position.places, strict=True):
        if place != 0:
            entries.append(f"x{place}")
        else:
            entries.append("-" if field is None else str(field))
    neutrals = ",".join(str(field) for field in position.neutrals) or "-"
    ban = "-" if position.ban is None else str(position.ban)
    return f"{neutrals} {','.join(entries)} {position.side + 1} {ban} {position.end}"


# --- the public functions -----------------------------------------------------------------------


def start(**options: object) -> str:
    """The start position. Options: `players` (2, 3 or 4; default 2), `end` (default 'first')."""
    unknown = sorted(set(options) - {"players", "end"})
    if unknown:
        raise ValueError(f"unknown options {unknown}; valid are 'players' and 'end'")
    count = options.get("players", 2)
    end = options.get("end", "first")
    if type(count) is not int or count not in (2, 3, 4):
        raise ValueError(f"players: {count!r} is not 2, 3 or 4")
    if not isinstance(end, str) or end not in ("first", "all"):
        raise ValueError(f"end: {end!r} is neither 'first' nor 'all'")
    return _write(Position((), (None,) * count, (0,) * count, 0, None, end))


def check(text: str) -> None:
    """Raise ValueError unless `text` is the canonical notation of a possible position."""
    position = _read(text)
    if _write(position) != text:
        raise ValueError(f"not canonical, expected {_write(position)!r}")


def turn(text: str) -> int:
    """The player to decide, counted from 0, or OVER."""
    position = _read(text)
    return OVER if _is_over(position) else position.side


def actions(text: str) -> list[str]:
    """All legal actions, sorted as strings; none when the game is over."""
    return list(_actions(_read(text)))


def apply(text: str, action: str) -> str:
    """The position after `action`; ValueError if it is not legal."""
    position = _read(text)
    if action not in _actions(position):
        raise ValueError(f"illegal action {action!r} in {text!r}")
    return _write(_play(position, action))


def probability(text: str, action: str) -> Fraction:
    """Always a ValueError: nothing in this game is left to chance."""
    _read(text)
    raise ValueError(f"no chance position, so {action!r} has no probability")


def returns(text: str) -> list[float]:
    """Per player: zeros until the game is over, then from 1 (first) to -1 (last)."""
    position = _read(text)
    count = len(position.places)
    if not _is_over(position):
        return [0.0] * count
    if position.end == "first":
        winner = _throne_winner(position)
        return [1.0 if player == winner else -1 / (count - 1) for player in range(count)]
    places = [place or count for place in position.places]  # the player left over is last
    return [1 - 2 * (place - 1) / (count - 1) for place in places]


def players(text: str) -> int:
    """How many players take part, finished ones included."""
    return len(_read(text).personals)


def perft(text: str, depth: int) -> int:
    """How many action sequences of exactly `depth` plies start here."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(actions(text))
    return sum(perft(apply(text, action), depth - 1) for action in actions(text))
