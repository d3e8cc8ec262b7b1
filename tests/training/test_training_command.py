"""The command `train`: the files it writes and what it prints."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from formework.cli import main

if TYPE_CHECKING:
    from pathlib import Path

TORCH = find_spec("torch") is not None


@pytest.mark.slow
@pytest.mark.skipif(not TORCH, reason="the extra `training` is not installed: make test-all")
def test_train_writes_models_log_and_curve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two quick steps write all files and print JSON; the same command again changes nothing."""
    command = ["train", str(tmp_path / "model"), "--quick", "--steps", "2", "--json"]
    main(command)
    answer = json.loads(capsys.readouterr().out)
    assert answer["steps"] == answer["best"]["step"] == 2
    written = {path.name for path in (tmp_path / "model").iterdir()}
    assert written >= {"reader.onnx", "judge.onnx", "log.csv", "curve.png", "checkpoint.pt"}
    main(command)
    assert json.loads(capsys.readouterr().out)["best"] == answer["best"]


@pytest.mark.skipif(TORCH, reason="torch is installed")
def test_without_torch_the_error_names_the_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without torch, the command fails and says what to install."""
    with pytest.raises(SystemExit) as stopped:
        main(["train", str(tmp_path / "model"), "--quick"])
    assert stopped.value.code == 2
    assert "formework[training]" in capsys.readouterr().err
