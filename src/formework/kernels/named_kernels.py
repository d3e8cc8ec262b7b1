"""The kernels by name, and the comparison of titles by one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.kernels.base import check_images
from formework.kernels.lev import LevKernel
from formework.kernels.neural.onnx_kernels import CrossEncoderKernel, VitKernel
from formework.kernels.spacing.kernel import SpacingKernel
from formework.settings import KernelName

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from formework.kernels.base import EvidenceKernel, TitleKernel


def evidence_kernel(name: KernelName) -> EvidenceKernel:
    """The kernel of this name for the evidence system."""
    return SpacingKernel() if name is KernelName.SPACING else VitKernel()


def distance_kernel(name: KernelName) -> TitleKernel:
    """The kernel of this name, with its usual settings, as a measure of distance."""
    kernels: dict[KernelName, TitleKernel] = {
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
    return distance_kernel(KernelName.read(kernel)).distances(images)
