"""Patches and grain."""

from __future__ import annotations

import numpy as np
import pytest

from formework.simulate.texture import Window, grain_tile, lay, patches


def test_textures_agree_on_overlapping_windows() -> None:
    """Patches and grain of a window equal that part of a larger window."""
    tile = grain_tile(np.random.default_rng(0), 1.0)
    outer, inner = Window(-7, 3, 700, 90), Window(401, 30, 211, 33)
    part = (slice(27, 60), slice(408, 619))
    around, within = (lay(tile, w, (5, 9), 20.0) for w in (outer, inner))
    np.testing.assert_array_equal(around[part], within)
    assert around.std() == pytest.approx(20, rel=0.1)
    wide, narrow = (patches(np.random.default_rng(1), w, 80.0, 20.0) for w in (outer, inner))
    np.testing.assert_array_equal(wide[part], narrow)
    assert wide.std() == pytest.approx(20, rel=0.6)


def test_windows_are_enlarged_and_refined() -> None:
    """Padding adds pixels on all sides; a finer grid multiplies everything."""
    window = Window(10, 20, 30, 40)
    assert window.padded(5) == Window(5, 15, 40, 50)
    assert window.finer(2) == Window(20, 40, 60, 80)
