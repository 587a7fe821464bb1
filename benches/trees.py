"""Whether one tree that two threads share could play better than a tree for each of them.

`python benches/trees.py GAME` lets `mcts` with two threads, which grow a tree each and add them up,
play against one thread that makes all of their simulations in a single tree. That is what threads
with a common tree could reach at best, if they never waited for each other and never went the same
way: so where it does not win, a common tree cannot.
"""

from __future__ import annotations

import argparse
from random import Random

import amduat
from amduat.players import Player, play_out
from amduat.standings import wilson


class Simulating:
    """Plays as `mcts` says after so many simulations, on so many threads."""

    def __init__(self, threads: int, simulations: int, seed: int) -> None:
        self.name = f"{threads} trees"
        self.simulations = simulations
        self.searcher = amduat.Searcher(method="mcts", threads=threads, seed=seed)

    def choose(self, position: amduat.Position) -> amduat.Action:
        """The action that was tried most."""
        action = self.searcher.search(position, nodes=self.simulations).action
        assert action is not None
        return action


def main() -> None:
    """Plays, and prints how the single tree did."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", choices=amduat.GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=300, help="a longer game is a draw")
    given = parser.parse_args()
    results = [0, 0, 0]
    for number in range(given.games):
        seat = number % 2
        players: list[Player] = [
            Simulating(1 if place == seat else 2, given.simulations, 2 * number + place)
            for place in range(2)
        ]
        dice = Random(number // 2)
        game = amduat.Game(given.game, rng=dice, max_turns=given.turns)
        # Each opening is played by both sides.
        for _ in range(4):
            if game.position.is_chance:
                game.roll()
            else:
                game.play(dice.choice(game.position.legal_actions()))
        value = play_out(game, players).values[seat]
        results[0 if value > 0 else 1 if value == 0 else 2] += 1
    won, drawn, lost = results
    points = won + drawn / 2
    low, high = wilson(points, given.games)
    print(
        f"{given.game}, {given.simulations} simulations: the single tree won {won}, drew {drawn}, "
        f"lost {lost}: {points / given.games:.1%} (95 %: {low:.0%} to {high:.0%})"
    )


if __name__ == "__main__":
    main()
