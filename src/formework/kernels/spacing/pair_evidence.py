"""The evidence that two titles are one setting of type: log-odds.

Gaps, heights and looks are weighed by the noise measured on the book
(`book_noise.py`) and summed as learned on simulated books; letters left out are
added. At the end the level of the whole is checked on pairs that cannot be the
same type, because they stand on one sheet side, and lowered where these look too
much alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.book_noise import fit_book
from formework.kernels.spacing.kind_weights import BookModel, combine_kinds, weigh_kinds
from formework.kernels.spacing.omissions import weigh_omissions
from formework.kernels.spacing.reliability import fit_reliability
from formework.kernels.spacing.weights import Weights, learned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.kernels.spacing.measured import Measured

_HIGH = 0.975  # quantile of the sure negatives that must not look the same
_ENOUGH = 30  # sure negatives that count half: fewer prove little


@dataclass(frozen=True, slots=True)
class Evidence:
    """Log-odds that two titles are one setting, (n, n), NaN where nothing can be said.

    `model` is what was measured on the book, `None` where no title could be read;
    `title_noise` (n) how noisy each title is, times the noise of the book.
    """

    log_odds: NDArray[np.float64]
    model: BookModel | None
    title_noise: NDArray[np.float64]


def weigh(
    measured: Measured, rivals: NDArray[np.bool_], weights: Weights | None = None
) -> Evidence:
    """Weigh all pairs of titles of one text.

    `rivals` (n, n) is true where two titles cannot be the same type.
    """
    readable = measured.read
    if not readable.any():
        return Evidence(np.full(rivals.shape, np.nan), None, np.ones(len(rivals)))
    own = weights or learned()
    model = fit_book(measured, rivals, own)
    reliability = fit_reliability(measured, rivals, model, own.guess)
    log_odds = combine_kinds(weigh_kinds(measured, model, reliability), own.final)
    log_odds += weigh_omissions(measured.omitted, measured.found.usable)
    log_odds[~(readable[:, None] & readable)] = np.nan
    return Evidence(log_odds - _too_high(log_odds, rivals), model, reliability.noise)


def _too_high(log_odds: NDArray[np.float64], rivals: NDArray[np.bool_]) -> float:
    """By how much the sure negatives look too much alike; a few prove little."""
    negatives = log_odds[rivals & ~np.isnan(log_odds)]
    if not len(negatives):
        return 0.0
    pairs = len(negatives) // 2
    return max(0.0, float(np.quantile(negatives, _HIGH))) * pairs / (pairs + _ENOUGH)
