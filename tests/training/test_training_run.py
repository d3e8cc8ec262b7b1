"""Plans made from the options of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.errors import InputError
from formework.training.checkpoint import Check
from formework.training.loop import Outcome
from formework.training.training_plan import PairSource, TrainingPlan
from formework.training.training_run import TrainingRun, describe_run, make_plan

OPTIONS = {"network": "two-tower", "pairs": None, "loss": "contrastive", "stacking": "paper",
           "steps": None, "quick": True, "seed": 0, "weights": None}  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"network": "large"}, "no network 'large'"),
        ({"loss": "square"}, "no loss 'square'"),
        ({"pairs": "real"}, "no source of pairs 'real'"),
        ({"weights": Path("vit.pt")}, "cannot start from vit.pt"),
    ],
)
def test_wrong_options_are_named(wrong: dict[str, object], message: str) -> None:
    """An unknown name, or weights that do not suit the network, is an error that names it."""
    with pytest.raises(InputError, match=message):
        make_plan(**{**OPTIONS, **wrong})  # type: ignore[arg-type]


def test_a_network_has_its_own_defaults() -> None:
    """A transformer is trained on the paper's pairs, unless the options say otherwise."""
    tiny = make_plan(**{**OPTIONS, "network": "tiny", "steps": 5})  # type: ignore[arg-type]
    assert (tiny.pairs, tiny.steps) == (PairSource.PAPER, 5)
    press = make_plan(**{**OPTIONS, "network": "tiny", "pairs": "press"})  # type: ignore[arg-type]
    assert press.pairs is PairSource.PRESS


def test_a_run_is_described_and_written_as_plain_values() -> None:
    """The summary names the best check; the JSON keeps the plan's names of earlier versions."""
    best = Check(step=1, training_loss=1.0, loss=0.5, ranking=0.75)
    run = TrainingRun(TrainingPlan(), Outcome((best,), best, 1), (), minutes=0.2)
    assert describe_run(run).startswith(
        "1 step in 0.2 minutes\nbest at step 1: held-out loss 0.500"
    )
    plan = run.as_json()["plan"]
    assert isinstance(plan, dict)
    assert list(plan)[5:8] == ["steps", "lessons", "anchors"]
