"""The neural kernels, run by onnxruntime without torch.

`VitKernel` is ours: it computes features once per title and scores pairs by how
well the features align. `CrossEncoderKernel` is the paper's (Vogler et al.
2024, §3.1): a Vision Transformer that sees both titles of every pair. Both
return the log-odds that two titles are one setting, averaged over both orders
of the pair.
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
from formework.kernels.base import TextEvidence
from formework.kernels.neural.stacks import Stacking, stack_pairs
from formework.kernels.neural.strips import make_strips, register

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

READER, JUDGE, CROSS_ENCODER = "reader.onnx", "judge.onnx", "cross-encoder.onnx"
_SELF_LOG_ODDS = 30.0  # of a title with itself: certain, but finite
SHIPPED = Path(str(files("formework.kernels.neural"))) / "models"


@dataclass(frozen=True, slots=True)
class VitKernel:
    """The two-tower network.

    `models` is the folder of the ONNX files (empty: those shipped), `batch` the
    number of pairs scored at once; `threads` 0 uses all cores.
    """

    models: str = ""
    batch: int = 64
    threads: int = 0

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """The probability (prior 50:50) that two titles are different settings: (n, n)."""
        return probability_different(self.evidence(images).log_odds)

    def evidence(
        self,
        images: Sequence[NDArray[np.uint8]],
        rivals: NDArray[np.bool_] | None = None,  # noqa: ARG002
        *,
        texts: Sequence[str] | None = None,  # noqa: ARG002
        rectos: Sequence[bool] | None = None,  # noqa: ARG002
    ) -> TextEvidence:
        """Log-odds, with a prior of 50:50, that two titles are one setting: (n, n).

        NaN for a blank crop. `rivals` are scored like all other pairs: the
        network sees only two titles at a time.
        """
        if not images:
            return TextEvidence(np.zeros((0, 0)))
        strips = make_strips(images)
        features = _cached_model(self.models, READER, self.threads)(strips)
        judge = _cached_model(self.models, JUDGE, self.threads)

        def score(pairs: NDArray[np.intp]) -> NDArray[np.float32]:
            registrations = register(strips, pairs)
            return np.concatenate(
                [
                    judge(features[some[:, 0]], features[some[:, 1]], registration)
                    for some, registration in _batches(self.batch, pairs, registrations)
                ]
            )

        evidence = _average_both_orders(len(images), score)
        blank = strips.max(axis=(1, 2)) == 0
        evidence[blank] = evidence[:, blank] = np.nan
        return TextEvidence(evidence)


@dataclass(frozen=True, slots=True)
class CrossEncoderKernel:
    """The paper's cross-encoder; settings as in `VitKernel`."""

    models: str = ""
    stacking: Stacking = Stacking.PAPER
    batch: int = 16
    threads: int = 0

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """The probability (prior 50:50) that two titles are different settings: (n, n)."""
        judge = _cached_model(self.models, CROSS_ENCODER, self.threads)

        def score(pairs: NDArray[np.intp]) -> NDArray[np.float32]:
            return np.concatenate(
                [
                    judge(stack_pairs(images, some, self.stacking))
                    for (some,) in _batches(self.batch, pairs)
                ]
            )

        return probability_different(_average_both_orders(len(images), score))


def probability_different(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn log-odds of one setting into distances from 0 to 1; 0.5 where they are NaN.

    The distance is bounded because the paper's norm gives most weight to the
    slot that differs most: beyond certainty, a larger difference must not count.
    """
    distances = np.asarray(expit(-np.nan_to_num(evidence, nan=0.0)))
    np.fill_diagonal(distances, 0.0)
    return distances


def _average_both_orders(
    count: int, score: Callable[[NDArray[np.intp]], NDArray[np.float32]]
) -> NDArray[np.float64]:
    """Score all pairs in both orders and average; a title with itself is certain."""
    evidence = np.full((count, count), _SELF_LOG_ODDS)
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
    """Load an ONNX file as a function of arrays."""
    import onnxruntime

    if not path.exists():
        raise FileError(
            f"there is no model {path.name} in {path.parent}",
            hint="reinstall formework, or train a model: formework train --help",
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
def _cached_model(folder: str, name: str, threads: int) -> Callable[..., NDArray[np.float32]]:
    return open_model((Path(folder) if folder else SHIPPED) / name, threads)
