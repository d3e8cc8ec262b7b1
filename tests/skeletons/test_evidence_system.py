"""From cut-out titles to skeletons, states and the table of recurrence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.bench.suite import simulated_titles, true_skeletons
from formework.result import UNSURE, Way
from formework.scoring import evaluate, title_pairs
from formework.settings import Settings, Unit
from formework.simulate.named_books import order_book
from formework.skeletons.confidence import margins, side_confidence
from formework.skeletons.evidence_system import run_evidence_system

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


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
    result, evidence = run_evidence_system(simulated_titles(book), Settings())
    sides = [unit.name for unit in result.units]
    labels = [unit.label for unit in result.units]
    assert evaluate(true_skeletons(book, sides), labels).v_measure == 1.0
    true = {title.signature: title.title for title in book.titles}
    named = [page for page in result.pages if page.title != UNSURE]
    pairs = title_pairs([true[page.signature] for page in named], [page.title for page in named])
    assert pairs.precision is not None
    assert pairs.recall is not None
    assert pairs.precision > 0.97
    assert pairs.recall > 0.97
    turned = {title.sheet_side: title.turned for title in book.titles}
    first: dict[str, bool] = {}
    for unit in result.units:
        begun = first.setdefault(unit.skeleton, turned[unit.name])
        is_turned = unit.way in (Way.TURNED, Way.TURNED_EXCHANGED)
        assert is_turned == (turned[unit.name] != begun), unit.name
    assert evidence.is_log_odds
    assert evidence.signatures == tuple(title.signature for title in book.titles)


def test_pages_alone_are_clustered_too() -> None:
    """Rectos alone: the same evidence, a single slot, the number given."""
    book = order_book(
        "king-lear", difficulty="normal", view="scan", universe="development", turned=None, seed=11
    )
    asked = Settings(unit=Unit.RECTO, skeletons=8)
    result, _ = run_evidence_system(simulated_titles(book), asked)
    truth = {title.signature: title.title for title in book.titles}
    assert result.skeleton_count == 8
    labels = [unit.label for unit in result.units]
    assert evaluate([truth[unit.name] for unit in result.units], labels).v_measure > 0.95


def test_a_title_cut_short_is_cut_out_again() -> None:
    """A crop that lacks letters is asked for again, wider, and then has its skeleton."""
    book = order_book(
        "king-lear", difficulty="normal", view="scan", universe="development", turned=None, seed=11
    )
    whole = simulated_titles(book)
    short = whole.crops[9][:, : int(0.8 * whole.crops[9].shape[1])]
    titles = replace(whole, crops=(*whole.crops[:9], short, *whole.crops[10:]))
    asked: dict[str, tuple[int, int]] = {}

    def recut(wider: Mapping[str, tuple[int, int]]) -> dict[str, NDArray[np.uint8]]:
        asked.update(wider)
        return {whole.signatures[9]: whole.crops[9]}

    result, evidence = run_evidence_system(titles, Settings(), recut)
    assert list(asked) == [whole.signatures[9]]
    left, right = asked[whole.signatures[9]]
    assert left == 0
    assert right > 0
    assert evidence.widened == (whole.signatures[9],)
    undisturbed, _ = run_evidence_system(whole, Settings())
    assert result.skeletons == undisturbed.skeletons
