"""The batches of a training run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.progress import silent
from formework.training.batch_source import FOLDER, HELD_OUT, open_batch_source
from formework.training.networks import NetworkName
from formework.training.training_plan import default_plan
from tests.training.test_paper_pairs import similarity

if TYPE_CHECKING:
    from pathlib import Path


def test_shift_grows_with_the_steps_and_within_a_batch(tmp_path: Path) -> None:
    """The first batch is not shifted; the last one ranges from no shift to the full one."""
    plan = replace(default_plan(NetworkName.MICRO), held_out=0)
    source = open_batch_source(plan, tmp_path, silent)
    first, last = source.batch(0), source.batch(plan.steps - 1)
    assert all(similarity(group) > 0.6 for group in first)
    assert similarity(last[0]) > 0.6 > 0.4 > similarity(last[-1])


def test_held_out_books_are_not_used_for_training(tmp_path: Path) -> None:
    """Held-out groups come from other seeds, and a step always has the same batch."""
    plan = replace(default_plan(NetworkName.TWO_TOWER), books=1, held_out=1)
    source = open_batch_source(plan, tmp_path, silent)
    assert [path.name[:6] for path in source.printed] == ["000000"] * 2
    assert len(source.held_out) == 2
    assert (tmp_path / FOLDER / f"{HELD_OUT}-0.npz").exists()
    (one,), (again,) = source.batch(3), source.batch(3)
    assert np.array_equal(one.images[0], again.images[0])
