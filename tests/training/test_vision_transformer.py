"""The transformer: torchvision's parameter names, and loading of checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

torch = pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

from formework.errors import FileError
from formework.training.vision_transformer import B16, TINY, Vit, VitShape, load_weights

if TYPE_CHECKING:
    from pathlib import Path

SMALL = VitShape(width=24, depth=2, heads=3, patch=16, side=32)


def torchvision_shapes(shape: VitShape) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the parameters in torchvision's checkpoints."""
    width, tokens = shape.width, (shape.side // shape.patch) ** 2 + 1
    shapes: dict[str, tuple[int, ...]] = {
        "class_token": (1, 1, width),
        "conv_proj.weight": (width, 3, shape.patch, shape.patch),
        "conv_proj.bias": (width,),
        "encoder.pos_embedding": (1, tokens, width),
        "encoder.ln.weight": (width,),
        "encoder.ln.bias": (width,),
        "heads.head.weight": (1000, width),
        "heads.head.bias": (1000,),
    }
    for number in range(shape.depth):
        layer = f"encoder.layers.encoder_layer_{number}"
        shapes |= {
            f"{layer}.ln_1.weight": (width,),
            f"{layer}.ln_1.bias": (width,),
            f"{layer}.self_attention.in_proj_weight": (3 * width, width),
            f"{layer}.self_attention.in_proj_bias": (3 * width,),
            f"{layer}.self_attention.out_proj.weight": (width, width),
            f"{layer}.self_attention.out_proj.bias": (width,),
            f"{layer}.ln_2.weight": (width,),
            f"{layer}.ln_2.bias": (width,),
            f"{layer}.mlp.0.weight": (4 * width, width),
            f"{layer}.mlp.0.bias": (4 * width,),
            f"{layer}.mlp.3.weight": (width, 4 * width),
            f"{layer}.mlp.3.bias": (width,),
        }
    return shapes


def save_checkpoint(path: Path, shape: VitShape, **changed: tuple[int, ...]) -> Path:
    """Write a random checkpoint with torchvision's names."""
    shapes = torchvision_shapes(shape) | {k.replace("__", "."): v for k, v in changed.items()}
    torch.save({name: torch.rand(size) for name, size in shapes.items()}, path)
    return path


def test_every_parameter_is_loaded_except_the_output_layer(tmp_path: Path) -> None:
    """The network has the checkpoint's values everywhere except in its output layer."""
    path = save_checkpoint(tmp_path / "vit.pt", SMALL)
    network = Vit(SMALL)
    head = network.state_dict()["heads.head.weight"].clone()
    load_weights(network, path)
    given = torch.load(path, weights_only=True)
    for name, values in network.state_dict().items():
        wanted = head if name == "heads.head.weight" else given[name]
        if name != "heads.head.bias":
            assert torch.equal(values, wanted), name
    assert network(torch.rand(2, 3, 32, 32)).shape == (2,)


def test_b16_has_the_shape_of_the_imagenet_checkpoint() -> None:
    """ViT-B/16 has torchvision's names and shapes but for the head; tiny has 5.5M weights."""
    with torch.device("meta"):
        own = {name: tuple(values.shape) for name, values in Vit(B16).state_dict().items()}
        tiny = sum(values.numel() for values in Vit(TINY).parameters())
    wanted = torchvision_shapes(B16)
    assert {n: s for n, s in own.items() if "heads" not in n} == {
        n: s for n, s in wanted.items() if "heads" not in n
    }
    assert 5.4e6 < tiny < 5.6e6


def test_a_checkpoint_of_another_shape_is_rejected(tmp_path: Path) -> None:
    """The error names the parameter and both shapes."""
    path = save_checkpoint(tmp_path / "vit.pt", SMALL, encoder__ln__weight=(32,))
    with pytest.raises(FileError, match=r"encoder\.ln\.weight is \(32,\), not \(24,\)"):
        load_weights(Vit(SMALL), path)


def test_a_file_that_is_not_a_checkpoint_is_rejected(tmp_path: Path) -> None:
    """The error names the file; nothing in it is executed."""
    path = tmp_path / "vit.pt"
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(FileError, match=r"vit\.pt cannot be read"):
        load_weights(Vit(SMALL), path)
