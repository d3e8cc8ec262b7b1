"""The errors a user can meet."""

from __future__ import annotations

import pickle

import pytest

from formework.errors import FileError, FormeworkError, FormulaError, InputError, WorkError


@pytest.mark.parametrize(
    "error",
    [
        InputError("wrong", hint="do this"),
        FileError("wrong", hint="do this"),
        WorkError("wrong", hint="do this"),
        FormulaError("wrong", position=7, hint="do this"),
    ],
)
def test_an_error_passes_between_processes(error: FormeworkError) -> None:
    """Message, hint and position survive pickling: a worker's error once broke the pool."""
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - made a moment ago
    assert type(copy) is type(error)
    assert vars(copy) == vars(error)
    assert str(copy) == "wrong"
