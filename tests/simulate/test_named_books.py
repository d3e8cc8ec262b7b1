"""Simulated books by name."""

from __future__ import annotations

import pytest

from formework.errors import InputError
from formework.simulate.named_books import order_book
from formework.simulate.scan import View

ORDER: dict[str, object] = {"difficulty": "normal", "view": "scan", "universe": "development",
                            "turned": None, "seed": 0, "shape": "mayor"}  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [{"shape": "hamlet"}, {"difficulty": "easy"}, {"view": "x-ray"}, {"universe": "x"},
     {"seed": -1}],
)  # fmt: skip
def test_an_unknown_name_is_an_error(wrong: dict[str, object]) -> None:
    """The error names the wrong value."""
    with pytest.raises(InputError, match=str(next(iter(wrong.values())))):
        order_book(**{**ORDER, **wrong})  # type: ignore[arg-type]


def test_names_and_the_share_of_turned_chases_are_used() -> None:
    """The book has the view, universe and difficulty asked for, and the share of turned formes."""
    named = {"view": "microfilm", "universe": "first-test", "difficulty": "hard", "turned": 0.5}
    book = order_book(**{**ORDER, **named})  # type: ignore[arg-type]
    assert (book.view, book.universe.name) == (View.MICROFILM, "first-test")
    assert (book.difficulty.name, book.difficulty.turned) == ("hard", 0.5)
