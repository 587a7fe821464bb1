"""A short look at an installed package: `python tests/smoke.py`, needs nothing but amduat."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import importlib.util
import pickle
import shutil
import subprocess
import sys

import amduat


def main() -> None:
    assert importlib.metadata.version("amduat") == amduat.__version__
    for game in amduat.GAMES:
        position = amduat.start(game)
        assert amduat.parse(game, str(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert amduat.perft(position, 6, threads=2) == sum(amduat.divide(position, 6).values())
        assert "<svg" in position._repr_svg_()
        bots = ["--player", "greedy", "--player", "random", "--max-turns", "20"]
        for command in (
            ["moves", game],
            ["show", game],
            ["perft", game, "-d", "2"],
            ["play", game, *bots],
            ["match", game, *bots, "-n", "2"],
        ):
            subprocess.run(
                [sys.executable, "-m", "amduat", *command], check=True, stdout=subprocess.DEVNULL
            )
    assert importlib.resources.files("amduat").joinpath("data/record.schema.json").is_file()
    assert importlib.resources.files("amduat").joinpath("web/static/index.html").is_file()
    if importlib.util.find_spec("starlette") is None:
        web = [sys.executable, "-m", "amduat", "web", "--no-open"]
        said = subprocess.run(web, capture_output=True, text=True, timeout=60)
        assert 'pip install "amduat[web]"' in said.stderr
    assert amduat.perft(amduat.start("ramses"), 5) == 46_914
    assert amduat.ramses.value(amduat.start("ramses")).outcome == "draw"
    assert 0.70 < amduat.pharao.value(amduat.parse("pharao", "c2 h2 L roll -")).win < 0.71
    assert all(amduat.board(game).cells for game in amduat.GAMES)
    files = {file.name for file in importlib.metadata.files("amduat") or []}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-THIRD-PARTY"} <= files
    program = shutil.which("amduat")
    assert program is not None
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
    assert amduat.__version__ in version.stdout
    print(f"amduat {amduat.__version__} works: {', '.join(amduat.GAMES)}")


if __name__ == "__main__":
    main()
