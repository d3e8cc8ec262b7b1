"""Initial weights for a transformer without pretraining: its heads attend to the other title.

Departure: the paper starts from ImageNet weights. With the usual random weights
a transformer must first discover that patches of one title are to be compared
with patches of the other. It does not, and keeps answering 50:50. So each head
starts by attending to patches in the same row, a fixed number of columns away:
in the other title, in the same title, or slightly off. Training may change all
of this.
"""

from __future__ import annotations

import math
from itertools import cycle
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.training.vision_transformer import Vit

# Patch columns: the other title is half the square (7 patches) away, plus or minus a shift.
DISPLACEMENTS = (7, -7, 0, 6, -6, 8, -8, 5, -5, 9, -9, 0)
_PATCH_WEIGHT_SPREAD = 0.05  # standard deviation: ink and position then count about equally
_WAVELENGTH_RATIO = 100.0  # of the longest wave of a position code to the shortest


def set_initial_weights(vit: Vit) -> None:
    """Set sinusoidal positions, heads that attend to the other title, and a zero output layer."""
    width = vit.class_token.shape[-1]
    waves = _WAVELENGTH_RATIO ** -(torch.arange(width // 4) / (width // 4))
    with torch.no_grad():
        nn.init.trunc_normal_(vit.conv_proj.weight, std=_PATCH_WEIGHT_SPREAD)
        if vit.conv_proj.bias is not None:
            nn.init.zeros_(vit.conv_proj.bias)
        vit.encoder.pos_embedding[0, 1:] = _position_codes(
            vit.encoder.pos_embedding.shape[1] - 1, waves
        )
        displacements = cycle(DISPLACEMENTS)
        for part in vit.modules():
            if isinstance(part, nn.MultiheadAttention):
                _aim_heads(part, displacements, waves)
        for parameter in vit.heads.parameters():
            nn.init.zeros_(parameter)


def _position_codes(patches: int, waves: Tensor) -> Tensor:
    """Sines and cosines of the column and row of every patch of a square, (patches, width)."""
    number, side = torch.arange(patches), math.isqrt(patches)
    angles = (place[:, None] * waves for place in (number % side, number // side))
    return torch.cat([part for angle in angles for part in (angle.sin(), angle.cos())], dim=1)


def _aim_heads(
    attention: nn.MultiheadAttention, displacements: Iterator[int], waves: Tensor
) -> None:
    """Set queries and keys so that each head attends to the patch `displacement` columns on."""
    width, heads = attention.embed_dim, attention.num_heads
    size = width // heads
    for head, displacement in zip(range(heads), displacements, strict=False):
        key = torch.linalg.qr(torch.randn(width, size))[0].T * heads**0.5
        rows = slice(head * size, (head + 1) * size)
        attention.in_proj_weight[:width][rows] = key @ _rotation(displacement * waves)
        attention.in_proj_weight[width : 2 * width][rows] = key


def _rotation(angles: Tensor) -> Tensor:
    """The matrix that moves a position code along the row, by these angles of its waves."""
    part = len(angles)
    matrix = torch.eye(4 * part)
    matrix[:part, :part] = matrix[part : 2 * part, part : 2 * part] = angles.cos().diag()
    matrix[:part, part : 2 * part] = angles.sin().diag()
    matrix[part : 2 * part, :part] = -angles.sin().diag()
    return matrix
