"""Kernels by name."""

from __future__ import annotations

import numpy as np
import pytest

from formework.errors import InputError
from formework.kernels.lev import LevKernel
from formework.kernels.named_kernels import KernelName, kernel_named, title_distances


def test_every_name_has_a_kernel_of_its_own() -> None:
    """The four names give four kernels, and `lev` the one with the paper's five bins."""
    assert len({type(kernel_named(name)) for name in KernelName}) == len(KernelName) == 4
    assert kernel_named("lev") == LevKernel(bins=5)


def test_an_unknown_name_is_an_error() -> None:
    """The error names the kernel asked for."""
    with pytest.raises(InputError, match="no kernel 'sift'"):
        kernel_named("sift")


def test_titles_are_compared_by_the_kernel_named() -> None:
    """The distances are those of the kernel itself; a wrong array is rejected."""
    draw = np.random.default_rng(0)
    images = [draw.integers(0, 256, (12, 60), dtype=np.uint8) for _ in range(3)]
    assert np.array_equal(title_distances(images, "lev"), LevKernel().distances(images))
    with pytest.raises(InputError, match="title 0"):
        title_distances([images[0].astype(float)], "lev")
