"""What can go wrong with input from outside.

Every error is a ``ValueError`` that says which part of the input is wrong, quotes it and gives the
reason; the three are attributes too:

    >>> import amduat
    >>> try:
    ...     amduat.parse("ramses", "2,3,4 19,20,21,22@10 L own !")
    ... except amduat.PositionError as error:
    ...     print(error)
    ...     print(error.field, "|", error.input, "|", error.reason)
    ramses position: light "2,3,4": a side has exactly 4 stones, found 3
    light | 2,3,4 | a side has exactly 4 stones, found 3
"""

__all__ = [
    "ActionError",
    "AmduatError",
    "CheckpointError",
    "HistoryError",
    "IllegalActionError",
    "MissingTableError",
    "OptionError",
    "PositionError",
    "RecordError",
    "WorkError",
]


class AmduatError(ValueError):
    """Any input that amduat cannot use.

    Attributes:
        field: The part of the input, named as in the notation, or None.
        input: The offending text, cut to a readable length, or None.
        reason: Why it is refused, or None.
    """

    field: str | None
    input: str | None
    reason: str | None

    def __init__(
        self,
        message: str,
        field: str | None = None,
        input: str | None = None,  # noqa: A002
        reason: str | None = None,
    ) -> None:
        super().__init__(message)
        self.field = field
        self.input = input
        self.reason = reason


class PositionError(AmduatError):
    """A text that is not a position of the game, or an impossible one."""


class ActionError(AmduatError):
    """A text or number that is not an action of the game."""


class IllegalActionError(AmduatError):
    """An action that is not legal in the position."""


class HistoryError(AmduatError, IndexError):
    """Nothing to take back, or nothing to play again."""


class OptionError(AmduatError):
    """An option the game does not have, or a value it does not take."""


class MissingTableError(AmduatError, KeyError):
    """A position whose value is in a table that is not at hand.

    Attributes:
        file: The name of the file with the table.
    """

    file: str

    def __init__(
        self,
        message: str,
        field: str | None = None,
        input: str | None = None,  # noqa: A002
        reason: str | None = None,
        file: str = "",
    ) -> None:
        super().__init__(message, field, input, reason)
        self.file = file

    def __str__(self) -> str:
        """The message, which a ``KeyError`` would put in quotes."""
        return str(self.args[0])


def bad_argument(field: str, value: object, reason: str) -> AmduatError:
    """An argument out of range, in the words of the compiled core."""
    text = str(value)[:60]
    return AmduatError(f'{field} "{text}": {reason}', field, text, reason)


def clause(error: AmduatError) -> str:
    """What is wrong, to stand behind the input itself: ``"2-3" is not legal: 3 is taken``."""
    reason = error.reason or str(error)
    return f"is not legal: {reason}" if isinstance(error, IllegalActionError) else reason


class RecordError(AmduatError):
    """A game record that cannot be read.

    Attributes:
        line: The line of the file, counted from 1, or None.
        column: The character of the line, counted from 1, or None.
        truncated: Whether the file just ends too early, as after a crash of its writer.
    """

    line: int | None
    column: int | None
    truncated: bool

    def __init__(
        self,
        message: str,
        field: str | None = None,
        input: str | None = None,  # noqa: A002
        reason: str | None = None,
        line: int | None = None,
        column: int | None = None,
        truncated: bool = False,
    ) -> None:
        super().__init__(message, field, input, reason)
        self.line = line
        self.column = column
        self.truncated = truncated


class CheckpointError(AmduatError):
    """A checkpoint that cannot be gone on with: of another count, damaged, or in use.

    Attributes:
        line: The line of the file, counted from 1, or None.
    """

    line: int | None

    def __init__(
        self,
        message: str,
        field: str | None = None,
        input: str | None = None,  # noqa: A002
        reason: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message, field, input, reason)
        self.line = line


class WorkError(AmduatError, RuntimeError):
    """A piece of work that has failed on a worker, or was lost with it again and again."""
