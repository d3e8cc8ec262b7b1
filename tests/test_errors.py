"""The errors a user can meet."""

from __future__ import annotations

import pickle

import pytest

from formework.errors import (
    FileError,
    FormeworkError,
    FormulaError,
    InputError,
    WorkError,
    read_choice,
)


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


def test_a_wrong_choice_lists_the_choices() -> None:
    """A name that is not among the choices is refused, and the hint lists them."""
    assert read_choice("fount", "roman", ["italic", "roman"]) == "roman"
    with pytest.raises(InputError, match="there is no fount 'gothic'") as caught:
        read_choice("fount", "gothic", ["italic", "roman"])
    assert caught.value.hint == "choose italic, roman"
