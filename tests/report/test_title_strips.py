"""Aligned strips, and the evidence on pairs of titles in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.bench.suite import simulated_titles
from formework.kernels.spacing.kernel import SpacingKernel
from formework.kernels.title_evidence import TitleEvidence
from formework.report.title_strips import ShownTitles, describe_probability
from formework.settings import KernelName, Settings
from formework.simulate.named_books import order_book
from formework.skeletons.evidence_system import weigh_titles

if TYPE_CHECKING:
    from formework.simulate.simulated_book import SimulatedBook


@pytest.fixture(scope="module")
def book() -> SimulatedBook:
    """A simulated quarto."""
    return order_book(
        "king-lear", difficulty="normal", view="scan", universe="development", turned=0.0, seed=11
    )


@pytest.fixture(scope="module")
def titles(book: SimulatedBook) -> ShownTitles:
    """The titles of the quarto with the evidence of the spacing kernel."""
    return ShownTitles(weigh_titles(simulated_titles(book), SpacingKernel(), Settings()), {})


def pairs(book: SimulatedBook, *, same: bool) -> list[tuple[str, str]]:
    """Pairs of pages with the same text, and the same title or different ones."""
    rows = list(book.titles)
    return [
        (one.signature, other.signature)
        for number, one in enumerate(rows)
        for other in rows[:number]
        if one.text == other.text and (one.title == other.title) is same
    ]


def mismatch(titles: ShownTitles, one: str, other: str) -> float:
    """The mean difference of the ink of two strips."""
    return float(np.abs(titles.strip(one) - titles.strip(other)).mean())


def test_strips_of_one_title_coincide(titles: ShownTitles, book: SimulatedBook) -> None:
    """Aligned by their letters, strips of one title differ less than those of different ones."""
    same, different = (
        np.mean([mismatch(titles, *pair) for pair in pairs(book, same=same)])
        for same in (True, False)
    )
    assert same < 0.7 * different


def test_marks_are_significant_and_on_the_strip(titles: ShownTitles, book: SimulatedBook) -> None:
    """Different titles have marks, largest first, within the strip; the same has hardly any."""
    different = [titles.marks(*pair) for pair in pairs(book, same=False)[:40]]
    assert np.mean([len(marks) for marks in different]) > 1
    for marks in different:
        sizes = [abs(mark.difference) for mark in marks]
        assert sizes == sorted(sizes, reverse=True)
        assert all(0 < mark.left < 1 for mark in marks)
    same = [len(titles.marks(*pair)) for pair in pairs(book, same=True)]
    assert np.mean(same) < 0.5


def test_the_difference_of_a_pair_changes_sign_when_swapped(
    titles: ShownTitles, book: SimulatedBook
) -> None:
    """The probability is the same both ways round; the gaps have opposite signs."""
    one, other = pairs(book, same=False)[0]
    ours, theirs = titles.pair(one, other), titles.pair(other, one)
    assert ours.probability == pytest.approx(theirs.probability)
    assert ours.reason is not None
    assert theirs.reason is not None
    forth = [gap.difference for gap in ours.reason.gaps]
    back = [-gap.difference for gap in theirs.reason.gaps]
    assert forth == pytest.approx(back, abs=0.01)


def test_the_verdict_gives_probability_and_gaps(titles: ShownTitles, book: SimulatedBook) -> None:
    """A pair of one title is probably the same setting; a pair of two names its gaps."""
    same = pairs(book, same=True)[0]
    assert titles.verdict(*same).startswith("Same setting: > 0.99 (prior 50:50).")
    verdicts = [titles.verdict(*pair) for pair in pairs(book, same=False)[:20]]
    assert any("Gaps that differ: " in verdict for verdict in verdicts)


def test_other_texts_are_not_compared(titles: ShownTitles) -> None:
    """Recto and verso have different texts: no verdict, no marks."""
    assert not titles.are_one_text("B1r", "B1v")
    assert titles.verdict("B1r", "B1v") == ""
    assert titles.marks("B1r", "B1v") == ()


def crops(*widths: int) -> dict[str, np.ndarray]:
    """Cut-out titles of these widths, each with one black bar, by signature."""
    images = {}
    for number, width in enumerate(widths, start=1):
        image = np.full((40, width), 255, np.uint8)
        image[10:30, width // 2 : width // 2 + 8] = 0
        images[f"A{number}r"] = image
    return images


def plain(kernel: KernelName, value: float) -> ShownTitles:
    """Two titles of one text by a kernel that locates no letters."""
    values = np.array([[0.0, value], [value, 0.0]])
    evidence = TitleEvidence(kernel, ("A1r", "A2r"), (0, 0), ("OF MAN",), values, (None,))
    return ShownTitles(evidence, crops(200, 260))


def test_a_kernel_without_letters_shows_the_crops() -> None:
    """Strips have one size, no marks and no letters; the distance is in the kernel's own unit."""
    titles = plain(KernelName.LEV, 0.125)
    assert titles.strip("A1r").shape == titles.strip("A2r").shape
    assert titles.placed("A1r") is None
    assert titles.marks("A1r", "A2r") == ()
    assert titles.verdict("A1r", "A2r") == "Distance 0.125 (kernel lev; 0 = same)."
    assert math.isnan(titles.pair("A1r", "A2r").probability)


def test_a_network_of_the_evidence_system_gives_a_probability() -> None:
    """Log-odds become a probability, whether or not letters are located."""
    assert plain(KernelName.VIT, 0.0).verdict("A1r", "A2r") == "Same setting: 0.50 (prior 50:50)."


def test_a_pair_that_was_not_compared_says_so() -> None:
    """NaN is not a distance."""
    verdict = plain(KernelName.VIT_PAPER, math.nan).verdict("A1r", "A2r")
    assert verdict.startswith("Not compared")


@pytest.mark.parametrize(
    ("probability", "words"),
    [(1.0, "> 0.99"), (0.99, "0.99"), (0.5, "0.50"), (0.01, "0.01"), (0.0, "< 0.01")],
)
def test_no_probability_claims_certainty(probability: float, words: str) -> None:
    """0 and 1 are never shown."""
    assert describe_probability(probability) == words
