"""What was done in all runs: rows in `benches/soak.tsv`, added up in docs/trust.md."""

from __future__ import annotations

from pathlib import Path

from amduat.files import replacing
from support import ROOT

__all__ = ["COLUMNS", "ROWS", "add", "read_rows", "report", "table", "with_table"]

ROWS = ROOT / "benches" / "soak.tsv"
PAGE = ROOT / "docs" / "trust.md"

#: Between these lines of the page stands the table.
BEGIN, END = "<!-- soak.tsv -->", "<!-- end of soak.tsv -->"

COLUMNS = ("date", "part", "minutes", "seed", "games", "moves", "kills", "faults")

#: What is added up, besides the minutes.
COUNTED = ("games", "moves", "kills", "faults")


def add(path: Path, rows: list[tuple[str, ...]]) -> None:
    """Adds the rows of a run to a file."""
    new = not path.exists()
    with path.open("a", encoding="utf-8") as file:
        for line in [COLUMNS, *rows] if new else rows:
            file.write("\t".join(line) + "\n")


def read_rows() -> list[dict[str, str]]:
    """The rows of all runs so far."""
    header, *lines = ROWS.read_text(encoding="utf-8").splitlines()
    assert tuple(header.split("\t")) == COLUMNS, header
    return [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines]


def table(rows: list[dict[str, str]]) -> str:
    """The runs of all parts, for people."""
    lines = ["| part | minutes | games | moves | kills | faults |", "|---|--:|--:|--:|--:|--:|"]
    for part in dict.fromkeys(row["part"] for row in rows):
        lines.append(_line(part, [row for row in rows if row["part"] == part]))
    lines.append(_line("**all**", rows))
    return "\n".join(lines)


def _line(part: str, rows: list[dict[str, str]]) -> str:
    minutes = sum(float(row["minutes"]) for row in rows)
    sums = [sum(int(row[name]) for row in rows) for name in COUNTED]
    told = [f"{count:,}" if count else "–" for count in sums]
    return f"| {part} | {minutes:,.1f} | {' | '.join(told)} |"


def with_table(page: str, rows: list[dict[str, str]]) -> str:
    """The page with the table in its place."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no place for the table: {BEGIN} … {END}")
    return f"{before}{BEGIN}\n{table(rows)}\n{END}{after}"


def report() -> None:
    """Writes the table into the page."""
    page = with_table(PAGE.read_text(encoding="utf-8"), read_rows())
    with replacing(PAGE) as file:
        file.write(page)
