"""The search for walks of a given length, never onto an occupied field or onto a field twice.

Works on any graph of up to 64 fields with directed edges. Fields can be joined into *whole fields*,
which a walk touches at most once and which a stone on any of their places occupies entirely.

    >>> from amduat.walk import Graph
    >>> ring = Graph(4, [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)])
    >>> ring.reach(0, 3)
    {1, 3}
    >>> ring.reach(0, 3, occupied=[1])
    set()
    >>> list(ring.walks(0, 2))
    [(0, 1, 2), (0, 3, 2)]
    >>> ring.count(0, 2)
    2
    >>> ring.witness(0, 3, steps=3)
    (0, 1, 2, 3)

Long walks are found, and many walks are counted, without listing them; without a number of steps
walks of any length are counted:

    >>> grid = Graph(64, [(a, b) for a in range(64) for b in range(64)
    ...     if abs(a // 8 - b // 8) + abs(a % 8 - b % 8) == 1])
    >>> len(grid.reach(27, 63))
    32
    >>> grid.count(0, end=63)
    789360053252

docs/walks.md says how. The time is exponential in the number of fields at worst; every call
releases the interpreter lock and stops on Ctrl-C.
"""

from amduat._core import Graph, Walks

__all__ = ["Graph", "Walks"]
