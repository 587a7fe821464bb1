"""Measures everything and writes docs/benchmarks.md: `make bench`, `make bench-check`.

Rates are user processor time on one thread, the best of several runs; every ratio is taken within
one run on one machine. Instructions are counted by callgrind, whatever else the machine is doing.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
import timeit
from dataclasses import dataclass
from pathlib import Path

import amduat
import learning
import load
from games import asked

ROOT = Path(__file__).parent.parent
POSITIONS = Path(__file__).with_name("positions.txt")
INSTRUCTIONS = Path(__file__).with_name("instructions.json")
PAGE = ROOT / "docs" / "benchmarks.md"
TOLERANCE = 0.03
RUNS = 3

#: What stands at the top of the page, and before its first table.
INTRO = """\
# Benchmarks

How fast the package is. `make bench` measures it and writes this page, except for the notes at its
end (`benches/report.py`). If nothing else is said, rates are per second of processor time on one
thread, the best of several runs. What is compared is measured in the same run on the same machine.
A target is what was aimed at.
"""
COUNTING = """\
How many lines of exactly so many plies there are ([perft](guide/count.md)); a leaf is the end of a
line. The positions are in `benches/positions.txt`. "Own part last" and "other part last" say with
which part of a turn the lines of RAMSES end.

Stockfish counts in chess, from the start. Old processors are those without some instructions for
counting and shifting bits; the code for them is measured on this machine. The plain Python twin is
the slow reading of the rules that the tests compare with.
"""

#: Microseconds per call from Python; legal_actions may take 0.05 more for each action.
CALL_TARGETS = {
    "apply": 0.4,
    "is_over": 0.1,
    "legal_actions": 1.0,
    "parse": 3.0,
    "str": 3.0,
    "hash": 0.15,
}


@dataclass(frozen=True)
class Case:
    """One line of positions.txt."""

    game: str
    what: str
    depth: int
    instruction_depth: int
    text: str

    @property
    def position(self) -> amduat.Position:
        """The position itself."""
        return (
            amduat.start(self.game) if self.text == "start" else amduat.parse(self.game, self.text)
        )

    @property
    def target(self) -> float:
        """The multiple of Stockfish's rate to reach."""
        # The legality of whole turns costs most where a turn ends with the own part.
        return 1 if "own part last" in self.what else float(asked(self.game, "stockfish"))


def cases() -> list[Case]:
    """All lines of positions.txt."""
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return [Case(game, what, int(d), int(i), text) for game, what, d, i, text in rows]


def bench_binary() -> Path:
    """Builds the counting program and says where it is."""
    command = ["cargo", "build", "--release", "--locked", "-p", "amduat", "--bench", "perft"]
    done = subprocess.run(
        [*command, "--message-format", "json"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    messages = (json.loads(line) for line in done.stdout.splitlines())
    paths = [m["executable"] for m in messages if m.get("target", {}).get("name") == "perft"]
    return Path(paths[-1])


def timed(command: list[str], text: str = "", **environment: str) -> tuple[str, float, float]:
    """Output, user seconds and wall seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    began = time.perf_counter()
    done = subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    wall = time.perf_counter() - began
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, wall


def stockfish_rate() -> float | None:
    """Leaves per second of Stockfish's perft 6, or None when it is not installed."""
    program = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if program is None:
        return None
    out, user, _ = timed([program], "position startpos\ngo perft 6\nquit\n")
    nodes = next(int(line.split()[-1]) for line in out.splitlines() if line.startswith("Nodes"))
    return nodes / user


def leaves_rate(binary: Path, case: Case, **environment: str) -> float:
    """Leaves per second of one case, the best of several runs."""
    best = 0.0
    for _ in range(RUNS):
        command = [str(binary), case.game, str(case.depth), case.text]
        out, user, _ = timed(command, **environment)
        best = max(best, int(out.split()[2]) / max(user, 1e-4))
    return best


def thread_ratio(binary: Path, case: Case) -> float:
    """How much faster two threads are than one, by the wall, the best of several longer counts."""
    best = {"1": float("inf"), "2": float("inf")}
    for _ in range(2 * RUNS):
        for threads in best:
            command = [str(binary), case.game, str(case.depth + 1), case.text, threads]
            best[threads] = min(best[threads], float(timed(command)[0].split()[3]))
    return best["1"] / best["2"]


def instructions(binary: Path, case: Case) -> float | None:
    """Instructions per leaf, or None without valgrind."""
    if shutil.which("valgrind") is None:
        return None
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(binary)]
    done = subprocess.run(
        [*command, case.game, str(case.instruction_depth), case.text],
        capture_output=True,
        text=True,
        check=True,
    )
    total = next(line for line in done.stderr.splitlines() if "refs" in line).split()[-1]
    return int(total.replace(",", "")) / int(done.stdout.split()[2])


def twin_rate(case: Case) -> float:
    """Leaves per second of the plain Python twin, at a depth that it can reach."""
    sys.path.insert(0, str(ROOT / "tests"))
    twin = importlib.import_module(f"twins.{case.game.replace('-', '_')}")
    text, depth = str(case.position), 1
    while True:
        began = time.process_time()
        count = int(twin.perft(text, depth))
        seconds = time.process_time() - began
        if seconds > 0.3 or depth == case.depth:
            return count / max(seconds, 1e-6)
        depth += 1


def playout_rate(game: str) -> float:
    """Actions per second of random games on one thread."""
    best = 0.0
    for _ in range(RUNS):
        began = time.process_time()
        result = amduat.playouts(amduat.start(game), 1000, seed=1, max_plies=3000)
        best = max(best, result.plies / (time.process_time() - began))
    return best


def microseconds(call: str, names: dict[str, object]) -> float:
    """The least time that a call takes."""
    timer = timeit.Timer(call, globals=names)
    number, _ = timer.autorange()
    return min(timer.repeat(3, number)) / number * 1e6


def middle(game: str) -> amduat.Position:
    """A position from the middle of a random game in which a player decides."""
    dice = random.Random(game)
    position, plies = amduat.start(game), 0
    while plies < 30 or position.is_chance:
        position = position.apply(dice.choice(position.legal_actions()))
        plies += 1
        if position.is_over:
            position, plies = amduat.start(game), 0
    return position


def call_costs(game: str) -> tuple[dict[str, float], int]:
    """Microseconds of each call, and how many legal actions there were."""
    position = middle(game)
    actions = position.legal_actions()
    names = {"p": position, "a": actions[-1], "parse": amduat.parse, "g": game, "t": str(position)}
    calls = {
        "apply": "p.apply(a)",
        "is_over": "p.is_over",
        "legal_actions": "p.legal_actions()",
        "parse": "parse(g, t)",
        "str": "str(p)",
        "hash": "hash(p)",
    }
    return {name: microseconds(call, names) for name, call in calls.items()}, len(actions)


PYSPIEL = """
import json, random, timeit
import pyspiel
costs = {}
for name in ("connect_four", "backgammon"):
    state = pyspiel.load_game(name).new_initial_state()
    dice = random.Random(1)
    for _ in range(12):
        state.apply_action(dice.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    names = {"s": state, "a": state.legal_actions()[0]}
    def cost(call):
        timer = timeit.Timer(call, globals=names)
        number, _ = timer.autorange()
        return min(timer.repeat(3, number)) / number * 1e6
    costs[name] = {
        "apply": cost("s.child(a)"),
        "is_over": cost("s.is_terminal()"),
        "legal_actions": cost("s.legal_actions()"),
        "str": cost("str(s)"),
    }
print(json.dumps(costs))
"""


def pyspiel_costs(python: str) -> dict[str, dict[str, float]] | None:
    """Microseconds of the same calls in OpenSpiel, or None when it is not installed."""
    done = subprocess.run([python, "-c", PYSPIEL], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def install_peers() -> str:
    """Installs Stockfish and OpenSpiel; returns the Python that has the latter."""
    if stockfish_rate() is None and shutil.which("apt-get"):
        subprocess.run(
            ["apt-get", "install", "--yes", "--quiet", "stockfish", "valgrind"], check=False
        )
    environment = ROOT / ".venv" / "peers"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = environment / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", "open_spiel"], check=False)
    return str(python)


def check(binary: Path) -> int:
    """Compares instructions per leaf with the recorded ones; 1 when one has grown too much."""
    recorded = json.loads(INSTRUCTIONS.read_text(encoding="utf-8"))
    failed = 0
    for case in cases():
        name = f"{case.game}: {case.what}"
        now = instructions(binary, case)
        if now is None:
            print("valgrind is not installed; nothing was checked")
            return 1
        change = now / recorded[name] - 1
        verdict = "SLOWER" if change > TOLERANCE else "ok"
        failed |= verdict != "ok"
        print(f"{name:<45} {now:8.2f} per leaf, {change:+.1%} {verdict}")
    return failed


def mark(value: float, target: float, *, less: bool = False) -> str:
    """A note where a target is missed."""
    return "" if (value <= target if less else value >= target) else " (target missed)"


def report(binary: Path, python: str) -> str:
    """Measures everything; the text of docs/benchmarks.md without its notes."""
    stockfish = [rate for _ in range(RUNS) if (rate := stockfish_rate())]
    lines = ["## Machine", "", f"- {processor_name()}, {os.cpu_count()} processors"]
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.strip()
    lines += [f"- {rustc}, Python {platform.python_version()}, amduat {amduat.__version__}"]
    if stockfish:
        rate = statistics.median(stockfish)
        lines.append(f"- Stockfish, `go perft 6`: {rate / 1e6:.0f} million leaves per second")
    else:
        lines.append("- Stockfish is not installed: no ratios (`make bench PEERS=1` installs it)")
    lines += ["", "## Counting, one thread", "", COUNTING]
    head = "| game | position | depth | million leaves/s | × Stockfish | target "
    head += "| instructions per leaf | old processors, million/s | × plain Python twin |"
    lines += [head, "|" + " --- |" * 9]
    recorded = {}
    for case in cases():
        ours = leaves_rate(binary, case)
        old = leaves_rate(binary, case, AMDUAT_BASELINE="1")
        counted = instructions(binary, case)
        if counted is not None:
            recorded[f"{case.game}: {case.what}"] = round(counted, 3)
        again = stockfish_rate()
        ratio = None if again is None else ours / statistics.mean([*stockfish, again])
        met = "" if ratio is None else mark(ratio, case.target)
        row = [case.game, case.what, str(case.depth), f"{ours / 1e6:,.0f}"]
        row += ["–" if ratio is None else f"{ratio:.2f}{met}", f"{case.target:g}"]
        row += ["–" if counted is None else f"{counted:.1f}", f"{old / 1e6:,.0f}"]
        row += [f"{ours / twin_rate(case):,.0f}"]
        lines.append("| " + " | ".join(row) + " |")
        print(lines[-1], flush=True)
    if recorded:
        INSTRUCTIONS.write_text(json.dumps(recorded, indent=2) + "\n", encoding="utf-8")
    lines += ["", "## Two threads", ""]
    lines += ["How many times as fast two threads are as one, by the clock.", ""]
    lines += ["| game | position | 2 threads against 1 |", "| --- | --- | --- |"]
    for case in cases():
        # A count by formula takes no time to share.
        if case.text == "start" and not asked(case.game, "by_formula"):
            threads = thread_ratio(binary, case)
            lines.append(f"| {case.game} | {case.what} | {threads:.2f} |")
            print(lines[-1], flush=True)
    lines += ["", "## Random games, one thread", "", "| game | million actions/s | target |"]
    lines += ["| --- | --- | --- |"]
    for game in amduat.GAMES:
        rate_now = playout_rate(game) / 1e6
        target = asked(game, "playouts")
        note = "" if target is None else mark(rate_now, target)
        lines.append(f"| {game} | {rate_now:.1f}{note} | {target or '–'} |")
        print(lines[-1], flush=True)
    lines += ["", "## Calls from Python, microseconds", ""]
    lines += [
        "| game | " + " | ".join(CALL_TARGETS) + " |",
        "|" + " --- |" * (len(CALL_TARGETS) + 1),
    ]
    for game in amduat.GAMES:
        costs, actions = call_costs(game)
        row = [f"{game} ({actions} legal actions)"]
        for name, cost in costs.items():
            allowed = CALL_TARGETS[name] + (0.05 * actions if name == "legal_actions" else 0)
            row.append(f"{cost:.3f}{mark(cost, allowed, less=True)}")
        lines.append("| " + " | ".join(row) + " |")
        print(lines[-1], flush=True)
    lines.append("| target | " + " | ".join(map(str, CALL_TARGETS.values())) + " |")
    peers = pyspiel_costs(python)
    for name, costs in (peers or {}).items():
        row = [
            f"OpenSpiel {name}",
            *(f"{costs[c]:.3f}" if c in costs else "–" for c in CALL_TARGETS),
        ]
        lines.append("| " + " | ".join(row) + " |")
    if peers is None:
        lines += [
            "",
            "OpenSpiel is not installed: not compared (`make bench PEERS=1` installs it).",
        ]
    lines += ["", "The target of `legal_actions` is 0.05 more for each action.", ""]
    lines += load.section()
    lines += learning.section()
    return "\n".join(lines) + "\n"


def processor_name() -> str:
    """What the processor is called."""
    info = Path("/proc/cpuinfo")
    names = [
        line.partition(":")[2].strip()
        for line in (info.read_text().splitlines() if info.exists() else [])
        if line.startswith("model name")
    ]
    return names[0] if names else platform.processor() or platform.machine()


def main() -> int:
    """Runs the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare instructions per leaf")
    parser.add_argument(
        "--install-peers", action="store_true", help="install what is compared with"
    )
    arguments = parser.parse_args()
    binary = bench_binary()
    if arguments.check:
        return check(binary)
    python = install_peers() if arguments.install_peers else sys.executable
    text = report(binary, python)
    print(text)
    # The notes by hand at the end of the page stay.
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    notes = old[old.index("## Notes") :] if "## Notes" in old else "## Notes\n"
    PAGE.write_text(INTRO + "\n" + text + "\n" + notes, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
