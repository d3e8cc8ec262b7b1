"""Printing and photographing single pages."""

from __future__ import annotations

from formework.simulate import simulate_book
from formework.simulate.press import PAGES_PER_CHAPTER
from formework.simulate.shapes import KING_LEAR, LEVIATHAN


def test_the_cut_contains_the_box() -> None:
    """A title is cut out with a margin on every side, and its box is known within the cut."""
    book = simulate_book(KING_LEAR, seed=4)
    for signature in ("B1v", "B2r", "C3v"):
        cut, box = book.press.cut_box(signature), book.press.box_in_cut_out(signature)
        assert min(box.x, box.y) > 0
        assert box.x + box.width < cut.width
        assert box.y + box.height < cut.height
        assert book.cut_out(signature).shape == (cut.height, cut.width)


def test_the_use_count_starts_at_zero_and_grows() -> None:
    """Each title counts its uses 0, 1, 2 … in book order."""
    book = simulate_book(KING_LEAR, seed=4)
    uses: dict[int, list[int]] = {}
    for standing in book.press.standing:
        uses.setdefault(standing.setting.number, []).append(standing.use)
    assert all(counts == list(range(len(counts))) for counts in uses.values())
    assert max(map(len, uses.values())) > 1


def test_the_chapter_reference_counts_on() -> None:
    """The reference in the headline changes after nine pages; the first leaves are signed."""
    press = simulate_book(LEVIATHAN, seed=4).press
    copies = [press.print_page(page.signature).copy for page in press.pages[:PAGES_PER_CHAPTER]]
    assert {copy.reference for copy in copies[:-1]} == {"Chap. 1."}
    assert copies[-1].reference == "Chap. 2."
    assert [copy.signed for copy in copies[::2]] == ["B1", "B2", "B3", "", "C1"]
