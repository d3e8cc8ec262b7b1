"""Which pairs of titles are doubtful: those a person should look at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.result import UNSURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def order_by_doubt(
    evidence: NDArray[np.float64], rivals: NDArray[np.bool_], numerals: Sequence[str]
) -> list[tuple[int, int]]:
    """Pairs of titles, the most doubtful first.

    First come pairs whose evidence contradicts the result, then those whose
    evidence hardly supports it. `evidence` (titles, titles) are log-odds, NaN
    where two were not compared. `rivals` (titles, titles) are titles on one
    sheet side: never the same, and left out. `numerals` are those of the result,
    empty or `UNSURE` where a title was not identified.
    """
    ones, others = np.triu_indices(len(evidence), 1)
    asked = ~np.isnan(evidence[ones, others]) & ~rivals[ones, others]
    ones, others = ones[asked], others[asked]
    values, names = evidence[ones, others], np.array(numerals, dtype=str)
    unknown = np.isin(names, ["", UNSURE])
    is_open = unknown[ones] | unknown[others]
    supported = np.where(names[ones] == names[others], values, -values)
    order = np.argsort(np.where(is_open, np.abs(values), supported), kind="stable")
    return list(zip(ones[order].tolist(), others[order].tolist(), strict=True))
