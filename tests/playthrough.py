"""Readable records of one random game per variant, for people to read and for tests to replay.

`python tests/playthrough.py` writes the files anew; do that only when rules changed on purpose.
"""

from __future__ import annotations

import random

import amduat
from support import DATA, name_of, random_game, variants


def playthrough(game: str) -> str:
    """One seeded game for each variant: every position with its legal actions."""
    lines = [f"# Random games of {amduat.info(game).title}, one for each combination of options."]
    for options in variants(game):
        lines += ["", f"## {name_of(options)}"]
        dice = random.Random(f"playthrough {game} {options}")
        previous: amduat.Position | None = None
        for position in random_game(amduat.start(game, **options), dice, 60):
            if previous is not None:
                lines.append(f"> {_action_between(previous, position)}")
            lines += ["", str(position), position.describe()]
            if position.is_over:
                lines.append(f"returns {' '.join(f'{value:g}' for value in position.returns())}")
            elif position.is_chance:
                chances = (
                    f"{action} {chance:.6g}" for action, chance in position.chance_outcomes()
                )
                lines.append(f"chance: {', '.join(chances)}")
            else:
                actions = " ".join(map(str, position.legal_actions()))
                lines.append(f"player {position.current_player}: {actions}")
            previous = position
    return "\n".join(lines) + "\n"


def _action_between(before: amduat.Position, after: amduat.Position) -> amduat.Action:
    return next(action for action in before.legal_actions() if before.apply(action) == after)


if __name__ == "__main__":
    for name in amduat.GAMES:
        (DATA / name / "playthrough.txt").write_text(playthrough(name), encoding="utf-8")
