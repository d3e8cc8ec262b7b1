"""The paper's system: distances over slots, spectral clustering (Vogler et al. 2024, §3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

import numpy as np

from formework import __version__
from formework.kernels.base import TitleKernel, compare_titles
from formework.kernels.lev import LevKernel
from formework.kernels.named_kernels import distance_kernel
from formework.kernels.title_evidence import TitleEvidence
from formework.result import Result, UnitResult, Way
from formework.settings import Estimator
from formework.sides.paper_norm import combine
from formework.skeletons.count_estimators import count_skeletons
from formework.skeletons.numerals import number_by_appearance
from formework.skeletons.page_results import page_results
from formework.skeletons.spectral import NEIGHBOURS, cluster_spectral

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from formework.settings import Settings
    from formework.sides.arrangement import Arrangement
    from formework.sides.book_titles import BookTitles


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """Every number of the paper's system; the defaults are the paper's (§5).

    `order` is that of the norm over slots; `runs` is the number of k-means runs;
    `estimator` is used where the number of skeletons is not given.
    """

    kernel: TitleKernel = field(default_factory=LevKernel)
    order: float = 4.0
    neighbours: int = NEIGHBOURS
    runs: int = 5
    turned: bool = False
    estimator: Estimator = Estimator.DIRICHLET

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The paper's settings with what a user chose."""
        return cls(
            kernel=distance_kernel(settings.kernel),
            turned=bool(settings.turned),
            estimator=settings.estimator or Estimator.DIRICHLET,
        )


def run_paper_system(titles: BookTitles, settings: Settings) -> tuple[Result, TitleEvidence]:
    """Find the skeletons of a book the paper's way, and keep the distances between titles."""
    own = PaperSettings.of(settings)
    arrangement = titles.arrange(settings.unit)
    between = title_distances_by_text(titles, arrangement, own)
    result = find_by_distances(titles, between, settings, own)
    return result, _kept(titles, between, settings)


def title_distances_by_text(
    titles: BookTitles, arrangement: Arrangement, settings: PaperSettings
) -> NDArray[np.float64]:
    """Distances between titles of one text, (titles, titles), NaN where not comparable.

    Where no chase is turned, only titles in the same slot meet: no others are compared.
    """
    texts = paper_texts(titles)
    groups = texts if settings.turned else _within_slots(texts, arrangement)
    return compare_titles(titles.crops, groups, settings.kernel)


def paper_texts(titles: BookTitles) -> list[Hashable]:
    """Section and face of each title: a section's versos and rectos carry different texts."""
    return [
        (section, signature[-1])
        for section, signature in zip(titles.sections, titles.signatures, strict=True)
    ]


def _within_slots(texts: Sequence[Hashable], arrangement: Arrangement) -> list[Hashable]:
    """The texts distinguished by slot as well."""
    slots = {int(title): slot for row in arrangement.places for slot, title in enumerate(row)}
    return [(text, slots.get(title)) for title, text in enumerate(texts)]


def find_by_distances(
    titles: BookTitles,
    between: NDArray[np.float64],
    settings: Settings,
    own: PaperSettings,
) -> Result:
    """Cluster units by the distances between their titles.

    A unit's confidence is how often, over the runs, the units of its skeleton
    were put together with it: k-means begun elsewhere should find the same.
    """
    arrangement = titles.arrange(settings.unit)
    turned = titles.turned_slots if own.turned else None
    distances = combine(between, arrangement.places, order=own.order, turned=turned)
    labels, confidence = cluster_units(distances, settings.skeletons, settings.seed, own)
    units = tuple(
        UnitResult(name, numeral, 1, sure, Way.SAME)
        for name, numeral, sure in zip(
            arrangement.names, number_by_appearance(labels), confidence, strict=True
        )
    )
    return Result(
        version=__version__,
        settings=settings,
        number_given=settings.skeletons,
        pages=page_results(titles, units),
        units=units,
        distances=distances,
    )


def cluster_units(
    distances: NDArray[np.float64], skeletons: int | None, seed: int, own: PaperSettings
) -> tuple[list[int], list[float]]:
    """A label for each unit, and how sure it is, 0 to 1; the number is estimated if not given."""
    count = skeletons
    if count is None:
        count = count_skeletons(distances, own.estimator, seed=seed)
    runs = np.array(
        [
            cluster_spectral(distances, count, seed=seed + run, neighbours=own.neighbours)
            for run in range(own.runs)
        ]
    )
    together = np.mean(runs[:, :, None] == runs[:, None, :], axis=0)
    same = runs[0][:, None] == runs[0]
    confidence = (together * same).sum(axis=1) / same.sum(axis=1)
    return runs[0].tolist(), confidence.tolist()


def _kept(titles: BookTitles, between: NDArray[np.float64], settings: Settings) -> TitleEvidence:
    """The distances between titles, as they are kept with the book."""
    texts = paper_texts(titles)
    order = list(dict.fromkeys(texts))
    words = [titles.words[texts.index(text)] for text in order]
    return TitleEvidence(
        settings.kernel,
        titles.signatures,
        tuple(order.index(text) for text in texts),
        tuple(words),
        between,
        (None,) * len(order),
    )
