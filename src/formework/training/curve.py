"""The learning curve as an image."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from formework.book.plain_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from formework.training.checkpoint import Check


def draw_curve(checks: Sequence[Check], path: Path) -> None:
    """Plot the training and held-out loss and the held-out ranking against the steps."""
    steps = [check.step for check in checks]
    figure = Figure(figsize=(8, 3.2), layout="constrained")
    loss, ranking = figure.subplots(1, 2)
    loss.plot(steps, [check.training_loss for check in checks], label="training")
    loss.plot(steps, [check.loss for check in checks], label="held out")
    loss.set(xlabel="step", ylabel="loss", ylim=(0, None))
    loss.legend()
    ranking.plot(steps, [check.ranking for check in checks], color="C1")
    ranking.set(xlabel="step", ylabel="matches ranked above others", ylim=(None, 1.0))
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=120)
    write_whole(path, data.getvalue())
