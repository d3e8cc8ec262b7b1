"""The neural kernels as shipped: what must hold of any kernel, and that they know a setting."""

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
    chance_apart,
)
from formework.simulate.shapes import KING_LEAR
from formework.simulate.simulated_book import simulate_book

if TYPE_CHECKING:
    from pathlib import Path

KERNELS = [VitKernel(threads=1), CrossEncoderKernel(threads=1)]


@cache
def lear() -> tuple[list[np.ndarray], np.ndarray]:
    """The rectos of a simulated King Lear that no training saw, and the title of each."""
    book = simulate_book(KING_LEAR, seed=41)
    titles = [title for title in book.titles if title.signature.endswith("r")]
    images = [book.cut_out(title.signature) for title in titles]
    return images, np.array([title.title for title in titles])


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_swapping_two_titles_changes_nothing(kernel: VitKernel) -> None:
    """Distances are symmetric, zero on themselves, and the same in whatever order titles come."""
    images = lear()[0][:5]
    distances = kernel.distances(images)
    assert np.array_equal(distances, distances.T)
    assert not distances.diagonal().any()
    swapped = kernel.distances(images[::-1])
    assert np.allclose(swapped[::-1, ::-1], distances, atol=1e-4)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_a_title_with_itself_ranks_first(kernel: VitKernel) -> None:
    """No other title is judged nearer than the very same image given twice."""
    images = lear()[0][:6]
    for place in (0, 3):
        distances = kernel.distances([images[place], *images])
        assert np.argmin(distances[0, 1:]) == place


def test_titles_of_one_setting_are_near() -> None:
    """In a book never seen, the nearest other title is nearly always of the same setting."""
    images, titles = lear()
    distances = VitKernel(threads=1).distances(images)
    np.fill_diagonal(distances, np.inf)
    recurring = np.array([np.sum(titles == title) > 1 for title in titles])
    right = titles[np.argmin(distances, axis=1)] == titles
    assert right[recurring].mean() > 0.85


def test_distances_are_chances() -> None:
    """Even odds are a half; evidence for one setting brings two titles nearer, to 0 and no less."""
    distances = chance_apart(
        np.array([[np.inf, 0.0, 5.0], [0.0, np.inf, -90.0], [5.0, -90.0, np.inf]])
    )
    assert distances[0, 1] == 0.5
    assert 0 == distances[0, 0] < distances[0, 2] < distances[0, 1] < distances[1, 2] <= 1


def test_one_title_and_blank_titles_are_compared_without_failing() -> None:
    """A text that occurs once, and crops without ink, give finite distances."""
    blank = np.full((30, 200), 240, np.uint8)
    assert VitKernel(threads=1).distances([blank]).tolist() == [[0.0]]
    assert np.isfinite(VitKernel(threads=1).distances([blank, blank, lear()[0][0]])).all()


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    """A folder without models is told by name, with what to do."""
    with pytest.raises(FileError, match=r"no model reader\.onnx"):
        VitKernel(models=str(tmp_path)).distances(lear()[0][:2])


def test_the_models_travel_light() -> None:
    """All model files together stay within 25 MB."""
    assert sum(path.stat().st_size for path in SHIPPED.glob("*.onnx")) < 25e6
