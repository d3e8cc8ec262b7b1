"""Aligned strips, and the evidence on pairs of titles in words."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.bench.suite import simulated_titles
from formework.book.folder import open_book
from formework.kernels.spacing.kernel import SpacingKernel
from formework.kernels.spacing.text_reading import Reason, Sort, read_titles
from formework.kernels.title_evidence import TitleEvidence
from formework.report.title_strips import ShownTitles, describe_probability, describe_reason
from formework.scans.acquire.grey_image import read_grey
from formework.scans.crops import cut_out
from formework.settings import KernelName, Settings
from formework.simulate.named_books import order_book
from formework.skeletons.evidence_system import weigh_titles

if TYPE_CHECKING:
    from formework.simulate.simulated_book import SimulatedBook

CHANSONS = Path(__file__).parents[3] / "shared" / "data" / "chansons-1555"


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


def ink_lost(titles: ShownTitles, evidence: TitleEvidence) -> list[str]:
    """The titles whose strip has less ink than the levelled title, or ink in its outer columns."""
    lost = []
    for text, reading in enumerate(evidence.readings):
        assert reading is not None
        for number, place in enumerate(evidence.members(text)):
            strip = titles.strip(evidence.signatures[place])
            whole = reading.level(number).sum()
            if strip.sum() < whole * (1 - 1e-6) or strip[:, [0, -1]].any():
                lost.append(evidence.signatures[place])
    return lost


def test_no_strip_cuts_ink_at_its_edge(book: SimulatedBook) -> None:
    """Titles of one text differ in width, and in what is next to them: strips show all of it."""
    evidence = weigh_titles(simulated_titles(book), SpacingKernel(), Settings())
    assert ink_lost(ShownTitles(evidence, {}), evidence) == []


def test_a_title_that_reaches_further_than_the_others_is_shown_whole(book: SimulatedBook) -> None:
    """One crop with a page number beside the title: its strip, like all, is wide enough."""
    titles = simulated_titles(book)
    crop = titles.crops[0]
    wide = np.hstack([np.full_like(crop[:, :90], 235), crop, crop[:, -120:]])
    evidence = weigh_titles(
        replace(titles, crops=(wide, *titles.crops[1:])), SpacingKernel(), Settings()
    )
    shown = ShownTitles(evidence, {})
    assert ink_lost(shown, evidence) == []
    one_text = [evidence.signatures[place] for place in evidence.members(evidence.texts[0])]
    assert len({shown.strip(signature).shape for signature in one_text}) == 1


@pytest.mark.slow
@pytest.mark.skipif(not CHANSONS.is_dir(), reason="no real pages here: ../shared/data is missing")
def test_no_strip_of_a_real_book_cuts_ink() -> None:
    """Chansons, 1555, with the boxes published for it, gatherings B and C."""
    book = open_book(CHANSONS)
    rows = [title for title in book.read_titles() if title.box and title.signature[0] in "BC"]
    crops = [cut_out(read_grey(book.image_path(row.image)), row.box) for row in rows if row.box]
    for face in "rv":
        own = [place for place, row in enumerate(rows) if row.signature.endswith(face)]
        reading = read_titles([crops[place] for place in own])
        names = tuple(rows[place].signature for place in own)
        values = reading.log_odds
        texts = (0,) * len(own)
        evidence = TitleEvidence(KernelName.SPACING, names, texts, ("",), values, (reading,))
        assert ink_lost(ShownTitles(evidence, {}), evidence) == []


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


def reason(*sorts: Sort, omitted: tuple[frozenset[int], frozenset[int]]) -> Reason:
    """A reason without gaps."""
    return Reason((), sorts, omitted, 0.0, 0.5)


def test_the_reason_says_what_is_peculiar_and_where(titles: ShownTitles) -> None:
    """Shared damage, damage in one title, heights and omissions are named apart."""
    text = titles.placed("B1r")
    assert text is not None
    found = reason(
        Sort(0, 0.9, 0.0, height_differs=False, weight=2.0),
        Sort(1, 0.5, 0.0, height_differs=False, weight=-2.0),
        Sort(2, 0.9, 0.05, height_differs=True, weight=0.0),
        omitted=(frozenset({3}), frozenset()),
    )
    first, second, third, fourth = (text.letter_name(letter) for letter in range(4))
    assert describe_reason(text, found, "C1r", "B1r") == (
        f" Letters left out: {fourth} in B1r. Sorts with the same peculiar shape: {first}."
        f" Sorts that look different: {second}."
        f" Sorts that stand higher or lower: {third} +0.050 em."
    )


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
