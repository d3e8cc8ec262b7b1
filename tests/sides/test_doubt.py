"""The order in which pairs are looked at."""

from __future__ import annotations

import numpy as np

from formework.sides.doubt import order_by_doubt


def test_the_least_decided_pair_comes_first() -> None:
    """By hand: nearest to 0 first; what was not compared, or shares a sheet side, is left out."""
    evidence = np.array(
        [
            [9.0, -3.0, 0.5, np.nan],
            [-3.0, 9.0, 0.1, 6.0],
            [0.5, 0.1, 9.0, -1.0],
            [np.nan, 6.0, -1.0, 9.0],
        ]
    )
    rivals = np.zeros((4, 4), dtype=bool)
    rivals[1, 2] = rivals[2, 1] = True
    assert order_by_doubt(evidence, rivals) == [(0, 2), (2, 3), (0, 1), (1, 3)]
