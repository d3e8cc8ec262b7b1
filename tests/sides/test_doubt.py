"""The order in which pairs are looked at."""

from __future__ import annotations

import numpy as np

from formework.sides.doubt import order_by_doubt

EVIDENCE = np.array(
    [
        [9.0, -3.0, 0.5, np.nan],
        [-3.0, 9.0, 0.1, 6.0],
        [0.5, 0.1, 9.0, -1.0],
        [np.nan, 6.0, -1.0, 9.0],
    ]
)
RIVALS = np.zeros((4, 4), dtype=bool)
RIVALS[1, 2] = RIVALS[2, 1] = True


def test_titles_not_identified_are_ordered_by_their_evidence() -> None:
    """By hand: nearest to 0 first; what was not compared, or shares a sheet side, is left out."""
    assert order_by_doubt(EVIDENCE, RIVALS, ["?", "", "?", "?"]) == [(0, 2), (2, 3), (0, 1), (1, 3)]


def test_what_contradicts_the_result_comes_first() -> None:
    """Titles that look the same but differ in the result come first, and the reverse."""
    numerals = ["I", "I", "II", "III"]
    assert order_by_doubt(EVIDENCE, RIVALS, numerals) == [(1, 3), (0, 1), (0, 2), (2, 3)]
