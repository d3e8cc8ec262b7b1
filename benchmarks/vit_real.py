"""What the two-tower network adds to the evidence of spacing, on simulated and real titles.

    python benchmarks/vit_real.py [ranking pairs books] [--models FOLDER] [--data ../shared/data]

  ranking   held-out simulated books, of wide noise by view and of ordinary noise: how
            often a match ranks above another title
  pairs     pairs of titles of real books judged by eye, in two halves
  books     V of sheet sides, photographs of the test universes, three small books

Both kernels together are either averaged or weighted. The weights are learned by
logistic regression on photographs of the development universe, from seeds that
neither kernel was trained or checked on. Nothing is fitted on real pairs or test
universes.
`--models` names a folder of other ONNX files, as `formework train` writes them.
"""

from __future__ import annotations

import argparse
import platform
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
from real import BOOKS, copy_book, read_pairs
from vit import SMALLER, TESTS, by_evidence, weigh

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.simulate.simulated_book import SimulatedBook

# Training uses seeds below 100 000 and checks on those from 100 000 on.
LEARN_SEED, RANK_SEED = 200_000, 300_000
LEARN_BOOKS, RANK_BOOKS = 40, 20
BINS = np.array([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
KINDS = ("spacing", "network", "averaged", "weighted")


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


AVERAGE = Weights(0.0, 0.5, 0.5)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Log-odds of pairs by spacing and by the network, and whether they are one setting."""

    spacing: NDArray[np.float64]
    network: NDArray[np.float64]
    same: NDArray[np.bool_]

    def where(self, chosen: NDArray[np.bool_]) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.spacing[chosen], self.network[chosen], self.same[chosen])

    def kinds(self, weights: Weights) -> dict[str, NDArray[np.float64]]:
        """The evidence of each kernel and of both."""
        return dict(zip(KINDS, every_way(self.spacing, self.network, weights), strict=True))


def pool(books: Sequence[Pairs]) -> Pairs:
    """The pairs of several books."""
    return Pairs(
        np.concatenate([book.spacing for book in books]),
        np.concatenate([book.network for book in books]),
        np.concatenate([book.same for book in books]),
    )


def every_way(
    spacing: NDArray[np.float64], network: NDArray[np.float64], weights: Weights
) -> tuple[NDArray[np.float64], ...]:
    """The evidence of each of `KINDS`."""
    together = (both.combine(spacing, network) for both in (AVERAGE, weights))
    return (spacing, network, *together)


def books_seen(first: int, view: View) -> Iterator[SimulatedBook]:
    """Books of wide noise like those for training, seen in one view, from a seed on."""
    return (book for seed in count(first) if (book := print_book(seed, wide=True)).view is view)


def held_out_books() -> Iterator[tuple[str, Iterator[SimulatedBook]]]:
    """Books to rank, by kind: wide noise in each view, and ordinary scans and microfilms."""
    for view in View:
        yield f"wide noise, {view}", books_seen(RANK_SEED, view)
    yield "ordinary noise, scan and microfilm", map(print_book, count(RANK_SEED))


def pairs_of(book: SimulatedBook, network: VitKernel) -> Pairs:
    """All pairs of titles of one text on different sheet sides."""
    spacing, neural = weigh(book, SpacingKernel()), weigh(book, network)
    titles = np.array([title.title for title in book.titles])
    sides = np.array([title.sheet_side for title in book.titles])
    usable = np.triu(sides[:, None] != sides) & np.isfinite(spacing) & np.isfinite(neural)
    return Pairs(spacing[usable], neural[usable], (titles[:, None] == titles)[usable])


def learn(network: VitKernel) -> Weights:
    """Learn the weights, same and different pairs counting alike."""
    books = islice(books_seen(LEARN_SEED, View.PHOTOGRAPH), LEARN_BOOKS)
    pairs = pool([pairs_of(book, network) for book in books])
    evidence = np.stack([pairs.spacing, pairs.network], axis=1)
    fitted = LogisticRegression(class_weight="balanced", C=1e6).fit(evidence, pairs.same)
    return Weights(float(fitted.intercept_[0]), *map(float, fitted.coef_[0]))


def print_ranking(network: VitKernel, weights: Weights) -> None:
    """Print AUC and the share of pairs judged right at even odds, by kind of book."""
    columns = [f"{kind}: AUC" for kind in KINDS]
    columns += [f"{kind}: same found, different joined" for kind in KINDS]
    print(f"\n| {RANK_BOOKS} books each | {' | '.join(columns)} |")
    print(f"|---|{'---|' * len(columns)}")
    everything = []
    for row, printed in held_out_books():
        books = [pairs_of(book, network) for book in islice(printed, RANK_BOOKS)]
        everything += books
        ranks = [
            [100 * roc_auc_score(book.same, book.kinds(weights)[kind]) for book in books]
            for kind in KINDS
        ]
        cells = [f"{np.mean(rank):.1f} ({min(rank):.1f}–{max(rank):.1f})" for rank in ranks]
        together = pool(books)
        shares = [_shares(together.same, odds) for odds in together.kinds(weights).values()]
        print(f"| {row} | {' | '.join(cells + shares)} |", flush=True)
    _print_reliability(pool(everything), weights)


def _shares(same: NDArray[np.bool_], odds: NDArray[np.float64]) -> str:
    return f"{(odds[same] > 0).mean():.2f}, {(odds[~same] > 0).mean():.3f}"


def _print_reliability(pairs: Pairs, weights: Weights) -> None:
    """Print what share of pairs is one setting, by the probability given at even odds."""
    same = pairs.same
    balance = np.where(same, 0.5 / same.sum(), 0.5 / (~same).sum())
    print(f"\n| probability at even odds | {' | '.join(f'{kind}: right' for kind in KINDS)} |")
    print(f"|---|{'---|' * len(KINDS)}")
    bins = {
        kind: np.digitize(expit(odds), BINS[1:-1]) for kind, odds in pairs.kinds(weights).items()
    }
    for number, (low, high) in enumerate(pairwise(BINS)):
        cells = [
            f"{balance[within & same].sum() / max(balance[within].sum(), 1e-12):.2f}"
            for within in (bins[name] == number for name in KINDS)
        ]
        print(f"| {low:.1f}–{high:.1f} | {' | '.join(cells)} |")


def read_real(source: Path, network: VitKernel) -> tuple[Pairs, NDArray[np.intp]]:
    """The pairs of a real book judged by eye, and the half of each."""
    with TemporaryDirectory() as folder:
        book = copy_book(source, Path(folder) / source.name)
        titles = load_titles(book)
        _, spacing = run_system(book, titles, Settings())
        neural = weigh_titles(titles, network, Settings())
    labelled = read_pairs(source)
    index = tuple(
        np.array([(spacing.index[pair.one], spacing.index[pair.other]) for pair in labelled]).T
    )
    pairs = Pairs(
        np.nan_to_num(spacing.values[index]),
        np.nan_to_num(neural.values[index]),
        np.array([pair.same for pair in labelled]),
    )
    return pairs, np.array([pair.half for pair in labelled])


def print_real(data: Path, network: VitKernel, weights: Weights) -> None:
    """Print how the pairs judged by eye rank, book by book and half by half."""
    print("\n| pairs by eye | same, different | AUC | gain over spacing, 90% interval |"
          " same found | different joined | median log-odds, same / different |")  # fmt: skip
    print(f"|---|{'---|' * 6}")
    books = {name: read_real(data / name, network) for name in BOOKS}
    for name, (pairs, halves) in books.items():
        for number in (0, 1):
            _print_pairs(f"{name}, half {number + 1}", pairs.where(halves == number), weights)
        _print_pairs(name, pairs, weights)
    _print_pairs("all books", pool([pairs for pairs, _ in books.values()]), weights)


def _print_pairs(name: str, pairs: Pairs, weights: Weights) -> None:
    """Print one row for each kind of evidence, if pairs of both labels are there to be ranked."""
    if not 0 < pairs.same.sum() < len(pairs.same):
        return
    for kind, odds in pairs.kinds(weights).items():
        print(f"| {name}, {kind} | {_describe(pairs, odds)} |", flush=True)


def _describe(pairs: Pairs, odds: NDArray[np.float64]) -> str:
    same, (low, high) = pairs.same, _gain(pairs, odds)
    return " | ".join([
        f"{same.sum()}, {(~same).sum()}",
        f"{100 * roc_auc_score(same, odds):.1f}",
        f"{low:+.1f} to {high:+.1f}",
        f"{(odds[same] > 0).sum()}",
        f"{(odds[~same] > 0).sum()}",
        f"{np.median(odds[same]):+.1f} / {np.median(odds[~same]):+.1f}",
    ])  # fmt: skip


def _gain(pairs: Pairs, odds: NDArray[np.float64]) -> tuple[float, float]:
    """90% of the gain in AUC over pairs drawn again, same and different ones apart."""
    draw = np.random.default_rng(0)
    gain = 100 * (_wins(pairs.same, odds) - _wins(pairs.same, pairs.spacing))
    again = [gain[np.ix_(*(draw.choice(n, n) for n in gain.shape))].mean() for _ in range(1000)]
    low, high = np.percentile(again, (5, 95))
    return float(low), float(high)


def _wins(same: NDArray[np.bool_], odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Whether each same pair ranks above each different one; half for a tie. Their mean is AUC."""
    return np.heaviside(odds[same][:, None] - odds[~same], 0.5)


def print_books(network: VitKernel, weights: Weights) -> None:
    """Print V of the evidence system, number given and unknown, on photographed test books."""
    head = " | ".join(f"{kind}, {how}" for kind in KINDS for how in ("given", "unknown"))
    print(f"\n| photographs | {head} |\n|---|{'---|' * 2 * len(KINDS)}")
    rows = []
    for universe, name in product(TESTS, SMALLER):
        book = simulate_book(
            SHAPES[name], view=View.PHOTOGRAPH, seed=0, universe=UNIVERSES[universe]
        )
        spacing, neural = weigh(book, SpacingKernel()), weigh(book, network)
        ways = every_way(spacing, neural, weights)
        rows.append([value for way in ways for value in by_evidence(book, way)])
        print(f"| {name}, {universe} | {' | '.join(f'{v:.1f}' for v in rows[-1])} |", flush=True)
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
            f"weighted = {weights.offset:+.2f} {weights.spacing:+.2f} spacing "
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
