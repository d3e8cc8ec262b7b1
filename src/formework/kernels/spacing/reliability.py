"""How well each title was measured, by the titles that are probably the same setting.

Some photographs are worse than others, and any letter may be misread: a blot, a
nick, a wrinkle. But a letter that stands in the same place in another impression
of the setting was not misread, and where it stands elsewhere in a third title,
that is another setting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.kind_weights import (
    BookModel,
    Reliability,
    compare_all,
    weigh_letters,
)
from formework.kernels.spacing.likely_pairs import guess_pairs
from formework.kernels.spacing.noise import Direction
from formework.kernels.spacing.weights import MISREAD, SAME_TAILS, KindCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.kernels.spacing.measured import Measured

_TRUST_TITLE = 40.0  # residuals: weight of the usual noise as a prior for a title's own
_TITLE_NOISE = (0.8, 2.0)  # times the noise of the book: lower and upper bound
_MISREAD_ALIKE = 0.003  # share of letters misread although another title confirms them
_SUREST = 0.9999  # of one confirmation


def fit_reliability(
    measured: Measured, rivals: NDArray[np.bool_], model: BookModel, guess: KindCounts
) -> Reliability:
    """Measure the noise of each title, and how probably each of its letters was misread.

    `rivals` (n, n) is true where two titles cannot be the same type; `guess` says
    how much each kind of evidence counts in guessing which are.
    """
    same = guess_pairs(measured, rivals, model, guess)
    noise = _fit_titles(measured, same, model)
    misread = {
        direction: _misread_shares(measured, same, model, noise, direction)
        for direction in Direction
    }
    return Reliability(noise, misread)


def _fit_titles(
    measured: Measured, same: NDArray[np.float64], model: BookModel
) -> NDArray[np.float64]:
    """How noisy each title is, (n), times the noise of the book.

    Measured on the pairs that are probably one setting; 1 if a title has none.
    """
    # Each title counts as if it had one partner.
    same = same / np.maximum(same.sum(axis=1, keepdims=True), 1.0)
    squares, residuals = np.zeros(len(same)), np.zeros(len(same))
    for direction in Direction:
        for block in compare_all(measured, model, direction):
            square = block.residuals.astype(np.float64) ** 2
            off = ((SAME_TAILS + 1) / (SAME_TAILS + square) * square).sum(axis=-1)
            once = np.where(block.once, 1.0, 0.0)
            for titles, partners, mine, counted in (
                (block.rows, block.columns, off, once),
                (block.columns, block.rows, off.T, once.T),
            ):
                share = same[np.ix_(titles, partners)] * counted
                np.add.at(squares, titles, (share * mine).sum(axis=1))
                np.add.at(residuals, titles, share.sum(axis=1) * block.residuals.shape[-1])
    # Half of what differs between two titles is the other's noise, taken to be usual.
    own = 2 * squares - residuals
    factor = np.sqrt(np.maximum((own + _TRUST_TITLE) / (residuals + _TRUST_TITLE), 0.0))
    return np.asarray(np.clip(factor, *_TITLE_NOISE))


def _misread_shares(
    measured: Measured,
    same: NDArray[np.float64],
    model: BookModel,
    title_noise: NDArray[np.float64],
    direction: Direction,
) -> NDArray[np.float64]:
    """The probability that each letter was misread, (n, k): no title confirms where it stands.

    `same` (n, n) is the probability of each pair to be one setting.
    """
    from scipy.special import expit, logit  # slow to load, and not needed to show a kept reading

    doubt = np.zeros(measured.places.shape)  # logarithm
    for block, weight in weigh_letters(measured, model, direction, title_noise):
        read_alike = expit(weight + logit(1 - MISREAD))
        pairs = np.where(block.once, same[np.ix_(block.rows, block.columns)], 0.0)
        unconfirmed = np.log1p(-np.minimum(pairs[..., None] * read_alike, _SUREST))
        doubt[np.ix_(block.rows, block.letters)] += unconfirmed.sum(axis=1)
        doubt[np.ix_(block.columns, block.letters)] += unconfirmed.sum(axis=0)
    return np.asarray(_MISREAD_ALIKE + (MISREAD - _MISREAD_ALIKE) * np.exp(doubt))
