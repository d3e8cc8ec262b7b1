"""How probably each pair of titles is one setting, by its evidence and by its neighbours.

Where the other titles of two sheet sides agree, this pair probably does too,
however different it looks: on such pairs the noise of a book is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.kind_weights import BookModel, combine_kinds, weigh_kinds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.kernels.spacing.measured import Measured
    from formework.kernels.spacing.weights import KindCounts

_RELATED_SHARE = 0.15  # of all pairs of sheet sides, those with titles in common
_KEPT_SHARE = 0.7  # of the titles of two related sheet sides, those in common
_STRAY_SHARE = 0.01  # of the pairs of unrelated sheet sides, those that are one setting
_MIN_LOG_ODDS, _MAX_LOG_ODDS = -3.0, 6.0  # bounds of what one title says about its neighbours


def guess_pairs(
    measured: Measured, rivals: NDArray[np.bool_], model: BookModel, summed: KindCounts
) -> NDArray[np.float64]:
    """The probability of each pair to be one setting, (n, n), 0 for a title with itself."""
    from scipy.special import expit, logit  # slow to load, and not needed to show a kept reading

    odds = combine_kinds(weigh_kinds(measured, model), summed)
    comparable = measured.read[:, None] & measured.read & ~rivals & ~np.isnan(odds)
    np.fill_diagonal(comparable, val=False)
    odds = np.where(comparable, odds, 0.0)
    chance = expit(odds + logit(_by_company(odds, comparable, sides_of(rivals))))
    return np.where(comparable, chance, 0.0)


def _by_company(
    odds: NDArray[np.float64], comparable: NDArray[np.bool_], sides: NDArray[np.intp]
) -> NDArray[np.float64]:
    """The probability of each pair by the other titles of both sheet sides alone, (n, n).

    Each title of one side may be any title of the other, or have been replaced.
    """
    from scipy.special import expit, logit  # as above

    member = np.eye(int(sides.max()) + 1)[sides]
    weight = np.where(comparable, np.exp(np.clip(odds, _MIN_LOG_ODDS, _MAX_LOG_ODDS)), 0.0)
    there = comparable.astype(np.float64)
    others = (there @ member)[:, sides] - there  # titles of that side except this one
    kept = ((weight @ member)[:, sides] - weight) / np.maximum(others, 1.0)
    title = np.where(others > 0, np.log(_KEPT_SHARE * kept + 1 - _KEPT_SHARE), 0.0)
    company = member @ (member.T @ title) - title  # the titles beside ours, with all beside theirs
    company = 0.5 * (company + company.T)
    partners = np.maximum((there @ member)[:, sides], 1.0)
    together = expit(company + logit(_RELATED_SHARE))
    return np.asarray(
        together * _KEPT_SHARE / np.sqrt(partners * partners.T) + (1 - together) * _STRAY_SHARE
    )


def sides_of(rivals: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The number of the sheet side of each title: rivals stand on one."""
    together = rivals | np.eye(len(rivals), dtype=bool)
    _, sides = np.unique(together.argmax(axis=1), return_inverse=True)
    return np.asarray(sides.ravel(), dtype=np.intp)
