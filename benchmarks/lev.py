"""Speed of the Lev kernel, compared with the edit distances alone.

Prints the ratio of title_distances(kernel="lev") to rapidfuzz's cdist on the
same strings, and how the time grows with the number of titles: medians of
interleaved runs, with the range. Run: python benchmarks/lev.py
"""

from __future__ import annotations

import math
import platform
import statistics
import time
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

import formework
from formework.kernels.lev import LevKernel
from formework.simulate.shapes import LEVIATHAN
from formework.simulate.simulated_book import simulate_book

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

SEED = 5
RUNS = 3


def titles() -> list[NDArray[np.uint8]]:
    """The titles of the simulated Leviathan at 300 dpi."""
    return list(simulate_book(LEVIATHAN, seed=SEED).cut_outs())


def seconds(work: Callable[[], object]) -> float:
    """Wall-clock time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def bare(strings: Sequence[bytes]) -> NDArray[np.float64]:
    """The edit distances alone, computed as in the kernel."""
    return cdist(strings, strings, scorer=Levenshtein.distance, dtype=np.float64, workers=-1)


def main() -> None:
    """Measure and print."""
    images = titles()
    print(
        f"formework {formework.__version__}, Python {platform.python_version()}, "
        f"rapidfuzz {version('rapidfuzz')}, seed {SEED}; {len(images)} simulated titles, "
        f"median width {int(np.median([image.shape[1] for image in images]))} pixels"
    )
    kernel = LevKernel()
    print(f"\n{'titles':>7}{'the kernel, s':>15}{'cdist only, s':>15}{'ratio':>7}{'spread':>12}")
    times: dict[int, float] = {}
    for count in (200, 400, 800, 1600):
        chosen = [images[index % len(images)] for index in range(count)]
        strings = kernel.to_strings(chosen)
        whole, alone = [], []
        for _ in range(RUNS):
            whole.append(seconds(lambda: formework.title_distances(chosen, kernel="lev")))  # noqa: B023
            alone.append(seconds(lambda: bare(strings)))  # noqa: B023
        ratios = [w / a for w, a in zip(whole, alone, strict=True)]
        times[count] = statistics.median(whole)
        print(
            f"{count:>7}{times[count]:>15.2f}{statistics.median(alone):>15.2f}"
            f"{statistics.median(ratios):>7.2f}{min(ratios):>6.2f}–{max(ratios):.2f}"
        )
    growth = math.log(times[1600] / times[200]) / math.log(8)
    print(f"\ntime grows with the number of titles to the power {growth:.2f} (goal: at most 2)")
    all_pages = seconds(lambda: formework.title_distances(images, kernel="lev"))
    print(f"all {len(images)} titles of Leviathan: {all_pages:.2f} s")


if __name__ == "__main__":
    main()
