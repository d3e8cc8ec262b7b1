"""What one book is like, and the weight of each kind of evidence on pairs of its titles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.noise import Block, Direction, Noise, whitened
from formework.kernels.spacing.weights import (
    MISREAD,
    RELIABLE_TAILS,
    SAME_TAILS,
    Kind,
    KindCounts,
    or_misread,
    weigh_residuals,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from formework.kernels.spacing.appearance import SortLooks
    from formework.kernels.spacing.measured import Measured


@dataclass(frozen=True, slots=True)
class BookModel:
    """What titles of one text are like in one book, within one setting and between two.

    `noise` is that within a setting; `other_gaps` and `other_heights` (k) are
    standard deviations, in em, of what differs between settings; `looks` say,
    letter by letter, how its looks distinguish sorts.
    """

    noise: Noise
    other_gaps: NDArray[np.float64]
    other_heights: NDArray[np.float64]
    looks: tuple[SortLooks, ...]


@dataclass(frozen=True, slots=True)
class Reliability:
    """How well the titles of one text were measured.

    `noise` (n) is how noisy each title is, times the noise of the book; `misread`
    (n, k), by direction, is the probability that a letter was misread.
    """

    noise: NDArray[np.float64]
    misread: Mapping[Direction, NDArray[np.float64]]


def weigh_kinds(
    measured: Measured, model: BookModel, reliability: Reliability | None = None
) -> dict[Kind, NDArray[np.float64]]:
    """The weight of each kind of evidence, (n, n), NaN where no letters are shared.

    Without `reliability`, all titles were measured equally well.
    """
    count = len(measured.places)
    total = {kind: np.zeros((count, count)) for kind in Kind}
    total[Kind.RISES][:] = np.nan  # every pair that shares letters shares their heights
    words = measured.found.begins_word
    title_noise = reliability.noise if reliability else None
    for direction in Direction:
        for block, weight in weigh_letters(measured, model, direction, title_noise):
            bounded = or_misread(weight, _misread_in_either(reliability, direction, block))
            for kind, which in kinds_of_letters(words[block.letters], direction).items():
                part = bounded[..., which].sum(axis=-1)
                total[kind][np.ix_(block.rows, block.columns)] = part
                total[kind][np.ix_(block.columns, block.rows)] = part.T
    for letter in range(len(model.looks)):
        total[Kind.SORTS] += weigh_looks(measured, model, letter)
    return total


def _misread_in_either(
    reliability: Reliability | None, direction: Direction, block: Block
) -> NDArray[np.float32] | float:
    """The probability that a letter was misread in one of two titles, (a, b, m)."""
    if reliability is None:
        return MISREAD
    share = reliability.misread[direction][:, block.letters].astype(np.float32)
    return np.maximum(share[block.rows][:, None], share[block.columns])


def weigh_letters(
    measured: Measured,
    model: BookModel,
    direction: Direction,
    title_noise: NDArray[np.float64] | None = None,
) -> Iterator[tuple[Block, NDArray[np.float32]]]:
    """All pairs of titles, block by block, with the weight of each letter if none was misread.

    `title_noise` (n) is how noisy each title is, times the noise of the book.
    """
    other = spread_between(model, direction)
    tails = SAME_TAILS if title_noise is None else RELIABLE_TAILS
    for block in compare_all(measured, model, direction):
        residuals, spread = block.residuals, other[block.letters] / block.deviations
        if title_noise is not None:
            ours, theirs = title_noise[block.rows], title_noise[block.columns]
            both = np.sqrt(0.5 * (ours[:, None] ** 2 + theirs**2))[..., None]
            residuals, spread = (residuals / both).astype(np.float32), spread / both
        yield block, weigh_residuals(residuals, spread, tails)


def weigh_looks(measured: Measured, model: BookModel, letter: int) -> NDArray[np.float64]:
    """The weight of how alike a letter looks, (n, n), 0 where either title lacks it."""
    there = measured.found.usable[:, letter] & ~measured.found.changing[letter]
    weight = or_misread(model.looks[letter].weight(measured.departures[letter]))
    return np.where(there[:, None] & there, weight, 0.0)


def combine_kinds(
    kinds: dict[Kind, NDArray[np.float64]], summed: KindCounts
) -> NDArray[np.float64]:
    """The log-odds from the weights of all kinds."""
    total = np.full_like(kinds[Kind.RISES], summed.bias)
    for kind, weight in kinds.items():
        total += summed.counts[kind] * weight
    return total


def compare_all(measured: Measured, model: BookModel, direction: Direction) -> list[Block]:
    """All pairs of titles compared letter by letter, by the noise of the book."""
    values = measured.places if direction is Direction.ALONG else measured.rises
    return list(whitened(values, measured.found, model.noise, direction))


def spread_between(model: BookModel, direction: Direction) -> NDArray[np.float64]:
    """Standard deviations of what differs between settings, (k), in em."""
    return model.other_gaps if direction is Direction.ALONG else model.other_heights


def kinds_of_letters(
    begins_word: NDArray[np.bool_], direction: Direction
) -> dict[Kind, NDArray[np.bool_]]:
    """Which of these letters are evidence of which kind."""
    if direction is Direction.UPWARDS:
        return {Kind.RISES: np.ones_like(begins_word)}
    return {Kind.LETTERS: ~begins_word, Kind.WORDS: begins_word}
