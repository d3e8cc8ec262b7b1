"""Running titles as the report shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from formework.report.title_strips import PlacedText

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.kernels.spacing.text_reading import Reading, Reason


class _Letter:
    width = 10


class _CountingReading:
    """A reading of two titles that counts how often they are compared."""

    letters = (_Letter(), _Letter())

    def __init__(self) -> None:
        self.compared: list[tuple[int, int]] = []

    def placed(self, title: int) -> NDArray[np.float64]:
        return np.array([0.0, 20.0 + title])

    def compare(self, one: int, other: int) -> Reason:
        self.compared.append((one, other))
        return cast("Reason", (one, other))


def test_a_pair_is_compared_once() -> None:
    """Montage, strips and pairs ask for the same evidence; the kernel is asked once per pair."""
    reading = _CountingReading()
    text = PlacedText(["A1r", "A2r"], cast("Reading", reading), "Ab")
    assert text.reason("A1r", "A2r") is text.reason("A1r", "A2r")
    assert text.reason("A2r", "A1r") != text.reason("A1r", "A2r")
    assert reading.compared == [(1, 0), (0, 1)]
