"""From units to pages."""

from __future__ import annotations

from formework.result import UNSURE, UnitResult, Way
from formework.skeletons.page_results import TitleIdentity, page_results
from tests.sides.test_book_titles import make_titles

UNITS = (
    UnitResult("A(o)", "I", 1, 0.9, Way.SAME),
    UnitResult("B(o)", "I", 2, 0.8, Way.TURNED),
)


def test_a_page_has_the_skeleton_and_slot_of_its_side() -> None:
    """Pages come in book order, side by side and slot by slot, with state and confidence."""
    pages = page_results(make_titles("B1r", "A3r", "A1r"), UNITS)
    assert [(page.signature, page.slot, page.label, page.confidence) for page in pages] == [
        ("A1r", 1, "I", 0.9),
        ("A3r", 3, "I", 0.9),
        ("B1r", 1, "I.2", 0.8),
    ]


def test_without_identities_titles_are_not_named() -> None:
    """A kernel that does not identify titles leaves title and title_confidence empty."""
    (page,) = page_results(make_titles("A1r"), UNITS)
    assert (page.title, page.title_confidence) == ("", None)


def test_an_uncertain_title_is_a_question_mark() -> None:
    """Below even odds a title is `?`, and its confidence is still given."""
    identities = {
        "A1r": TitleIdentity("IV", 0.9),
        "A3r": TitleIdentity("V", 0.3),
    }
    sure, unsure = page_results(make_titles("A1r", "A3r"), UNITS, identities)
    assert (sure.title, sure.title_confidence) == ("IV", 0.9)
    assert (unsure.title, unsure.title_confidence) == (UNSURE, 0.3)


def test_an_unreadable_page_belongs_to_no_skeleton() -> None:
    """A crop that does not show the text of its section gets `?` and confidence 0."""
    identities = {"A1r": TitleIdentity("", 0.0), "A3r": TitleIdentity("I", 1.0)}
    unread, read = page_results(make_titles("A1r", "A3r"), UNITS, identities)
    assert (unread.skeleton, unread.title, unread.confidence) == (UNSURE, UNSURE, 0.0)
    assert read.skeleton == "I"


def test_where_pages_are_clustered_each_page_has_its_own_skeleton() -> None:
    """Two pages of one sheet side may differ, and a page without a unit is left out."""
    units = (
        UnitResult("A1r", "I", 1, 1.0, Way.SAME),
        UnitResult("A3r", "II", 1, 1.0, Way.SAME),
    )
    pages = page_results(make_titles("A1r", "A3r", "B1r"), units)
    assert [(page.signature, page.skeleton) for page in pages] == [("A1r", "I"), ("A3r", "II")]
