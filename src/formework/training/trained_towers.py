"""Reads the weights of a trained two-tower network from its ONNX files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import onnx
import torch
from google.protobuf.message import DecodeError

from formework.errors import FileError
from formework.kernels.neural.onnx_kernels import JUDGE, READER

if TYPE_CHECKING:
    from pathlib import Path

    from torch import nn

    from formework.training.networks import TwoTower


def load_towers(network: TwoTower, folder: Path) -> None:
    """Start a network from the `reader.onnx` and `judge.onnx` of an earlier training run."""
    for part, name in ((network.reader, READER), (network.judge_pairs, JUDGE)):
        _load_part(part, folder / name)


def _load_part(part: nn.Module, path: Path) -> None:
    try:
        stored = onnx.load(path).graph.initializer
        values = {tensor.name: onnx.numpy_helper.to_array(tensor).copy() for tensor in stored}
        part.load_state_dict({name: torch.from_numpy(values[name]) for name in part.state_dict()})
    except (OSError, KeyError, ValueError, RuntimeError, DecodeError) as error:
        raise FileError(
            f"{path} does not hold weights of the two-tower network: {error}",
            hint="give the folder of an earlier training run, with reader.onnx and judge.onnx",
        ) from error
