"""A bot of your own, playing a match against one that plays at random."""

import amduat


class Stay:
    """Leaves the opponent as few actions as it can."""

    name = "stay"

    def __init__(self, seed: int) -> None:
        self.seed = seed  # for bots that roll dice of their own

    def choose(self, position: amduat.Position) -> amduat.Action:
        """The action after which the fewest are legal; a win leaves none at all."""
        return min(
            position.legal_actions(),
            key=lambda action: (
                -position.apply(action).returns()[position.current_player],
                len(position.apply(action).legal_actions()),
            ),
        )


if __name__ == "__main__":
    match = amduat.Match("ramses", [Stay, "random"], games=40, seed=7)
    print(match.run().table())
