"""Findings and account of odd books: whatever the table holds, nothing is raised."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formework.book.formula.collation import read_collation
from formework.book.imposition import sheet_sides, turned_slots
from formework.book.model import Format
from formework.findings.account import give_account
from formework.findings.book_findings import read_findings
from formework.result import UNSURE, PageResult

BOOKS = (
    ("A^2", Format.FOLIO), ("A-K^2", Format.FOLIO), ("A-F^4", Format.FOLIO),
    ("A^4", Format.QUARTO), ("pi^2 A-L^4 M^2", Format.QUARTO), ("A-C^8", Format.QUARTO),
    ("A^8", Format.OCTAVO), ("A-H^8 I^4", Format.OCTAVO), ("A-D^12", Format.DUODECIMO),
)  # fmt: skip


@pytest.mark.parametrize(("collation", "book_format"), BOOKS)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_nothing_is_raised(collation: str, book_format: Format, data: st.DataObject) -> None:
    """One sheet, half-sheets, several texts, titles not identified or on few pages only."""
    sides = sheet_sides(read_collation(collation).gatherings, book_format)
    choose = data.draw(st.randoms(use_true_random=False))
    few = data.draw(st.sampled_from((1, 2, 5, 40)))
    present = data.draw(st.sampled_from((0.05, 0.6, 1.0)))
    pages = []
    for number, side in enumerate(sides):
        skeleton, state = f"{'IVXLCDM'[choose.randrange(min(few, 7))]}", choose.randrange(1, 4)
        for slot, page in enumerate(side.pages, start=1):
            if page is None or choose.random() > present:
                continue
            title = choose.choice(["", UNSURE, *map(str, range(few * 4))])
            section = "1" if number < len(sides) / 2 else choose.choice("12")
            pages.append(
                PageResult(
                    page.signature,
                    side.name,
                    slot,
                    section,
                    skeleton,
                    state,
                    title,
                    None if title == "" else choose.random(),
                    choose.random(),
                )
            )
    texts = {page.signature: choose.choice(("", "KING LEAR", "| #")) for page in pages}
    found = read_findings(pages, sides, turned_slots=turned_slots(book_format), texts=texts)
    names = {side.name for side in sides}
    assert all(names.issuperset(finding.sides) for finding in found)
    told = give_account(pages, sides, found, texts=texts)
    assert "evidence, not proof" in told.text
    assert all(len(row) == len(told.header) for row in told.rows)
