"""The kernels by name, and the comparison of titles by one of them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from formework.errors import InputError
from formework.kernels.base import check_images
from formework.kernels.lev import LevKernel
from formework.kernels.neural.onnx_kernels import CrossEncoderKernel, VitKernel
from formework.kernels.spacing.kernel import SpacingKernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from formework.kernels.base import TitleKernel


class KernelName(StrEnum):
    """The kernels a user can choose."""

    SPACING = "spacing"
    LEV = "lev"
    VIT = "vit"
    VIT_PAPER = "vit-paper"


def kernel_named(name: str) -> TitleKernel:
    """Return the kernel with this name, with its default settings."""
    if name not in set(KernelName):
        raise InputError(f"there is no kernel {name!r}", hint=f"choose {', '.join(KernelName)}")
    kernels: dict[str, TitleKernel] = {
        KernelName.SPACING: SpacingKernel(),
        KernelName.LEV: LevKernel(),
        KernelName.VIT: VitKernel(),
        KernelName.VIT_PAPER: CrossEncoderKernel(),
    }
    return kernels[name]


def title_distances(
    images: Sequence[NDArray[np.uint8]], kernel: str = KernelName.SPACING
) -> NDArray[np.float64]:
    """Compare all pairs of titles of one text.

    `images` are 2-D `uint8` arrays, dark ink on light paper. Returns a symmetric
    (n, n) array: 0 for the same setting of type, larger for more difference.
    """
    check_images(images)
    return kernel_named(kernel).distances(images)
