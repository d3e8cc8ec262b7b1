"""The first weights of a transformer: it looks across, and has no opinion."""

from __future__ import annotations

import pytest

torch = pytest.importorskip(
    "torch", reason="the extra `training` is not installed: make test-training"
)

from formework.kernels.neural.stacks import Stacking
from formework.training.first_look import DISPLACEMENTS
from formework.training.networks import CrossEncoder, NetworkName, make_network
from formework.training.vision_transformer import EncoderLayer


def test_each_head_looks_as_many_columns_away_as_it_should() -> None:
    """On blank paper, a patch is looked at far more than its share from where it should be."""
    network = make_network(NetworkName.TINY, Stacking.PAPER, seed=0)
    assert isinstance(network, CrossEncoder)
    encoder, side = network.vit.encoder, 14
    heads = iter(DISPLACEMENTS)
    for layer in list(encoder.layers)[:4]:
        assert isinstance(layer, EncoderLayer)
        tokens = layer.ln_1(encoder.pos_embedding)
        _, seen = layer.self_attention(tokens, tokens, tokens, average_attn_weights=False)
        seen = seen[0, :, 1:, 1:].reshape(-1, side, side, side, side)  # head, from, to
        for looks, away in zip(seen.detach(), heads, strict=False):
            level = torch.diagonal(looks, 0, dim1=0, dim2=2)  # column from, column to, row
            aimed = torch.diagonal(level, away, dim1=0, dim2=1)
            assert aimed.mean().item() > 20 / side**2


def test_an_untrained_transformer_has_no_opinion() -> None:
    """Whatever it is shown, it answers even chances."""
    network = make_network(NetworkName.MICRO, Stacking.PAPER, seed=1)
    assert isinstance(network, CrossEncoder)
    squares = torch.rand(3, 3, 224, 224)
    assert network.vit(squares).abs().max().item() == 0.0
