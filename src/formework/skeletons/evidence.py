"""From evidence between titles to skeletons, states and single titles: the default system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.agreement import Way
from formework.kernels.combine import NO_TITLE
from formework.kernels.spacing.kernel import to_distances
from formework.skeletons.companies import find_companies
from formework.skeletons.confidence import pair_chances, side_confidence
from formework.skeletons.individuals import UNKNOWN
from formework.skeletons.number import rival_numbers
from formework.skeletons.numerals import number_by_appearance, roman
from formework.skeletons.paper import Skeletons

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from formework.kernels.base import EvidenceKernel
    from formework.skeletons.arrangement import Arrangement
    from formework.skeletons.companies import Companies
    from formework.skeletons.number import Number

_MOST = 30.0  # log-odds: one pair counts for no more
_CONFIRMED = 6.0  # log-odds that the whole book adds to the evidence between two sides


@dataclass(frozen=True, slots=True)
class EvidentSkeletons:
    """What the evidence shows of a book.

    `skeletons` of the units; `same_chances` (units, units) that two have the
    same titles; `titles` and `title_confidence` in the order of
    the titles given, numerals empty where a title could not be read; `ways`
    tells of each unit how its titles stand against those of the first of its
    skeleton; `numbers` which numbers of skeletons would do.
    """

    skeletons: Skeletons
    same_chances: NDArray[np.float64]
    titles: tuple[str, ...]
    title_confidence: tuple[float, ...]
    ways: tuple[Way, ...]
    numbers: tuple[Number, ...]


def title_evidence(
    images: Sequence[NDArray[np.uint8]],
    texts: Sequence[Hashable],
    rivals: NDArray[np.bool_],
    kernel: EvidenceKernel,
) -> NDArray[np.float64]:
    """Log-odds that two titles are one setting, (titles, titles); NaN across texts."""
    evidence = np.full((len(images), len(images)), np.nan)
    for text in dict.fromkeys(texts):
        members = np.array([number for number, other in enumerate(texts) if other == text])
        within = np.ix_(members, members)
        evidence[within] = kernel.evidence([images[n] for n in members], rivals[within])
    return evidence


def find_rivals(arrangement: Arrangement, titles: int) -> NDArray[np.bool_]:
    """Which titles cannot be the same type because they stand on one unit, (titles, titles)."""
    unit = np.full(titles, -1)
    for number, places in enumerate(arrangement.places):
        unit[places[places != NO_TITLE]] = number
    rivals = (unit[:, None] == unit) & (unit >= 0)
    np.fill_diagonal(rivals, val=False)
    return np.asarray(rivals)


def find_by_evidence(
    evidence: NDArray[np.float64],
    texts: Sequence[Hashable],
    arrangement: Arrangement,
    turned: Sequence[int] | None,
    *,
    skeletons: int | None = None,
    seed: int = 0,
) -> EvidentSkeletons:
    """Find skeletons, their states and single titles; as many skeletons as there is evidence for.

    `evidence` is (titles, titles); `turned`, slot by slot, is the place a title
    goes to in a turned chase.
    """
    found = find_companies(evidence, texts, arrangement.places, turned, sets=skeletons, seed=seed)
    numerals = tuple(
        roman(skeleton + 1) + (f".{state}" if state > 1 else "")
        for skeleton, state in zip(found.skeletons, found.states, strict=True)
    )
    groups = np.unique(numerals, return_inverse=True)[1].ravel()
    same = _confirmed(found.same_set, groups)
    return EvidentSkeletons(
        Skeletons(
            arrangement.names,
            numerals,
            tuple(side_confidence(found.kinship, np.array(found.skeletons)).tolist()),
            to_distances(same),
        ),
        pair_chances(same),
        _number_titles(found.individuals.labels, arrangement),
        tuple(np.nan_to_num(found.individuals.confidence).tolist()),
        _ways(found, turned),
        rival_numbers(found.kinship, np.array(found.skeletons)),
    )


def _confirmed(same_set: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.float64]:
    """The evidence for the same set of titles, confirmed or contradicted by the whole book."""
    bounded = np.clip(same_set, -_MOST, _MOST)
    return bounded + np.where(groups[:, None] == groups, _CONFIRMED, -_CONFIRMED)


def _number_titles(labels: NDArray[np.intp], arrangement: Arrangement) -> tuple[str, ...]:
    """Roman numerals for titles, in the order in which units and slots show them."""
    order = [title for row in arrangement.places for title in row if title != NO_TITLE]
    readable = [title for title in order if labels[title] != UNKNOWN]
    numerals = number_by_appearance(labels[readable].tolist())
    told = dict(zip(readable, numerals, strict=True))
    return tuple(told.get(title, "") for title in range(len(labels)))


def _ways(found: Companies, turned: Sequence[int] | None) -> tuple[Way, ...]:
    """How each unit's titles stand, seen from the first unit of the same skeleton."""
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
    return tuple(ways)
