"""``amduat completion``."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command(
    "completion",
    epilog="""\b
Example: echo 'eval "$(amduat completion bash)"' >> ~/.bashrc
         echo 'eval "$(amduat completion zsh)"' >> ~/.zshrc
         amduat completion fish > ~/.config/fish/completions/amduat.fish
""",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print a script that lets a shell complete commands, games and options."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    program = click.get_current_context().find_root().command
    script = kind(program, {}, "amduat", "_AMDUAT_COMPLETE")
    click.echo(script.source_template % script.source_vars())
