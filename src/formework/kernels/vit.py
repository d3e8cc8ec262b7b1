"""The neural kernels, run by onnxruntime: no torch.

`VitKernel` is ours: every title is read once, pairs are judged by how their
features fit. `CrossEncoderKernel` is the paper's (Vogler et al. 2024, §3.1): a
Vision Transformer looks at both titles of every pair. Both answer log-odds
that two titles are one setting; both orders of a pair are averaged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import expit

from formework.errors import FileError
from formework.kernels.stacks import Stacking, stack_pairs
from formework.kernels.strips import lay_out, register

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

READER, JUDGE, CROSS_ENCODER = "reader.onnx", "judge.onnx", "cross-encoder.onnx"
_SURE = 30.0  # log-odds of a title with itself
SHIPPED = Path(str(files("formework.kernels"))) / "models"


@dataclass(frozen=True, slots=True)
class VitKernel:
    """The two-tower network, shipped or of a folder `models`; `threads` 0 takes all cores."""

    models: str = ""
    batch: int = 64
    threads: int = 0

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """The chance that two titles are two settings, at even chances before: (n, n)."""
        return chance_apart(self.evidence(images))

    def evidence(
        self,
        images: Sequence[NDArray[np.uint8]],
        rivals: NDArray[np.bool_] | None = None,  # noqa: ARG002
        *,
        texts: Sequence[str] | None = None,  # noqa: ARG002
        rectos: Sequence[bool] | None = None,  # noqa: ARG002
    ) -> NDArray[np.float64]:
        """Log-odds that two titles are one setting, at even chances: (n, n), NaN for a blank crop.

        What cannot be the same type is judged like all else: the network looks at
        two titles only.
        """
        if not images:
            return np.zeros((0, 0))
        strips = lay_out(images)
        features = _keep_model(self.models, READER, self.threads)(strips)
        judge = _keep_model(self.models, JUDGE, self.threads)

        def score(pairs: NDArray[np.intp]) -> NDArray[np.float32]:
            lies = register(strips, pairs)
            return np.concatenate(
                [
                    judge(features[some[:, 0]], features[some[:, 1]], lie)
                    for some, lie in _batches(self.batch, pairs, lies)
                ]
            )

        evidence = _both_ways(len(images), score)
        blank = strips.max(axis=(1, 2)) == 0
        evidence[blank] = evidence[:, blank] = np.nan
        return evidence


@dataclass(frozen=True, slots=True)
class CrossEncoderKernel:
    """The paper's cross-encoder, shipped or of a folder `models`; `threads` 0 takes all cores."""

    models: str = ""
    stacking: Stacking = Stacking.PAPER
    batch: int = 16
    threads: int = 0

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """The chance that two titles are two settings, at even chances before: (n, n)."""
        judge = _keep_model(self.models, CROSS_ENCODER, self.threads)

        def score(pairs: NDArray[np.intp]) -> NDArray[np.float32]:
            return np.concatenate(
                [
                    judge(stack_pairs(images, some, self.stacking))
                    for (some,) in _batches(self.batch, pairs)
                ]
            )

        return chance_apart(_both_ways(len(images), score))


def chance_apart(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-odds as distances from 0 to 1; where nothing is known the chance is even.

    Bounded, because the paper's norm gives most weight to the slot that differs
    most: how much stranger one stranger is than another should not count.
    """
    distances = np.asarray(expit(-np.nan_to_num(evidence, nan=0.0)))
    np.fill_diagonal(distances, 0.0)
    return distances


def _both_ways(
    count: int, score: Callable[[NDArray[np.intp]], NDArray[np.float32]]
) -> NDArray[np.float64]:
    """All pairs scored in both orders and averaged; a title with itself is beyond doubt."""
    evidence = np.full((count, count), _SURE)
    first, second = np.triu_indices(count, 1)
    if len(first):
        pairs = np.stack([first, second], axis=1)
        both = (score(pairs).astype(np.float64) + score(pairs[:, ::-1])) / 2
        evidence[first, second] = evidence[second, first] = both
    return evidence


def _batches(size: int, *arrays: NDArray[Any]) -> list[tuple[NDArray[Any], ...]]:
    return [
        tuple(array[start : start + size] for array in arrays)
        for start in range(0, len(arrays[0]), size)
    ]


def open_model(path: Path, threads: int) -> Callable[..., NDArray[np.float32]]:
    """A model file as a function of arrays."""
    import onnxruntime

    if not path.exists():
        raise FileError(
            f"there is no model {path.name} in {path.parent}",
            hint="install the program again, or make one: formework train --help",
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    names = [entry.name for entry in session.get_inputs()]

    def run(*inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        feed = {name: np.ascontiguousarray(part) for name, part in zip(names, inputs, strict=True)}
        return np.asarray(session.run(None, feed)[0])

    return run


@lru_cache(maxsize=8)
def _keep_model(folder: str, name: str, threads: int) -> Callable[..., NDArray[np.float32]]:
    return open_model((Path(folder) if folder else SHIPPED) / name, threads)
