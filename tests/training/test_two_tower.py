"""The layers of the two-tower network."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.kernels.neural.strips import ROWS
from formework.training.two_tower import (
    FEATURE_GROUPS,
    FEATURES,
    MAX_DISPLACEMENT,
    FeatureReader,
    Judge,
    align_features,
    correlate_features,
)


def test_aligning_by_a_whole_column_moves_the_features() -> None:
    """A registration of scale 1 and shift 3 reads each column three to the right."""
    features = torch.rand(1, 2, 20)
    moved = align_features(features, torch.tensor([[1.0, 3.0]]))
    assert torch.allclose(moved[0, :, :16], features[0, :, 3:19])


def test_correlation_peaks_at_the_displacement() -> None:
    """Features moved by two columns correlate best at displacement 2, in every group."""
    one = torch.randn(1, FEATURES, 200, generator=torch.Generator().manual_seed(0))
    fits = (
        correlate_features(one, torch.roll(one, 2, dims=2)).mean(dim=2).reshape(-1, FEATURE_GROUPS)
    )
    assert fits.argmax(dim=0).tolist() == [MAX_DISPLACEMENT + 2] * FEATURE_GROUPS


def test_the_last_feature_marks_the_columns_near_ink() -> None:
    """It is 1 within 12 columns of ink and 0 beyond."""
    strip = torch.zeros(1, ROWS, 80)
    strip[0, :, 40] = 1.0
    near = FeatureReader()(strip)[0, FEATURES]
    assert near.nonzero().flatten().tolist() == list(range(28, 53))


def test_an_untrained_judge_answers_even_odds() -> None:
    """Before training every pair has log-odds of 0."""
    features = torch.rand(2, 3, FEATURES + 1, 160)
    registrations = torch.tensor([[1.0, 0.0]] * 3)
    assert Judge()(features[0], features[1], registrations).tolist() == [0.0] * 3
