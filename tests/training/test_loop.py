"""Training: it learns, it can be killed, it stops when nothing gets better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.special import expit

torch = pytest.importorskip(
    "torch", reason="the extra `training` is not installed: make test-training"
)

from formework.errors import FileError, InputError
from formework.kernels.neural.onnx_kernels import CROSS_ENCODER, VitKernel
from formework.kernels.neural.stacks import Stacking
from formework.training.checkpoint import load_best
from formework.training.course import order_plan, run_course
from formework.training.export import export
from formework.training.loop import train
from formework.training.networks import CrossEncoder, NetworkName, make_network
from formework.training.training_plan import (
    LossName,
    PairSource,
    TrainingPlan,
    shorten,
    usual_plan,
)

if TYPE_CHECKING:
    from pathlib import Path

QUICK = shorten(TrainingPlan())


def silent(_what: str, _done: int, _of: int) -> None:
    """Nobody is looking."""


class KilledError(Exception):
    """Stands for a kill in the middle of the work."""


@pytest.fixture(scope="session")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the quick training's books are printed already."""
    out = tmp_path_factory.mktemp("training")
    train(replace(QUICK, steps=1), out, silent)
    return out / "lessons"


def begin(folder: Path, lessons: Path) -> Path:
    """A folder to train in that shares the printed lessons."""
    folder.mkdir()
    (folder / "lessons").symlink_to(lessons)
    return folder


@pytest.mark.slow
def test_quick_training_learns(tmp_path: Path, lessons: Path) -> None:
    """A few hundred pairs make the loss fall; log, curve and models are written."""
    out = begin(tmp_path / "quick", lessons)
    course = run_course(QUICK, out, silent)
    first, *_, last = course.outcome.checks
    assert last.training_loss < 0.9 * first.training_loss
    assert course.outcome.best.ranking > 0.6
    assert (out / "log.csv").read_text().count("\n") == 4
    assert (out / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert VitKernel(models=str(out)).distances([np.full((30, 200), 240, np.uint8)] * 2).shape == (
        2,
        2,
    )


@pytest.mark.slow
def test_killed_and_taken_up_again_is_the_same(tmp_path: Path, lessons: Path) -> None:
    """A training that was killed between two checkpoints ends with the very same weights."""
    plan = replace(QUICK, steps=12, every=4, anchors=2)
    whole, killed = begin(tmp_path / "whole", lessons), begin(tmp_path / "killed", lessons)
    train(plan, whole, silent)

    def kill(what: str, done: int, _of: int) -> None:
        if what == "training" and done == 6:
            raise KilledError

    with pytest.raises(KilledError):
        train(plan, killed, kill)
    train(plan, killed, silent)
    one, other = (torch.load(out / "best.pt", weights_only=True) for out in (whole, killed))
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert (whole / "log.csv").read_text() == (killed / "log.csv").read_text()


@pytest.mark.slow
def test_other_settings_do_not_take_up_a_checkpoint(tmp_path: Path, lessons: Path) -> None:
    """A folder of another training is refused, not overwritten."""
    out = begin(tmp_path / "one", lessons)
    train(replace(QUICK, steps=2, every=2, anchors=1), out, silent)
    with pytest.raises(FileError, match="other settings"):
        train(replace(QUICK, steps=2, every=2, anchors=1, seed=1), out, silent)


@pytest.mark.slow
def test_training_stops_early(tmp_path: Path, lessons: Path) -> None:
    """With a rate so small that nothing gets better, it stops when its patience ends."""
    out = begin(tmp_path / "stale", lessons)
    plan = replace(QUICK, steps=50, every=1, anchors=1, rate=0.0, patience=3)
    assert train(plan, out, silent).steps == 4


@pytest.mark.slow
@pytest.mark.parametrize("stacking", Stacking)
def test_a_small_transformer_trains_on_pairs_of_the_paper(
    tmp_path: Path, lessons: Path, stacking: Stacking
) -> None:
    """The cross-encoder runs through every stacking with the triplet loss, and is exported."""
    out = begin(tmp_path / "paper", lessons)
    plan = replace(
        shorten(usual_plan(NetworkName.MICRO)), steps=4, every=2, loss=LossName.TRIPLET,
        stacking=stacking, pairs=PairSource.PAPER,
    )  # fmt: skip
    course = run_course(plan, out, silent)
    assert course.outcome.steps == 4
    assert [model.name for model in course.models] == [CROSS_ENCODER]


@pytest.mark.parametrize("name", [NetworkName.TWO_TOWER, NetworkName.TINY])
def test_onnx_agrees_with_torch(tmp_path: Path, name: NetworkName) -> None:
    """The exported network judges real titles as torch does, to 1e-4."""
    from formework.kernels.neural.onnx_kernels import CrossEncoderKernel
    from formework.training.paper_pairs import draw_lesson

    network = make_network(name, Stacking.PAPER, seed=1).eval()
    export(network, tmp_path)
    images = draw_lesson(0, 1, 2).images
    kernel = CrossEncoderKernel if isinstance(network, CrossEncoder) else VitKernel
    found = kernel(models=str(tmp_path), threads=1).distances(images)
    pairs = np.array([(i, j) for i in range(4) for j in range(4) if i < j])
    with torch.no_grad():
        both = [network.judge(images, order).numpy() for order in (pairs, pairs[:, ::-1])]
    apart = expit(-np.mean(both, axis=0))
    assert found[pairs[:, 0], pairs[:, 1]] == pytest.approx(apart, abs=1e-4)


def test_what_cannot_be_trained_is_refused_by_name(tmp_path: Path) -> None:
    """Wrong names, and weights of a transformer for a network that is none."""
    usual = {"network": "two-tower", "pairs": None, "loss": "contrastive", "stacking": "paper",
             "steps": None, "quick": True, "seed": 0, "weights": None}  # fmt: skip
    with pytest.raises(InputError, match="no network 'large'"):
        order_plan(**{**usual, "network": "large"})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no loss 'square'"):
        order_plan(**{**usual, "loss": "square"})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="takes no weights"):
        order_plan(**{**usual, "weights": tmp_path / "vit.pt"})  # type: ignore[arg-type]


def test_best_weights_are_not_the_last(tmp_path: Path) -> None:
    """What is loaded is what was saved as the best."""
    from formework.training.checkpoint import save_best

    network, other = (make_network(NetworkName.TWO_TOWER, Stacking.PAPER, seed) for seed in (1, 2))
    save_best(tmp_path, network)
    load_best(tmp_path, other)
    mine, theirs = network.state_dict(), other.state_dict()
    assert all(torch.equal(mine[name], theirs[name]) for name in mine)
