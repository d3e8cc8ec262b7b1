"""Skeletons as companies of titles that travel together, and their states in time.

Sides are grouped by kinship; within a company slots are brought to stations;
titles lent by another company are set aside; and at each station it is found
when a title was replaced for good.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from formework.sides.agreement import same_sets, slot_maps
from formework.sides.arrangement import NO_TITLE
from formework.skeletons.chains import join_chains
from formework.skeletons.changes import Company, find_changes
from formework.skeletons.constraints import Decided
from formework.skeletons.given_number import TitleSet, reach_sets
from formework.skeletons.individuals import identify_individuals
from formework.skeletons.kinship import FAST, kin
from formework.skeletons.lent_titles import find_lending, without_guests
from formework.skeletons.linkage import NEVER
from formework.skeletons.stations import find_stations

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from formework.sides.agreement import SlotMap
    from formework.skeletons.constraints import Bound
    from formework.skeletons.individuals import Individuals
    from formework.skeletons.lent_titles import Guests
    from formework.skeletons.stations import Stations, Way

_MAX_KINSHIP = 12.0  # log-odds: what one pair of sides counts for at most
_FAST = 0.1  # share of titles replaced from use to use, if they are replaced all the time


@dataclass(frozen=True, slots=True)
class Companies:
    """What the evidence shows of the companies of titles in a book.

    `skeletons` (sides) count from 0 in order of appearance and `states` (sides)
    from 1 within each, in order of printing; `ways` say for each side which station
    of its company each slot has; `kinship` (sides, sides) is the evidence for
    one company, `same_set` that two sides have the very same titles, NaN where
    they cannot be compared.
    """

    skeletons: tuple[int, ...]
    states: tuple[int, ...]
    ways: tuple[Way, ...]
    individuals: Individuals
    kinship: NDArray[np.float64]
    same_set: NDArray[np.float64]


def find_companies(
    evidence: NDArray[np.float64],
    texts: Sequence[Hashable],
    places: NDArray[np.intp],
    turned: Sequence[int] | None,
    *,
    formes: Sequence[str] = (),
    sets: int | None = None,
    seed: int = 0,
    decided: Decided | None = None,
) -> Companies:
    """Find the companies of titles of a book and their states.

    `evidence` (titles, titles) are log-odds that two titles are one, NaN across
    texts; `places` (sides, slots), sides in order of printing, holds titles
    or `NO_TITLE`; `turned`, slot by slot, is where a title goes in a turned
    chase; `formes` is the forme of each side, o or i. `sets` is the number of
    different sets of titles, where it is given: skeletons with their states.
    What was `decided` holds against the evidence.
    """
    decided = decided or Decided.nothing(len(evidence), len(places))
    evidence = decided.weigh(evidence)
    maps = slot_maps(usual_texts(places, texts), turned)
    same_set = same_sets(evidence, places, maps)
    kinship = decided.sides.decide(kin(evidence, places, maps, same_set))
    grouped = _group(evidence, places, maps, kinship, seed, decided.sides)
    companies, guests = _follow(evidence, grouped, formes)
    if _is_fast(companies):
        kinship = decided.sides.decide(kin(evidence, places, maps, same_set, FAST))
        grouped = _group(evidence, places, maps, kinship, seed, decided.sides)
        companies, guests = _follow(evidence, grouped, formes)
    found = _sets(companies)
    if sets is not None:
        found = list(reach_sets(same_set, found, sets, decided.sides))
    skeletons, states = _number(found, len(places))
    identified = identify_individuals(evidence, companies, guests, seed=seed)
    individuals = decided.settle(identified, evidence, seed=seed)
    ways = {use: way for own in grouped for use, way in zip(own.uses, own.ways, strict=True)}
    return Companies(
        skeletons, states, tuple(ways[side] for side in range(len(places))), individuals, kinship,
        same_set,
    )  # fmt: skip


def _sets(companies: Sequence[Company]) -> list[TitleSet]:
    """The sets of titles of all companies: a company in one of its states."""
    found = []
    for number, own in enumerate(companies):
        for state in dict.fromkeys(own.changes.states):
            sides = zip(own.stations.uses, own.changes.states, strict=True)
            found.append(TitleSet(number, tuple(use for use, s in sides if s == state)))
    return found


def _group(
    evidence: NDArray[np.float64],
    places: NDArray[np.intp],
    maps: Sequence[SlotMap],
    kinship: NDArray[np.float64],
    seed: int,
    decided: Bound,
) -> list[Stations]:
    """The companies that kinship makes, in order of appearance, by station."""
    pull = np.where(np.isnan(kinship), NEVER, np.minimum(kinship, _MAX_KINSHIP))
    groups = join_chains(decided.correlate(pull, seed=seed), kinship, decided)
    chains = [np.flatnonzero(groups == group).tolist() for group in np.unique(groups)]
    return [find_stations(evidence, places, uses, maps) for uses in sorted(chains)]


def _follow(
    evidence: NDArray[np.float64], grouped: Sequence[Stations], formes: Sequence[str]
) -> tuple[list[Company], Guests]:
    """The changes of each company, and the titles that companies lend each other."""
    guests = find_lending(evidence, grouped, formes) if formes else {}
    own = [without_guests(stations, guests) for stations in grouped]
    companies = [Company(stations, find_changes(evidence, stations, formes)) for stations in own]
    return companies, guests


def _is_fast(companies: Sequence[Company]) -> bool:
    """Whether titles are replaced all the time: then only uses near each other are akin."""
    changed = sum(int(own.changes.stretches[-1].sum()) for own in companies)
    shapes = [own.stations.titles.shape for own in companies]
    return bool(changed > _FAST * sum(stations * (uses - 1) for uses, stations in shapes))


def usual_texts(places: NDArray[np.intp], texts: Sequence[Hashable]) -> list[Hashable]:
    """What usually stands in each slot."""
    usual: list[Hashable] = []
    for slot in places.T:
        found = [texts[title] for title in slot if title != NO_TITLE]
        usual.append(max(dict.fromkeys(found), key=found.count) if found else None)
    return usual


def _number(sets: Sequence[TitleSet], sides: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Number skeletons in order of appearance, and states in order of printing.

    Where the inner forme of a sheet was printed first, the set of its outer forme
    appears before it in the book, but belongs to the time of the uses that follow.
    """
    skeletons, states = [0] * sides, [0] * sides
    numbers: dict[int, int] = {}
    for found in sorted(sets, key=lambda found: found.sides):
        numbers.setdefault(found.skeleton, len(numbers))
    times: Counter[int] = Counter()
    for found in sorted(sets, key=lambda found: (median(found.sides), found.sides)):
        times[found.skeleton] += 1
        for side in found.sides:
            skeletons[side], states[side] = numbers[found.skeleton], times[found.skeleton]
    return tuple(skeletons), tuple(states)
