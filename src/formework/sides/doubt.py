"""Which pairs of titles are in doubt: those a person should look at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def order_by_doubt(
    evidence: NDArray[np.float64], rivals: NDArray[np.bool_]
) -> list[tuple[int, int]]:
    """Pairs of titles, the most doubtful first: those whose evidence is nearest to 0.

    `evidence` (titles, titles) are log-odds, NaN where two were not compared.
    `rivals` (titles, titles) are titles on one sheet side: never the same, and left out.
    """
    ones, others = np.triu_indices(len(evidence), 1)
    values = evidence[ones, others]
    asked = ~np.isnan(values) & ~rivals[ones, others]
    order = np.argsort(np.abs(values[asked]), kind="stable")
    return list(zip(ones[asked][order].tolist(), others[asked][order].tolist(), strict=True))
