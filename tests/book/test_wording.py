"""Numbers and lists in messages."""

import pytest

from formework.book.wording import counted, named, span, spans


@pytest.mark.parametrize(("number", "text"), [(0, "0 leaves"), (1, "1 leaf"), (2, "2 leaves")])
def test_plurals(number: int, text: str) -> None:
    """Only one thing is singular."""
    assert counted(number, "leaf", "leaves") == text


def test_long_lists_are_cut() -> None:
    """Three names, then the number of the others."""
    assert named(list("abcd")) == "a, b, c and 1 more"


def test_stretches_of_pages() -> None:
    """Each unbroken stretch is one span; an empty choice is empty."""
    order = [f"A{leaf}{face}" for leaf in (1, 2, 3) for face in "rv"]
    assert spans(order, order) == "A1r to A3v (6)"
    assert spans({"A1r", "A2v", "A3r"}, order) == "A1r, A2v to A3r (2)"
    assert spans((), order) == ""
    assert span(["A1r"]) == "A1r"
