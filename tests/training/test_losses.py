"""The paper's losses, on scores computed by hand."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.training.losses import contrastive, triplet


def test_contrastive_is_the_papers_equation() -> None:
    """-log p(match) - 1/k Σ log(1 - p(other)), averaged over anchors."""
    matching = torch.tensor([0.0, math.log(3)])  # p = 1/2, 3/4
    others = torch.tensor([[0.0, -math.log(3)], [math.log(3), math.log(3)]])
    first = math.log(2) + (math.log(2) + math.log(4 / 3)) / 2
    second = math.log(4 / 3) + math.log(4)
    assert contrastive(matching, others).item() == pytest.approx((first + second) / 2)


def test_triplet_is_zero_beyond_the_margin() -> None:
    """A negative more than the margin below the match costs 0; a closer one costs the rest."""
    matching = torch.tensor([2.0])
    assert triplet(matching, torch.tensor([[1.0, -3.0]])).item() == 0.0
    assert triplet(matching, torch.tensor([[1.5, 2.0]])).item() == pytest.approx(0.75)
