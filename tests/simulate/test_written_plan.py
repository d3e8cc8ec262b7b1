"""Orders of work written as text."""

from __future__ import annotations

import pytest

from formework.errors import InputError
from formework.simulate.written_plan import PlannedUse, read_plan


def test_an_order_of_work_is_read() -> None:
    """Letters, states, turned chases and exchanged titles are parsed for each side."""
    plan = read_plan("ab a2b' b~a2")
    assert plan.continues == (None, None, 0)
    assert plan.uses == (
        PlannedUse(0), PlannedUse(1), PlannedUse(2), PlannedUse(1, turned=True),
        PlannedUse(1, swapped=True), PlannedUse(2),
    )  # fmt: skip
    with pytest.raises(InputError, match="'a!' is not a sheet"):
        read_plan("ab a!")


def test_lent_titles_are_read() -> None:
    """A letter in brackets is the skeleton that lends, in the state it has by then."""
    plan = read_plan("aa bb(a) a2a2 bb(a)")
    assert [use.lender for use in plan.uses] == [None, None, None, 0, None, None, None, 2]
