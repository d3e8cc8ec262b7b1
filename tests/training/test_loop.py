"""The training loop: it learns, resumes after a kill, and stops early."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.special import expit

torch = pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.errors import FileError
from formework.kernels.neural.onnx_kernels import CROSS_ENCODER, VitKernel
from formework.kernels.neural.stacks import Stacking
from formework.progress import silent
from formework.training.batch_source import FOLDER
from formework.training.checkpoint import load_best
from formework.training.export import export
from formework.training.loop import train
from formework.training.networks import CrossEncoder, NetworkName, make_network
from formework.training.training_plan import (
    LossName,
    PairSource,
    TrainingPlan,
    default_plan,
    shorten,
)
from formework.training.training_run import run_training

if TYPE_CHECKING:
    from pathlib import Path

QUICK = shorten(TrainingPlan())


class KilledError(Exception):
    """Simulates a kill in the middle of a run."""


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the printed books of the quick run."""
    out = tmp_path_factory.mktemp("training")
    train(replace(QUICK, steps=1), out, silent)
    return out / FOLDER


def begin(folder: Path, printed: Path) -> Path:
    """Make an output folder that shares the printed books."""
    folder.mkdir()
    (folder / FOLDER).symlink_to(printed)
    return folder


@pytest.mark.slow
def test_quick_training_learns(tmp_path: Path, printed: Path) -> None:
    """The loss falls within a few hundred pairs; log, curve and models are written."""
    out = begin(tmp_path / "quick", printed)
    run = run_training(QUICK, out, silent)
    first, *_, last = run.outcome.checks
    assert last.training_loss < 0.9 * first.training_loss
    assert run.outcome.best.ranking > 0.6
    assert (out / "log.csv").read_text().count("\n") == 4
    assert (out / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert VitKernel(models=str(out)).distances([np.full((30, 200), 240, np.uint8)] * 2).shape == (
        2,
        2,
    )


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_same_weights(tmp_path: Path, printed: Path) -> None:
    """A run killed between two checkpoints and resumed ends with exactly the same weights."""
    plan = replace(QUICK, steps=12, every=4, anchors=2)
    whole, killed = begin(tmp_path / "whole", printed), begin(tmp_path / "killed", printed)
    train(plan, whole, silent)

    def kill(work: str, done: int, _total: int) -> None:
        if work == "training" and done == 6:
            raise KilledError

    with pytest.raises(KilledError):
        train(plan, killed, kill)
    train(plan, killed, silent)
    one, other = (torch.load(out / "best.pt", weights_only=True) for out in (whole, killed))
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert (whole / "log.csv").read_text() == (killed / "log.csv").read_text()


@pytest.mark.slow
def test_a_checkpoint_with_other_settings_is_rejected(tmp_path: Path, printed: Path) -> None:
    """The folder of another run is rejected, not overwritten."""
    out = begin(tmp_path / "one", printed)
    train(replace(QUICK, steps=2, every=2, anchors=1), out, silent)
    with pytest.raises(FileError, match="other settings"):
        train(replace(QUICK, steps=2, every=2, anchors=1, seed=1), out, silent)


@pytest.mark.slow
def test_training_stops_early(tmp_path: Path, printed: Path) -> None:
    """With a learning rate of 0 nothing improves, and the run stops after `patience` checks."""
    out = begin(tmp_path / "stale", printed)
    plan = replace(QUICK, steps=50, every=1, anchors=1, rate=0.0, patience=3)
    assert train(plan, out, silent).steps == 4


@pytest.mark.slow
@pytest.mark.parametrize("stacking", Stacking)
def test_a_small_transformer_trains_on_the_papers_pairs(
    tmp_path: Path, printed: Path, stacking: Stacking
) -> None:
    """The cross-encoder trains with every stacking and the triplet loss, and is exported."""
    out = begin(tmp_path / "paper", printed)
    plan = replace(
        shorten(default_plan(NetworkName.MICRO)), steps=4, every=2, loss=LossName.TRIPLET,
        stacking=stacking, pairs=PairSource.PAPER,
    )  # fmt: skip
    run = run_training(plan, out, silent)
    assert run.outcome.steps == 4
    assert [model.name for model in run.models] == [CROSS_ENCODER]


@pytest.mark.parametrize("name", [NetworkName.TWO_TOWER, NetworkName.TINY])
def test_onnx_agrees_with_torch(tmp_path: Path, name: NetworkName) -> None:
    """The exported network scores real titles like torch, within 1e-4."""
    from formework.kernels.neural.onnx_kernels import CrossEncoderKernel
    from formework.training.paper_pairs import draw_group

    network = make_network(name, Stacking.PAPER, seed=1).eval()
    export(network, tmp_path)
    images = draw_group(0, 1, 2).images
    kernel = CrossEncoderKernel if isinstance(network, CrossEncoder) else VitKernel
    found = kernel(models=str(tmp_path), threads=1).distances(images)
    pairs = np.array([(i, j) for i in range(4) for j in range(4) if i < j])
    with torch.no_grad():
        both = [network.judge(images, order).numpy() for order in (pairs, pairs[:, ::-1])]
    apart = expit(-np.mean(both, axis=0))
    assert found[pairs[:, 0], pairs[:, 1]] == pytest.approx(apart, abs=1e-4)


def test_the_best_weights_are_loaded(tmp_path: Path) -> None:
    """`load_best` restores exactly what `save_best` wrote."""
    from formework.training.checkpoint import save_best

    network, other = (make_network(NetworkName.TWO_TOWER, Stacking.PAPER, seed) for seed in (1, 2))
    save_best(tmp_path, network)
    load_best(tmp_path, other)
    mine, theirs = network.state_dict(), other.state_dict()
    assert all(torch.equal(mine[name], theirs[name]) for name in mine)
