"""First weights for a transformer that begins from nothing: it looks across at once.

Departure: the paper begins from ImageNet weights. With the usual random ones a
transformer has first to find out that patches of one title are to be held
against those of the other, and does not: it stays at the even answer. So every
head is made to look from the beginning at the same row of patches, a fixed
number of columns away: at the other title, at its own, or a little beside.
All this is free to change in training.
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

# Columns from patch to patch: the other title is half the square away, give or take a shift.
DISPLACEMENTS = (7, -7, 0, 6, -6, 8, -8, 5, -5, 9, -9, 0)
_INK = 0.05  # spread of the first layer's weights: ink and place count about alike
_LONGEST = 100.0  # the slowest wave of a position is so many times slower than the fastest


def look_across(vit: Vit) -> None:
    """Give a transformer positions as waves, heads that look across, and no opinion."""
    width = vit.class_token.shape[-1]
    waves = _LONGEST ** -(torch.arange(width // 4) / (width // 4))
    with torch.no_grad():
        nn.init.trunc_normal_(vit.conv_proj.weight, std=_INK)
        if vit.conv_proj.bias is not None:
            nn.init.zeros_(vit.conv_proj.bias)
        vit.encoder.pos_embedding[0, 1:] = _positions(vit.encoder.pos_embedding.shape[1] - 1, waves)
        displacements = cycle(DISPLACEMENTS)
        for part in vit.modules():
            if isinstance(part, nn.MultiheadAttention):
                _aim(part, displacements, waves)
        for parameter in vit.heads.parameters():
            nn.init.zeros_(parameter)


def _positions(patches: int, waves: Tensor) -> Tensor:
    """Column and row of every patch of a square as sines and cosines, (patches, width)."""
    number, side = torch.arange(patches), math.isqrt(patches)
    angles = (place[:, None] * waves for place in (number % side, number // side))
    return torch.cat([part for angle in angles for part in (angle.sin(), angle.cos())], dim=1)


def _aim(attention: nn.MultiheadAttention, displacements: Iterator[int], waves: Tensor) -> None:
    """Let what each head of a layer asks be answered best by the patch so many columns on."""
    width, heads = attention.embed_dim, attention.num_heads
    size = width // heads
    for head, displacement in zip(range(heads), displacements, strict=False):
        look = torch.linalg.qr(torch.randn(width, size))[0].T * heads**0.5
        rows = slice(head * size, (head + 1) * size)
        attention.in_proj_weight[:width][rows] = look @ _turn(displacement * waves)
        attention.in_proj_weight[width : 2 * width][rows] = look


def _turn(angles: Tensor) -> Tensor:
    """The matrix that moves a position along the row by these angles of its waves."""
    part = len(angles)
    turn = torch.eye(4 * part)
    turn[:part, :part] = turn[part : 2 * part, part : 2 * part] = angles.cos().diag()
    turn[:part, part : 2 * part] = angles.sin().diag()
    turn[part : 2 * part, :part] = -angles.sin().diag()
    return turn
