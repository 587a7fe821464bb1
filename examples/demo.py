"""The main job in seconds: perft on every game, and a short game between two bots."""

import random
import time

import amduat


def count_all_games() -> None:
    """Counts the start position of every game as deep as about a second allows."""
    print(f"{'game':<12} {'depth':>5} {'lines':>27} {'seconds':>8} {'per second':>15}")
    for game in amduat.GAMES:
        position = amduat.start(game)
        depth, count, seconds = 0, 1, 0.0
        # ISIS & OSIRIS is counted by formula; deeper would only make the number longer.
        while seconds < 0.2 and depth < 16:
            depth += 1
            began = time.perf_counter()
            count = amduat.perft(position, depth, threads=2)
            seconds = time.perf_counter() - began
        rate = count / seconds
        print(f"{game:<12} {depth:>5} {count:>27,} {seconds:>8.3f} {rate:>15.3g}")


def play_a_game(seed: int) -> None:
    """Two bots play RAMSES: both take a win when they see one, and otherwise anything."""
    dice = random.Random(seed)
    position = amduat.start("ramses")
    line: list[str] = []
    while not position.is_over and len(line) < 200:
        mover = position.current_player
        actions = position.legal_actions()
        wins = [action for action in actions if position.apply(action).returns()[mover] > 0]
        action = dice.choice(wins or actions)
        line.append(str(action))
        position = position.apply(action)
    turns = ["/".join(line[i : i + 2]) for i in range(0, len(line), 2)]
    print("\nA game of RAMSES:", " ".join(turns))
    print(position.describe())


if __name__ == "__main__":
    count_all_games()
    play_a_game(seed=7)
