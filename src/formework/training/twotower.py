"""The two-tower network: each title read once, pairs judged by how their features fit.

The reader turns a strip into features, column by column: its cost is linear in
the titles. The judge lays the features of one title upon those of another as
registered, correlates them at small displacements, and sums the evidence along
the line: letters that stand elsewhere show as a displacement that jumps from
one letter to the next, curl and shrinkage as one that changes slowly.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

FEATURES = 16  # a column
GROUPS = 4  # of features, correlated each by itself
REACH = 7  # columns of displacement to either side
STRIDE = 2  # columns from one place judged to the next
_NEAR_INK = 25  # columns: further from ink there is nothing to judge
_SCALE = 1 / 32  # keeps the sum over a line from growing too fast
_FAINT = 1e-3  # features fainter than this are not brought to length


def _seeing(layer: nn.Conv1d | nn.Conv2d) -> nn.Module:
    """A layer whose first weights let ink be seen through it."""
    nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    return _unbiased(layer)


def _silent(layer: nn.Conv1d) -> nn.Module:
    """A layer that says nothing at first: there is nothing to unlearn."""
    nn.init.zeros_(layer.weight)
    return _unbiased(layer)


def _unbiased(layer: nn.Conv1d | nn.Conv2d) -> nn.Module:
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


class Reader(nn.Module):
    """Strips (titles, rows, columns) → features (titles, `FEATURES` + 1, columns).

    The last feature is 1 near ink and 0 elsewhere.
    """

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _seeing(nn.Conv2d(1, 16, (4, 5), stride=(2, 1), padding=(1, 2))), nn.ReLU(),
            _seeing(nn.Conv2d(16, 24, (4, 3), stride=(2, 1), padding=1)), nn.ReLU(),
            _seeing(nn.Conv2d(24, FEATURES, (6, 3), padding=(0, 1))),
        )  # fmt: skip

    def forward(self, strips: Tensor) -> Tensor:
        """Read titles."""
        features = self.layers(strips[:, None])[:, :, 0]
        length = features.square().mean(dim=1, keepdim=True)
        features = features * torch.rsqrt(length + _FAINT)
        ink = (strips.amax(dim=1, keepdim=True) > 0.5).float()
        near = functional.max_pool1d(ink, _NEAR_INK, stride=1, padding=_NEAR_INK // 2)
        return torch.cat([features, near], dim=1)


class Block(nn.Module):
    """Two convolutions along the line, added to what they were given."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _seeing(nn.Conv1d(width, width, 3, padding=dilation, dilation=dilation)), nn.ReLU(),
            _silent(nn.Conv1d(width, width, 1)),
        )  # fmt: skip

    def forward(self, line: Tensor) -> Tensor:
        """Look a little further along the line."""
        return torch.relu(line + self.layers(line))


class Judge(nn.Module):
    """Features of two titles and how they lie → log-odds that they are one setting, (pairs,)."""

    def __init__(self, width: int = 48) -> None:
        super().__init__()
        fits = GROUPS * (2 * REACH + 1)
        self.layers = nn.Sequential(
            _seeing(nn.Conv1d(fits, 32, 3, padding=1)), nn.ReLU(),
            _seeing(nn.Conv1d(32, width, 5, stride=2, padding=2)), nn.ReLU(),
            *(Block(width, dilation) for dilation in (1, 2, 4, 8)),
            _silent(nn.Conv1d(width, 1, 1)),
        )  # fmt: skip
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, one: Tensor, other: Tensor, lie: Tensor) -> Tensor:
        """Judge pairs; `lie` is (pairs, 2), scale and shift as registered."""
        moved = lay_upon(other, lie)
        near = one[:, -1:] * moved[:, -1:]
        fit = correlate(one[:, :-1], moved[:, :-1])
        evidence = self.layers(fit)
        weight = functional.max_pool1d(near, 4, stride=4, ceil_mode=True)
        return (evidence * weight).sum(dim=(1, 2)) * _SCALE + self.bias


def lay_upon(features: Tensor, lie: Tensor) -> Tensor:
    """Features moved and scaled along the line, read between columns."""
    columns = features.shape[2]
    middle = columns / 2
    ahead = torch.arange(columns, dtype=features.dtype) - middle
    places = lie[:, :1] * ahead + middle + lie[:, 1:]
    places = places.clamp(0, columns - 1.001)
    left = places.floor()
    share = (places - left)[:, None]
    index = left.long()[:, None].expand(-1, features.shape[1], -1)
    return features.gather(2, index) * (1 - share) + features.gather(2, index + 1) * share


def correlate(one: Tensor, other: Tensor) -> Tensor:
    """How well columns fit at each displacement: (pairs, groups x displacements, places)."""
    pairs, features, columns = one.shape
    places = one[:, :, ::STRIDE]
    wide = functional.pad(other, (REACH, REACH))
    fits = [
        (places * wide[:, :, start : start + columns : STRIDE])
        .reshape(pairs, GROUPS, features // GROUPS, -1).mean(dim=2)
        for start in range(2 * REACH + 1)
    ]  # fmt: skip
    return torch.cat(fits, dim=1)
