"""The paper's two losses, from the scores of anchors with their matches and negatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch.nn import functional

if TYPE_CHECKING:
    from torch import Tensor

MARGIN = 1.0  # log-odds; the default of torch's TripletMarginLoss


def contrastive(matching: Tensor, others: Tensor) -> Tensor:
    """The noise-contrastive log loss with k negatives, equation (2) of the paper.

    `matching` (anchors,) and `others` (anchors, k) are log-odds.
    """
    return (functional.softplus(-matching) + functional.softplus(others).mean(dim=1)).mean()


def triplet(matching: Tensor, others: Tensor) -> Tensor:
    """The triplet loss: a match must score at least `MARGIN` above every negative.

    `matching` (anchors,) and `others` (anchors, k) are log-odds.
    """
    return functional.relu(MARGIN - matching[:, None] + others).mean()
