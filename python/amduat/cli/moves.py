"""``amduat moves``."""

from __future__ import annotations

from typing import Any

import click

import amduat
from amduat.cli.common import json_flag, position_arguments, print_json

__all__ = ["command"]


@click.command(
    "moves", epilog='Example: amduat moves ramses -p "2,3,4,5@10 19,20,21,22@10 L own -"'
)
@position_arguments
@json_flag
def command(position: amduat.Position, as_json: bool) -> None:
    """List the legal actions, one to a line; where chance acts, the outcomes with their chances."""
    chances = dict(position.chance_outcomes())
    if as_json:
        print_json(
            {
                "game": position.game,
                "position": str(position),
                "players": position.players,
                "current_player": position.current_player,
                "is_over": position.is_over,
                "returns": position.returns(),
                "status": position.describe(),
                "actions": [
                    _entry(position, action, chances) for action in position.legal_actions()
                ],
            }
        )
        return
    for action in position.legal_actions():
        click.echo(f"{action}  {chances[action]:.4f}" if action in chances else str(action))


def _entry(
    position: amduat.Position, action: amduat.Action, chances: dict[amduat.Action, float]
) -> dict[str, Any]:
    entry: dict[str, Any] = {"action": str(action), "index": action.index, "kind": action.kind}
    if action in chances:
        entry["probability"] = chances[action]
    if path := position.path(action):
        entry["path"] = path
    return entry
