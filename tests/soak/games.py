"""Random games of one game with everything checked that a game promises.

They are played by `rust/core/examples/soak.rs`; this part passes on the seed and adds up.
"""

from __future__ import annotations

import contextlib
import os
import subprocess

from soak.processes import listened
from soak.share import Share
from support import ROOT

__all__ = ["run"]

#: How the program is compiled: for speed, unless the environment names another profile.
PROFILE = os.environ.get("SOAK_PROFILE", "soak")

#: How long the program may take beyond its time, in seconds.
GRACE = 300.0

#: How many of the last lines of its errors are told.
TOLD = 15


def run(share: Share, game: str) -> None:
    """Plays this game for the share of the time, or as many games as are asked for."""
    program = _built()
    seed = share.dice.randrange(2**32)
    if share.games is None:
        how_long = ["--games", str(10**9), "--minutes", f"{share.seconds / 60:.6f}"]
    else:
        how_long = ["--games", str(share.games)]
    with listened([program, game, "--seed", str(seed), *how_long]) as (process, said, wrong):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(share.seconds + GRACE if share.games is None else None)
        code = process.poll()
    for line in said:
        _, count, unfinished, positions, thoroughly, _, seconds = line.rstrip("\n").split("\t")
        share.tally.games += int(count)
        share.tally.moves += int(positions)
        share.tally.notes.append(
            f"{count} games ({unfinished} given up for their length), {positions} positions, "
            f"{thoroughly} of them checked in every way, {seconds} s"
        )
    if code != 0:
        how = "does not end" if code is None else f"ends with code {code}"
        share.tally.fault(f"the program {how} (--seed {seed}): {''.join(wrong[-TOLD:]).strip()}")


def _built() -> str:
    """The path of the program, which is compiled first."""
    build = ["cargo", "build", "--quiet", "--locked", "--profile", PROFILE]
    subprocess.run([*build, "-p", "amduat", "--example", "soak"], cwd=ROOT, check=True)
    folder = "debug" if PROFILE == "dev" else PROFILE
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    return f"{target}/{folder}/examples/soak"
