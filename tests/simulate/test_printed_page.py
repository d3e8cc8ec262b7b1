"""The page around its running title."""

from __future__ import annotations

from dataclasses import replace

import pytest

from formework.book.model import Face, Format
from formework.simulate.printed_page import LAYOUTS, Copy, headline_marks, rule_ends, text_marks
from formework.simulate.type import Family

LAYOUT = LAYOUTS[Format.QUARTO]
COPY = Copy(
    seed=1, signature="B2r", face=Face.RECTO, number=11, family=Family.ENGLISH,
    reference="Chap. 2.", rule=True, opening=False, signed="B2",
)  # fmt: skip


def test_the_page_number_is_at_the_outer_edge() -> None:
    """On a recto the number is right of the chapter reference, on a verso left of it."""
    for face, outer in ((Face.RECTO, "right"), (Face.VERSO, "left")):
        marks = headline_marks(replace(COPY, face=face), LAYOUT)
        number = [mark.x for mark in marks[:2]]
        reference = [mark.x for mark in marks[2:]]
        assert "".join(mark.character for mark in marks) == "11Chap.2."
        assert (min(number) > max(reference)) == (outer == "right")


def test_an_opening_has_a_heading_and_no_rule() -> None:
    """A page that opens a chapter has CHAP. in place of number, reference and rule."""
    opening = replace(COPY, opening=True)
    assert "".join(mark.character for mark in headline_marks(opening, LAYOUT)) == "CHAP."
    assert rule_ends(opening, LAYOUT) is None
    assert rule_ends(COPY, LAYOUT) is not None


def test_lines_are_justified_and_independent() -> None:
    """Text stays within the measure, and part of a page equals that part of the whole."""
    whole = text_marks(COPY, LAYOUT, 0.0, LAYOUT.height)
    left = LAYOUT.left(Face.RECTO)
    assert min(mark.x for mark in whole) >= left
    assert max(mark.x for mark in whole) < left + LAYOUT.measure
    line = LAYOUT.line(5)
    part = text_marks(COPY, LAYOUT, line - 0.1, line + 0.1)
    assert part == [mark for mark in whole if abs(mark.y - line) < LAYOUT.leading + 0.1]


def test_the_foot_has_signature_and_catchword() -> None:
    """The direction line has the signature only if the page is signed."""
    foot = LAYOUT.line(LAYOUT.lines)
    signed, unsigned = (
        [m for m in text_marks(copy, LAYOUT, foot, foot) if m.y == pytest.approx(foot)]
        for copy in (COPY, replace(COPY, signed=""))
    )
    assert [mark.character for mark in signed[len(unsigned) :]] == ["B", "2"]
