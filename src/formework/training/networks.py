"""The networks that can be trained; each scores pairs of titles of one text."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from formework.kernels.neural.stacks import Stacking, stack_pairs
from formework.kernels.neural.strips import make_strips, register
from formework.training.initial_weights import set_initial_weights
from formework.training.two_tower import FeatureReader, Judge
from formework.training.vision_transformer import B16, MICRO, TINY, Vit, VitShape

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


class NetworkName(StrEnum):
    """The networks a user can train."""

    TWO_TOWER = "two-tower"
    MICRO = "micro"
    TINY = "tiny"
    B16 = "b16"


class TwoTower(nn.Module):
    """Computes features once per title, then scores pairs by how well their features align."""

    def __init__(self) -> None:
        super().__init__()
        self.reader = FeatureReader()
        self.judge_pairs = Judge()

    def judge(self, images: Sequence[NDArray[np.uint8]], pairs: NDArray[np.intp]) -> Tensor:
        """Log-odds that the titles of each pair are one setting, (pairs,)."""
        strips = make_strips(images)
        registrations = torch.from_numpy(register(strips, pairs))
        features = self.reader(torch.from_numpy(strips))
        one, other = (features[torch.from_numpy(side.copy())] for side in pairs.T)
        return self.judge_pairs(one, other, registrations)


class CrossEncoder(nn.Module):
    """The paper's network: a Vision Transformer that sees both titles of a pair on one square."""

    def __init__(self, shape: VitShape, stacking: Stacking) -> None:
        super().__init__()
        self.vit = Vit(shape)
        set_initial_weights(self.vit)
        self.stacking = stacking

    def judge(self, images: Sequence[NDArray[np.uint8]], pairs: NDArray[np.intp]) -> Tensor:
        """Log-odds that the titles of each pair are one setting, (pairs,)."""
        squares = stack_pairs(images, pairs, self.stacking)
        return self.vit(torch.from_numpy(squares))


def make_network(name: NetworkName, stacking: Stacking, seed: int) -> TwoTower | CrossEncoder:
    """A network with initial weights drawn from the seed."""
    torch.manual_seed(seed)
    if name is NetworkName.TWO_TOWER:
        return TwoTower()
    shapes = {NetworkName.MICRO: MICRO, NetworkName.TINY: TINY, NetworkName.B16: B16}
    return CrossEncoder(shapes[name], stacking)
