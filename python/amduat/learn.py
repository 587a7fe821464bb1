"""Learning: positions as arrays, games in bulk, and your own network in the compiled search.

    >>> import amduat
    >>> from amduat import learn
    >>> pos = amduat.start("ramses")
    >>> learn.observe(pos).shape, learn.mask(pos).sum()
    ((76,), np.int64(6))
    >>> batch = learn.Batch("ramses", 4, seed=1)
    >>> batch.step(batch.random_actions())
    >>> batch.observations.shape, batch.players.tolist()
    ((4, 76), [0, 0, 0, 0])

An observation is a row of float32 from 0 to 1: planes by field, then numbers without a field. It is seen by the
player whose turn it is, or by any seat: that seat is number 0, and the others follow in turn order. The board is not
turned, so that actions keep their numbers. ``amduat.info(game)`` has its shape, its version and its named parts.

It needs numpy: ``pip install 'amduat[learn]'``.
"""

from __future__ import annotations

from typing import NamedTuple

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:  # pragma: no cover
    raise ImportError("amduat.learn needs numpy: pip install 'amduat[learn]'") from error

from amduat import _core
from amduat._core import Batch, mask, observe

__all__ = ["Batch", "Symmetry", "mask", "observe", "symmetries", "views"]


class Symmetry(NamedTuple):
    """A way to turn or mirror the board that changes nothing in the rules.

    ``observations[..., symmetry.observation]`` are observations of the turned board, and
    ``policies[..., symmetry.actions]`` what was known of the actions, for the turned ones.
    """

    name: str
    observation: NDArray[np.int64]
    actions: NDArray[np.int64]


def symmetries(game: str) -> list[Symmetry]:
    """The symmetries of a game's rules, the board as it is not counted.

    >>> from amduat import learn
    >>> [symmetry.name for symmetry in learn.symmetries("ramses")]
    ['upside-down']
    """
    return [Symmetry(*found) for found in _core.symmetries(game)]


def views(game: str, observations: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """The named parts of observations, as views of the same memory in their own shapes.

    >>> import amduat
    >>> from amduat import learn
    >>> parts = learn.views("ramses", learn.observe(amduat.start("ramses")))
    >>> parts["own"].shape, parts["opening"]
    ((1, 36), array([1.], dtype=float32))
    """
    parts = _core.info(game).observation_slices
    rows = observations.shape[:-1]
    return {
        name: observations[..., part.start : part.stop].reshape(*rows, *part.shape)
        for name, part in parts.items()
    }
