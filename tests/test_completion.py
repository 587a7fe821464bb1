"""Completion in shells, and the help pages of all commands."""

from __future__ import annotations

import os
import subprocess
import sys


def test_completion_scripts():
    for shell in ("bash", "zsh", "fish"):
        done = subprocess.run(
            [sys.executable, "-m", "amduat", "completion", shell],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0
        assert "_AMDUAT_COMPLETE" in done.stdout


def completions(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-m", "amduat"],
        capture_output=True,
        text=True,
        timeout=60,
        env={
            **os.environ,
            "_AMDUAT_COMPLETE": "bash_complete",
            "COMP_WORDS": "amduat " + " ".join(words),
            "COMP_CWORD": str(len(words)),
        },
    )
    return {line.partition(",")[2] for line in done.stdout.splitlines()}


def test_shell_completion():
    assert {"play", "perft"} <= completions("p")
    assert {"record"} == completions("rec")
    assert {"ramses"} == completions("play", "ra")
    assert {"greedy"} == completions("play", "ramses", "--player", "gre")
    assert {"check", "convert"} == completions("record", "c")


def test_every_command_has_help_with_examples():
    from amduat.cli.app import COMMANDS

    commands = [[name] for name in COMMANDS]
    commands += [["record", name] for name in ("check", "show", "convert", "stats")]
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "amduat", *command, "--help"],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0
        assert f"Usage: amduat {' '.join(command)}" in done.stdout
        assert "Example: " in done.stdout
        assert f"amduat {' '.join(command)} " in done.stdout.partition("Example:")[2]
