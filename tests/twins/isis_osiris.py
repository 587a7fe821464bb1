"""ISIS & OSIRIS, written slowly and plainly: the reference the fast engine is compared with.

Two to four players fill a 6 x 6 board. A turn places either an own pawn, or a tile that is drawn
unseen, shown to everybody and then put on the board. When the board is full every pawn is worth
the sum of the tiles orthogonally adjacent to it, and the highest total wins.

A position is one line, `board pawns tiles side drawn`:

* board: ranks 6 to 1 separated by `/`, a cell is `.`, a pawn `A` to `D`, or a tile such as `+2`;
* pawns: left per player;
* tiles: left per player, or a single number for the common pile (variant II);
* side: the player whose turn it is, from 1;
* drawn: `-` the player decides, `?` a tile is being drawn (chance), or the value in hand.

Actions: `@c4` places a pawn, `draw` takes a tile, `=+2` shows its value (chance), `c4` places the
tile in hand, `pass`.

Options of `start`: `players` (2 to 4), `first` (who begins, from 1) and `common` (variant II).
Variant I, a match of several games, only adds up totals and needs no positions of its own.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

NAME = "isis-osiris"
CHANCE = -1
OVER = -4

# OSIRIS-R1: the 22 tiles, value -> how many of them exist.
TILE_COUNTS = {"+1": 2, "+2": 6, "+3": 2, "+4": 1, "-1": 2, "-2": 6, "-3": 2, "-4": 1}
ALL_TILES = 22

# Number of players -> pawns and tiles for each of them.
PAWNS_EACH = {2: 8, 3: 6, 4: 5}
TILES_EACH = {2: 11, 3: 7, 4: 5}

PAWN_LETTERS = "ABCD"
EMPTY = "."
FILES = "abcdef"
RANKS = "654321"

# The 36 cells in the order in which the notation writes them: a6 b6 ... f6, a5 ... f1.
CELLS = tuple(file + rank for rank in RANKS for file in FILES)

DECIDES = "-"  # nothing drawn: the player decides
DRAWING = "?"  # a tile was taken and its value is about to be shown: chance acts


@dataclass(frozen=True)
class State:
    """One position; `board[i]` is what lies on `CELLS[i]`, `side` counts from 0."""

    board: tuple[str, ...]
    pawns: tuple[int, ...]
    tiles: tuple[int, ...]  # one number per player, or a single one: the common pile
    side: int
    drawn: str

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.pawns)

    @property
    def common(self) -> bool:
        """Whether all draw from one common pile (variant II)."""
        return len(self.tiles) == 1

    @property
    def reserve(self) -> int:
        """Index into `tiles` of the reserve the player to move draws from."""
        return 0 if self.common else self.side

    @property
    def full(self) -> bool:
        """Whether no cell is empty, which ends the game."""
        return EMPTY not in self.board


# --- text -> state -> text ------------------------------------------------------------------


def _to_text(state: State) -> str:
    rows = ["".join(state.board[6 * row : 6 * row + 6]) for row in range(6)]
    pawns = ",".join(str(number) for number in state.pawns)
    tiles = ",".join(str(number) for number in state.tiles)
    return f"{'/'.join(rows)} {pawns} {tiles} {state.side + 1} {state.drawn}"


def _parse_numbers(field: str, text: str) -> tuple[int, ...]:
    """Read a comma-separated list of numbers without signs and leading zeros."""
    for number in text.split(","):
        if not re.fullmatch(r"0|[1-9][0-9]?", number):
            raise ValueError(f"{field}: {number!r} is not a number from 0 to 99")
    return tuple(int(number) for number in text.split(","))


def _parse_board(text: str) -> tuple[str, ...]:
    rows = text.split("/")
    if len(rows) != 6:
        raise ValueError(f"board: {len(rows)} ranks instead of 6")
    board: list[str] = []
    for rank, row in zip(RANKS, rows, strict=True):
        if not re.fullmatch(r"(?:[.ABCD]|[+-][1-4])*", row):
            raise ValueError(f"board: rank {rank} has an unknown cell: {row!r}")
        cells = re.findall(r"[.ABCD]|[+-][1-4]", row)
        if len(cells) != 6:
            raise ValueError(f"board: rank {rank} has {len(cells)} cells instead of 6")
        board.extend(cells)
    return tuple(board)


def _parse(text: str) -> State:
    """Read a position strictly and check that its structure is possible."""
    fields = text.split(" ")
    if len(fields) != 5:
        raise ValueError(f"a position has 5 fields separated by single spaces, not {len(fields)}")
    board_text, pawns_text, tiles_text, side_text, drawn = fields
    board = _parse_board(board_text)
    pawns = _parse_numbers("pawns", pawns_text)
    tiles = _parse_numbers("tiles", tiles_text)
    if len(pawns) not in PAWNS_EACH:
        raise ValueError(f"pawns: {len(pawns)} players, possible are 2 to 4")
    if len(tiles) not in (1, len(pawns)):
        raise ValueError(f"tiles: {len(tiles)} numbers for {len(pawns)} players")
    if side_text not in [str(player + 1) for player in range(len(pawns))]:
        raise ValueError(f"side: {side_text!r} is not a player from 1 to {len(pawns)}")
    if drawn not in (DECIDES, DRAWING, *TILE_COUNTS):
        raise ValueError(f"drawn: {drawn!r} is neither '-' nor '?' nor a tile")
    state = State(board, pawns, tiles, int(side_text) - 1, drawn)
    _check_material(state)
    if not state.common:
        _check_turn_order(state)
    if _to_text(state) != text:
        raise ValueError("the position is not in canonical form")
    return state


def _check_material(state: State) -> None:
    """Every piece is in a reserve, on the board, in hand, or (tiles) out of the game."""
    each = PAWNS_EACH[state.players]
    for player, letter in enumerate(PAWN_LETTERS):
        placed = state.board.count(letter)
        if player >= state.players:
            if placed:
                raise ValueError(f"board: a pawn {letter}, but only {state.players} players")
        elif placed + state.pawns[player] != each:
            raise ValueError(f"pawns: player {player + 1} must have {each}, placed and left")

    limit = ALL_TILES if state.common else TILES_EACH[state.players]
    if any(left > limit for left in state.tiles):
        raise ValueError(f"tiles: a reserve holds at most {limit}")
    in_hand = 0 if state.drawn == DECIDES else 1
    on_board = sum(state.board.count(value) for value in TILE_COUNTS)
    if on_board + in_hand != limit * len(state.tiles) - sum(state.tiles):
        raise ValueError("tiles: the tiles placed, in hand and left do not add up")
    for value, number in TILE_COUNTS.items():
        if state.board.count(value) + (state.drawn == value) > number:
            raise ValueError(f"tiles: more than {number} of value {value}")

    if in_hand and state.full:
        raise ValueError("drawn: the board is full, there is no place for the tile")
    if in_hand and state.tiles[state.reserve] == limit:
        raise ValueError("drawn: the reserve it was taken from is still complete")


def _check_turn_order(state: State) -> None:
    """With own reserves every turn uses up one own piece, so the pieces tell the turns taken.

    Anybody may have begun (OSIRIS-R4). Counted from the player to move onwards, those who have
    yet to play in this round come first, and those who already did have one turn more.
    """
    count = state.players
    turns = []
    for player in range(count):
        pawns_placed = PAWNS_EACH[count] - state.pawns[player]
        tiles_taken = TILES_EACH[count] - state.tiles[player]
        turns.append(pawns_placed + tiles_taken)
    if state.drawn != DECIDES:
        turns[state.side] -= 1  # this turn is still under way
    in_order = turns[state.side :] + turns[: state.side]
    if in_order != sorted(in_order) or in_order[-1] - in_order[0] > 1:
        raise ValueError("side: the numbers of pieces placed do not fit the turn order")


# --- the rules, on states -------------------------------------------------------------------


def _unseen(state: State) -> dict[str, int]:
    """The tiles nobody has seen, value -> number, those left out of the game included.

    OSIRIS-R2: every tile on the board was shown when it was drawn, so all others are unseen.
    Asked only while no shown tile is in hand.
    """
    return {value: count - state.board.count(value) for value, count in TILE_COUNTS.items()}


def _actions(state: State) -> list[str]:
    if state.full:
        return []  # the game is over
    empty = [cell for cell, content in zip(CELLS, state.board, strict=True) if content == EMPTY]
    if state.drawn == DRAWING:
        return sorted("=" + value for value, count in _unseen(state).items() if count > 0)
    if state.drawn != DECIDES:
        return sorted(empty)  # a tile once drawn has to be placed
    result = []
    if state.pawns[state.side] > 0:
        result += ["@" + cell for cell in empty]
    if state.tiles[state.reserve] > 0:
        result.append("draw")
    if not result:
        # OSIRIS-R3: no pawns and an empty pile. With own reserves this cannot happen: 18, 12 or
        # 9 turns each fill the board, and everybody starts with 19, 13 or 10 pieces.
        result.append("pass")
    return sorted(result)


def _put(state: State, cell: str, piece: str) -> tuple[str, ...]:
    at = CELLS.index(cell)
    return (*state.board[:at], piece, *state.board[at + 1 :])


def _one_less(numbers: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] - 1, *numbers[at + 1 :])


def _step(state: State, action: str) -> State:
    """The position after a legal action."""
    following = (state.side + 1) % state.players
    if action == "pass":
        return replace(state, side=following)
    if action == "draw":
        # The tile leaves the reserve now; its value is shown by the chance outcome that follows.
        return replace(state, tiles=_one_less(state.tiles, state.reserve), drawn=DRAWING)
    if action.startswith("="):
        return replace(state, drawn=action[1:])
    if action.startswith("@"):
        board = _put(state, action[1:], PAWN_LETTERS[state.side])
        pawns = _one_less(state.pawns, state.side)
        return replace(state, board=board, pawns=pawns, side=following)
    return replace(state, board=_put(state, action, state.drawn), side=following, drawn=DECIDES)


def _neighbours(cell: str) -> list[str]:
    """The cells orthogonally adjacent to a cell."""
    file, rank = FILES.index(cell[0]), RANKS.index(cell[1])
    around = [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)]
    return [FILES[f] + RANKS[r] for f, r in around if 0 <= f < 6 and 0 <= r < 6]


def _totals(state: State) -> list[int]:
    """The sum of the values of each player's pawns, as the board stands."""
    content = dict(zip(CELLS, state.board, strict=True))
    totals = [0] * state.players
    for cell in CELLS:
        if content[cell] in PAWN_LETTERS:
            player = PAWN_LETTERS.index(content[cell])
            for other in _neighbours(cell):
                if content[other] in TILE_COUNTS:
                    totals[player] += int(content[other])
    return totals


def _perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(_actions(state))
    return sum(_perft(_step(state, action), depth - 1) for action in _actions(state))


# --- what the tests use ---------------------------------------------------------------------


def start(**options: object) -> str:
    """The start position; options `players` (2), `first` (1) and `common` (False)."""
    unknown = sorted(set(options) - {"players", "first", "common"})
    if unknown:
        raise ValueError(f"unknown option {unknown[0]!r}; options are players, first, common")
    count = options.get("players", 2)
    if type(count) is not int or count not in PAWNS_EACH:
        raise ValueError(f"players: {count!r} is not a number from 2 to 4")
    first = options.get("first", 1)  # OSIRIS-R4: who begins
    if type(first) is not int or not 1 <= first <= count:
        raise ValueError(f"first: {first!r} is not a player from 1 to {count}")
    common = options.get("common", False)  # variant II
    if type(common) is not bool:
        raise ValueError(f"common: {common!r} is neither True nor False")
    tiles = (ALL_TILES,) if common else (TILES_EACH[count],) * count
    pawns = (PAWNS_EACH[count],) * count
    return _to_text(State((EMPTY,) * 36, pawns, tiles, first - 1, DECIDES))


def check(text: str) -> None:
    """Raise ValueError unless the text is the canonical notation of a possible position."""
    _parse(text)


def turn(text: str) -> int:
    """The 0-based player to decide, CHANCE, or OVER."""
    state = _parse(text)
    if state.full:
        return OVER
    return CHANCE if state.drawn == DRAWING else state.side


def actions(text: str) -> list[str]:
    """All legal actions, or chance outcomes, sorted as strings; none when the game is over."""
    return _actions(_parse(text))


def apply(text: str, action: str) -> str:
    """The position after an action; ValueError if the action is not legal."""
    state = _parse(text)
    if action not in _actions(state):
        raise ValueError(f"{action!r} is not legal in {text!r}")
    return _to_text(_step(state, action))


def probability(text: str, action: str) -> Fraction:
    """The probability of a chance outcome (OSIRIS-R2)."""
    state = _parse(text)
    if state.full or state.drawn != DRAWING or action not in _actions(state):
        raise ValueError(f"{action!r} is not a chance outcome in {text!r}")
    unseen = _unseen(state)
    return Fraction(unseen[action[1:]], sum(unseen.values()))


def returns(text: str) -> list[float]:
    """Per player, zeros unless the game is over; equal highest totals share the win."""
    state = _parse(text)
    count = state.players
    if not state.full:
        return [0.0] * count
    totals = _totals(state)
    winners = totals.count(max(totals))
    shares = [Fraction(int(total == max(totals)), winners) for total in totals]
    return [float((count * share - 1) / (count - 1)) for share in shares]


def players(text: str) -> int:
    """The number of players."""
    return _parse(text).players


def perft(text: str, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies, chance plies included."""
    if depth < 0:
        raise ValueError("depth is negative")
    return _perft(_parse(text), depth)
