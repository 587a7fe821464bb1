"""From positions to games: history, turns, rolls, undo, and how a game ends.

    >>> from amduat.game import Game
    >>> game = Game("ramses")
    >>> for action in ("3-11", "20-18", "18-3"):
    ...     _ = game.play(action)
    >>> [str(turn) for turn in game]
    ['3-11/20-18', '18-3']
    >>> game.undo()
    amduat.Action('ramses', '18-3')
    >>> print(game.position)
    2,4,5@10,11 18,19,21,22@10 D own -

Where chance acts, the flow rolls with the generator it was given, or takes what lies on the table:

    >>> import random
    >>> game = Game("uraeus", players=3, rng=random.Random(7))
    >>> print(game.roll(), game.last_action)
    r,r,r/r,r,r/r,r,r 1 2 - all =2
    >>> print(game.play("r:2+"))
    r,r,2+/r,r,r/r,r,r 2 - - all
    >>> print(game.roll("=5"))
    r,r,2+/r,r,r/r,r,r 2 5 - all

A roll that is taken back is not rolled anew: whoever comes to the same point again sees it again.

    >>> game.undo(), game.undo()
    (amduat.Action('uraeus', '=5'), amduat.Action('uraeus', 'r:2+'))
    >>> game.undo()
    amduat.Action('uraeus', '=2')
    >>> print(game.roll(), game.last_action)
    r,r,r/r,r,r/r,r,r 1 2 - all =2

No rulebook ends a game as a draw. A limit of turns and the third repetition belong to the flow, are
off unless asked for, and are reported as what they are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from amduat._core import Action, info, parse
from amduat._core import start as start_of
from amduat.errors import AmduatError, HistoryError, IllegalActionError
from amduat.plain import counted, visible
from amduat.result import Result
from amduat.turns import Turn, option_texts

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from amduat._core import Position
    from amduat.record import Record

__all__ = ["Game", "Turn"]


class Game:
    """A game as it is played: a start position, what was done since, and the result.

    Args:
        name: One of ``amduat.GAMES``.
        position: Where to begin instead of the start position, as a position or its text.
        rng: The generator that rolls and draws; without one every outcome has to be given.
        max_turns: After this many turns the game is a draw, except for places already taken.
        repetition: Whether a game without chance ends like that when a position, with the same
            player to move, occurs for the third time. (With dice a position may recur by chance
            alone.)
        options: The options of the start position.

    Iterating gives the turns; ``len`` is their number.
    """

    def __init__(
        self,
        name: str,
        *,
        position: Position | str | None = None,
        rng: random.Random | None = None,
        max_turns: int | None = None,
        repetition: bool = False,
        **options: Any,
    ) -> None:
        if position is None:
            start = start_of(name, **options)
        elif options:
            raise TypeError("options are for the start position; they cannot go with a position")
        else:
            start = parse(name, position) if isinstance(position, str) else position
            if start.game != name:
                raise ValueError(f"the position is one of {start.game}, not of {name}")
        if max_turns is not None and max_turns < 1:
            raise ValueError(f"max_turns is at least 1, not {max_turns}")
        self.rng = rng
        self.max_turns = max_turns
        self.repetition = repetition and not info(name).has_chance
        self.options = option_texts(options)
        self._positions = [start]
        self._actions: list[Action] = []
        self._turns: list[tuple[int, int]] = []  # at which action each began, and whose it is
        self._seen = Counter([start])
        self._undone: list[Action] = []
        self._rolled: set[int] = set()  # which actions the generator brought
        # What it brought where it was taken back: after how many actions, and in which position.
        self._fixed: dict[tuple[int, Position], Action] = {}
        self._declared: Result | None = None

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.start.game

    @property
    def start(self) -> Position:
        """The position the game began with."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[Position]:
        """All positions so far, the start first: one more than actions."""
        return tuple(self._positions)

    @property
    def actions(self) -> Sequence[Action]:
        """All actions so far, chance outcomes included."""
        return tuple(self._actions)

    @property
    def last_action(self) -> Action | None:
        """What was done last, by a player or by chance; None at the start."""
        return self._actions[-1] if self._actions else None

    @property
    def undone(self) -> Sequence[Action]:
        """What was taken back and can be played again, the last one to come first."""
        return tuple(self._undone)

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs."""
        position = self.position
        if position.is_over:
            return Result.by_rules(position)
        if self._declared is not None:
            return self._declared
        if self.repetition and self._seen[position] >= 3:
            return Result.repeated(position)
        if self.max_turns is not None and len(self._turns) >= self.max_turns and self._turn_done():
            return Result.cut_off(position, self.max_turns)
        return None

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self.result is not None

    def _turn_done(self) -> bool:
        return not self._turns or self._turns[-1][1] != self.turn_owner

    @property
    def turn_owner(self) -> int | None:
        """Whose turn it is, counted from 0, also while chance acts; None when the game is over."""
        return self.position.turn_owner

    def play(self, action: Action | str) -> Position:
        """Plays an action, or a chance outcome, and gives the position after it.

        Raises:
            IllegalActionError: The action is not legal, or the game is over; nothing has changed.
            ActionError: The text is not an action of the game.
        """
        if isinstance(action, str):
            action = Action(self.name, action)
        self._advance(action)
        self._undone.clear()
        return self.position

    def outcome(self) -> Action | None:
        """What chance has brought here before it was taken back; None if that is still open."""
        return self._fixed.get((len(self._actions), self.position))

    def _advance(self, action: Action) -> None:
        before = self.position
        result = None if before.is_over else self.result
        if result is not None:
            raise IllegalActionError(
                f'{self.name}: action "{action}": the game is over. {result.reason}',
                field="action",
                input=str(action),
                reason="the game is over",
            )
        after = before.apply(action)
        player = before.turn_owner
        assert player is not None  # as an action was legal, somebody has the turn
        if not self._turns or self._turns[-1][1] != player:
            self._turns.append((len(self._actions), player))
        self._actions.append(action)
        self._positions.append(after)
        self._seen[after] += 1

    def roll(self, outcome: Action | str | None = None) -> Position:
        """Lets chance act, and gives the position after it.

        Args:
            outcome: What a real die on the table shows; without it the generator of the game rolls.
                What it rolled before at this point of the game, and was taken back, stays.

        Raises:
            IllegalActionError: Chance does not act here, or the outcome is not a possible one.
            ValueError: No outcome is given and the game has no generator.
        """
        outcomes = self.position.chance_outcomes()
        if not outcomes:
            raise IllegalActionError(f"{self.name}: no roll: chance does not act here")
        if outcome is not None:
            return self.play(outcome)
        outcome = self.outcome()
        if outcome is None:
            if self.rng is None:
                raise ValueError("the game has no generator; pass rng= or give the outcome")
            chances = [chance for _, chance in outcomes]
            outcome = self.rng.choices([action for action, _ in outcomes], chances)[0]
        position = self.play(outcome)
        self._rolled.add(len(self._actions) - 1)
        return position

    def undo(self) -> Action:
        """Takes back the last action and gives it; a fault or resignation after it is gone, too.

        Raises:
            HistoryError: Nothing has been played.
        """
        if not self._actions:
            raise HistoryError(f"{self.name}: nothing to take back")
        self._declared = None
        action = self._actions.pop()
        position = self._positions.pop()
        if len(self._actions) in self._rolled:
            self._rolled.remove(len(self._actions))
            self._fixed[len(self._actions), self.position] = action
        self._seen[position] -= 1
        if not self._seen[position]:
            del self._seen[position]
        if self._turns[-1][0] == len(self._actions):
            self._turns.pop()
        self._undone.append(action)
        return action

    def redo(self) -> Action:
        """Plays again the action that was taken back last, and gives it.

        Raises:
            HistoryError: Nothing has been taken back since the last action.
        """
        if not self._undone:
            raise HistoryError(f"{self.name}: nothing to play again")
        self._advance(self._undone[-1])
        return self._undone.pop()

    def forfeit(self, player: int, reason: str) -> None:
        """Ends the game as a loss for one player, because of a fault outside the rules.

        Args:
            player: Who loses.
            reason: One line for people. What could play tricks on a terminal is written as an
                escape: it may come from a program at fault.
        """
        self._check_loser(player)
        reason = " ".join(visible(reason).split())
        self._declared = Result.fault(self.start.players, player, reason)

    def resign(self, player: int | None = None, name: str = "") -> Result:
        """Ends the game as a loss for a player who gives up, and gives the result.

        Args:
            player: Who gives up; without it the player whose turn it is.
            name: What the player is called.
        """
        if player is None:
            player = self.turn_owner
        if player is None:
            raise AmduatError(f"{self.name}: the game is already over")
        self._check_loser(player)
        who = self.start.player_name(player) + (f" ({name})" if name else "")
        self._declared = Result.resigned(self.start.players, player, f"{who} has resigned.")
        return self._declared

    def reopen(self) -> None:
        """Takes back a fault or a resignation; the game goes on where it was."""
        if self._declared is None:
            raise HistoryError(f"{self.name}: nobody has resigned, and there was no fault")
        self._declared = None

    def _check_loser(self, player: int) -> None:
        if not 0 <= player < self.start.players:
            raise IndexError(f"player {player} of {self.start.players}")
        if self.is_over:
            raise AmduatError(f"{self.name}: the game is already over")

    def __len__(self) -> int:
        return len(self._turns)

    def __iter__(self) -> Iterator[Turn]:
        starts = [begin for begin, _ in self._turns] + [len(self._actions)]
        for number, (begin, player) in enumerate(self._turns, 1):
            yield Turn(number, player, tuple(self._actions[begin : starts[number]]))

    def anew(self) -> Game:
        """Another game that begins as this one did, with the same limits and generator."""
        return Game(
            self.name,
            position=None if self.options else self.start,
            rng=self.rng,
            max_turns=self.max_turns,
            repetition=self.repetition,
            **self.options,
        )

    def record(
        self,
        players: Sequence[str] = (),
        date: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> Record:
        """The game as a record, finished or not."""
        from amduat.record import Record

        return Record(
            start=self.start,
            actions=tuple(self._actions),
            options=self.options,
            players=tuple(players),
            date=date,
            result=self.result,
            headers=dict(headers or {}),
        )

    @classmethod
    def from_record(
        cls,
        record: Record,
        *,
        rng: random.Random | None = None,
        max_turns: int | None = None,
        repetition: bool = False,
    ) -> Game:
        """The game of a record, ready to go on where it stopped."""
        options: dict[str, Any] = dict(record.options)
        game = cls(
            record.start.game,
            position=None if record.options else record.start,
            rng=rng,
            **options,
        )
        for action in record.actions:
            game._advance(action)
        game.max_turns = max_turns
        game.repetition = repetition and not info(game.name).has_chance
        if record.result is not None and not game.is_over:
            game._declared = record.result
        return game

    def __repr__(self) -> str:
        return f"<Game {self.name}: {counted(len(self), 'turn')}, {self.position}>"
