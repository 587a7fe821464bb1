"""Makes the pictures of `amduat play` in this folder: python docs/images/screenshots.py.

Needs rsvg-convert and a monospaced font.
"""

from __future__ import annotations

import io
import random
import subprocess
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME

import amduat
from amduat.bots import make_bot
from amduat.cli.human import Human
from amduat.cli.prompt import EndOfInputError, Prompt
from amduat.cli.screen import Screen
from amduat.cli.session import Session
from amduat.seeds import derive

#: The options of each picture, and how many turns bots play before it.
SCENES: dict[str, tuple[dict[str, int], int]] = {
    "ramses": ({}, 2),
    "isis": ({"players": 3}, 30),
    "pharao": ({}, 11),
    "uraeus": ({"players": 3}, 45),
    "isis-osiris": ({}, 26),
}


class Script(Prompt):
    """Types the lines of a list."""

    def __init__(self, console: Console, lines: list[str]) -> None:
        self.console = console
        self.lines = lines

    def ask(self, prompt: str, words: object = ()) -> str:
        """The next line, as if it had been typed."""
        if not self.lines:
            self.console.print(prompt, markup=False)
            raise EndOfInputError
        self.console.print(f"{prompt}{self.lines[0]}", markup=False)
        return self.lines.pop(0)


def moves(position: amduat.Position) -> list[amduat.Action]:
    """The actions that move a stone from field to field."""
    return [action for action in position.legal_actions() if position.path(action)]


def picture(game: str) -> Console:
    """A session of a game that has gone on for a while."""
    options, turns = SCENES.get(game, ({}, 20))
    console = Console(
        record=True,
        force_terminal=True,
        color_system="truecolor",
        width=84,
        file=io.StringIO(),
        highlight=False,
        _environ={},
    )
    screen = Screen(console)
    screen.unicode = True
    flow = amduat.Game(game, rng=random.Random(derive(3, "chance")), **options)
    bots = [make_bot("greedy", seed) for seed in range(flow.start.players)]
    while len(flow) < turns or flow.turn_owner != 0 or flow.position.is_chance:
        position = flow.position
        if position.is_chance:
            flow.roll()
        else:
            flow.play(bots[position.current_player].choose(position))
    stones = Counter(flow.position.path(action)[0] for action in moves(flow.position))
    lines = [f"moves {stones.most_common(1)[0][0]}", "hint"] if stones else ["draw", "hint"]
    human = Human(screen=screen, prompt=Script(console, lines))
    session = Session(flow, [human, *bots[1:]], screen)
    console.print(f"$ amduat play {game}", markup=False)
    while True:
        try:
            session.step()
        except EndOfInputError:
            return console


if __name__ == "__main__":
    for name in amduat.GAMES:
        svg = picture(name).export_svg(title=amduat.info(name).title, theme=SVG_EXPORT_THEME)
        # The font that rich asks for is on the net; any monospaced one will do.
        svg = svg.replace("Fira Code", "DejaVu Sans Mono")
        file = Path(__file__).parent / f"play-{name}.png"
        subprocess.run(
            ["rsvg-convert", "--zoom", "1", "-o", str(file)], input=svg.encode(), check=True
        )
