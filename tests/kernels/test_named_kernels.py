"""Kernels by name."""

from __future__ import annotations

import numpy as np
import pytest

from formework.errors import InputError
from formework.kernels.lev import LevKernel
from formework.kernels.named_kernels import distance_kernel, evidence_kernel, title_distances
from formework.settings import KernelName, System


def test_every_name_has_a_kernel_of_its_own() -> None:
    """The four names give four kernels, and `lev` the one with the paper's five bins."""
    assert len({type(distance_kernel(name)) for name in KernelName}) == len(KernelName) == 4
    assert distance_kernel(KernelName.LEV) == LevKernel(bins=5)


def test_kernels_of_the_evidence_system_give_evidence() -> None:
    """Each of them weighs titles; no titles, no evidence."""
    for name in KernelName:
        if name.system is System.EVIDENCE:
            assert evidence_kernel(name) == distance_kernel(name)
            assert evidence_kernel(name).distances([]).shape == (0, 0)


def test_titles_are_compared_by_the_kernel_named() -> None:
    """The distances are those of the kernel itself; a wrong array is rejected."""
    draw = np.random.default_rng(0)
    images = [draw.integers(0, 256, (12, 60), dtype=np.uint8) for _ in range(3)]
    assert np.array_equal(title_distances(images, "lev"), LevKernel().distances(images))
    with pytest.raises(InputError, match="title 0"):
        title_distances([images[0].astype(float)], "lev")
