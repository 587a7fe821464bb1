"""A bot of your own in twenty lines, and a few games against the random one."""

import random

import amduat
from amduat.bots import make_bot


class HopefulBot:
    """Takes the action after which the position looks best at a glance."""

    name = "hopeful"

    def choose(self, position: amduat.Position) -> amduat.Action:
        """One of the legal actions."""
        me = position.current_player
        return max(position.legal_actions(), key=lambda a: amduat.estimate(position.apply(a))[me])


def play(game: str, seed: int) -> float:
    """The result of the hopeful bot, as the first player, in a game of at most 1000 plies."""
    dice = random.Random(seed)
    bots = [HopefulBot(), make_bot("random", seed)]
    position = amduat.start(game)
    for _ in range(1000):
        if position.is_over:
            break
        if position.is_chance:
            outcomes, chances = zip(*position.chance_outcomes(), strict=True)
            position = position.apply(dice.choices(outcomes, chances)[0])
        else:
            position = position.apply(bots[position.current_player].choose(position))
    return position.returns()[0]


if __name__ == "__main__":
    for game in amduat.GAMES:
        results = [play(game, seed) for seed in range(10)]
        print(f"{game:<12} won {results.count(1)}, lost {results.count(-1)} of {len(results)}")
