"""Surveys are cached by scan, half and reader, and survive an interrupted run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.folder import open_book
from formework.progress import silent
from formework.scans.acquire.shots import read_shots
from formework.scans.locate.book_surveys import survey_book
from formework.scans.locate.survey_cache import SurveyCache, SurveyedPage, survey_key
from tests.scans.locate.surveys import titled, untitled

if TYPE_CHECKING:
    from pathlib import Path

PAGE = SurveyedPage(titled("DE LA GAVLE", 12), 40)


def test_a_survey_is_read_back_as_it_was(tmp_path: Path) -> None:
    """Another process finds the same survey under its key, and none under another."""
    SurveyCache(tmp_path).keep("a key", PAGE)
    again = SurveyCache(tmp_path)
    assert again.get("a key") == PAGE
    assert again.get("another") is None


def test_a_torn_line_costs_one_survey(tmp_path: Path) -> None:
    """What follows a half-written or foreign line is read, and appended on a line of its own."""
    cache = SurveyCache(tmp_path)
    cache.keep("1", PAGE)
    cache.keep("2", PAGE)
    path = tmp_path / ".formework" / "surveys.jsonl"
    path.write_bytes(b"[1]\n{}\n" + path.read_bytes()[:-30])
    torn = SurveyCache(tmp_path)
    assert torn.get("1") == PAGE
    assert torn.get("2") is None
    other = SurveyedPage(untitled("whereupon"), 0)
    torn.keep("3", other)
    assert SurveyCache(tmp_path).get("3") == other


def test_every_part_of_the_key_counts() -> None:
    """Another name, scan, half or reader is another survey."""
    keys = {
        survey_key(*parts)
        for parts in (
            ("1.tif", "f00d", 0, "ink"), ("2.tif", "f00d", 0, "ink"), ("1.tif", "beef", 0, "ink"),
            ("1.tif", "f00d", 1, "ink"), ("1.tif", "f00d", 0, "rapidocr"),
        )
    }  # fmt: skip
    assert len(keys) == 5


def test_a_book_is_surveyed_in_order_and_failures_are_named(copied: Path) -> None:
    """Pages come in the order asked for; one that cannot be read is named with the reason."""
    (copied / "p03.png").write_bytes(b"")
    book = open_book(copied)
    shots = read_shots(book)
    found = survey_book(book, shots[::-1], silent)
    assert [shot.page.image for shot in found.pages] == [
        f"p0{number}.png" for number in (8, 7, 6, 5, 4, 2, 1)
    ]
    assert found.failed == (("p03.png", "p03.png is empty"),)
