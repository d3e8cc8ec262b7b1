"""The noise of one book, measured on the book itself, separately for each kind of evidence.

Which pairs of titles are one setting is not known. It is estimated from the
noise, and the noise is measured again on the pairs so estimated: expectation
maximisation. Three things keep this from drifting: two titles on one sheet side
are certainly two settings; where the other titles of two sheet sides agree, a
pair probably does too, however different it looks; and the noise learned on
simulated books is a prior.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.appearance import SortLooks, fit_looks
from formework.kernels.spacing.kind_weights import (
    BookModel,
    compare_all,
    kinds_of_letters,
    spread_between,
)
from formework.kernels.spacing.likely_pairs import guess_pairs, sides_of
from formework.kernels.spacing.noise import Direction, Noise
from formework.kernels.spacing.weights import MEASURED, OTHER_TAILS, SAME_TAILS, Kind, Weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.kernels.spacing.measured import Measured

_SAMPLE_TITLES = 160  # the noise is measured on a sample, so that the cost stays linear
_ROUNDS = 8
_ROUNDS_WITHOUT_LOOKS = 3  # looks mean little before some pairs are known
_START_FACTOR = 1.2  # times the learned noise: with too little noise no pairs are found
_FINEST_STEP_PIXELS = 0.06  # no position is measured more finely
_READING_ERROR_EM = 0.0012  # error of one position at any resolution
_QUIETEST, _NOISIEST = 0.4, 12.0  # times the learned noise

# Weights of the priors, in pairs of titles: of the learned noise for the noise of a kind, of the
# noise of the kind for that of one letter, and of the learned share of looks that stay.
_TRUST_LEARNED, _TRUST_KIND, _TRUST_STAYS = 100.0, 40.0, 40.0
# The same for the difference between settings. The pairs of a book are many, but repeat each
# other: they count for at most this many.
_TRUST_OTHERS, _MAX_OTHER_PAIRS = 150.0, 2000.0
_TRUST_OTHERS_KIND, _MAX_OTHER_PAIRS_PER_LETTER = 60.0, 300.0


def fit_book(measured: Measured, rivals: NDArray[np.bool_], weights: Weights) -> BookModel:
    """Measure the noise of a book on its titles of one text.

    `rivals` (n, n) is true where two titles cannot be the same type: they stand
    on one sheet side.
    """
    sample = _whole_sides(rivals)
    some, apart = measured.take(sample), rivals[np.ix_(sample, sample)]
    model = expected_book(measured, weights)
    for number in range(_ROUNDS):
        early = number < _ROUNDS_WITHOUT_LOOKS
        summed = weights.guess.without(Kind.SORTS) if early else weights.guess
        same = guess_pairs(some, apart, model, summed)
        model = _refit(some, same, model, weights)
    return model


def fit_known_pairs(measured: Measured, same: NDArray[np.bool_], weights: Weights) -> BookModel:
    """Measure the noise where it is known which pairs are one setting, (n, n)."""
    model = expected_book(measured, weights)
    chance = np.where(measured.read[:, None] & measured.read, same, False).astype(np.float64)
    for _ in range(_ROUNDS):
        model = _refit(measured, chance, model, weights)
    return model


def _whole_sides(rivals: NDArray[np.bool_]) -> NDArray[np.intp]:
    """A sample of titles, spread evenly over the book, with all titles of each sheet side."""
    sides = sides_of(rivals)
    count = int(sides.max()) + 1 if len(sides) else 0
    share = min(1.0, _SAMPLE_TITLES / max(len(sides), 1))
    chosen = np.unique(np.linspace(0, count - 1, max(1, round(share * count))).astype(np.intp))
    return np.flatnonzero(np.isin(sides, chosen))


def expected_book(measured: Measured, weights: Weights) -> BookModel:
    """The model of a book before anything is measured: as learned, a little noisier."""
    words = measured.found.begins_word
    finest = _FINEST_STEP_PIXELS / measured.pixels_per_em

    def by_letter(scales: dict[Kind, float]) -> NDArray[np.float64]:
        return np.where(words, scales[Kind.WORDS], scales[Kind.LETTERS])

    same = {kind: max(_START_FACTOR * weights.same[kind], finest) for kind in MEASURED}
    noise = Noise(
        max(_READING_ERROR_EM, finest), by_letter(same), np.full(len(words), same[Kind.RISES])
    )
    looks = tuple(
        SortLooks(np.eye(departure.shape[1]), np.full(departure.shape[1], weights.stays))
        for departure in measured.departures
    )
    other = dict(weights.other)
    return BookModel(noise, by_letter(other), np.full(len(words), other[Kind.RISES]), looks)


def _refit(
    measured: Measured, same: NDArray[np.float64], model: BookModel, weights: Weights
) -> BookModel:
    """The model of the book, measured again with these probabilities of its pairs, (n, n)."""
    different = np.where(measured.read[:, None] & measured.read, 1.0 - same, 0.0)
    # The many pairs of a setting that was printed often repeat each other: each title counts once.
    partners = np.maximum(same.sum(axis=1), 1.0)
    same = same / np.sqrt(np.outer(partners, partners))
    sums = {direction: _sum_residuals(measured, same, different, model, direction)
            for direction in Direction}  # fmt: skip
    along, up = sums[Direction.ALONG], sums[Direction.UPWARDS]
    finest = _FINEST_STEP_PIXELS / measured.pixels_per_em
    words = measured.found.begins_word
    gaps, heights = model.noise.gaps.copy(), model.noise.heights.copy()
    other_gaps, other_heights = model.other_gaps.copy(), model.other_heights.copy()
    for kind, which in (
        *kinds_of_letters(words, Direction.ALONG).items(),
        *kinds_of_letters(words, Direction.UPWARDS).items(),
    ):
        total = up if kind is Kind.RISES else along
        noise, other = (heights, other_heights) if kind is Kind.RISES else (gaps, other_gaps)
        noise[which] = _noise_of_kind(total, noise, which, weights.same[kind], finest)
        other[which] = _spread_of_settings(total, which, weights.other[kind])
    usable = measured.found.usable & ~measured.found.changing
    looks = tuple(
        fit_looks(departure, same * np.outer(there, there), weights.stays, _TRUST_STAYS)
        for departure, there in zip(measured.departures, usable.T, strict=True)
    )
    return BookModel(replace(model.noise, gaps=gaps, heights=heights), other_gaps, other_heights,
                     looks)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums over pairs, letter by letter (k): squares of residuals, and weights of pairs.

    Squares within one setting are in variances of the present noise, those
    between two in square em; both with the weights of Student's distribution.
    """

    same_squares: NDArray[np.float64]
    same_pairs: NDArray[np.float64]
    other_squares: NDArray[np.float64]
    other_pairs: NDArray[np.float64]


def _sum_residuals(
    measured: Measured,
    same: NDArray[np.float64],
    different: NDArray[np.float64],
    model: BookModel,
    direction: Direction,
) -> _Sums:
    sums = _Sums(*(np.zeros(measured.places.shape[1]) for _ in range(4)))
    scales = spread_between(model, direction)
    for block in compare_all(measured, model, direction):
        squares = block.residuals.astype(np.float64) ** 2
        pairs = np.ix_(block.rows, block.columns)
        share = np.where(block.once, same[pairs], 0.0)[..., None]
        near = (SAME_TAILS + 1) / (SAME_TAILS + squares)
        sums.same_squares[block.letters] += (share * near * squares).sum(axis=(0, 1))
        sums.same_pairs[block.letters] += share.sum()
        share = np.where(block.once, different[pairs], 0.0)[..., None]
        scale = scales[block.letters] / block.deviations
        near = (OTHER_TAILS + 1) / (OTHER_TAILS + squares / scale**2)
        total = (share * near * squares).sum(axis=(0, 1))
        sums.other_squares[block.letters] += total * block.deviations**2
        sums.other_pairs[block.letters] += share.sum()
    return sums


def _noise_of_kind(
    sums: _Sums, noise: NDArray[np.float64], which: NDArray[np.bool_], learned: float, finest: float
) -> NDArray[np.float64]:
    """The noise of each letter of one kind, shrunk to that of the kind where pairs are few."""
    pairs = sums.same_pairs[which]
    found = sums.same_squares[which] / np.maximum(pairs, 1e-9) * noise[which] ** 2
    found = np.log(np.maximum(found, 1e-8))
    trust = _TRUST_LEARNED
    usual = (pairs @ found + trust * 2 * np.log(learned)) / (pairs.sum() + trust)
    variance = np.exp((pairs * found + _TRUST_KIND * usual) / (pairs + _TRUST_KIND))
    least = max(finest, _QUIETEST * learned)
    return np.asarray(np.clip(np.sqrt(variance), least, max(_NOISIEST * learned, least)))


def _spread_of_settings(
    sums: _Sums, which: NDArray[np.bool_], learned: float
) -> NDArray[np.float64]:
    """How much letters of one kind differ between settings, in em."""
    squares, pairs = sums.other_squares[which], sums.other_pairs[which]
    cut = min(1.0, _MAX_OTHER_PAIRS / max(pairs.sum(), 1.0))
    usual = (cut * squares.sum() + _TRUST_OTHERS * learned**2) / (cut * pairs.sum() + _TRUST_OTHERS)
    cuts = np.minimum(1.0, _MAX_OTHER_PAIRS_PER_LETTER / np.maximum(pairs, 1.0))
    trust = _TRUST_OTHERS_KIND
    return np.asarray(np.sqrt((cuts * squares + trust * usual) / (cuts * pairs + trust)))
