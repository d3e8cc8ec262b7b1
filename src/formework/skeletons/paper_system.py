"""The paper's system from distances to skeletons, with its settings in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

import numpy as np

from formework.errors import InputError
from formework.kernels.base import TitleKernel, compare_titles
from formework.kernels.lev import LevKernel
from formework.sides.paper_norm import combine
from formework.skeletons.count_estimators import Estimator, count_skeletons
from formework.skeletons.numerals import number_by_appearance
from formework.skeletons.spectral import NEIGHBOURS, cluster_spectral

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from formework.sides.arrangement import Arrangement


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """Every number the paper's system turns on; the defaults are the paper's (§5).

    `order` is that of the norm over slots; `runs` how often k-means is begun
    anew; `estimator` is used where the number of skeletons is not given.
    """

    kernel: TitleKernel = field(default_factory=LevKernel)
    order: float = 4.0
    neighbours: int = NEIGHBOURS
    runs: int = 5
    turned: bool = False
    estimator: Estimator = Estimator.DIRICHLET

    @classmethod
    def read(cls, kernel: TitleKernel, *, turned: bool, estimator: str) -> Self:
        """Settings as a person gives them."""
        if estimator not in set(Estimator):
            raise InputError(
                f"there is no way to count called {estimator!r}",
                hint=f"choose {' or '.join(Estimator)}",
            )
        return cls(kernel=kernel, turned=turned, estimator=Estimator(estimator))


@dataclass(frozen=True, slots=True)
class Skeletons:
    """Units, the numeral of each one's skeleton, confidence 0-1, and the distances between them."""

    names: tuple[str, ...]
    numerals: tuple[str, ...]
    confidence: tuple[float, ...]
    distances: NDArray[np.float64]


def unit_distances(
    images: Sequence[NDArray[np.uint8]],
    texts: Sequence[Hashable],
    arrangement: Arrangement,
    settings: PaperSettings,
    turned_slots: Sequence[int] | None,
) -> NDArray[np.float64]:
    """Compare titles of one text and reduce them to distances between units.

    Where no chase is turned, only titles in the same slot meet: no others are compared.
    """
    groups = texts if settings.turned else _within_slots(texts, arrangement)
    return combine(
        compare_titles(images, groups, settings.kernel),
        arrangement.places,
        order=settings.order,
        turned=turned_slots if settings.turned else None,
    )


def _within_slots(texts: Sequence[Hashable], arrangement: Arrangement) -> list[Hashable]:
    """The texts told apart by slot as well."""
    slots = {int(title): slot for row in arrangement.places for slot, title in enumerate(row)}
    return [(text, slots.get(title)) for title, text in enumerate(texts)]


def find_skeletons(
    names: Sequence[str],
    distances: NDArray[np.float64],
    *,
    skeletons: int | None,
    seed: int,
    settings: PaperSettings,
) -> Skeletons:
    """Cluster units by their distances, into as many skeletons as given or estimated.

    A unit's confidence is how often, over the runs, the units of its skeleton
    were put together with it: k-means begun elsewhere should find the same.
    """
    count = skeletons
    if count is None:
        count = count_skeletons(distances, settings.estimator, seed=seed)
    runs = np.array(
        [
            cluster_spectral(distances, count, seed=seed + run, neighbours=settings.neighbours)
            for run in range(settings.runs)
        ]
    )
    together = np.mean(runs[:, :, None] == runs[:, None, :], axis=0)
    same = runs[0][:, None] == runs[0]
    confidence = (together * same).sum(axis=1) / same.sum(axis=1)
    return Skeletons(
        tuple(names), number_by_appearance(runs[0].tolist()), tuple(confidence.tolist()), distances
    )
