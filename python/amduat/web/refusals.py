"""What is answered where something cannot be: refusals for people, errors for programs."""

from __future__ import annotations

from typing import Any

from amduat.errors import AmduatError

__all__ = ["MisuseError", "RefusedError", "refusal"]


class RefusedError(AmduatError):
    """What a person asked for and what cannot be; the message is a sentence for people."""


class MisuseError(Exception):
    """What no page does.

    Attributes:
        status: The status of the answer.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def refusal(error: AmduatError) -> dict[str, Any]:
    """A refusal as the page gets it."""
    return {
        "refused": {
            "message": str(error),
            "field": error.field,
            "input": error.input,
            "reason": error.reason,
        }
    }
