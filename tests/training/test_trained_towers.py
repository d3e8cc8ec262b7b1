"""Weights of an earlier training run, read from its ONNX files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

torch = pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.errors import FileError
from formework.kernels.neural.onnx_kernels import JUDGE, READER, SHIPPED
from formework.training.export import export
from formework.training.networks import TwoTower
from formework.training.trained_towers import load_towers

if TYPE_CHECKING:
    from pathlib import Path


def _trained() -> TwoTower:
    """A network with random weights, all different, as after training."""
    torch.manual_seed(1)
    network = TwoTower()
    for weights in network.parameters():
        torch.nn.init.normal_(weights, std=0.05)
    return network


def test_a_network_starts_from_what_was_exported(tmp_path: Path) -> None:
    """All weights come back exactly, whatever the new network began with."""
    one, other = _trained(), TwoTower()
    export(one, tmp_path)
    load_towers(other, tmp_path)
    for name, value in one.state_dict().items():
        assert torch.equal(other.state_dict()[name], value), name


def test_the_shipped_weights_can_be_trained_further() -> None:
    """The files in the package fit the network, and are not those of an untrained one."""
    network = TwoTower()
    load_towers(network, SHIPPED)
    assert network.judge_pairs.bias.item() != 0.0


@pytest.mark.parametrize("content", [None, b"not a model"])
def test_files_that_are_missing_or_damaged_are_named(tmp_path: Path, content: bytes | None) -> None:
    """The error names the file, and the folder to give instead."""
    export(_trained(), tmp_path)
    (tmp_path / JUDGE).unlink()
    if content is not None:
        (tmp_path / JUDGE).write_bytes(content)
    with pytest.raises(FileError, match=r"judge\.onnx does not hold weights"):
        load_towers(TwoTower(), tmp_path)
    assert (tmp_path / READER).exists()
