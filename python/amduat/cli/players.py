"""What the commands about players share: descriptions, options, completion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from amduat.bots import kinds
from amduat.cli.common import Seconds, Whole

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["PlayerType", "flow_options", "players_help"]

Command = TypeVar("Command", bound=Callable[..., Any])


class PlayerType(click.types.StringParamType):
    """A player's description, completed by the kinds of bots there are."""

    name = "player"

    def __init__(self, *, human: bool) -> None:
        self.human = human

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The kinds of players whose name contains what was typed."""
        from click.shell_completion import CompletionItem

        entries = [("human", "a person at the terminal")] if self.human else []
        entries += [(kind.name, kind.help) for kind in kinds()]
        return [CompletionItem(name, help=text) for name, text in entries if incomplete in name]


def players_help(*, human: bool) -> str:
    """The kinds of players, for help pages."""
    entries = [("human[:NAME]", "a person at the terminal")] if human else []
    entries += [(f"{kind.name}:{kind.argument}".rstrip(":"), kind.help) for kind in kinds()]
    width = max(len(form) for form, _ in entries)
    lines = [f"  {form:{width}}  {text}" for form, text in entries]
    return "\n".join(["\b", "Players:", *lines])


def flow_options(
    *, max_turns: int | None, time_limit: float | None
) -> Callable[[Command], Command]:
    """Adds --max-turns, --repetition/--no-repetition and --time-limit."""

    def decorate(command: Command) -> Command:
        for option in (
            click.option(
                "--time-limit",
                type=Seconds(),
                default=time_limit,
                show_default=time_limit is not None,
                metavar="SECONDS",
                help="A bot that takes longer for a decision loses.",
            ),
            click.option(
                "--repetition/--no-repetition",
                default=True,
                show_default=True,
                help="A position that occurs for the third time is a draw, except for places "
                "already taken (games without chance).",
            ),
            click.option(
                "--max-turns",
                type=Whole(1, 10**9),
                default=max_turns,
                show_default=max_turns is not None,
                metavar="N",
                help="After N turns the game is a draw, except for places already taken.",
            ),
        ):
            command = option(command)
        return command

    return decorate
