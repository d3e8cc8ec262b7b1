"""From evidence between titles to skeletons, states and single titles: the default system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.agreement import Way, agree, slot_maps
from formework.kernels.combine import NO_TITLE
from formework.kernels.spacing.kernel import to_distances
from formework.skeletons.confidence import pair_chances, side_confidence
from formework.skeletons.correlation import correlate
from formework.skeletons.number import reach_number, rival_numbers
from formework.skeletons.numerals import number_by_appearance
from formework.skeletons.paper import Skeletons
from formework.skeletons.recurrence import UNKNOWN, identify
from formework.skeletons.states import name_states

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from formework.kernels.agreement import Agreement
    from formework.kernels.base import EvidenceKernel
    from formework.skeletons.arrangement import Arrangement
    from formework.skeletons.number import Number

_MOST, _NEVER = 30.0, -1e3  # log-odds: one pair counts for no more; what cannot be compared
_CONFIRMED = 6.0  # log-odds that titles told apart add to the evidence between two sides


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
    *,
    words: Sequence[str] | None = None,
    rectos: Sequence[bool] | None = None,
) -> NDArray[np.float64]:
    """Log-odds that two titles are one setting, (titles, titles); NaN across texts.

    `words` is what was recognised in each title, `rectos` which stand on rectos.
    """
    evidence = np.full((len(images), len(images)), np.nan)
    for text in dict.fromkeys(texts):
        members = np.array([number for number, other in enumerate(texts) if other == text])
        within = np.ix_(members, members)
        evidence[within] = kernel.evidence(
            [images[n] for n in members],
            rivals[within],
            texts=None if words is None else [words[n] for n in members],
            rectos=None if rectos is None else [rectos[n] for n in members],
        )
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
    maps = slot_maps(_slot_texts(arrangement, texts), turned)
    agreement = agree(evidence, arrangement.places, maps)
    rivals = find_rivals(arrangement, len(texts))
    titles = identify(agreement.same_title, rivals, texts, seed=seed)
    known = [
        frozenset(titles.labels[row[row != NO_TITLE]].tolist()) - {UNKNOWN}
        for row in arrangement.places
    ]
    same = _confirmed(agreement.same_set, known)
    groups = correlate(np.nan_to_num(same, nan=_NEVER), seed=seed)
    if skeletons is not None:
        groups = reach_number(same, groups, skeletons)
    found = Skeletons(
        arrangement.names,
        name_states(groups, agreement.kept),
        tuple(side_confidence(same, groups).tolist()),
        to_distances(same),
    )
    return EvidentSkeletons(
        found,
        pair_chances(same),
        _number_titles(titles.labels, arrangement),
        tuple(np.nan_to_num(titles.confidence).tolist()),
        _ways(agreement, found.numerals),
        rival_numbers(same, groups),
    )


def _confirmed(
    same_set: NDArray[np.float64], known: Sequence[frozenset[int]]
) -> NDArray[np.float64]:
    """The evidence for the same set of titles, confirmed or contradicted by single titles.

    Titles are identified over the whole book, which tells more of a side than
    its pairs do: one title that is surely another makes another set.
    """
    shared = np.array([[len(one & other) for other in known] for one in known])
    size = np.array([len(titles) for titles in known])
    contradicted = shared < np.minimum.outer(size, size)
    bounded = np.clip(same_set, -_MOST, _MOST)
    return bounded + np.where(contradicted, -_CONFIRMED, _CONFIRMED)


def _slot_texts(arrangement: Arrangement, texts: Sequence[Hashable]) -> list[Hashable]:
    """What usually stands in each slot."""
    usual: list[Hashable] = []
    for slot in arrangement.places.T:
        found = [texts[title] for title in slot if title != NO_TITLE]
        usual.append(max(set(found), key=found.count) if found else None)
    return usual


def _number_titles(labels: NDArray[np.intp], arrangement: Arrangement) -> tuple[str, ...]:
    """Roman numerals for titles, in the order in which units and slots show them."""
    order = [title for row in arrangement.places for title in row if title != NO_TITLE]
    readable = [title for title in order if labels[title] != UNKNOWN]
    numerals = number_by_appearance(labels[readable].tolist())
    told = dict(zip(readable, numerals, strict=True))
    return tuple(told.get(title, "") for title in range(len(labels)))


def _ways(agreement: Agreement, numerals: Sequence[str]) -> tuple[Way, ...]:
    """How each unit's titles stand, seen from the first unit of the same skeleton."""
    first: dict[str, int] = {}
    ways = []
    for unit, numeral in enumerate(numerals):
        begun = first.setdefault(numeral.partition(".")[0], unit)
        ways.append(agreement.maps[agreement.ways[begun, unit]].way if begun != unit else Way.SAME)
    return tuple(ways)
