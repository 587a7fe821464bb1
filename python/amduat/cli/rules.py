"""``amduat rules``: the page of a game, which comes with the package, as plain text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator

import click

from amduat.cli.common import GameType, console
from amduat.cli.screen import Screen, terminal_size, wrapped
from amduat.pages import page

__all__ = ["command", "parts", "plain", "print_rules"]

#: How wide lines are at most, and where there is no terminal.
WIDTH = 100


@click.command("rules", epilog="Example: amduat rules isis; amduat rules uraeus rulings")
@click.argument("game", type=GameType(), metavar="GAME")
@click.argument("part", required=False, metavar="[PART]")
def command(game: str, part: str | None) -> None:
    """Print the rules of a game, or one part of them, such as `rulings` or `notation`."""
    names = list(parts(page(game)))
    if part is not None and part.casefold() != "all" and not _named(part, names):
        known = ", ".join(name.lower() for name in names[1:])
        raise click.UsageError(f"There is no part {part!r}. The parts are: {known}, or all.")
    print_rules(game, part, Screen(console()).say)


def print_rules(
    game: str, part: str | None, say: Callable[..., None], *, brief: bool = False
) -> None:
    """Prints the page of a game.

    Args:
        game: Which game.
        part: The beginning of a heading, for that part alone, or `all`.
        say: What prints a text in a style.
        brief: Whether the first part is enough if none is named.
    """
    sections = parts(page(game))
    names = list(sections)
    if part is None and brief:
        part = names[1]
    if part is not None and part.casefold() != "all":
        found = _named(part, names)
        if not found:
            say(f"There is no part `{part}`.")
        for name in found:
            _print(sections[name], say)
        others = ", ".join(f"`{name.lower()}`" for name in names[1:] if name not in found)
        say(f"More parts: {others}, or `all`.")
        return
    for text in sections.values():
        _print(text, say)


def _named(part: str, names: list[str]) -> list[str]:
    """The headings that begin like this."""
    return [name for name in names if name.casefold().startswith(part.casefold())]


def _print(text: str, say: Callable[..., None]) -> None:
    size = terminal_size()
    for line, style in plain(text, WIDTH if size is None else min(WIDTH, size[0] - 1)):
        say(line, style=style)
    say()


def parts(text: str) -> dict[str, str]:
    """The parts of a page, each with its heading; the first one is the title with what follows."""
    sections = re.split(r"^(?=##? )", text, flags=re.MULTILINE)
    return {
        section.partition("\n")[0].lstrip("# "): section.rstrip() for section in sections if section
    }


def plain(text: str, width: int) -> Iterator[tuple[str, str]]:
    """The lines of a page without the signs of Markdown, each with its style.

    Pictures are left out, and so are examples for programmers.
    """
    text = re.sub(r"^```.*?^```\n?", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^!\[.*\]\(.*\)\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text)
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        if block.startswith("#"):
            yield block.lstrip("# "), "bold"
        elif block.startswith("|"):
            for line in _table(lines, width):
                yield line, ""
        else:
            # A line that does not begin an item goes on with the one before.
            joined = re.sub(r"\n(?!(?:[-*]|\d+\.) ) *", " ", block)
            for line in wrapped(_unmarked(joined), width):
                yield line, ""
        yield "", ""


def _table(lines: list[str], width: int) -> list[str]:
    """A table with its columns as wide as they need to be; the last one wraps."""
    rows = [
        [_unmarked(cell.strip()) for cell in line.strip("|").split("|")]
        for line in lines
        if not re.fullmatch(r"[|\s:-]+", line)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths[:-1]) + 2 * len(widths) < width * 2 // 3:
        table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        indent = sum(widths[:-1]) + 2 * (len(widths) - 1)
        return [part for line in table for part in _hanging(line, width, indent)]
    return [part for row in rows for part in _hanging("; ".join(row), width, 2)]


def _hanging(line: str, width: int, indent: int) -> list[str]:
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _unmarked(text: str) -> str:
    """A text without the signs for emphasis and links; backquotes stay, as in other messages."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"(?<![\w`*])(\*{1,2})(?=\S)([^*`]+?)\1(?!\w)", r"\2", text)
