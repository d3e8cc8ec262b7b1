"""The contact sheet shows every page, doubtful ones first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.folder import open_book
from formework.scans.contact_sheet import write_contact_sheet
from formework.scans.crops import read_crops
from formework.scans.title_outcome import TitleOutcome, read_outcome

if TYPE_CHECKING:
    from pathlib import Path


def test_doubt_comes_first_and_text_is_escaped(copied: Path) -> None:
    """Every page is on the sheet, doubtful ones first; text from scans is never markup."""
    book = open_book(copied)
    outcome = read_outcome(book)
    odd = replace(outcome.titles[3], text="<script>alert(1)</script>")
    titles = (*outcome.titles[:3], odd, *outcome.titles[4:])
    shown = TitleOutcome(titles, ("p04.png",), (("p99.png", "p99.png is <empty>"),))
    sheet = write_contact_sheet(book, shown, read_crops(book, titles, tops=True))
    html = sheet.read_text("utf-8")
    assert html.count("<figure") == 8
    assert html.count("data:image/jpeg;base64,/9j/") == 8
    assert "<script>" not in html
    assert "p99.png is &lt;empty&gt;" in html
    assert html.index("Doubtful") < html.index("p04.png") < html.index("In order")
    assert html.count("p04.png") == 1


def test_a_scan_that_cannot_be_read_has_no_picture(copied: Path) -> None:
    """Its row is shown all the same, under its name."""
    book = open_book(copied)
    (copied / "p02.png").unlink()
    outcome = read_outcome(book)
    sheet = write_contact_sheet(book, outcome, read_crops(book, outcome.titles, tops=True))
    html = sheet.read_text("utf-8")
    assert "p02.png" in html
    assert html.count("data:image/jpeg;base64,/9j/") == 7
    assert "7 pages with a running title, 1 without" in html


def test_the_stage_wrote_it(located: Path) -> None:
    """The titles stage leaves the sheet behind, with a picture of every page."""
    html = (located / "titles.html").read_text("utf-8")
    assert html.count("data:image/jpeg;base64,/9j/") == 8
