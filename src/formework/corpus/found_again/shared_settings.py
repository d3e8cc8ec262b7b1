"""Candidates read together: the evidence that titles of two books are one setting of type."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from formework.kernels.spacing.text_reading import read_lines
from formework.kernels.title_evidence import TitleEvidence
from formework.report.title_strips import ShownTitles, describe_reason
from formework.settings import KernelName

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.corpus.found_again.title_vectors import BookTitle

MOST_TITLES = 16  # read together: enough to measure the noise, few enough to stay quick
LEAST_PROBABILITY = 0.9  # of one setting, for a title to be called found again


@dataclass(frozen=True, eq=False)
class SharedSetting:
    """A title found in two books: on which pages, how sure, why, and the two as strips of ink.

    `log_odds` are at a prior of 50:50. `probability` takes into account that the
    title was looked for among all titles of the same printer and text.
    """

    one: BookTitle
    other: BookTitle
    pages: tuple[str, str]
    log_odds: float
    probability: float
    reason: str
    strips: tuple[NDArray[np.float32], NDArray[np.float32]]


def weigh_pairs(
    titles: Sequence[BookTitle], pairs: Sequence[tuple[int, int]], looked_at: int
) -> Iterator[SharedSetting]:
    """Read titles of one text together, and yield the pairs that are one setting.

    `looked_at` is the number of titles among which each was looked for: one of
    them is expected to be the same.
    """
    owners = [number for number, title in enumerate(titles) for _ in title.lines]
    evidence = _read_together(titles)
    shown = ShownTitles(evidence, {})
    for one, other in pairs:
        rows = [place for place, owner in enumerate(owners) if owner == one]
        columns = [place for place, owner in enumerate(owners) if owner == other]
        block = evidence.values[np.ix_(rows, columns)]
        if np.isnan(block).all():
            continue
        log_odds = float(np.nanmedian(block))
        probability = float(expit(log_odds - math.log(max(looked_at, 1))))
        if probability < LEAST_PROBABILITY:
            continue
        # Shown is the pair of impressions that stands for all: the one nearest the median.
        row, column = np.unravel_index(np.nanargmin(np.abs(block - log_odds)), block.shape)
        names = evidence.signatures[rows[row]], evidence.signatures[columns[column]]
        text = shown.placed(names[0])
        reason = "" if text is None else describe_reason(text, text.reason(*names)).strip()
        yield SharedSetting(
            titles[one], titles[other],
            (titles[one].signatures[row], titles[other].signatures[column]),
            log_odds, probability, reason, (shown.strip(names[0]), shown.strip(names[1])),
        )  # fmt: skip


def _read_together(titles: Sequence[BookTitle]) -> TitleEvidence:
    """The evidence on all impressions of some titles, by book and signature."""
    impressions = [
        (title, signature, side, line)
        for title in titles
        for signature, side, line in zip(title.signatures, title.sides, title.lines, strict=True)
    ]
    stands = [(title.book, side) for title, _, side, _ in impressions]
    rivals = np.array([[one == other for other in stands] for one in stands])
    np.fill_diagonal(rivals, val=False)
    reading = read_lines(
        [line for *_, line in impressions],
        rivals,
        texts=[title.words for title, *_ in impressions],
        rectos=[signature.endswith("r") for _, signature, *_ in impressions],
    )
    return TitleEvidence(
        KernelName.SPACING,
        tuple(f"{title.book} {signature}" for title, signature, *_ in impressions),
        (0,) * len(impressions),
        (titles[0].words,),
        reading.log_odds,
        (reading,),
    )
