"""The figures of one book, against tables worked out by hand."""

from __future__ import annotations

import pytest

from formework.corpus.book_summary import TurnTaking, summarise_book
from formework.result import UNSURE, PageResult


def book(sides: str, titles: str = "") -> tuple[PageResult, ...]:
    """One page per sheet side: `A(o)=I B(i)=II.2`, and its title in the same order."""
    numerals = titles.split() or [""] * len(sides.split())
    pages = []
    for entry, title in zip(sides.split(), numerals, strict=True):
        side, _, label = entry.partition("=")
        skeleton, _, state = label.partition(".")
        pages.append(
            PageResult(f"{side[0]}1r", side, 1, "1", skeleton, int(state or 1), title, 1.0, 0.9)
        )
    return tuple(pages)


def test_skeletons_by_forme() -> None:
    """Two skeletons that take turns forme by forme."""
    summary = summarise_book(book("A(o)=I A(i)=II B(o)=I B(i)=II C(o)=II C(i)=III"))
    assert (summary.skeletons, summary.states) == (3, 3)
    assert summary.turns is TurnTaking.BY_FORME
    assert (summary.two_skeleton_sheets, summary.skeletons_per_sheet) == (1.0, 2.0)
    assert summary.sole_appearances == pytest.approx(1 / 6)


def test_skeletons_by_sheet() -> None:
    """One skeleton for both formes of a sheet, another for the next; a later state is one more."""
    summary = summarise_book(book("A(o)=I A(i)=I B(o)=II B(i)=II C(o)=I.2 C(i)=I"))
    assert summary.turns is TurnTaking.BY_SHEET
    assert (summary.two_skeleton_sheets, summary.skeletons_per_sheet) == (0.0, 1.0)
    assert (summary.skeletons, summary.states) == (2, 3)


@pytest.mark.parametrize(
    ("sides", "turns"),
    [
        ("A(o)=I A(i)=I B(o)=I", TurnTaking.ONE),
        ("A(o)=I A(i)=II B(o)=I B(i)=I", TurnTaking.MIXED),
        ("A(o)=I A(i)=I B(o)=I B(i)=I C(o)=I C(i)=I D(o)=II D(i)=II", TurnTaking.MIXED),
        ("A(w)=I B(w)=II", TurnTaking.MIXED),
    ],
)
def test_other_turns(sides: str, turns: TurnTaking) -> None:
    """One skeleton, or no clear order."""
    assert summarise_book(book(sides)).turns is turns


def test_life_of_titles() -> None:
    """A title lives from the sheet of its first use to that of its last."""
    pages = book("A(o)=I A(i)=II B(o)=I B(i)=II C(o)=I", "I II III ? I")
    summary = summarise_book(pages)
    lives = {title.numeral: (title.first, title.last, title.uses, title.sheets)
             for title in summary.titles}  # fmt: skip
    assert lives == {
        "I": ("A(o)", "C(o)", 2, 3), "II": ("A(i)", "A(i)", 1, 1), "III": ("B(o)", "B(o)", 1, 1),
    }  # fmt: skip
    assert summary.median_title_sheets == 1


def test_unsure_sides_are_not_counted() -> None:
    """A sheet side without a sure skeleton counts in none of the figures."""
    summary = summarise_book(book(f"A(o)={UNSURE} A(i)=I"))
    assert (len(summary.sides), summary.skeletons, summary.sole_appearances) == (2, 1, 1.0)
    assert summary.two_skeleton_sheets is None


def test_no_pages() -> None:
    """A book without a running title has no figures."""
    summary = summarise_book(())
    assert (summary.pages, summary.skeletons, summary.sole_appearances) == (0, 0, None)
