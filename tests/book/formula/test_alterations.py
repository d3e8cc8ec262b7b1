"""Alterations: leaves removed, reprinted, inserted."""

import pytest

from formework.book.formula.alterations import alter
from formework.book.formula.drafts import Draft, finish
from formework.book.formula.signatures import Signature


@pytest.mark.parametrize(
    ("content", "missing", "cancelled"),
    [
        ("-A4", {4}, set()),
        ("-A2-4", {2, 3, 4}, set()),
        ("-A1,3", {1, 3}, set()),
        ("±A3.4", set(), {3, 4}),
        ("minus A1", {1}, set()),
    ],
)
def test_leaves_removed(content: str, missing: set[int], cancelled: set[int]) -> None:
    """Leaves are removed or reprinted one by one, as lists, and as ranges."""
    draft = Draft(Signature("A"), 4)
    assert alter(content, [draft], [])
    assert (draft.missing, draft.cancelled) == (missing, cancelled)


def test_insertions_are_named() -> None:
    """Inserted leaves have their own signature, or are named after the leaf before them."""
    draft = Draft(Signature("A"), 4)
    assert alter("A1+χ^{2}", [draft], [])
    assert alter("A4+1", [draft], [])
    (gathering,) = finish([draft], [])
    assert [(i.after, i.gathering.signature, i.gathering.leaves) for i in gathering.inserted] == [
        (1, "χ", 2),
        (4, "A4+", 1),
    ]


def test_a_note_alters_nothing() -> None:
    """Brackets with a remark change no leaf."""
    draft = Draft(Signature("A"), 4)
    assert not alter("A4 blank", [draft], [])
    assert not draft.missing


def test_a_range_of_leaves_that_runs_backwards_is_reported() -> None:
    """The warning quotes the brackets."""
    warnings: list[str] = []
    alter("-A4-2", [Draft(Signature("A"), 4)], warnings)
    assert warnings == ["(-A4-2): A4-2 is not a range of its leaves"]


def test_repeated_signatures_start_a_series() -> None:
    """A second A is ²A, a second χ is 2χ, and a warning says so."""
    warnings: list[str] = []
    signs = [Signature(mark) for mark in "AχAχ"]
    names = [g.signature for g in finish([Draft(sign, 2) for sign in signs], warnings)]
    assert names == ["A", "χ", "²A", "2χ"]
    assert warnings == ["repeated signatures, named apart: A as ²A, χ as 2χ"]
