"""Programs that play: anything with a method ``choose(position)`` that gives an action.

>>> import amduat
>>> from amduat.bots import PerfectBot
>>> PerfectBot().choose(amduat.start("ramses"))
amduat.Action('ramses', '2-10')
"""

from __future__ import annotations

from amduat.bots.perfect import PerfectBot

__all__ = ["PerfectBot"]
