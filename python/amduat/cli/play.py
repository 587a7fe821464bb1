"""``amduat play``."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING, Any

import click

import amduat
from amduat.bots import make_bot
from amduat.cli.common import start_arguments
from amduat.cli.players import PlayerType, flow_options, players_help, strongest
from amduat.seeds import derive

if TYPE_CHECKING:
    from amduat.game import Game
    from amduat.players import Player

__all__ = ["command"]


@click.command(
    "play",
    epilog=f"""{players_help(human=True)}

\b
Example: amduat play ramses
         amduat play uraeus -o players=3 --player human --player human --player greedy
         amduat play isis --player greedy --player random --seed 7 --record games.txt
         amduat play pharao --own-dice
         amduat play ramses --resume games.txt --record games.txt
""",
)
@start_arguments
@click.option(
    "--player",
    "specs",
    multiple=True,
    type=PlayerType(human=True),
    metavar="WHO",
    help="Who plays, one for each seat in order. By default you, then greedy bots.",
)
@click.option("--seed", type=int, help="Makes rolls and bots repeatable.")
@click.option("--record", "record_file", metavar="FILE", help="Add the game to a record file.")
@click.option("--resume", metavar="FILE", help="Continue the last game of a record file.")
@click.option("--own-dice", is_flag=True, help="You roll real dice and type what they show.")
@click.option("--hint", metavar="WHO", help="Who gives hints. By default the strongest bot.")
@click.option("--open", "face_up", is_flag=True, help="Show tiles that lie face down.")
@flow_options(max_turns=None, time_limit=None)
def command(
    game: str,
    position: str | None,
    options: dict[str, Any],
    specs: tuple[str, ...],
    seed: int | None,
    record_file: str | None,
    resume: str | None,
    own_dice: bool,
    hint: str | None,
    face_up: bool,
    max_turns: int | None,
    repetition: bool,
    time_limit: float | None,
) -> None:
    """Play a game in the terminal.

    Moves are typed in the notation, or nearly so; `help` lists the commands, the tab key completes.
    """
    from amduat.cli.human import Human
    from amduat.cli.prompt import Prompt
    from amduat.cli.screen import Screen
    from amduat.cli.session import HELP, Session
    from amduat.record import Appender

    seed = secrets.randbits(32) if seed is None else seed
    rng = random.Random(derive(seed, "chance"))
    flow: dict[str, Any] = {"rng": rng, "max_turns": max_turns, "repetition": repetition}
    if resume is not None:
        if position is not None or options:
            raise click.UsageError("--resume has its own start position.")
        started = _resumed(game, resume, flow)
    else:
        started = amduat.Game(game, position=position, **flow, **options)
    make_bot(hint or strongest(game), game=game)
    screen = Screen(face_up=face_up)
    prompt: Prompt | None = None

    def human(name: str) -> Human:
        nonlocal prompt
        prompt = prompt or Prompt(screen.out)
        return Human(name, screen=screen, prompt=prompt, hint=hint, help=HELP)

    players: list[Player] = []
    for seat, spec in enumerate(_seats(specs, started.start.players)):
        kind, _, name = spec.partition(":")
        if kind == "human":
            players.append(human(name or "human"))
        else:
            players.append(make_bot(spec, derive(seed, "player", seat), game))
    session = Session(
        started,
        players,
        screen,
        time_limit=time_limit,
        roller=human("dice") if own_dice and amduat.info(game).has_chance else None,
        record=None if record_file is None else Appender(record_file),
        headers={"Seed": str(seed)},
    )
    screen.say(f"{amduat.info(game).title}, seed {seed}", style="bold")
    session.run()


def _seats(specs: tuple[str, ...], count: int) -> list[str]:
    """One description for each seat: a person takes the first free one, bots the others."""
    if len(specs) > count:
        raise click.UsageError(f"{len(specs)} players are given, but there are {count} seats.")
    seats = list(specs)
    while len(seats) < count:
        taken = any(spec.partition(":")[0] == "human" for spec in seats)
        seats.append("greedy" if taken else "human")
    return seats


def _resumed(game: str, path: str, flow: dict[str, Any]) -> Game:
    from amduat.record import read

    record = None
    for record in read(path):  # noqa: B007
        pass
    if record is None:
        raise click.UsageError(f"{path}: holds no game.")
    if record.game != game:
        raise click.UsageError(f"{path}: the last game is one of {record.game}.")
    if record.result is not None:
        raise click.UsageError(f"{path}: the last game is finished. {record.result.reason}")
    return amduat.Game.from_record(record, **flow)
