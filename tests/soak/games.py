"""Random games of every game with everything checked that a game promises.

They are played by `rust/core/examples/soak.rs`; this part passes on the seed and adds up.
"""

from __future__ import annotations

import os
import subprocess

from soak.share import Share
from support import ROOT

__all__ = ["run"]

#: How the program is compiled: for speed, unless the environment names another profile.
PROFILE = os.environ.get("SOAK_PROFILE", "soak")


def run(share: Share) -> None:
    """Plays games of every game in turn for the share of the time."""
    build = ["cargo", "build", "--quiet", "--locked", "--profile", PROFILE]
    subprocess.run([*build, "-p", "amduat", "--example", "soak"], cwd=ROOT, check=True)
    seed = share.dice.randrange(2**32)
    folder = "debug" if PROFILE == "dev" else PROFILE
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    program = [f"{target}/{folder}/examples/soak", "--seed", str(seed), "--games", str(10**9)]
    done = subprocess.run(
        [*program, "--minutes", f"{share.seconds / 60:.6f}"], capture_output=True, text=True
    )
    for line in done.stdout.splitlines():
        game, count, unfinished, positions, thoroughly, _, seconds = line.split("\t")
        share.tally.games += int(count)
        share.tally.moves += int(positions)
        share.tally.notes.append(
            f"{game}: {count} games ({unfinished} given up for their length), {positions} "
            f"positions, {thoroughly} of them checked in every way, {seconds} s"
        )
    if done.returncode != 0:
        told = done.stderr.strip().splitlines()[-1:]
        share.tally.fault(f"{' '.join(told)} (--seed {seed}; code {done.returncode})")
