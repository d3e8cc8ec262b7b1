"""The paper's system from distances to labels, and from cut-out titles to a result."""

from __future__ import annotations

import numpy as np

from formework.bench.suite import simulated_titles, true_skeletons
from formework.scoring import evaluate
from formework.settings import KernelName, Settings, Unit
from formework.simulate.named_books import order_book
from formework.skeletons.paper_system import PaperSettings, cluster_units, run_paper_system
from tests.skeletons.test_spectral import BLOCKS


def test_units_always_put_together_are_sure() -> None:
    """Two blocks of units, in any order, are two clusters in every run."""
    order = [3, 0, 4, 1, 5, 2, 6]
    labels, confidence = cluster_units(
        BLOCKS[np.ix_(order, order)], 2, seed=0, own=PaperSettings(neighbours=3)
    )
    assert len({labels[0], labels[2], labels[4], labels[6]}) == 1
    assert len({labels[1], labels[3], labels[5]}) == 1
    assert labels[0] != labels[1]
    assert confidence == [1.0] * 7


def test_an_octavo_with_two_skeletons() -> None:
    """Lev recovers the paper's easiest shape; the distances between titles are kept."""
    book = order_book(
        "institution", difficulty="normal", view="scan", universe="development", turned=None,
        seed=11,
    )  # fmt: skip
    titles = simulated_titles(book)
    result, kept = run_paper_system(titles, Settings(KernelName.LEV, skeletons=2))
    labels = [unit.label for unit in result.units]
    truth = true_skeletons(book, [unit.name for unit in result.units])
    assert evaluate(truth, labels).v_measure > 0.9
    assert not kept.is_log_odds
    assert kept.readings == (None,) * len(kept.words)
    slots = titles.arrange(Unit.SHEET_SIDES).places[0]
    assert np.isnan(kept.values[slots[2], slots[4]])  # two rectos that never share a slot
