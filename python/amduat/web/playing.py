"""The game at a table: what people may do in it, and what happens by itself."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from amduat.errors import HistoryError
from amduat.result import RESIGNATION
from amduat.seats import is_human, name_in, strongest
from amduat.setup import rolled
from amduat.web.entering import exactly, meant
from amduat.web.refusals import RefusedError
from amduat.web.views import has_hidden, ply_of
from amduat.web.whys import why

if TYPE_CHECKING:
    from amduat._core import Position
    from amduat.game import Game
    from amduat.setup import Setup

__all__ = ["Playing"]


class Playing:
    """A game, and who sits where: whatever people do that cannot be done is refused.

    Args:
        setup: Who plays, and how.
        game: The game, perhaps with some actions played already.
        auto_roll: Whether the dice of people are rolled without their asking.
    """

    def __init__(self, setup: Setup, game: Game, *, auto_roll: bool) -> None:
        self.setup = setup
        self.game = game
        self.auto_roll = auto_roll
        self._plies: list[dict[str, Any]] = []
        self._plies_hidden = False
        self.settle()

    @property
    def hidden(self) -> bool:
        """Whether something lies face down that nobody may know."""
        return not self.setup.face_up and has_hidden(self.setup.game) and self.game.result is None

    # What people do.

    def act(self, text: str, *, exact: bool) -> None:
        """Plays an action of a person.

        Args:
            text: In the notation; or, unless exact, as it may be typed: several parts of a turn
                have strokes between them.
            exact: Whether it is in the notation.

        Raises:
            RefusedError: It cannot be done; nothing has changed. (Of several parts, those before
                the one that cannot be done have been played.)
        """
        enter = exactly if exact else meant
        for part in [text] if exact else text.split("/"):
            self._check_decision()
            self.game.play(enter(part, self.game.position))
            self.settle()

    def roll(self, outcome: str | None) -> None:
        """Lets chance act for a person: by the program, or as the person says."""
        position = self.game.position
        if self.game.is_over or not position.is_chance:
            raise RefusedError("There is nothing to roll now.", "roll", None, "nothing to roll")
        if self.setup.own_dice:
            if outcome is None:
                raise RefusedError(
                    "Say what the dice show.", "outcome", None, "the dice are rolled by hand"
                )
            self.game.roll(meant(outcome, position))
        elif outcome is not None:
            raise RefusedError(
                "The program rolls the dice.", "outcome", outcome[:80], "the program rolls"
            )
        elif not self.waits():
            raise RefusedError("The dice are rolled for a bot.", "roll", None, "not your turn")
        else:
            self.game.roll(rolled(self.setup.seed, self.game))
        self.settle()

    def undo(self) -> None:
        """Goes back to the last decision of a person; a resignation alone is just taken back."""
        result = self.game.result
        if result is not None and result.ending == RESIGNATION:
            self.game.reopen()
        else:
            back = self._last_decision()
            if back is None:
                raise RefusedError(
                    "You have no move to take back.", "undo", None, "nothing to take back"
                )
            for _ in range(len(self.game.actions) - back):
                self.game.undo()
            del self._plies[back:]

    def redo(self) -> None:
        """Plays again what was taken back, up to the next decision of a person."""
        if self.game.is_over or not self.game.undone:
            reason = "nothing to play again"
            raise RefusedError("There is nothing to play again.", "redo", None, reason)
        self.game.redo()
        with contextlib.suppress(HistoryError):
            while not self.game.is_over and not self.person_decides():
                self.game.redo()
        self.settle()

    def resign(self, player: int | None) -> None:
        """Gives the game up for a person: the one named, else the one whose turn it is."""
        seats = [seat for seat in range(len(self.setup.seats)) if self._is_human(seat)]
        seat = self.game.turn_owner if player is None else player
        if player is None and seat not in seats and len(seats) == 1:
            seat = seats[0]
        if self.game.is_over:
            raise RefusedError("The game is over.", "resign", None, "the game is over")
        if seat is None or seat not in seats:
            raise RefusedError("Only people resign.", "player", None, "no person sits there")
        self.game.resign(seat, name_in(self.setup.seats[seat]))

    def reveal(self) -> None:
        """Turns up for good what lies face down."""
        if not has_hidden(self.setup.game):
            raise RefusedError(
                "Nothing lies face down in this game.", "reveal", None, "nothing is hidden"
            )
        self.setup = replace(self.setup, face_up=True)

    def why(self, start: str | None, end: str | None) -> str:
        """Why a stone cannot go somewhere, or at all, in one sentence."""
        try:
            self._check_decision()
        except RefusedError as error:
            return str(error)
        return why(self.game.position, start, end)

    def hinting(self) -> tuple[str, Position]:
        """The bot to ask for a hint, and the position to ask about."""
        self._check_decision()
        return self.setup.hint or strongest(self.setup.game), self.game.position

    # Who decides.

    def settle(self) -> None:
        """Lets chance act where a person has already said so: tiles that are drawn are shown."""
        while (
            not self.game.is_over
            and self.game.position.is_chance
            and not self.waits()
            and self._is_human(self.game.turn_owner)
        ):
            self.game.roll(rolled(self.setup.seed, self.game))

    def waits(self) -> bool:
        """Whether chance waits for a person."""
        position = self.game.position
        if not position.is_chance or self.game.is_over:
            return False
        if self.setup.own_dice:
            return True
        # What is not a die, such as a tile, needs no roll.
        return bool(position.faces) and not self.auto_roll and self._is_human(position.turn_owner)

    def bot_is_next(self) -> bool:
        """Whether the game goes on without any person."""
        return not self.game.is_over and not self.waits() and not self.person_decides()

    def _is_human(self, seat: int | None) -> bool:
        return seat is not None and is_human(self.setup.seats[seat])

    def person_decides(self) -> bool:
        """Whether a person says what happens next."""
        mover = self.game.position.current_player
        return self.setup.own_dice if mover < 0 else self._is_human(mover)

    def _check_decision(self) -> None:
        """Refuses what a person wants to do while it is for nobody, or somebody else, to decide."""
        result = self.game.result
        if result is not None:
            raise RefusedError(f"The game is over. {result.reason}", "action", None, "it is over")
        if self.game.position.is_chance:
            raise RefusedError("First the dice are rolled.", "action", None, "chance comes first")
        if not self.person_decides():
            raise RefusedError("It is not your turn.", "action", None, "a bot is thinking")

    # What has been done.

    def plies(self) -> list[dict[str, Any]]:
        """All actions so far as data; what was made once is kept."""
        hidden = self.hidden
        if hidden != self._plies_hidden:
            self._plies, self._plies_hidden = [], hidden
        known, positions = self._plies, self.game.positions
        if len(known) + 1 < len(positions):
            played = ((turn.number, action) for turn in self.game for action in turn.actions)
            for at, (turn, action) in enumerate(played):
                if at >= len(known):
                    known.append(ply_of(positions[at], action, turn, hidden=hidden))
        return known

    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        result = self.game.result
        resigned = result is not None and result.ending == RESIGNATION
        return resigned or self._last_decision() is not None

    def _last_decision(self) -> int | None:
        """Where a person decided last, if anywhere."""
        plies = self.plies()
        for number in range(len(plies) - 1, -1, -1):
            ply = plies[number]
            if self.setup.own_dice if ply["chance"] else self._is_human(ply["player"]):
                return number
        return None

    def last_fields(self) -> list[str]:
        """The fields of the last turn in which something was moved."""
        moved = [ply for ply in self.plies() if not ply["chance"]]
        fields = [
            field
            for ply in moved
            if ply["turn"] == moved[-1]["turn"]
            for field in (ply["from"], ply["to"])
        ]
        return list(dict.fromkeys(field for field in fields if field is not None))
