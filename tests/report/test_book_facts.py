"""What the report says about the book in words."""

from __future__ import annotations

from dataclasses import replace

from formework.citation import cite
from formework.report.book_facts import count_items, list_corrections, list_facts
from tests.report.contents import EVIL, make_contents


def test_facts_name_the_source_of_the_scans() -> None:
    """Manifest, label and attribution are facts; what is empty is left out."""
    facts = dict(list_facts(make_contents()))
    assert facts["IIIF manifest"] == f"https://example.org/{EVIL}"
    assert facts["IIIF label"] == facts["IIIF attribution"] == EVIL
    assert facts["pages without an image"] == "B4v"
    assert facts["doubtful titles"] == "B1r"
    assert facts["kernel"] == "lev (paper system)"
    assert "imposition" not in facts
    assert "pages without a running title" not in facts


def test_a_given_number_of_skeletons_is_a_fact() -> None:
    """A reader sees that the number was given, on the command line or in book.toml."""
    contents = make_contents()
    name = "number of skeletons given"
    assert name not in dict(list_facts(contents))
    given = replace(contents, result=replace(contents.result, number_given=3))
    assert dict(list_facts(given))[name] == "3"


def test_corrections_are_the_corrected_rows() -> None:
    """Only rows of origin corrected are listed, with their box."""
    (row,) = list_corrections(make_contents())
    assert row == {"page": "A1r", "box": "11, 22, 333 × 44", "text": EVIL, "section": "1"}


def test_counts_have_right_plurals() -> None:
    """One is singular, and the number of skeletons is that of the result."""
    assert count_items(make_contents()) == [
        "2 skeletons",
        "4 sheet sides with running titles",
        "4 of them with a skeleton used more than once",
        "16 running titles",
        "0 findings",
    ]


def test_the_citation_makes_the_result_repeatable() -> None:
    """Book, version, kernel and seed are named."""
    contents = make_contents()
    words = cite(contents.heading, contents.result.settings)
    assert f"“{EVIL}”" in words
    assert "kernel lev, random seed 0" in words
