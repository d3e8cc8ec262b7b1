"""Staircase, distance matrix, overlay and montage, as far as figures can be tested by figures."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from formework.findings.book_findings import read_findings
from formework.findings.uses import read_uses
from formework.report.matrix import draw_matrix
from formework.report.montage import group_uses, rivals
from formework.report.pictures import data_address, lay_over
from formework.report.staircase import Staircase, draw_staircase
from formework.result import Result, UnitResult, Way
from formework.settings import Settings
from tests.findings.tables import table

if TYPE_CHECKING:
    from collections.abc import Mapping

ORDER = "ab ba ab ac ab a2b ba2 a2b ba2 a2b"


def staircase(text: str = "", truth: Mapping[str, str] | None = None) -> Staircase:
    """A staircase of an order of work with a sole appearance and a partial reset."""
    pages, sides = table(ORDER)
    # Pretended to be in two sections, so that their words are written.
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
    assert "truth" not in written


def test_staircase_with_truth() -> None:
    """The truth, where given, has a panel of its own."""
    pages, _ = table(ORDER)
    truth = {page.signature: page.skeleton for page in pages}
    assert "truth" in words(draw_staircase(staircase(truth=truth), ("svg",))["svg"])


def test_words_in_a_staircase_are_words() -> None:
    """What was read off a scan is written as it is: neither markup nor mathematics."""
    evil = "</text><script>x</script> $\\frac{1}{2}$ $"
    svg = draw_staircase(staircase(evil), ("svg",))["svg"]
    assert evil in words(svg)
    assert b"<script" not in svg


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_same_figure_twice_is_the_same_file(kind: str) -> None:
    """Figures carry no date and no draw of their own."""
    once, twice = (draw_staircase(staircase(), (kind,))[kind] for _ in range(2))
    assert once == twice


def test_matrix() -> None:
    """Distances are drawn, also where some sides cannot be compared."""
    pages, sides = table(ORDER)
    skeleton = {page.sheet_side: page.skeleton for page in pages}
    units = tuple(UnitResult(side.name, skeleton[side.name], 1, 1.0, Way.SAME) for side in sides)
    distances = np.abs(np.subtract.outer(np.arange(20.0), np.arange(20.0)))
    distances[3] = np.nan
    png = draw_matrix(Result("0", Settings(), None, tuple(pages), units, distances))
    assert Image.open(io.BytesIO(png)).width > 1000


def test_overlay_colours() -> None:
    """Ink of the first alone is red, of the second alone cyan, of both black, of none white."""
    one, other = np.array([[1.0, 0.0, 1.0, 0.0]]), np.array([[0.0, 1.0, 1.0, 0.0]])
    pixels = lay_over(one, other)
    assert pixels.tolist() == [[[255, 0, 0], [0, 255, 255], [0, 0, 0], [255, 255, 255]]]
    assert data_address(pixels).startswith("data:image/webp;base64,")


def test_rivals_are_of_the_same_slot_and_another_skeleton() -> None:
    """Each title is set against one of its own slot that another skeleton holds."""
    pages, sides = table(ORDER)
    groups = group_uses(read_uses(pages, sides))
    assert [group.label for group in groups] == ["I", "II", "III", "I.2"]
    of = {page.signature: page for page in pages}
    against = rivals(groups)
    assert set(against) == set(of)
    for signature, other in against.items():
        assert of[signature].slot == of[other].slot
        assert of[signature].label != of[other].label
