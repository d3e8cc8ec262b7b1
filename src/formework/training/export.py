"""A trained network as ONNX files, checked against torch before they are kept."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
import onnx
import torch

from formework.errors import WorkError
from formework.kernels.neural.onnx_kernels import CROSS_ENCODER, JUDGE, READER, open_model
from formework.kernels.neural.stacks import SIDE
from formework.kernels.neural.strips import ROWS
from formework.training.networks import CrossEncoder, TwoTower
from formework.training.twotower import FEATURES

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Tensor, nn

TOLERANCE = 1e-4  # of what torch answers, ONNX may be so far off
_OPSET = 17
_LARGE = 1024  # numbers


def export(network: TwoTower | CrossEncoder, out: Path) -> tuple[Path, ...]:
    """Write the network's ONNX files; raises `WorkError` where they disagree with torch.

    A transformer is first rounded to what half precision can hold, and kept so:
    half the file, and still the network that torch has.
    """
    network.eval()
    draw = torch.Generator().manual_seed(0)
    if isinstance(network, CrossEncoder):
        squares = torch.rand((2, 3, SIDE, SIDE), generator=draw)
        network.load_state_dict({n: v.half().float() for n, v in network.state_dict().items()})
        return (_write(network.vit, (squares,), out / CROSS_ENCODER, free={0: (0,)}),)
    strips = torch.rand((3, ROWS, 160), generator=draw).square()
    features = torch.rand((2, 3, FEATURES + 1, 160), generator=draw)
    lie = torch.tensor([[1.0, 0.0], [0.99, 5.0], [1.01, -8.0]])
    reader = _write(network.reader, (strips,), out / READER, free={0: (0, 2)})
    judge = _write(
        network.judge_pairs, (features[0], features[1], lie), out / JUDGE,
        free={0: (0, 2), 1: (0, 2), 2: (0,)},
    )  # fmt: skip
    return reader, judge


def _write(
    network: nn.Module, example: tuple[Tensor, ...], path: Path, free: dict[int, tuple[int, ...]]
) -> Path:
    """Export one graph whose `free` axes, by input, may have any length."""
    names = [f"input_{number}" for number in range(len(example))]
    # The fast path of attention is an operator of torch alone.
    torch.backends.mha.set_fastpath_enabled(False)
    beside = path.with_name(f".{path.name}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the older exporter says that it is the older one
        torch.onnx.export(
            network, example, beside, dynamo=False, opset_version=_OPSET, input_names=names,
            output_names=["output"],
            dynamic_axes={names[number]: {axis: f"axis_{axis}" for axis in axes}
                          for number, axes in free.items()},
        )  # fmt: skip
    _halve(beside)
    # Larger than the example along every free axis: what was fixed by mistake shows.
    larger = tuple(
        torch.cat([part] * 2, dim=0).repeat_interleave(2, dim=2) if 2 in axes
        else torch.cat([part] * 2, dim=0)
        for part, axes in zip(example, free.values(), strict=True)
    )  # fmt: skip
    _agree(network, larger, beside)
    return beside.replace(path)


def _halve(path: Path) -> None:
    """Keep large weights in half precision; they are widened when the model is loaded."""
    model = onnx.load(path)
    graph = model.graph
    for tensor in list(graph.initializer):
        values = onnx.numpy_helper.to_array(tensor)
        half = values.astype(np.float16)
        if values.size >= _LARGE and np.array_equal(half.astype(values.dtype), values):
            name = f"{tensor.name}_half"
            graph.initializer.remove(tensor)
            graph.initializer.append(onnx.numpy_helper.from_array(half, name))
            widen = onnx.helper.make_node("Cast", [name], [tensor.name], to=onnx.TensorProto.FLOAT)
            graph.node.insert(0, widen)
    onnx.save(model, path)


def _agree(network: nn.Module, example: tuple[Tensor, ...], path: Path) -> None:
    with torch.no_grad():
        wanted = network(*example).numpy()
    found = open_model(path, threads=1)(*(part.numpy() for part in example))
    worst = float(np.abs(found - wanted).max())
    if worst > TOLERANCE:
        path.unlink()
        raise WorkError(
            f"{path.name} answers by {worst:.2g} otherwise than torch",
            hint="this is a fault of the export: report it with the versions of torch and onnx",
        )
