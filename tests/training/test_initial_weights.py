"""The initial weights of a transformer: heads attend to the other title, odds are even."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.kernels.neural.stacks import Stacking
from formework.training.initial_weights import DISPLACEMENTS
from formework.training.networks import CrossEncoder, NetworkName, make_network
from formework.training.vision_transformer import EncoderLayer


def test_each_head_attends_to_its_displacement() -> None:
    """Without ink, a head gives the patch at its displacement 20 times the average attention."""
    network = make_network(NetworkName.TINY, Stacking.PAPER, seed=0)
    assert isinstance(network, CrossEncoder)
    encoder, side = network.vit.encoder, 14
    heads = iter(DISPLACEMENTS)
    for layer in list(encoder.layers)[:4]:
        assert isinstance(layer, EncoderLayer)
        tokens = layer.ln_1(encoder.pos_embedding)
        _, seen = layer.self_attention(tokens, tokens, tokens, average_attn_weights=False)
        seen = seen[0, :, 1:, 1:].reshape(-1, side, side, side, side)  # head, from, to
        for attention, displacement in zip(seen.detach(), heads, strict=False):
            level = torch.diagonal(attention, 0, dim1=0, dim2=2)  # column from, column to, row
            aimed = torch.diagonal(level, displacement, dim1=0, dim2=1)
            assert aimed.mean().item() > 20 / side**2


def test_an_untrained_transformer_answers_even_odds() -> None:
    """Before training every pair has log-odds of 0."""
    network = make_network(NetworkName.MICRO, Stacking.PAPER, seed=1)
    assert isinstance(network, CrossEncoder)
    squares = torch.rand(3, 3, 224, 224)
    assert network.vit(squares).abs().max().item() == 0.0
