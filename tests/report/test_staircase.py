"""The staircase: what it shows, as text and as files."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from formework.findings.book_findings import read_findings
from formework.findings.uses import read_uses
from formework.report.staircase import Staircase, draw_staircase, lay_out
from tests.findings.tables import table

if TYPE_CHECKING:
    from collections.abc import Mapping

ORDER = "ab ba ab ac ab a2b ba2 a2b ba2 a2b"


def staircase(text: str = "", truth: Mapping[str, str] | None = None) -> Staircase:
    """A staircase of an order of work with a sole appearance and a partial reset."""
    pages, sides = table(ORDER)
    # Divided into two sections, so that their words are written.
    sections = read_uses(pages, sides)
    (uses,) = sections.values()
    both = {"1": uses[:10], "2": uses[10:]}
    words = {"1": text, "2": "Of MAN."}
    return Staircase(sides, both, read_findings(pages, sides), truth or {}, words)


def words(svg: bytes) -> list[str]:
    """All text written in a drawing."""
    root = ET.fromstring(svg)  # noqa: S314 - drawn a moment ago
    return [e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text")]


def test_staircase_says_what_it_shows() -> None:
    """Skeletons, gatherings, findings and words of sections are written as text."""
    written = words(draw_staircase(staircase(), ("svg",))["svg"])
    assert {"I", "II", "III", "A", "K", "skeletons", "findings", "Of MAN."} <= set(written)
    assert any("sole appearance" in word for word in written)
    assert "known" not in written


@pytest.mark.parametrize("length", [20, 50, 200])
def test_labels_never_overprint(length: int) -> None:
    """Lines and labels of one row stay apart, and a label stands beside what it names."""
    spans = [(start, min(start + long, length - 1), 9.0)
             for start in range(0, length - 1, 3) for long in (0, 4, 30)]  # fmt: skip
    labels = lay_out(spans, length)
    for number, one in enumerate(labels):
        assert one.left <= spans[number][0] <= spans[number][1] <= one.right
        for other in labels[:number]:
            assert one.row != other.row or one.right < other.left or other.right < one.left


def test_a_label_at_the_end_of_the_book_stands_before_its_mark() -> None:
    """There is no room after it."""
    (label,) = lay_out([(48, 48, 9.0)], 50)
    assert label.is_before
    assert label.text < 48


def test_staircase_with_truth() -> None:
    """Known skeletons, if given, have a panel of their own."""
    pages, _ = table(ORDER)
    truth = {page.signature: page.skeleton for page in pages}
    assert "known" in words(draw_staircase(staircase(truth=truth), ("svg",))["svg"])


def test_words_in_a_staircase_are_words() -> None:
    """What was read off a scan is written as it is: neither markup nor mathematics."""
    evil = "</text><script>x</script> $\\frac{1}{2}$ $"
    svg = draw_staircase(staircase(evil), ("svg",))["svg"]
    assert evil in words(svg)
    assert b"<script" not in svg


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_same_staircase_gives_the_same_file(kind: str) -> None:
    """Files carry no date and no random names."""
    once, twice = (draw_staircase(staircase(), (kind,))[kind] for _ in range(2))
    assert once == twice
