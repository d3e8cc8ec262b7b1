"""A Vision Transformer in plain torch, with torchvision's parameter names.

With these names, an ImageNet checkpoint of torchvision's ViT-B/16 can be loaded
from a local file, as in the paper. The tiny network is trained from scratch.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pickle import UnpicklingError
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from formework.errors import FileError
from formework.kernels.neural.stacks import SIDE

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class VitShape:
    """The size of a transformer with patches of `patch` x `patch` pixels."""

    width: int
    depth: int
    heads: int
    patch: int = 16
    side: int = SIDE


MICRO = VitShape(width=96, depth=4, heads=3)  # for short trials: benchmarks/vit_trials.py
TINY = VitShape(width=192, depth=12, heads=3)  # the shipped `vit-paper`
B16 = VitShape(width=768, depth=12, heads=12)  # the paper's


class EncoderLayer(nn.Module):
    """Self-attention and a perceptron, each added to its input."""

    def __init__(self, shape: VitShape) -> None:
        super().__init__()
        self.ln_1 = nn.LayerNorm(shape.width, eps=1e-6)
        self.self_attention = nn.MultiheadAttention(shape.width, shape.heads, batch_first=True)
        self.ln_2 = nn.LayerNorm(shape.width, eps=1e-6)
        # Numbered as in torchvision, whose layers 2 and 4 are dropouts without parameters.
        self.mlp = nn.Sequential(
            nn.Linear(shape.width, 4 * shape.width), nn.GELU(), nn.Identity(),
            nn.Linear(4 * shape.width, shape.width),
        )  # fmt: skip

    def forward(self, tokens: Tensor) -> Tensor:
        """Apply the layer, (images, tokens, width)."""
        normal = self.ln_1(tokens)
        attended, _ = self.self_attention(normal, normal, normal, need_weights=False)
        tokens = tokens + attended
        return tokens + self.mlp(self.ln_2(tokens))


class Encoder(nn.Module):
    """The layers, and the position embedding added before them."""

    def __init__(self, shape: VitShape) -> None:
        super().__init__()
        tokens = (shape.side // shape.patch) ** 2 + 1
        self.pos_embedding = nn.Parameter(torch.empty(1, tokens, shape.width).normal_(std=0.02))
        self.layers = nn.Sequential(
            OrderedDict((f"encoder_layer_{n}", EncoderLayer(shape)) for n in range(shape.depth))
        )
        self.ln = nn.LayerNorm(shape.width, eps=1e-6)

    def forward(self, tokens: Tensor) -> Tensor:
        """Apply all layers, (images, tokens, width)."""
        return self.ln(self.layers(tokens + self.pos_embedding))


class Vit(nn.Module):
    """Images (n, 3, side, side) → log-odds that the two titles on each are one setting, (n,)."""

    def __init__(self, shape: VitShape = TINY) -> None:
        super().__init__()
        self.conv_proj = nn.Conv2d(3, shape.width, shape.patch, stride=shape.patch)
        self.class_token = nn.Parameter(torch.zeros(1, 1, shape.width))
        self.encoder = Encoder(shape)
        self.heads = nn.Sequential(OrderedDict(head=nn.Linear(shape.width, 1)))

    def forward(self, images: Tensor) -> Tensor:
        """Score pairs."""
        patches = self.conv_proj(images).flatten(2).transpose(1, 2)
        first = self.class_token.expand(images.shape[0], -1, -1)
        tokens = self.encoder(torch.cat([first, patches], dim=1))
        return self.heads(tokens[:, 0])[:, 0]


def load_weights(network: Vit, path: Path) -> None:
    """Load a checkpoint with torchvision's names and this shape, except its output layer."""
    try:
        weights = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, ValueError, EOFError, UnpicklingError) as error:
        raise FileError(
            f"{path} cannot be read as a checkpoint", hint="give a file written by torch.save"
        ) from error
    state = network.state_dict()
    wanted = {name for name in state if not name.startswith("heads.")}
    for name in sorted(wanted):
        if name not in weights or weights[name].shape != state[name].shape:
            found = tuple(weights[name].shape) if name in weights else "missing"
            raise FileError(
                f"{path}: {name} is {found}, not {tuple(state[name].shape)}",
                hint="give a checkpoint of torchvision's vit_b_16, and --network b16",
            )
    network.load_state_dict({name: weights[name] for name in wanted}, strict=False)
