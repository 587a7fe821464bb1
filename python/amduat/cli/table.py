"""A table at the terminal: people and bots sit down, and play one game or several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import amduat
from amduat.bots import make_bot
from amduat.cli.autosave import Slot, unfinished
from amduat.cli.human import Human
from amduat.cli.prompt import Prompt
from amduat.cli.screen import Screen
from amduat.cli.session import HELP, Session
from amduat.players import close
from amduat.seats import HUMAN, is_human, name_in, strongest
from amduat.seeds import derive
from amduat.setup import same_game

if TYPE_CHECKING:
    from amduat.game import Game
    from amduat.players import Player
    from amduat.record import Appender, Record
    from amduat.setup import Setup

__all__ = ["play", "seat_bots", "slot_of"]


def seat_bots(setup: Setup) -> list[Player | None]:
    """The bots on their seats, None for people: made before anything is written, and once.

    Raises:
        AmduatError: A bot does not exist, cannot be made or does not play the game; so also the one
            that gives hints.
    """
    make_bot(setup.hint or strongest(setup.game), game=setup.game)
    bots: list[Player | None] = []
    try:
        for number, seat in enumerate(setup.seats):
            seed = derive(setup.seed, "player", number)
            bots.append(None if is_human(seat) else make_bot(seat, seed, setup.game))
    except BaseException:
        close(bots)
        raise
    return bots


def _new_slot(setup: Setup, screen: Screen) -> Slot | None:
    """Where a new game is kept; None, with a remark, if that is not possible."""
    try:
        return Slot(setup.game)
    except OSError as error:
        screen.say(f"The game is not kept for `amduat resume`: {error}")
        return None


def slot_of(record: Record) -> Slot | None:
    """Where a recorded game is kept already, if it is."""
    try:
        for path, other in unfinished():
            if same_game(other, record):
                return Slot(record.game, path)
    except OSError:
        pass  # nothing is kept where nothing can be read
    return None


def play(
    game: Game,
    setup: Setup,
    bots: list[Player | None],
    *,
    record: Appender | None = None,
    slot: Slot | None = None,
    autosave: bool = True,
    date: str = "",
) -> None:
    """Plays a game, and others after it as long as people want.

    Args:
        game: The game, perhaps with some turns played already.
        setup: Who plays, and how.
        bots: Those of the first game; they are closed at its end.
        record: The open file to which the games are written.
        slot: Where the first game is kept already.
        autosave: Whether games are kept without anybody asking for it.
        date: When the first game began, if that was not today.
    """
    screen = Screen(face_up=setup.face_up)
    prompt = Prompt(screen.out) if setup.own_dice or any(map(is_human, setup.seats)) else None
    try:
        while True:
            if slot is None and autosave:
                slot = _new_slot(setup, screen)
            session = _session(game, setup, bots, screen, prompt, record, slot, date)
            screen.say(f"{amduat.info(setup.game).title}, seed {setup.seed}", style="bold")
            session.run()
            if session.rematch is None:
                return
            record = session.appender
            setup, slot, date = setup.again(swapped=session.rematch), None, ""
            game, bots = game.anew(), seat_bots(setup)
    finally:
        if record is not None:
            record.close()


def _session(
    game: Game,
    setup: Setup,
    bots: list[Player | None],
    screen: Screen,
    prompt: Prompt | None,
    record: Appender | None,
    slot: Slot | None,
    date: str,
) -> Session:
    def human(name: str) -> Human:
        return Human(name, screen=screen, prompt=prompt, hint=setup.hint, help=HELP)

    players = [
        human(name_in(seat) or HUMAN) if bot is None else bot
        for seat, bot in zip(setup.seats, bots, strict=True)
    ]
    typed = setup.own_dice and amduat.info(setup.game).has_chance
    return Session(
        game,
        players,
        screen,
        setup,
        roller=human("dice") if typed else None,
        record=record,
        slot=slot,
        date=date,
    )
