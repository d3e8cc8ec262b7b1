"""The noise of one book, measured on the book itself, for each kind of evidence apart.

Which pairs of titles are one setting is not known, but can be guessed from the
noise, and the noise measured on the pairs so guessed: expectation maximisation.
Three things keep it honest. Titles on one sheet side are surely two settings.
What is known of a pair also comes from the company it keeps: where the other
titles of two sheet sides agree, this pair likely does too, however far apart it
looks. And what was learned on simulated books counts as so many measurements.
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

_SAMPLE = 160  # titles on which the noise is measured, so that the cost stays linear
_ROUNDS = 8
_WITHOUT_LOOKS = 3  # first rounds: looks mean little before some pairs are known
_START = 1.2  # times the learned noise, to begin with: too little noise finds no pairs
_SMALLEST_STEP = 0.06  # pixels: no place is read more finely
_READING = 0.0012  # em: how far off a letter seems to stand, at any resolution
_QUIETEST, _NOISIEST = 0.4, 12.0  # times the learned noise

# How much what is expected counts, in pairs of titles: the noise learned on simulated books for
# the noise of a kind, and the noise of the kind for that of one letter.
_TRUST_LEARNED, _TRUST_KIND, _TRUST_STAYS = 100.0, 40.0, 40.0
# The same for the difference between settings, with the most that the book's pairs count for:
# they are many, but repeat each other.
_TRUST_OTHERS, _MOST_OTHERS = 150.0, 2000.0
_TRUST_OTHERS_KIND, _MOST_OTHERS_LETTER = 60.0, 300.0

_TRUST_TITLE = 40.0  # residuals that the usual noise counts for, against a title's own
_TITLE_NOISE = (0.8, 2.0)  # times the noise of the book: least and most of a title


def fit_book(measured: Measured, rivals: NDArray[np.bool_], weights: Weights) -> BookModel:
    """Measure the noise of a book on its titles of one text.

    `rivals` (n, n) is true where two titles cannot be the same type: they stand
    on one sheet side.
    """
    sample = _whole_sides(rivals)
    some, apart = measured.take(sample), rivals[np.ix_(sample, sample)]
    model = expected_book(measured, weights)
    for number in range(_ROUNDS):
        counts = dict(weights.counts)
        if number < _WITHOUT_LOOKS:
            counts[Kind.SORTS] = 0.0
        same = guess_pairs(some, apart, model, replace(weights, counts=counts))
        model = _refit(some, same, model, weights)
    return model


def fit_known_pairs(measured: Measured, same: NDArray[np.bool_], weights: Weights) -> BookModel:
    """Measure the noise where it is known which pairs are one setting, (n, n)."""
    model = expected_book(measured, weights)
    chance = np.where(measured.read[:, None] & measured.read, same, False).astype(np.float64)
    for _ in range(_ROUNDS):
        model = _refit(measured, chance, model, weights)
    return model


def fit_titles(
    measured: Measured, rivals: NDArray[np.bool_], model: BookModel, weights: Weights
) -> NDArray[np.float64]:
    """How noisy each title is, (n), times the noise of the book: some photographs are worse.

    Measured on the pairs each title is likely one setting with; 1 where there is none.
    """
    same = guess_pairs(measured, rivals, model, weights)
    same /= np.maximum(same.sum(axis=1, keepdims=True), 1.0)  # one partner's worth for a title
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


def _whole_sides(rivals: NDArray[np.bool_]) -> NDArray[np.intp]:
    """A sample of titles, evenly over the book, with all titles of each sheet side."""
    sides = sides_of(rivals)
    count = int(sides.max()) + 1 if len(sides) else 0
    share = min(1.0, _SAMPLE / max(len(sides), 1))
    chosen = np.unique(np.linspace(0, count - 1, max(1, round(share * count))).astype(np.intp))
    return np.flatnonzero(np.isin(sides, chosen))


def expected_book(measured: Measured, weights: Weights) -> BookModel:
    """A book before it is looked at: as learned, a little noisier."""
    words = measured.found.begins_word
    finest = _SMALLEST_STEP / measured.pixels_per_em

    def by_letter(scales: dict[Kind, float]) -> NDArray[np.float64]:
        return np.where(words, scales[Kind.WORDS], scales[Kind.LETTERS])

    same = {kind: max(_START * weights.same[kind], finest) for kind in MEASURED}
    noise = Noise(max(_READING, finest), by_letter(same), np.full(len(words), same[Kind.RISES]))
    looks = tuple(
        SortLooks(np.eye(departure.shape[1]), np.full(departure.shape[1], weights.stays))
        for departure in measured.departures
    )
    other = dict(weights.other)
    return BookModel(noise, by_letter(other), np.full(len(words), other[Kind.RISES]), looks)


def _refit(
    measured: Measured, same: NDArray[np.float64], model: BookModel, weights: Weights
) -> BookModel:
    """The book as these guesses about its pairs show it."""
    different = np.where(measured.read[:, None] & measured.read, 1.0 - same, 0.0)
    # A setting printed often has many pairs, which repeat each other: each title counts once.
    partners = np.maximum(same.sum(axis=1), 1.0)
    same = same / np.sqrt(np.outer(partners, partners))
    sums = {direction: _sum_residuals(measured, same, different, model, direction)
            for direction in Direction}  # fmt: skip
    along, up = sums[Direction.ALONG], sums[Direction.UPWARDS]
    finest = _SMALLEST_STEP / measured.pixels_per_em
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
    """The noise of letters of one kind: each its own, the less it was seen the more as all."""
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
    cut = min(1.0, _MOST_OTHERS / max(pairs.sum(), 1.0))
    usual = (cut * squares.sum() + _TRUST_OTHERS * learned**2) / (cut * pairs.sum() + _TRUST_OTHERS)
    cuts = np.minimum(1.0, _MOST_OTHERS_LETTER / np.maximum(pairs, 1.0))
    trust = _TRUST_OTHERS_KIND
    return np.asarray(np.sqrt((cuts * squares + trust * usual) / (cuts * pairs + trust)))
