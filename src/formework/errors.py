"""The errors a user can meet, each with a hint.

    FormeworkError
    ├── InputError        the input is wrong: exit 2
    │   ├── FormulaError  a collation formula that cannot be read
    │   └── FileError     a file of the book folder with wrong contents
    └── WorkError         the input is right, but the work failed: exit 1

Every message names the file, signature or value at fault; every hint says
what to do next.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

_Name = TypeVar("_Name", bound=str)


class FormeworkError(Exception):
    """A failure shown to the user as two lines, message and hint, without a traceback."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[partial[Self], tuple[()]]:
        # Worker processes pass errors on by pickling, which drops keyword arguments.
        return partial(type(self), **self.__dict__), ()


class InputError(FormeworkError):
    """The input is wrong."""


def read_choice(noun: str, name: str, choices: Iterable[_Name]) -> _Name:
    """The one of several choices that a user named; any other name is an `InputError`."""
    options = list(choices)
    for option in options:
        if option == name:
            return option
    raise InputError(f"there is no {noun} {name!r}", hint=f"choose {', '.join(options)}")


class FormulaError(InputError):
    """A collation formula cannot be read at `position` (0 = its first character)."""

    def __init__(self, message: str, *, position: int, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.position = position


class FileError(InputError):
    """A file of the book folder is missing, unreadable or has wrong contents."""


class WorkError(FormeworkError):
    """The input is right, but the work failed."""
