"""Attacks all that takes input from outside with any bytes, and keeps count: ``make fuzz``.

    python benches/fuzz.py --minutes 30
    python benches/fuzz.py --minutes 10 texts graphs records
    python benches/fuzz.py --report

Each target gets the same share of the time, and one runs on each core. Inputs that lead somewhere
new are kept in ``target/fuzz/corpus``, so that the next run begins where this one ends; the corpus
that is committed is read, and never written. After an input that breaks a promise no other target
is begun; its path is told, and the exit code is 1. How many inputs were tried is added up in
``fuzz.tsv`` and told in docs/trust.md, which ``--report`` alone writes anew.

Needs a Rust toolchain, a C++ compiler and the network at first: `cargo-fuzz` and `atheris` are
installed if they are missing.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from amduat.files import replacing

HERE = Path(__file__).parent
ROOT = HERE.parent
TALLY = HERE / "fuzz.tsv"
PAGE = ROOT / "docs" / "trust.md"
RUST = ROOT / "rust" / "fuzz"
PYTHON = ROOT / "tests" / "fuzz"
#: What is found, and what is kept from run to run.
KEPT = ROOT / "target" / "fuzz"

#: Between these lines of the page stands the table.
BEGIN, END = "<!-- fuzz.tsv -->", "<!-- end of fuzz.tsv -->"

#: An input that takes longer than so many seconds, or more megabytes, breaks a promise.
LIMITS = ("-timeout=20", "-rss_limit_mb=3000")

#: Of what is very quick, keeping count of how often each branch was taken costs more than the runs.
PLAIN = {"texts": ("-entropic=0", "-use_counters=0")}

HEADER = ("date", "target", "runs", "seconds", "findings")
RUNS = re.compile(r"stat::number_of_executed_units:\s*([0-9]+)")
FOUND = re.compile(r"Test unit written to (\S+)")


@dataclass(frozen=True)
class Row:
    """The runs of one target on one day."""

    date: str
    target: str
    runs: int
    seconds: int
    findings: int


def targets() -> dict[str, bool]:
    """All targets, and whether each is one of Rust."""
    rust = {path.stem: True for path in sorted((RUST / "fuzz_targets").glob("*.rs"))}
    names = sorted(path.stem.removeprefix("fuzz_") for path in PYTHON.glob("fuzz_*.py"))
    return rust | {f"{name}.py": False for name in names if name != "promises"}


def read_tally() -> list[Row]:
    """What was counted so far."""
    if not TALLY.exists():
        return []
    header, *lines = TALLY.read_text(encoding="utf-8").splitlines()
    assert tuple(header.split("\t")) == HEADER, header
    rows = (line.split("\t") for line in lines)
    return [Row(row[0], row[1], *map(int, row[2:])) for row in rows]


def add(new: Row) -> None:
    """Adds runs to those of the same target and day."""
    rows, order = read_tally(), list(targets())
    same = [row for row in rows if (row.date, row.target) == (new.date, new.target)]
    others = [row for row in rows if row not in same]
    total = [sum(getattr(row, name) for row in (*same, new)) for name in HEADER[2:]]
    others.append(Row(new.date, new.target, *total))
    others.sort(key=lambda row: (row.date, order.index(row.target), row.target))
    with replacing(TALLY) as file:
        file.write("\t".join(HEADER) + "\n")
        for row in others:
            file.write("\t".join(str(getattr(row, name)) for name in HEADER) + "\n")


def table(rows: list[Row]) -> str:
    """The runs of all targets, for people."""
    lines = ["| target | runs | hours | runs a second | broke a promise |", "|---|--:|--:|--:|--:|"]
    for name in targets():
        own = [row for row in rows if row.target == name]
        lines.append(_line(f"`{name}`", own))
    lines.append(_line("**all**", rows))
    return "\n".join(lines)


def _line(name: str, rows: list[Row]) -> str:
    runs, seconds = sum(row.runs for row in rows), sum(row.seconds for row in rows)
    found = sum(row.findings for row in rows)
    each = runs / max(1, seconds)
    return f"| {name} | {runs:,} | {seconds / 3600:.2f} | {each:,.0f} | {found or '–'} |"


def with_table(page: str, rows: list[Row]) -> str:
    """The page with the table in its place."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no place for the table: {BEGIN} … {END}")
    return f"{before}{BEGIN}\n{table(rows)}\n{END}{after}"


def report() -> None:
    """Writes the table into the page."""
    page = with_table(PAGE.read_text(encoding="utf-8"), read_tally())
    with replacing(PAGE) as file:
        file.write(page)


def prepare(chosen: dict[str, bool]) -> None:
    """Installs what is missing, and builds the targets of Rust."""
    if not all(chosen.values()) and importlib.util.find_spec("atheris") is None:
        wanted = ROOT / "requirements" / "fuzz.txt"
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--requirement", str(wanted)]
        subprocess.run(install, check=True)
    if any(chosen.values()):
        asked = subprocess.run(["cargo", "fuzz", "--version"], capture_output=True)
        if asked.returncode != 0:
            subprocess.run(["cargo", "install", "cargo-fuzz", "--locked"], check=True)
        subprocess.run(cargo("build"), check=True, env=environment(), cwd=ROOT)


def cargo(what: str) -> list[str]:
    """A command of `cargo fuzz`, without a sanitizer: the crates have hardly any unsafe code.

    Comparisons are not traced. With the dictionary, texts reach as many branches without that, and
    a third more of them are tried in the same time.
    """
    return [
        *("cargo", "fuzz", what, "--sanitizer", "none", "--no-trace-compares"),
        *("--features", "libfuzzer", "--fuzz-dir", str(RUST.relative_to(ROOT))),
    ]


def environment() -> dict[str, str]:
    """What a stable compiler needs to count the branches that are taken."""
    return {**os.environ, "RUSTC_BOOTSTRAP": "1"}


def attack(target: str, is_rust: bool, seconds: int) -> tuple[Row, Path | None]:
    """Attacks one target for so long; says how often, and with which input a promise was broken."""
    name = target.removesuffix(".py")
    seeds = (RUST if is_rust else PYTHON) / "corpus" / name
    words = (RUST if is_rust else PYTHON) / "dictionary"
    corpus, found = KEPT / "corpus" / target, KEPT / "found"
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        "-print_final_stats=1",
        *LIMITS,
        *PLAIN.get(target, ()),
        f"-dict={words}",
        f"-artifact_prefix={found / target}-",
    ]
    folders = [str(corpus), str(seeds)]
    if is_rust:
        command = [*cargo("run"), name, *folders, "--", *options]
    else:
        command = [sys.executable, str(PYTHON / "attack.py"), name, *options, *folders]
    log = KEPT / f"{target}.log"
    began = datetime.datetime.now(datetime.UTC)
    with log.open("wb") as file:
        done = subprocess.run(
            command, stdout=file, stderr=subprocess.STDOUT, env=environment(), cwd=ROOT
        )
    took = (datetime.datetime.now(datetime.UTC) - began).total_seconds()
    said = log.read_text(encoding="utf-8", errors="replace")
    runs = RUNS.search(said)
    if runs is None:
        raise SystemExit(f"{target} has not told how often it ran: see {log}")
    if done.returncode == 0:
        return Row(f"{began:%Y-%m-%d}", target, int(runs[1]), round(took), 0), None
    # Inputs that are merely slow are written too; the one that ends it comes last.
    inputs = FOUND.findall(said)
    path = Path(inputs[-1]) if inputs else log
    return Row(f"{began:%Y-%m-%d}", target, int(runs[1]), round(took), 1), path


def again(target: str, is_rust: bool, path: Path) -> str:
    """The command that runs an input once more."""
    name = target.removesuffix(".py")
    if is_rust:
        return f"RUSTC_BOOTSTRAP=1 {shlex.join([*cargo('run'), name, str(path)])}"
    return shlex.join([sys.executable, str(PYTHON / "attack.py"), name, str(path)])


def main() -> int:
    """Runs all targets, or those that are named."""
    every = targets()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(every)}; all by default")
    parser.add_argument("--minutes", type=float, default=10, help="for all of them together")
    parser.add_argument("--jobs", type=int, help="targets at once; by default one for each core")
    parser.add_argument("--report", action="store_true", help="only write the table of the page")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.targets if name not in every]:
        parser.error(f"no such target: {', '.join(unknown)}")
    if arguments.report:
        report()
        return 0
    chosen = {name: every[name] for name in arguments.targets or every}
    prepare(chosen)
    jobs = min(arguments.jobs or os.cpu_count() or 1, len(chosen))
    share = max(1, round(60 * arguments.minutes * jobs / len(chosen)))
    broken = False
    with ThreadPoolExecutor(jobs) as pool:
        attacks = {
            pool.submit(attack, target, is_rust, share): (target, is_rust)
            for target, is_rust in chosen.items()
        }
        for done in as_completed(attacks):
            if done.cancelled():
                continue
            (target, is_rust), (row, found) = attacks[done], done.result()
            add(row)
            report()
            each = row.runs / max(1, row.seconds)
            what = f"{target}: {row.runs:,} runs in {row.seconds} s, {each:,.0f} a second"
            if found is None:
                print(what, flush=True)
                continue
            print(f"{what}; a promise is broken by {found}", flush=True)
            print(f"again: {again(target, is_rust, found)}", flush=True)
            broken = True
            for other in attacks:
                other.cancel()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
