"""The distances between sheet sides as an image."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from formework.report.matrix import draw_matrix
from formework.result import Result, UnitResult, Way
from formework.settings import Settings
from tests.findings.tables import table

ORDER = "ab ba ab ac ab a2b ba2 a2b ba2 a2b"


def test_matrix() -> None:
    """Distances are drawn, also where some sides cannot be compared."""
    pages, sides = table(ORDER)
    skeleton = {page.sheet_side: page.skeleton for page in pages}
    units = tuple(UnitResult(side.name, skeleton[side.name], 1, 1.0, Way.SAME) for side in sides)
    distances = np.abs(np.subtract.outer(np.arange(20.0), np.arange(20.0)))
    distances[3] = np.nan
    png = draw_matrix(Result("0", Settings(), None, tuple(pages), units, distances))
    assert Image.open(io.BytesIO(png)).width > 1000
