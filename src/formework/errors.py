"""The errors a user can meet, each with what to do next.

    FormeworkError
    ├── InputError        the input is wrong: exit 2
    │   ├── FormulaError  a collation formula that cannot be read
    │   └── FileError     a file of the book folder that is not as it must be
    └── WorkError         the input is right, the work failed: exit 1

Every message names the file, signature or value at fault; every hint says
what to do about it.
"""


class FormeworkError(Exception):
    """A failure to be told to a person in two lines, never as a traceback."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class InputError(FormeworkError):
    """What the user gave cannot be used."""


class FormulaError(InputError):
    """A collation formula cannot be read at `position` (0 = its first character)."""

    def __init__(self, message: str, *, position: int, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.position = position


class FileError(InputError):
    """A file of the book folder is not as the contract says."""


class WorkError(FormeworkError):
    """The input was right, and still the work could not be done."""
