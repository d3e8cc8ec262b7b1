"""The evidence system: from cut-out titles to skeletons, states and single titles.

The kernel weighs how surely two titles are one setting. The evidence of all
slots is combined for each pair of sheet sides; single titles are identified;
and the sides are grouped into as many states as the evidence asks for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from formework import __version__
from formework.kernels.named_kernels import evidence_kernel
from formework.kernels.spacing.kernel import to_distances
from formework.kernels.title_evidence import TitleEvidence
from formework.result import Result, UnitResult, Way
from formework.settings import Unit
from formework.sides.agreement import agree, slot_maps
from formework.sides.arrangement import NO_TITLE, find_rivals
from formework.skeletons.confidence import side_confidence
from formework.skeletons.correlation import correlate
from formework.skeletons.linkage import NEVER
from formework.skeletons.number_of_states import reach_number, rival_numbers
from formework.skeletons.numerals import number_by_appearance
from formework.skeletons.page_results import TitleIdentity, page_results
from formework.skeletons.states import name_skeletons, name_states
from formework.skeletons.title_identity import UNKNOWN, identify

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from formework.kernels.base import EvidenceKernel
    from formework.settings import Settings
    from formework.sides.agreement import Agreement
    from formework.sides.arrangement import Arrangement
    from formework.sides.book_titles import BookTitles
    from formework.skeletons.states import SkeletonState
    from formework.skeletons.title_identity import Identities

_MOST_LOG_ODDS = 30.0  # no pair of sides counts for more: evidence that strong repeats itself
_CONFIRMED_LOG_ODDS = 6.0  # what identified titles add to, or take from, the evidence on two sides


def run_evidence_system(titles: BookTitles, settings: Settings) -> tuple[Result, TitleEvidence]:
    """Find the skeletons of a book, and keep the evidence they were found by."""
    evidence = weigh_titles(titles, evidence_kernel(settings.kernel), settings)
    return find_by_evidence(titles, evidence.values, settings), evidence


def weigh_titles(titles: BookTitles, kernel: EvidenceKernel, settings: Settings) -> TitleEvidence:
    """Weigh all pairs of titles that carry one text."""
    rivals = titles.rivals()
    values = np.full(rivals.shape, np.nan)
    readings, words = [], []
    order = list(dict.fromkeys(titles.texts))
    for text in order:
        members = np.array([n for n, other in enumerate(titles.texts) if other == text])
        within = np.ix_(members, members)
        found = kernel.evidence([titles.crops[n] for n in members], rivals[within])
        values[within] = found.log_odds
        readings.append(found.reading)
        words.append(Counter(titles.words[n] for n in members).most_common(1)[0][0])
    numbers = tuple(order.index(text) for text in titles.texts)
    return TitleEvidence(
        settings.kernel, titles.signatures, numbers, tuple(words), values, tuple(readings)
    )


def find_by_evidence(
    titles: BookTitles, log_odds: NDArray[np.float64], settings: Settings
) -> Result:
    """Find skeletons, states and single titles from the evidence between titles.

    `log_odds` is (titles, titles), NaN where two titles cannot be compared.
    """
    arrangement = titles.arrange(settings.unit)
    whole_sides = settings.unit is Unit.SHEET_SIDES
    maps = slot_maps(
        _slot_texts(arrangement, titles.texts), titles.turned_slots if whole_sides else None
    )
    agreement = agree(log_odds, arrangement.places, maps)
    rivals = find_rivals(arrangement, len(titles.signatures))
    identities = identify(agreement.same_title, rivals, titles.texts, seed=settings.seed)
    same = _confirmed(agreement.same_set, arrangement, identities)
    groups = correlate(np.nan_to_num(same, nan=NEVER), seed=settings.seed)
    if settings.skeletons is None:
        states = name_states(groups, agreement.kept)
    else:
        groups = reach_number(same, groups, settings.skeletons)
        states = name_skeletons(groups)
    units = tuple(
        UnitResult(name, state.skeleton, state.state, confidence, way)
        for name, state, confidence, way in zip(
            arrangement.names,
            states,
            side_confidence(same, groups).tolist(),
            _ways(agreement, states),
            strict=True,
        )
    )
    return Result(
        version=__version__,
        settings=settings,
        number_given=settings.skeletons,
        pages=page_results(titles, units, _title_identities(titles, arrangement, identities)),
        units=units,
        distances=to_distances(same),
        rivals=rival_numbers(same, groups),
    )


def _confirmed(
    same_set: NDArray[np.float64], arrangement: Arrangement, identities: Identities
) -> NDArray[np.float64]:
    """The evidence for the same set of titles, confirmed or contradicted by single titles.

    Titles are identified over the whole book, which says more about a side than
    its pairs do: one title that is surely another makes another set.
    """
    known = [
        frozenset(identities.labels[row[row != NO_TITLE]].tolist()) - {UNKNOWN}
        for row in arrangement.places
    ]
    shared = np.array([[len(one & other) for other in known] for one in known])
    size = np.array([len(titles) for titles in known])
    contradicted = shared < np.minimum.outer(size, size)
    bounded = np.clip(same_set, -_MOST_LOG_ODDS, _MOST_LOG_ODDS)
    return bounded + np.where(contradicted, -_CONFIRMED_LOG_ODDS, _CONFIRMED_LOG_ODDS)


def _slot_texts(arrangement: Arrangement, texts: Sequence[Hashable]) -> list[Hashable]:
    """The text that usually stands in each slot."""
    usual: list[Hashable] = []
    for slot in arrangement.places.T:
        found = [texts[title] for title in slot if title != NO_TITLE]
        usual.append(max(set(found), key=found.count) if found else None)
    return usual


def _title_identities(
    titles: BookTitles, arrangement: Arrangement, identities: Identities
) -> dict[str, TitleIdentity]:
    """The numeral of each title, in the order in which units and slots show them."""
    labels = identities.labels
    order = [title for row in arrangement.places for title in row if title != NO_TITLE]
    readable = [title for title in order if labels[title] != UNKNOWN]
    numerals = dict(zip(readable, number_by_appearance(labels[readable].tolist()), strict=True))
    sure = np.nan_to_num(identities.confidence)
    return {
        signature: TitleIdentity(numerals.get(title, ""), float(sure[title]))
        for title, signature in enumerate(titles.signatures)
    }


def _ways(agreement: Agreement, states: Sequence[SkeletonState]) -> list[Way]:
    """How each unit's titles stand, compared with the first unit of the same skeleton."""
    first: dict[str, int] = {}
    ways = []
    for unit, (skeleton, _) in enumerate(states):
        begun = first.setdefault(skeleton, unit)
        ways.append(agreement.maps[agreement.ways[begun, unit]].way if begun != unit else Way.SAME)
    return ways
