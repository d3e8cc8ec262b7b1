"""The evidence that two titles are one setting of type: log-odds, learned and corrected.

What residuals say is learned on simulated books. The book itself corrects it:
how much its settings differ, how much noisier its pages are than simulated
ones, and the level of the whole, on pairs that cannot be the same type because
they stand on one sheet side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, logit

from formework.kernels.spacing.weights import MEASURED, OTHER_TAILS, Kind, Weights, learned

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from formework.kernels.spacing.measured import Compared, Measured

_OFTEN = 0.1  # share of pairs that are the same, before the book is looked at
_SAMPLE = 110  # titles on which the book's own numbers are settled
_ROUNDS = 4
_TRUST = 150.0  # residuals that what was learned counts for, against the book's own
_MOST = 2000.0  # residuals the book's own count for at most: they repeat each other
_APART = 1.3  # residuals between settings are at least so many times those within one
_NOISES = (1.6, 1.4, 1.2)  # times the simulated noise
_ENOUGH = 30  # sure negatives from which they may vouch for more noise
_HIGH = 0.95  # quantile of the sure negatives that must not look the same
_HALF_OFF = 0.62  # median of residuals, in scales, between a title and its likeliest partner
_MARGIN = 1.0  # log-odds that quantile may reach before the whole is lowered


@dataclass(frozen=True, slots=True)
class Evidence:
    """Log-odds that two titles are one setting, (n, n), NaN where nothing can be said.

    `noise` is how many times the simulated noise was found in the book.
    """

    log_odds: NDArray[np.float64]
    noise: float


def weigh(
    measured: Measured, rivals: NDArray[np.bool_], weights: Weights | None = None
) -> Evidence:
    """Weigh all pairs of titles of one text.

    `rivals` (n, n) is true where two titles cannot be the same type.
    """
    readable = measured.read
    if not readable.any():
        return Evidence(np.full(rivals.shape, np.nan), 1.0)
    own, noise = settle(measured, rivals, weights or learned())
    log_odds = combine_kinds(weigh_kinds(measured, own), own)
    log_odds[~(readable[:, None] & readable)] = np.nan
    return Evidence(log_odds - _too_high(log_odds, rivals), noise)


def weigh_kinds(measured: Measured, weights: Weights) -> dict[Kind, NDArray[np.float64]]:
    """The weight of each kind of evidence, (n, n), NaN where no letters are shared."""
    kinds = _sum(list(measured.compared()), len(measured.places), weights)
    return kinds | {Kind.SORTS: measured.sorts(weights)}


def combine_kinds(kinds: dict[Kind, NDArray[np.float64]], weights: Weights) -> NDArray[np.float64]:
    """The log-odds from the weights of all kinds."""
    total = np.full_like(kinds[Kind.RISES], weights.bias)
    for kind, weight in kinds.items():
        total += weights.counts[kind] * weight
    return total


def settle(
    measured: Measured, rivals: NDArray[np.bool_], weights: Weights
) -> tuple[Weights, float]:
    """Fit what was learned to the book: how much settings differ in it, and how noisy it is.

    More noise makes all titles more alike. It is granted only as far as the
    sure negatives vouch for it: they must go on looking different.
    """
    count = len(measured.places)
    sample = np.unique(np.linspace(0, count - 1, min(count, _SAMPLE)).astype(np.intp))
    some, apart = measured.take(sample), rivals[np.ix_(sample, sample)]
    compared = list(some.compared())
    sorts = weights.counts[Kind.SORTS] * some.sorts(weights) + weights.bias
    if apart.sum() // 2 >= _ENOUGH:
        for noise in _NOISES:
            louder = replace(weights, same={kind: noise * weights.same[kind] for kind in MEASURED})
            own = _fit_others(compared, louder, apart, sorts)
            odds = _odds(compared, own, sorts)
            if _quantile(odds, apart) <= 0 and _is_so_noisy(compared, own, odds, apart):
                return own, noise
    return _fit_others(compared, weights, apart, sorts), 1.0


def _odds(
    compared: Sequence[Compared], weights: Weights, sorts: NDArray[np.float64]
) -> NDArray[np.float64]:
    kinds = _sum(compared, len(sorts), weights)
    return sorts + sum(weights.counts[kind] * np.nan_to_num(kinds[kind]) for kind in MEASURED)


def _sum(
    compared: Sequence[Compared], count: int, weights: Weights
) -> dict[Kind, NDArray[np.float64]]:
    """Sum the weights of residuals, kind by kind."""
    total = {kind: np.zeros((count, count)) for kind in MEASURED}
    total[Kind.RISES][:] = np.nan  # every pair that shares letters shares their heights
    for kind, rows, columns, residuals in compared:
        weight = weights.of_residuals(kind, residuals)
        total[kind][np.ix_(rows, columns)] = weight
        total[kind][np.ix_(columns, rows)] = weight.T
    return total


def _fit_others(
    compared: Sequence[Compared],
    weights: Weights,
    rivals: NDArray[np.bool_],
    sorts: NDArray[np.float64],
) -> Weights:
    """How far apart different settings are in this book."""
    own = weights
    for _ in range(_ROUNDS):
        chance = expit(_odds(compared, own, sorts) + logit(_OFTEN))
        chance[rivals] = 0.0
        np.fill_diagonal(chance, 1.0)
        own = replace(own, other=_scales(compared, 1.0 - chance, own, weights.other))
    return own


def _scales(
    compared: Sequence[Compared],
    different: NDArray[np.float64],
    own: Weights,
    usual: Mapping[Kind, float],
) -> dict[Kind, float]:
    """The scales of residuals between settings, each pair weighed by how surely it is two."""
    sums = dict.fromkeys(MEASURED, 0.0)
    shares = dict(sums)
    for kind, rows, columns, residuals in compared:
        share = different[np.ix_(rows, columns)][..., None]
        # The weighted scale of Student's distribution, one step of its fixed point.
        near = (OTHER_TAILS + 1) / (OTHER_TAILS + (residuals / own.other[kind]) ** 2)
        sums[kind] += float((share * near * residuals**2).sum())
        shares[kind] += float(share.sum()) * residuals.shape[-1]
    scales = {}
    for kind in MEASURED:
        cut = min(1.0, _MOST / max(shares[kind], 1.0))
        square = (cut * sums[kind] + _TRUST * usual[kind] ** 2) / (cut * shares[kind] + _TRUST)
        scales[kind] = max(float(np.sqrt(square)), _APART * own.same[kind])
    return scales


def _is_so_noisy(
    compared: Sequence[Compared],
    own: Weights,
    odds: NDArray[np.float64],
    rivals: NDArray[np.bool_],
) -> bool:
    """Whether each title and its likeliest partner are as far apart as this noise expects."""
    odds = np.where(rivals, -np.inf, odds)
    np.fill_diagonal(odds, -np.inf)
    partner = np.argmax(odds, axis=1)
    chosen = np.zeros_like(rivals)
    chosen[np.arange(len(odds)), partner] = True
    chosen = chosen | chosen.T
    off = [
        np.abs(residuals[chosen[np.ix_(rows, columns)]]).ravel() / own.same[kind]
        for kind, rows, columns, residuals in compared
    ]
    return bool(np.median(np.concatenate(off)) >= _HALF_OFF)


def _quantile(log_odds: NDArray[np.float64], rivals: NDArray[np.bool_]) -> float:
    negatives = log_odds[rivals & ~np.isnan(log_odds)]
    return float(np.quantile(negatives, _HIGH)) if len(negatives) else -np.inf


def _too_high(log_odds: NDArray[np.float64], rivals: NDArray[np.bool_]) -> float:
    """By how much the sure negatives look too much alike; a few prove little."""
    negatives = int((rivals & ~np.isnan(log_odds)).sum()) // 2
    excess = max(0.0, _quantile(log_odds, rivals) - _MARGIN) if negatives else 0.0
    return excess * negatives / (negatives + _ENOUGH)
