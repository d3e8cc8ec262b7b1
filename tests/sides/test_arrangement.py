"""Titles arranged by unit."""

from __future__ import annotations

from formework.book.imposition import sheet_sides
from formework.book.model import Format, Gathering
from formework.settings import Unit
from formework.sides.arrangement import NO_TITLE, arrange, find_rivals

SIDES = sheet_sides([Gathering("A", 4), Gathering("B", 4)], Format.QUARTO)


def test_titles_stand_in_their_slots() -> None:
    """A side's row holds its titles by slot, and nothing where a page has none."""
    arrangement = arrange(SIDES, ["A1r", "A2v", "A4v", "A4r", "B1v"])
    assert arrangement.names == ("A(o)", "A(i)", "B(i)")
    assert arrangement.places.tolist() == [
        [0, 1, NO_TITLE, 2],
        [3, NO_TITLE, NO_TITLE, NO_TITLE],
        [NO_TITLE, NO_TITLE, NO_TITLE, 4],
    ]


def test_rectos_and_pages_stand_alone() -> None:
    """The other units are single pages, in the order of the titles."""
    signatures = ["A1r", "A1v", "A2r"]
    rectos, pages = (arrange(SIDES, signatures, unit) for unit in (Unit.RECTO, Unit.PAGES))
    assert rectos.names == ("A1r", "A2r")
    assert rectos.places.tolist() == [[0], [2]]
    assert pages.names == ("A1r", "A1v", "A2r")


def test_titles_on_one_side_are_rivals() -> None:
    """Two titles on one sheet side cannot be the same type; a title is not a rival of itself."""
    signatures = ["A1r", "A2v", "A4r"]
    rivals = find_rivals(arrange(SIDES, signatures), len(signatures))
    assert rivals.tolist() == [
        [False, True, False],
        [True, False, False],
        [False, False, False],
    ]
