"""Export a trained network to ONNX files, checked against torch before they are kept."""

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
from formework.training.two_tower import FEATURES

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Tensor, nn

TOLERANCE = 1e-4  # log-odds: the largest difference allowed between ONNX and torch
_OPSET = 17  # of ONNX: the first operator set with LayerNormalization
_HALVED_FROM = 1024  # weights: smaller tensors are not worth storing in half precision


def export(network: TwoTower | CrossEncoder, out: Path) -> tuple[Path, ...]:
    """Write the network's ONNX files; raise `WorkError` if they disagree with torch.

    The weights of a transformer are first rounded to half precision, in torch
    too: the file is half the size and still holds the same network.
    """
    network.eval()
    draw = torch.Generator().manual_seed(0)
    if isinstance(network, CrossEncoder):
        squares = torch.rand((2, 3, SIDE, SIDE), generator=draw)
        network.load_state_dict({n: v.half().float() for n, v in network.state_dict().items()})
        return (_write(network.vit, (squares,), out / CROSS_ENCODER, free={0: (0,)}),)
    strips = torch.rand((3, ROWS, 160), generator=draw).square()
    features = torch.rand((2, 3, FEATURES + 1, 160), generator=draw)
    registrations = torch.tensor([[1.0, 0.0], [0.99, 5.0], [1.01, -8.0]])
    reader = _write(network.reader, (strips,), out / READER, free={0: (0, 2)})
    judge = _write(
        network.judge_pairs, (features[0], features[1], registrations), out / JUDGE,
        free={0: (0, 2), 1: (0, 2), 2: (0,)},
    )  # fmt: skip
    return reader, judge


def _write(
    network: nn.Module, example: tuple[Tensor, ...], path: Path, free: dict[int, tuple[int, ...]]
) -> Path:
    """Export one graph; the axes listed in `free` for each input may have any length."""
    names = [f"input_{number}" for number in range(len(example))]
    # The fast path of attention is an operator that only torch has.
    torch.backends.mha.set_fastpath_enabled(False)
    draft = path.with_name(f".{path.name}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter used here warns that a newer one exists
        torch.onnx.export(
            network, example, draft, dynamo=False, opset_version=_OPSET, input_names=names,
            output_names=["output"],
            dynamic_axes={names[number]: {axis: f"axis_{axis}" for axis in axes}
                          for number, axes in free.items()},
        )  # fmt: skip
    _halve(draft)
    # Twice the example along every free axis: an axis fixed by mistake makes this fail.
    larger = tuple(
        torch.cat([part] * 2, dim=0).repeat_interleave(2, dim=2) if 2 in axes
        else torch.cat([part] * 2, dim=0)
        for part, axes in zip(example, free.values(), strict=True)
    )  # fmt: skip
    _check_agreement(network, larger, draft)
    return draft.replace(path)


def _halve(path: Path) -> None:
    """Store large weights in half precision; a Cast node widens them at load time."""
    model = onnx.load(path)
    graph = model.graph
    for tensor in list(graph.initializer):
        values = onnx.numpy_helper.to_array(tensor)
        half = values.astype(np.float16)
        if values.size >= _HALVED_FROM and np.array_equal(half.astype(values.dtype), values):
            name = f"{tensor.name}_half"
            graph.initializer.remove(tensor)
            graph.initializer.append(onnx.numpy_helper.from_array(half, name))
            widen = onnx.helper.make_node("Cast", [name], [tensor.name], to=onnx.TensorProto.FLOAT)
            graph.node.insert(0, widen)
    onnx.save(model, path)


def _check_agreement(network: nn.Module, example: tuple[Tensor, ...], path: Path) -> None:
    with torch.no_grad():
        wanted = network(*example).numpy()
    found = open_model(path, threads=1)(*(part.numpy() for part in example))
    worst = float(np.abs(found - wanted).max())
    if worst > TOLERANCE:
        path.unlink()
        raise WorkError(
            f"{path.name} differs from torch by {worst:.2g}, more than {TOLERANCE:g}",
            hint="this is a bug in the export: report it with the versions of torch and onnx",
        )
