"""The shipped neural kernels: what holds for any kernel, and that they recognise a setting."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.errors import FileError
from formework.kernels.neural.onnx_kernels import (
    SHIPPED,
    CrossEncoderKernel,
    VitKernel,
    probability_different,
)
from formework.simulate.shapes import KING_LEAR
from formework.simulate.simulated_book import simulate_book

if TYPE_CHECKING:
    from pathlib import Path

KERNELS = [VitKernel(threads=1), CrossEncoderKernel(threads=1)]


@cache
def lear() -> tuple[list[np.ndarray], np.ndarray]:
    """The rectos of a simulated King Lear not used in training, and the title of each."""
    book = simulate_book(KING_LEAR, seed=41)
    titles = [title for title in book.titles if title.signature.endswith("r")]
    images = [book.cut_out(title.signature) for title in titles]
    return images, np.array([title.title for title in titles])


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_the_order_of_titles_does_not_matter(kernel: VitKernel) -> None:
    """Distances are symmetric, zero on the diagonal, and independent of the order of titles."""
    images = lear()[0][:5]
    distances = kernel.distances(images)
    assert np.array_equal(distances, distances.T)
    assert not distances.diagonal().any()
    swapped = kernel.distances(images[::-1])
    assert np.allclose(swapped[::-1, ::-1], distances, atol=1e-4)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_a_copy_of_a_title_ranks_first(kernel: VitKernel) -> None:
    """No other title is closer than a copy of the same image."""
    images = lear()[0][:6]
    for place in (0, 3):
        distances = kernel.distances([images[place], *images])
        assert np.argmin(distances[0, 1:]) == place


def test_titles_of_one_setting_are_close() -> None:
    """In a book not used in training, the closest title is nearly always of the same setting."""
    images, titles = lear()
    distances = VitKernel(threads=1).distances(images)
    np.fill_diagonal(distances, np.inf)
    recurring = np.array([np.sum(titles == title) > 1 for title in titles])
    right = titles[np.argmin(distances, axis=1)] == titles
    assert right[recurring].mean() > 0.85


def test_distances_are_probabilities() -> None:
    """Even odds give 0.5; evidence for one setting lowers the distance, to 0 at the least."""
    distances = probability_different(
        np.array([[np.inf, 0.0, 5.0], [0.0, np.inf, -90.0], [5.0, -90.0, np.inf]])
    )
    assert distances[0, 1] == 0.5
    assert 0 == distances[0, 0] < distances[0, 2] < distances[0, 1] < distances[1, 2] <= 1


def test_single_and_blank_titles_have_finite_distances() -> None:
    """A text that occurs once, and crops without ink, give finite distances."""
    blank = np.full((30, 200), 240, np.uint8)
    assert VitKernel(threads=1).distances([blank]).tolist() == [[0.0]]
    assert np.isfinite(VitKernel(threads=1).distances([blank, blank, lear()[0][0]])).all()


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    """The error names the missing model file."""
    with pytest.raises(FileError, match=r"no model reader\.onnx"):
        VitKernel(models=str(tmp_path)).distances(lear()[0][:2])


def test_the_models_are_small() -> None:
    """All model files together are smaller than 25 MB."""
    assert sum(path.stat().st_size for path in SHIPPED.glob("*.onnx")) < 25e6
