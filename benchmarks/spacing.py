"""What the spacing kernel costs: per title, per pair, and as the number of titles grows.

    python benchmarks/spacing.py

Seconds of CPU, one thread. Placing letters is linear in titles; comparing them
is not, but cheap. The ratio to the Lev kernel is taken in the same run.
"""

from __future__ import annotations

import platform
import time
from importlib.metadata import version
from typing import TYPE_CHECKING

import cv2
import numpy as np
from threadpoolctl import threadpool_limits

import formework
from formework.bench.suite import texts_of
from formework.kernels.base import compare_titles
from formework.kernels.lev import LevKernel
from formework.kernels.spacing.kernel import SpacingKernel
from formework.kernels.spacing.line import find_lines
from formework.kernels.spacing.measured import measure
from formework.kernels.spacing.pair_evidence import weigh
from formework.kernels.spacing.register import register
from formework.simulate.book import simulate_book
from formework.simulate.shapes import LEVIATHAN
from formework.skeletons.arrangement import arrange
from formework.skeletons.evidence import find_rivals, title_evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

SEED = 5
SIZES = (100, 500, 2000)


def cpu(work: Callable[[], object]) -> float:
    """Seconds of CPU of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def many(images: Sequence[NDArray[np.uint8]], count: int) -> list[NDArray[np.uint8]]:
    """So many titles: those given, again and again with other grain."""
    draw = np.random.default_rng(SEED)
    grained = []
    for number in range(count):
        image = images[number % len(images)].astype(int)
        grain = draw.normal(0, 4, image.shape).astype(int)
        grained.append(np.clip(image + grain, 0, 255).astype(np.uint8))
    return grained


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    book = simulate_book(LEVIATHAN, seed=SEED)
    images, texts = book.cut_outs(), texts_of(book)
    rivals = find_rivals(arrange(book.sides, [t.signature for t in book.titles]), len(images))
    print(
        f"formework {formework.__version__}, Python {platform.python_version()}, "
        f"numpy {np.__version__}, opencv {version('opencv-python-headless')}, seed {SEED}"
    )
    with threadpool_limits(1):
        words = [title.text for title in book.titles]
        rectos = [title.signature.endswith("r") for title in book.titles]
        kernel = SpacingKernel()
        whole = cpu(
            lambda: title_evidence(images, texts, rivals, kernel, words=words, rectos=rectos)
        )
        lev = cpu(lambda: compare_titles(images, texts, LevKernel()))
        print(
            f"\nLeviathan simulated, {len(images)} titles in {len(set(texts))} texts: {whole:.1f} s"
        )
        print(f"Lev on the same titles: {lev:.2f} s; ratio {whole / lev:.1f}")
        print("\n| titles of one text | placing, ms a title | comparing, µs a pair | ms in all |")
        print("|---|---|---|---|")
        first = [image for image, text in zip(images, texts, strict=True) if text == texts[0]]
        for count in SIZES:
            print(_row(many(first, count)))


def _row(images: Sequence[NDArray[np.uint8]]) -> str:
    count = len(images)
    start = time.process_time()
    measured = measure(register(find_lines(images)))
    placed = time.process_time() - start
    compared = cpu(lambda: weigh(measured, np.zeros((count, count), bool)))
    pairs = count * (count - 1) / 2
    return (
        f"| {count} | {1e3 * placed / count:.1f} | {1e6 * compared / pairs:.1f} "
        f"| {1e3 * (placed + compared) / count:.1f} |"
    )


if __name__ == "__main__":
    main()
