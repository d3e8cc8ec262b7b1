"""The two-tower network: features computed once per title, pairs scored by alignment.

The reader turns a strip into features, column by column, so its cost grows
linearly with the number of titles. The judge aligns the features of two titles
by their registration, correlates them at small displacements, and sums the
evidence along the line. Letters in other positions show as a displacement that
jumps from one letter to the next; curl and shrinkage show as one that changes
slowly.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

# Changing one of these needs new weights: formework train OUT.
FEATURES = 16  # per column
FEATURE_GROUPS = 4  # of features, each correlated separately
MAX_DISPLACEMENT = 7  # columns to either side, about 0.1 em; scraps are at most 0.07 em
STRIDE = 2  # columns from one compared position to the next
_NEAR_INK = 25  # columns: positions further from ink are ignored
_SUM_SCALE = 1 / 32  # keeps the sum over a line from growing too fast in training
_NORM_EPSILON = 1e-3  # mean square below which features are not scaled to unit length


def _he_init(layer: nn.Conv1d | nn.Conv2d) -> nn.Module:
    """Give a layer random weights that preserve the variance of its input (He et al. 2015)."""
    nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    return _zero_bias(layer)


def _zero_init(layer: nn.Conv1d) -> nn.Module:
    """Give a layer zero weights, so that it contributes nothing before training."""
    nn.init.zeros_(layer.weight)
    return _zero_bias(layer)


def _zero_bias(layer: nn.Conv1d | nn.Conv2d) -> nn.Module:
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


class FeatureReader(nn.Module):
    """Strips (titles, rows, columns) → features (titles, `FEATURES` + 1, columns).

    The last feature is 1 near ink and 0 elsewhere.
    """

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _he_init(nn.Conv2d(1, 16, (4, 5), stride=(2, 1), padding=(1, 2))), nn.ReLU(),
            _he_init(nn.Conv2d(16, 24, (4, 3), stride=(2, 1), padding=1)), nn.ReLU(),
            _he_init(nn.Conv2d(24, FEATURES, (6, 3), padding=(0, 1))),
        )  # fmt: skip

    def forward(self, strips: Tensor) -> Tensor:
        """Compute the features of titles."""
        features = self.layers(strips[:, None])[:, :, 0]
        length = features.square().mean(dim=1, keepdim=True)
        features = features * torch.rsqrt(length + _NORM_EPSILON)
        ink = (strips.amax(dim=1, keepdim=True) > 0.5).float()
        near = functional.max_pool1d(ink, _NEAR_INK, stride=1, padding=_NEAR_INK // 2)
        return torch.cat([features, near], dim=1)


class ConvolutionBlock(nn.Module):
    """Two convolutions along the line, added to their input."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _he_init(nn.Conv1d(width, width, 3, padding=dilation, dilation=dilation)), nn.ReLU(),
            _zero_init(nn.Conv1d(width, width, 1)),
        )  # fmt: skip

    def forward(self, line: Tensor) -> Tensor:
        """Combine evidence from neighbouring positions, (pairs, width, positions)."""
        return torch.relu(line + self.layers(line))


class Judge(nn.Module):
    """Features of two titles and their registration → log-odds of one setting, (pairs,)."""

    def __init__(self, width: int = 48) -> None:
        super().__init__()
        fits = FEATURE_GROUPS * (2 * MAX_DISPLACEMENT + 1)
        self.layers = nn.Sequential(
            _he_init(nn.Conv1d(fits, 32, 3, padding=1)), nn.ReLU(),
            _he_init(nn.Conv1d(32, width, 5, stride=2, padding=2)), nn.ReLU(),
            *(ConvolutionBlock(width, dilation) for dilation in (1, 2, 4, 8)),
            _zero_init(nn.Conv1d(width, 1, 1)),
        )  # fmt: skip
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, one: Tensor, other: Tensor, registrations: Tensor) -> Tensor:
        """Score pairs; `registrations` is (pairs, 2): scale and shift (columns)."""
        moved = align_features(other, registrations)
        near = one[:, -1:] * moved[:, -1:]
        fit = correlate_features(one[:, :-1], moved[:, :-1])
        evidence = self.layers(fit)
        weight = functional.max_pool1d(near, 4, stride=4, ceil_mode=True)
        return (evidence * weight).sum(dim=(1, 2)) * _SUM_SCALE + self.bias


def align_features(features: Tensor, registrations: Tensor) -> Tensor:
    """Shift and scale features along the line, interpolating between columns."""
    columns = features.shape[2]
    middle = columns / 2
    offsets = torch.arange(columns, dtype=features.dtype) - middle
    places = registrations[:, :1] * offsets + middle + registrations[:, 1:]
    places = places.clamp(0, columns - 1.001)
    left = places.floor()
    share = (places - left)[:, None]
    index = left.long()[:, None].expand(-1, features.shape[1], -1)
    return features.gather(2, index) * (1 - share) + features.gather(2, index + 1) * share


def correlate_features(one: Tensor, other: Tensor) -> Tensor:
    """Correlation at each displacement: (pairs, groups x displacements, positions)."""
    pairs, features, columns = one.shape
    places = one[:, :, ::STRIDE]
    wide = functional.pad(other, (MAX_DISPLACEMENT, MAX_DISPLACEMENT))
    fits = [
        (places * wide[:, :, start : start + columns : STRIDE])
        .reshape(pairs, FEATURE_GROUPS, features // FEATURE_GROUPS, -1).mean(dim=2)
        for start in range(2 * MAX_DISPLACEMENT + 1)
    ]  # fmt: skip
    return torch.cat(fits, dim=1)
