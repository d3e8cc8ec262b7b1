"""The running title of each page, from surveys to boxes."""

from __future__ import annotations

from formework.book.model import Box
from formework.scans.locate.locator import locate, locate_in_book
from formework.scans.locate.page_survey import survey
from formework.scans.page_ink import InkReader
from tests.scans.locate.surveys import titled, untitled
from tests.scans.press import book_pages, pixels


def test_boxes_have_a_margin_and_stay_on_the_page() -> None:
    """A fifth of the type's height is kept around the ink, but not beyond the page."""
    surveys = [titled("DE LA GAVLE", number, y=2) for number in range(1, 7)]
    found = locate_in_book(surveys, lambda _: pixels(book_pages()[0]))
    assert [one.box for one in found if one] == [Box(344, 0, 312, 38)] * 6
    assert not any(one.doubtful for one in found if one)


def test_only_odd_pages_are_asked_for() -> None:
    """Pixels are read again for the page without title alone."""
    asked = []

    def page(index: int):  # type: ignore[no-untyped-def]  # noqa: ANN202
        asked.append(index)
        return pixels(book_pages()[0])

    surveys = [titled("DE LA GAVLE", number) for number in range(1, 7)]
    found = locate_in_book([*surveys, untitled("whereupon")], page)
    assert found[-1] is None
    assert asked == [6]


def test_by_ink_alone() -> None:
    """Without OCR, ink distinguishes titles from text and from page numbers."""
    pages = [pixels(image) for image in book_pages(12)]
    found = locate_in_book([survey(one, InkReader()) for one in pages], lambda i: pages[i])
    assert found[0] is None
    for title in found[1:]:
        assert title is not None
        assert title.text == ""
        assert 180 < title.box.width < 330


def test_one_page_without_its_book() -> None:
    """The layout of one page is enough for a plain headline."""
    found = locate(pixels(book_pages()[3]))
    assert found is not None
    assert found.text == "A DISCOURSE"
