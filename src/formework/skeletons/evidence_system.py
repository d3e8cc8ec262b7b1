"""The evidence system: from cut-out titles to skeletons, states and single titles.

The kernel weighs how surely two titles are one setting. Sheet sides whose titles
travel together are one skeleton (`companies.py`), as many as the evidence asks
for; where a title was replaced for good, a new state of it begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from formework import __version__
from formework.book.model import Face
from formework.kernels.named_kernels import evidence_kernel
from formework.kernels.spacing.kernel import to_distances
from formework.kernels.title_evidence import TitleEvidence
from formework.result import Result, UnitResult, Way
from formework.settings import Unit
from formework.sides.arrangement import NO_TITLE
from formework.skeletons.companies import find_companies
from formework.skeletons.confidence import side_confidence
from formework.skeletons.individuals import UNKNOWN
from formework.skeletons.numerals import number_by_appearance, roman
from formework.skeletons.page_results import TitleIdentity, page_results
from formework.skeletons.rival_numbers import rival_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.kernels.base import EvidenceKernel, TextEvidence
    from formework.settings import Settings
    from formework.sides.arrangement import Arrangement
    from formework.sides.book_titles import BookTitles
    from formework.skeletons.companies import Companies
    from formework.skeletons.constraints import Constraints

_MAX_LOG_ODDS = 30.0  # no pair of sides counts for more: evidence that strong repeats itself
_CONFIRMED_LOG_ODDS = 6.0  # what the whole book adds to, or takes from, the evidence on two sides


# Cuts titles out again, so many pixels wider to the left and to the right, by signature.
Recut: TypeAlias = Callable[[Mapping[str, tuple[int, int]]], Mapping[str, NDArray[np.uint8]]]


def run_evidence_system(
    titles: BookTitles,
    settings: Settings,
    recut: Recut | None = None,
    constraints: Constraints | None = None,
) -> tuple[Result, TitleEvidence]:
    """Find the skeletons of a book, and keep the evidence they were found by."""
    evidence = weigh_titles(titles, evidence_kernel(settings.kernel), settings, recut)
    return find_by_evidence(titles, evidence.values, settings, constraints), evidence


def weigh_titles(
    titles: BookTitles, kernel: EvidenceKernel, settings: Settings, recut: Recut | None = None
) -> TitleEvidence:
    """Weigh all pairs of titles that carry one text.

    Titles whose box cuts letters off are cut out again by `recut`, and read again.
    """
    values = np.full((len(titles.signatures),) * 2, np.nan)
    readings, words = [], []
    widened: list[str] = []
    order = list(dict.fromkeys(titles.texts))
    for text in order:
        members = [n for n, other in enumerate(titles.texts) if other == text]
        found = _weigh_text(titles, members, kernel, {})
        short = _cut_off(titles, members, found)
        if short and recut:
            found = _weigh_text(titles, members, kernel, recut(short))
            widened += short
        values[np.ix_(members, members)] = found.log_odds
        readings.append(found.reading)
        words.append(Counter(titles.words[n] for n in members).most_common(1)[0][0])
    return TitleEvidence(
        settings.kernel,
        titles.signatures,
        tuple(order.index(text) for text in titles.texts),
        tuple(words),
        values,
        tuple(readings),
        tuple(widened),
    )


def _weigh_text(
    titles: BookTitles,
    members: Sequence[int],
    kernel: EvidenceKernel,
    wider: Mapping[str, NDArray[np.uint8]],
) -> TextEvidence:
    """Weigh the titles of one text; `wider` holds those that were cut out again."""
    signatures = [titles.signatures[n] for n in members]
    crops = [wider.get(titles.signatures[n], titles.crops[n]) for n in members]
    return kernel.evidence(
        crops,
        titles.rivals()[np.ix_(members, members)],
        texts=[titles.words[n] for n in members],
        rectos=[signature.endswith(Face.RECTO) for signature in signatures],
    )


def _cut_off(
    titles: BookTitles, members: Sequence[int], found: TextEvidence
) -> dict[str, tuple[int, int]]:
    """How many pixels wider each title should be that lacks letters, by signature."""
    if found.reading is None:
        return {}
    lacking = {
        titles.signatures[n]: found.reading.cut_off(place) for place, n in enumerate(members)
    }
    return {signature: wider for signature, wider in lacking.items() if any(wider)}


def find_by_evidence(
    titles: BookTitles,
    log_odds: NDArray[np.float64],
    settings: Settings,
    constraints: Constraints | None = None,
) -> Result:
    """Find skeletons, states and single titles from the evidence between titles.

    `log_odds` is (titles, titles), NaN where two titles cannot be compared. No
    part of the result contradicts the `constraints`.
    """
    arrangement = titles.arrange(settings.unit)
    turned = titles.turned_slots if settings.unit is Unit.SHEET_SIDES else None
    formes = {side.name: str(side.forme) for side in titles.sides}
    found = find_companies(
        log_odds, titles.texts, arrangement.places, turned,
        formes=[formes.get(name, "") for name in arrangement.names], sets=settings.skeletons,
        seed=settings.seed,
        decided=constraints.bind(titles.signatures, arrangement) if constraints else None,
    )  # fmt: skip
    states = _states(found, settings)
    same = _confirmed(found.same_set, states)
    units = tuple(
        UnitResult(name, skeleton, state, confidence, way)
        for name, (skeleton, state), confidence, way in zip(
            arrangement.names,
            states,
            side_confidence(found.kinship, np.array(found.skeletons)).tolist(),
            _ways(found, turned),
            strict=True,
        )
    )
    return Result(
        version=__version__,
        settings=settings,
        number_given=settings.skeletons,
        pages=page_results(titles, units, _title_identities(titles, arrangement, found)),
        units=units,
        distances=to_distances(same),
        rivals=rival_numbers(found.kinship, np.array(found.skeletons)),
    )


def _states(found: Companies, settings: Settings) -> list[tuple[str, int]]:
    """The numeral of each unit's skeleton, and its state.

    Where the number was given, it is that of the sets of titles: each set counts
    as a skeleton of its own.
    """
    sets = list(zip(found.skeletons, found.states, strict=True))
    if settings.skeletons is not None:
        return [(numeral, 1) for numeral in number_by_appearance(sets)]
    return [(roman(skeleton + 1), state) for skeleton, state in sets]


def _confirmed(
    same_set: NDArray[np.float64], states: Sequence[tuple[str, int]]
) -> NDArray[np.float64]:
    """The evidence for the same set of titles, confirmed or contradicted by the whole book."""
    groups = np.unique([f"{skeleton}.{state}" for skeleton, state in states], return_inverse=True)
    group = groups[1].ravel()
    bounded = np.clip(same_set, -_MAX_LOG_ODDS, _MAX_LOG_ODDS)
    return bounded + np.where(group[:, None] == group, _CONFIRMED_LOG_ODDS, -_CONFIRMED_LOG_ODDS)


def _title_identities(
    titles: BookTitles, arrangement: Arrangement, found: Companies
) -> dict[str, TitleIdentity]:
    """The numeral of each title, in the order in which units and slots show them."""
    labels = found.individuals.labels
    order = [title for row in arrangement.places for title in row if title != NO_TITLE]
    readable = [title for title in order if labels[title] != UNKNOWN]
    numerals = dict(zip(readable, number_by_appearance(labels[readable].tolist()), strict=True))
    sure = np.nan_to_num(found.individuals.confidence)
    return {
        signature: TitleIdentity(numerals.get(title, ""), float(sure[title]))
        for title, signature in enumerate(titles.signatures)
    }


def _ways(found: Companies, turned: Sequence[int] | None) -> list[Way]:
    """How each unit's titles stand, compared with the first unit of the same skeleton."""
    first: dict[int, tuple[int, ...]] = {}
    ways = []
    for skeleton, stands in zip(found.skeletons, found.ways, strict=True):
        begun = first.setdefault(skeleton, stands)
        straight = sum(one != other for one, other in zip(begun, stands, strict=True))
        opposite = tuple(stands[slot] for slot in turned) if turned else ()
        crossed = sum(one != other for one, other in zip(begun, opposite, strict=False))
        if turned and crossed < straight:
            ways.append(Way.TURNED_EXCHANGED if crossed else Way.TURNED)
        else:
            ways.append(Way.EXCHANGED if straight else Way.SAME)
    return ways
