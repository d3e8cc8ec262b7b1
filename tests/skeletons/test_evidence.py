"""From cut-out titles to skeletons, states and the table of recurrence."""

from __future__ import annotations

import numpy as np
import pytest

from formework.bench.suite import texts_of, true_skeletons
from formework.book.imposition import turned_slots
from formework.kernels.agreement import Way
from formework.kernels.spacing.kernel import SpacingKernel
from formework.scoring import evaluate, title_pairs
from formework.simulate.order import order_book
from formework.skeletons.arrangement import Unit, arrange
from formework.skeletons.confidence import margins, side_confidence
from formework.skeletons.evidence import find_by_evidence, find_rivals, title_evidence


def test_confidence_follows_the_margin() -> None:
    """A side deep in its skeleton is surer than one between two, and one alone than one drawn."""
    evidence = np.full((5, 5), -10.0)
    evidence[:2, :2] = 10.0
    evidence[2, :2] = evidence[:2, 2] = 0.5
    evidence[3, 4] = evidence[4, 3] = -1.0
    groups = np.array([0, 0, 0, 1, 2])
    assert margins(evidence, groups)[0] > margins(evidence, groups)[2]
    sure = side_confidence(evidence, groups)
    assert sure[0] > sure[2]
    assert (sure > 0).all()
    assert (sure < 1).all()


@pytest.mark.parametrize("name", ["king-lear", "institution"])
def test_a_small_book_is_recovered_exactly(name: str) -> None:
    """A quarto and an octavo, number unknown: all skeletons, and every title's identity."""
    book = order_book(
        name, difficulty="normal", view="scan", universe="development", turned=0.3, seed=11
    )
    arrangement = arrange(book.sides, [title.signature for title in book.titles])
    texts = texts_of(book)
    evidence = title_evidence(
        book.cut_outs(), texts, find_rivals(arrangement, len(texts)), SpacingKernel()
    )
    found = find_by_evidence(evidence, texts, arrangement, turned_slots(book.shape.format))
    truth = true_skeletons(book, arrangement.names)
    assert evaluate(truth, found.skeletons.numerals).v_measure == 1.0
    pairs = title_pairs([title.title for title in book.titles], found.titles)
    assert pairs.precision is not None
    assert pairs.recall is not None
    assert pairs.precision > 0.97
    assert pairs.recall > 0.97
    turned = {title.sheet_side: title.turned for title in book.titles}
    first: dict[str, bool] = {}
    for side, numeral, way in zip(
        arrangement.names, found.skeletons.numerals, found.ways, strict=True
    ):
        begun = first.setdefault(numeral, turned[side])
        assert (way in (Way.TURNED, Way.TURNED_EXCHANGED)) == (turned[side] != begun), side


def test_pages_alone_are_clustered_too() -> None:
    """Rectos alone: the same evidence, a single slot, the number given."""
    book = order_book(
        "king-lear", difficulty="normal", view="scan", universe="development", turned=None, seed=11
    )
    signatures = [title.signature for title in book.titles]
    arrangement = arrange(book.sides, signatures, Unit.RECTO)
    texts = texts_of(book)
    rivals = find_rivals(arrange(book.sides, signatures), len(texts))
    evidence = title_evidence(book.cut_outs(), texts, rivals, SpacingKernel())
    found = find_by_evidence(evidence, texts, arrangement, None, skeletons=8)
    truth = {title.signature: title.title for title in book.titles}
    assert len(set(found.skeletons.numerals)) == 8
    identity = evaluate([truth[name] for name in arrangement.names], found.skeletons.numerals)
    assert identity.v_measure > 0.95
