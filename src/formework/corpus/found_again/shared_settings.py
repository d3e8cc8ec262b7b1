"""The evidence that titles of two books are one setting of type: candidates read together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from scipy.special import expit
from scipy.stats import theilslopes

from formework.kernels.spacing.text_reading import read_lines
from formework.report.title_strips import PlacedText, describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.corpus.found_again.title_vectors import BookTitle
    from formework.kernels.spacing.text_reading import Reading

MAX_TITLES = 16  # read together: enough to measure the noise, few enough to stay quick
_MAX_STRETCH = 0.05  # share of the width: paper and camera together explain no more
_MIN_PROBABILITY = 0.9  # of one setting, for a title to count as found again


@dataclass(frozen=True, eq=False)
class SharedSetting:
    """A title found in two books: on which pages, how sure, why, and the two as strips of ink.

    `log_odds` are at a prior of 50:50. `probability` takes into account that the
    title was searched for among all titles of the same printer and text. `stretch`
    is the share by which the second strip was widened to match the first: paper
    shrinks.
    """

    one: BookTitle
    other: BookTitle
    pages: tuple[str, str]
    log_odds: float
    probability: float
    reason: str
    stretch: float
    strips: tuple[NDArray[np.float32], NDArray[np.float32]]


def weigh_pairs(
    titles: Sequence[BookTitle], pairs: Sequence[tuple[int, int]], searched: int
) -> Iterator[SharedSetting]:
    """Read titles of one text together, and yield the pairs that are one setting.

    `searched` is the number of titles among which each was searched for: one of
    them is expected to be the same.
    """
    impressions = [
        (number, place) for number, title in enumerate(titles) for place in range(len(title.lines))
    ]
    names = [f"{titles[number].book} {titles[number].signatures[n]}" for number, n in impressions]
    reading = _read_together(titles)
    text = PlacedText(names, reading)
    for one, other in pairs:
        rows = [n for n, (number, _) in enumerate(impressions) if number == one]
        columns = [n for n, (number, _) in enumerate(impressions) if number == other]
        block = reading.log_odds[np.ix_(rows, columns)]
        if np.isnan(block).all():
            continue
        log_odds = float(np.nanmedian(block))
        probability = float(expit(log_odds - math.log(max(searched, 1))))
        if probability < _MIN_PROBABILITY:
            continue
        # The pair of impressions that is shown is the typical one: nearest the median.
        row, column = np.unravel_index(np.nanargmin(np.abs(block - log_odds)), block.shape)
        first, second = rows[row], columns[column]
        pages = names[first], names[second]
        stretch, strips = _lay_on(reading, first, second)
        yield SharedSetting(
            titles[one], titles[other],
            (titles[one].signatures[row], titles[other].signatures[column]),
            log_odds, probability,
            describe_reason(text, text.reason(*pages), *pages).strip(),
            stretch, strips,
        )  # fmt: skip


def _lay_on(
    reading: Reading, one: int, other: int
) -> tuple[float, tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Two titles as strips of one size, the second stretched to match the letters of the first.

    The stretch is the same for all letters, so that a gap that differs still shows.
    """
    shared = reading.shown(one) & reading.shown(other)
    places, target = reading.placed(other)[shared], reading.placed(one)[shared]
    slope, shift = 1.0, float(np.median(target - places)) if len(places) else 0.0
    if len(places) > 2:
        slope = float(theilslopes(target, places).slope)
        slope = float(np.clip(slope, 1 - _MAX_STRETCH, 1 + _MAX_STRETCH))
        shift = float(np.median(target - slope * places))
    strip = reading.level(one)
    height, width = strip.shape
    onto = np.array([[slope, 0.0, shift], [0.0, 1.0, 0.0]])
    laid = cv2.warpAffine(reading.level(other), onto, (width, height), flags=cv2.INTER_LINEAR)
    return slope - 1, (strip, np.asarray(laid, dtype=np.float32))


def _read_together(titles: Sequence[BookTitle]) -> Reading:
    """Read all impressions of some titles of one text, in order."""
    sides = [(title.book, side) for title in titles for side in title.sides]
    rivals = np.array([[one == other for other in sides] for one in sides])
    np.fill_diagonal(rivals, val=False)
    return read_lines(
        [line for title in titles for line in title.lines],
        rivals,
        texts=[title.words for title in titles for _ in title.lines],
        rectos=[page.endswith("r") for title in titles for page in title.signatures],
    )
