"""What the two-tower network adds to the evidence of spacing, on simulated and real titles.

    python benchmarks/vit_real.py [ranking pairs books] [--models FOLDER] [--data ../shared/data]

  ranking   held-out simulated books by view: how often a match ranks above another title
  pairs     pairs of titles of a real book judged by eye, in two halves
  books     V of sheet sides, photographs of the test universes, three small books

The weights of spacing and network together are learned by logistic regression on
photographs of the development universe, from seeds that neither kernel was
trained or checked on. Nothing is fitted on real pairs or test universes.
`--models` names a folder of other ONNX files, as `formework train` writes them.
"""

from __future__ import annotations

import argparse
import platform
import shutil
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count, islice, pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.book.folder import open_book
from formework.kernels.neural.onnx_kernels import VitKernel
from formework.kernels.spacing.kernel import SpacingKernel
from formework.pipeline import load_titles, run_system
from formework.settings import Settings
from formework.simulate.scan import View
from formework.simulate.shapes import SHAPES
from formework.simulate.simulated_book import simulate_book
from formework.simulate.universes import UNIVERSES
from formework.skeletons.evidence_system import weigh_titles
from formework.training.training_books import print_book
from real import read_pairs
from vit import SMALLER, TESTS, by_evidence, weigh

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.kernels.title_evidence import TitleEvidence
    from formework.simulate.simulated_book import SimulatedBook

# Training uses seeds below 100 000 and checks on those from 100 000 on.
LEARN_SEED, RANK_SEED = 200_000, 300_000
LEARN_BOOKS, RANK_BOOKS = 10, 5
REAL_BOOK = "chansons-1555"
SEEDS = (0,)
BINS = np.array([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
KINDS = ("spacing", "network", "both")


@dataclass(frozen=True, eq=False)
class Weights:
    """Log-odds from both kernels: `offset + spacing * s + network * n`."""

    offset: float
    spacing: float
    network: float

    def combine(
        self, spacing: NDArray[np.float64], network: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The evidence of both; that of one alone where the other has none."""
        both = self.offset + self.spacing * spacing + self.network * network
        return np.where(np.isnan(both), np.where(np.isnan(spacing), network, spacing), both)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Log-odds of pairs by spacing and by the network, and whether they are one setting."""

    spacing: NDArray[np.float64]
    network: NDArray[np.float64]
    same: NDArray[np.bool_]

    def kinds(self, weights: Weights) -> dict[str, NDArray[np.float64]]:
        """The evidence of each kernel and of both."""
        both = weights.combine(self.spacing, self.network)
        return dict(zip(KINDS, (self.spacing, self.network, both), strict=True))


def books_seen(first: int, view: View) -> Iterator[SimulatedBook]:
    """Books like those for training, seen in one view, from a seed on."""
    return (book for seed in count(first) if (book := print_book(seed, wide=True)).view is view)


def pairs_of(book: SimulatedBook, network: VitKernel) -> Pairs:
    """All pairs of titles of one text on different sheet sides."""
    spacing, neural = weigh(book, SpacingKernel()), weigh(book, network)
    titles = np.array([title.title for title in book.titles])
    sides = np.array([title.sheet_side for title in book.titles])
    usable = np.triu(sides[:, None] != sides) & np.isfinite(spacing) & np.isfinite(neural)
    return Pairs(spacing[usable], neural[usable], (titles[:, None] == titles)[usable])


def learn(network: VitKernel) -> Weights:
    """Learn the weights, same and different pairs counting alike."""
    books = [
        pairs_of(book, network)
        for book in islice(books_seen(LEARN_SEED, View.PHOTOGRAPH), LEARN_BOOKS)
    ]
    evidence = np.stack([
        np.concatenate([book.spacing for book in books]),
        np.concatenate([book.network for book in books]),
    ], axis=1)  # fmt: skip
    same = np.concatenate([book.same for book in books])
    fitted = LogisticRegression(class_weight="balanced", C=1e6).fit(evidence, same)
    return Weights(float(fitted.intercept_[0]), *map(float, fitted.coef_[0]))


def print_ranking(network: VitKernel, weights: Weights) -> None:
    """Print AUC and the share of pairs judged right at even odds, view by view."""
    columns = [f"{kind}: AUC" for kind in KINDS]
    columns += [f"{kind}: same found, different joined" for kind in KINDS]
    print(f"\n| view, {RANK_BOOKS} books each | {' | '.join(columns)} |")
    print(f"|---|{'---|' * len(columns)}")
    everything = []
    for view in View:
        books = [
            pairs_of(book, network) for book in islice(books_seen(RANK_SEED, view), RANK_BOOKS)
        ]
        everything += books
        kinds = [book.kinds(weights) for book in books]
        ranks = [
            [
                100 * roc_auc_score(book.same, kind[name])
                for book, kind in zip(books, kinds, strict=True)
            ]
            for name in KINDS
        ]
        shares = [_shares(books, [kind[name] for kind in kinds]) for name in KINDS]
        cells = [f"{np.mean(rank):.1f} ({min(rank):.1f}–{max(rank):.1f})" for rank in ranks]
        print(f"| {view} | {' | '.join(cells + shares)} |", flush=True)
    _print_reliability(everything, weights)


def _shares(books: Sequence[Pairs], odds: Sequence[NDArray[np.float64]]) -> str:
    same = np.concatenate([book.same for book in books])
    joined = np.concatenate(odds) > 0
    return f"{joined[same].mean():.2f}, {joined[~same].mean():.3f}"


def _print_reliability(books: Sequence[Pairs], weights: Weights) -> None:
    """Print what share of pairs is one setting, by the probability given at even odds."""
    same = np.concatenate([book.same for book in books])
    balance = np.where(same, 0.5 / same.sum(), 0.5 / (~same).sum())
    print(f"\n| probability at even odds | {' | '.join(f'{kind}: right' for kind in KINDS)} |")
    print(f"|---|{'---|' * len(KINDS)}")
    kinds = [book.kinds(weights) for book in books]
    bins = {
        name: np.digitize(expit(np.concatenate([kind[name] for kind in kinds])), BINS[1:-1])
        for name in KINDS
    }
    for number, (low, high) in enumerate(pairwise(BINS)):
        cells = [
            f"{balance[within & same].sum() / max(balance[within].sum(), 1e-12):.2f}"
            for within in (bins[name] == number for name in KINDS)
        ]
        print(f"| {low:.1f}–{high:.1f} | {' | '.join(cells)} |")


def read_real(source: Path, network: VitKernel) -> tuple[TitleEvidence, TitleEvidence]:
    """The evidence of spacing and of the network on a book, copied, for it is written into."""
    with TemporaryDirectory() as folder:
        root = Path(shutil.copytree(source, Path(folder) / source.name))
        book = open_book(root)
        titles = load_titles(book)
        _, spacing = run_system(book, titles, Settings())
        return spacing, weigh_titles(titles, network, Settings())


def print_real(data: Path, network: VitKernel, weights: Weights) -> None:
    """Print how the pairs judged by eye rank, half by half."""
    folder = data / REAL_BOOK
    if not folder.exists():
        print(f"\n{REAL_BOOK}: {folder} is not there")
        return
    spacing, neural = read_real(folder, network)
    place = spacing.index
    labelled = read_pairs(folder)
    index = tuple(np.array([(place[p.one], place[p.other]) for p in labelled]).T)
    pairs = Pairs(*(np.nan_to_num(kernel.values[index]) for kernel in (spacing, neural)),
                  np.array([pair.same for pair in labelled]))  # fmt: skip
    halves = np.array([pair.half for pair in labelled])
    print(f"\n| {REAL_BOOK}, pairs by eye | same, different | AUC | 90% interval | same found |"
          " different joined | median log-odds, same / different |")  # fmt: skip
    print(f"|---|{'---|' * 6}")
    for kind, odds in pairs.kinds(weights).items():
        for name, within in (
            ("half 1", halves == 0),
            ("half 2", halves == 1),
            ("all", halves >= 0),
        ):
            print(f"| {kind}, {name} | {_describe(pairs.same[within], odds[within])} |")


def _describe(same: NDArray[np.bool_], odds: NDArray[np.float64]) -> str:
    low, high = _interval(same, odds)
    return " | ".join([
        f"{same.sum()}, {(~same).sum()}",
        f"{100 * roc_auc_score(same, odds):.1f}",
        f"{low:.1f}–{high:.1f}",
        f"{(odds[same] > 0).sum()}",
        f"{(odds[~same] > 0).sum()}",
        f"{np.median(odds[same]):+.1f} / {np.median(odds[~same]):+.1f}",
    ])  # fmt: skip


def _interval(same: NDArray[np.bool_], odds: NDArray[np.float64]) -> tuple[float, float]:
    """90% of AUC over pairs drawn again, same and different ones apart."""
    draw = np.random.default_rng(0)
    groups = (np.flatnonzero(same), np.flatnonzero(~same))
    ranks = []
    for _ in range(1000):
        chosen = np.concatenate([draw.choice(group, len(group)) for group in groups])
        ranks.append(100 * roc_auc_score(same[chosen], odds[chosen]))
    low, high = np.percentile(ranks, (5, 95))
    return float(low), float(high)


def print_books(network: VitKernel, weights: Weights) -> None:
    """Print V of the evidence system, number given and unknown, on photographed test books."""
    head = " | ".join(f"{kind}, {how}" for kind in KINDS for how in ("given", "unknown"))
    print(f"\n| photographs | {head} |\n|---|{'---|' * 2 * len(KINDS)}")
    rows = []
    for universe, name, seed in product(TESTS, SMALLER, SEEDS):
        book = simulate_book(
            SHAPES[name], view=View.PHOTOGRAPH, seed=seed, universe=UNIVERSES[universe]
        )
        spacing, neural = weigh(book, SpacingKernel()), weigh(book, network)
        ways = (spacing, neural, weights.combine(spacing, neural))
        rows.append([value for way in ways for value in by_evidence(book, way)])
        print(f"| {name}, {universe}, seed {seed} | {' | '.join(f'{v:.1f}' for v in rows[-1])} |",
              flush=True)  # fmt: skip
    means = " | ".join(f"**{value:.1f}**" for value in np.mean(rows, axis=0))
    print(f"| **mean** | {means} |")


def main() -> None:
    """Learn the weights and print the parts named on the command line."""
    parts = {"ranking", "pairs", "books"}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["ranking", "pairs", "books"])
    parser.add_argument("--models", default="", help="folder of ONNX files instead of the shipped")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    chosen = parser.parse_args()
    if not set(chosen.parts) <= parts:
        parser.error(f"choose from: {', '.join(sorted(parts))}")
    network = VitKernel(chosen.models, threads=1)
    with threadpool_limits(1):
        weights = learn(network)
        print(
            f"formework {__version__}, Python {platform.python_version()}, "
            f"onnxruntime {version('onnxruntime')}\n"
            f"both = {weights.offset:+.2f} {weights.spacing:+.2f} spacing "
            f"{weights.network:+.2f} network, learned on {LEARN_BOOKS} photographed books",
            flush=True,
        )
        if "ranking" in chosen.parts:
            print_ranking(network, weights)
        if "pairs" in chosen.parts:
            print_real(chosen.data, network, weights)
        if "books" in chosen.parts:
            print_books(network, weights)


if __name__ == "__main__":
    main()
