"""Who plays, and what happens when a player fails.

A player is anything with a method ``choose(position)`` that gives one of the legal actions, or its
text. A player that answers with something else, raises an exception or takes too long has lost; the
game ends there, and its record says so.

    >>> from amduat.bots import make_bot
    >>> from amduat.game import Game
    >>> from amduat.players import play_out
    >>> game = Game("ramses", max_turns=200)
    >>> result = play_out(game, [make_bot("greedy", seed=1), make_bot("random", seed=2)])
    >>> result.reason
    'Light has won: three stones on hieroglyph fields.'
"""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Protocol

from amduat._core import Action
from amduat.errors import ActionError, AmduatError, clause

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from amduat._core import Position
    from amduat.game import Game
    from amduat.result import Result

__all__ = ["Fault", "Observer", "Player", "ask", "close", "fault_reason", "name_of", "play_out"]

#: How much of a fault is told, in characters, and how much of an answer that is no action.
MESSAGE_LENGTH = 300
ANSWER_LENGTH = 60


class Player(Protocol):
    """Anything that can choose; ``name`` and ``close()`` are used where present."""

    def choose(self, position: Position, /) -> Action | str:
        """One of the legal actions of the position, or its text."""


class Observer(Protocol):
    """Somebody outside who follows a game and stops a player that takes too long."""

    def thinking(self, seat: int, /) -> None:
        """A player begins to think."""

    def played(self, action: Action, /) -> None:
        """An action was played; nobody is thinking."""


class Fault(Exception):  # noqa: N818
    """A player's failure to give a legal action in time."""


def name_of(player: object) -> str:
    """What a player calls itself, else the name of its class."""
    name = getattr(player, "name", None)
    return name[:200] if isinstance(name, str) and name else type(player).__name__


def ask(player: Player, position: Position, time_limit: float | None = None) -> Action:
    """A player's legal action.

    With a time limit, in seconds, the player thinks in a thread of its own and is abandoned when
    the time is up: the thread cannot be stopped, but nobody waits for it any longer.

    Raises:
        Fault: The answer is not legal, an exception came instead, or the time was up.
    """
    try:
        if time_limit is None:
            answer = player.choose(position)
        else:
            answer = _within(time_limit, lambda: player.choose(position))
    except Fault:
        raise
    except (Exception, SystemExit) as error:
        raise Fault(_cut(f"{type(error).__name__}: {error}")) from error
    return checked(position, answer)


def checked(position: Position, answer: object) -> Action:
    """The answer as an action, if it is a legal one."""
    if isinstance(answer, str):
        text = answer[:ANSWER_LENGTH]
        try:
            answer = Action(position.game, answer)
        except ActionError as error:
            raise Fault(_cut(f'the answer "{text}" is not an action: {clause(error)}')) from None
    if not isinstance(answer, Action):
        raise Fault(_cut(f"the answer {answer!r} is not an action"))
    try:
        position.apply(answer)
    except AmduatError as error:
        raise Fault(_cut(f'the answer "{answer}" {clause(error)}')) from None
    return answer


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MESSAGE_LENGTH else text[: MESSAGE_LENGTH - 1] + "…"


def _within(seconds: float, choose: Callable[[], Action | str]) -> Action | str:
    answers: queue.SimpleQueue[tuple[Action | str | None, BaseException | None]]
    answers = queue.SimpleQueue()

    def think() -> None:
        try:
            answers.put((choose(), None))
        except BaseException as error:
            answers.put((None, error))

    threading.Thread(target=think, name="player", daemon=True).start()
    deadline = time.monotonic() + seconds
    while True:
        # Waits in short stretches, so that Ctrl-C works on every system.
        rest = deadline - time.monotonic()
        try:
            answer, error = answers.get(timeout=max(0.0, min(rest, 0.2)))
        except queue.Empty:
            if rest <= 0:
                raise Fault(too_late(seconds)) from None
            continue
        if error is not None:
            raise error
        assert answer is not None or error is None
        return answer  # type: ignore[return-value]  # checked by the caller


def fault_reason(position: Position, player: int, name: str, fault: object) -> str:
    """The sentence that a record gives for a loss by a fault."""
    return f"{position.player_name(player)} ({name}) has lost by a fault: {fault}."


def play_out(
    game: Game,
    players: Sequence[Player],
    *,
    names: Sequence[str] = (),
    time_limit: float | None = None,
    observer: Observer | None = None,
) -> Result:
    """Plays a game to its end, or to the first fault, and gives the result.

    Args:
        game: With a generator if the game has chance, and with a limit of turns if it must end.
        players: One for each seat.
        names: What they are called; by default as they call themselves.
        time_limit: Seconds for each decision.
        observer: Somebody else who enforces the time limit, so that no threads are needed and the
            time is merely measured here.
    """
    if len(players) != game.start.players:
        raise ValueError(f"{game.start.players} players are needed, not {len(players)}")
    names = names or [name_of(player) for player in players]
    while (result := game.result) is None:
        position = game.position
        if position.is_chance:
            game.roll()
        else:
            seat = position.current_player
            try:
                if observer is None:
                    action = ask(players[seat], position, time_limit)
                else:
                    observer.thinking(seat)
                    action = _measured(players[seat], position, time_limit)
            except Fault as fault:
                game.forfeit(seat, fault_reason(position, seat, names[seat], fault))
                continue
            game.play(action)
        if observer is not None and game.last_action is not None:
            observer.played(game.last_action)
    return result


def _measured(player: Player, position: Position, time_limit: float | None) -> Action:
    began = time.monotonic()
    action = ask(player, position)
    if time_limit is not None and time.monotonic() - began > time_limit:
        raise Fault(too_late(time_limit))
    return action


def too_late(seconds: float) -> str:
    """The fault of a player whose time was up."""
    return f"no answer within {seconds:g} s"


def close(players: Sequence[object]) -> None:
    """Closes the players that have a method ``close``."""
    for player in players:
        end = getattr(player, "close", None)
        if callable(end):
            end()
