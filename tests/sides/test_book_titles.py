"""The input of both systems."""

from __future__ import annotations

import numpy as np

from formework.book.imposition import sheet_sides, turned_slots
from formework.book.model import Format, Gathering
from formework.settings import Unit
from formework.sides.arrangement import NO_TITLE
from formework.sides.book_titles import BookTitles


def make_titles(*signatures: str) -> BookTitles:
    """Titles on these pages of a quarto of two gatherings."""
    count = len(signatures)
    return BookTitles(
        signatures=signatures,
        sections=("1",) * count,
        texts=("King",) * count,
        words=("King",) * count,
        crops=(np.zeros((2, 2), np.uint8),) * count,
        sides=tuple(sheet_sides([Gathering("A", 4), Gathering("B", 4)], Format.QUARTO)),
        turned_slots=turned_slots(Format.QUARTO),
    )


def test_titles_are_arranged_by_the_unit_asked_for() -> None:
    """By sheet sides a title has its slot; by pages it is alone."""
    titles = make_titles("A1r", "A3r", "B1r")
    by_side = titles.arrange(Unit.SHEET_SIDES)
    assert by_side.names == ("A(o)", "B(o)")
    assert by_side.places.tolist() == [[0, NO_TITLE, 1, NO_TITLE], [2, *[NO_TITLE] * 3]]
    assert titles.arrange(Unit.PAGES).names == ("A1r", "A3r", "B1r")


def test_rivals_share_a_sheet_side_whatever_the_unit() -> None:
    """A1r and A3r are on one forme and cannot be one title; A1r and B1r can."""
    rivals = make_titles("A1r", "A3r", "B1r").rivals()
    assert rivals.tolist() == [
        [False, True, False],
        [True, False, False],
        [False, False, False],
    ]
