"""Learn what the spacing kernel expects of a book, on simulated books of the development universe.

    python benchmarks/evidence.py [--seeds 11] [--check 12] [--books …] [--out evidence.json]

Learned are the usual noise within a setting and difference between settings,
how much of a sort's looks stays with it, and how much each kind of evidence
counts. Prints how well this tells settings apart on seeds it was not learned on.
Test universes are never looked at.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score
from threadpoolctl import threadpool_limits

from formework.bench.suite import texts_of
from formework.kernels.spacing.book_noise import fit_book, fit_known_pairs
from formework.kernels.spacing.glyphs import common_characters
from formework.kernels.spacing.kind_weights import weigh_kinds
from formework.kernels.spacing.line import find_lines
from formework.kernels.spacing.measured import Measured, measure
from formework.kernels.spacing.register import register
from formework.kernels.spacing.reliability import fit_reliability
from formework.kernels.spacing.weights import MEASURED, Kind, KindCounts, Weights, learned
from formework.simulate.named_books import order_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from formework.simulate.simulated_book import SimulatedBook

CONDITIONS = (
    ("normal", "photograph"),
    ("hard", "photograph"),
    ("hard", "scan"),
    ("stress", "scan"),
    ("normal", "microfilm"),
)
# The smaller shapes: longer books repeat the same settings, at greater cost.
BOOKS = ("wisdom", "discourse", "institution", "mayor", "king-lear")
LEAST = 3  # pairs of one setting, and of two, that a text must have to teach anything


@dataclass(frozen=True, slots=True)
class Text:
    """The titles of one text of a book, measured, with the truth about every pair."""

    condition: tuple[str, str]
    measured: Measured
    same: NDArray[np.bool_]
    rivals: NDArray[np.bool_]

    @property
    def pairs(self) -> NDArray[np.bool_]:
        """Which pairs of two titles are one setting, (n, n)."""
        return self.same & ~np.eye(len(self.same), dtype=bool)


class Example(NamedTuple):
    """Pairs of one text: the weights of each kind (pairs, kinds), and the truth."""

    condition: tuple[str, str]
    weights: NDArray[np.float64]
    same: NDArray[np.bool_]


def read_texts(seeds: Sequence[int], names: Sequence[str]) -> Iterator[Text]:
    """Print and measure books of these shapes in every condition."""
    for seed in seeds:
        for condition in CONDITIONS:
            for name in names:
                difficulty, view = condition
                book = order_book(
                    name, difficulty=difficulty, view=view, universe="development", turned=None,
                    seed=seed,
                )  # fmt: skip
                yield from measure_texts(book, condition)


def measure_texts(book: SimulatedBook, condition: tuple[str, str]) -> Iterator[Text]:
    """The texts of a book, measured."""
    images = book.cut_outs()
    texts: dict[tuple[str, str], list[int]] = {}
    for number, text in enumerate(texts_of(book)):
        texts.setdefault(text, []).append(number)
    for members in texts.values():
        titles = [book.titles[number] for number in members]
        identity = np.array([title.title for title in titles])
        side = np.array([title.sheet_side for title in titles])
        characters = common_characters([title.text for title in titles])
        registered = register(find_lines([images[number] for number in members]), characters)
        measured = measure(registered, [title.signature.endswith("r") for title in titles])
        rivals = (side[:, None] == side) & ~np.eye(len(side), dtype=bool)
        yield Text(condition, measured, identity[:, None] == identity, rivals)


def learn(texts: Sequence[Text]) -> Weights:
    """Learn what is usual, and how much each kind counts."""
    weights = _learn_usual([text for text in texts if text.pairs.sum() >= 2 * LEAST])
    # How much each kind counts depends on how the book's own noise is fitted, which
    # depends on how much each kind counts: twice is enough.
    for _ in range(2):
        weights = replace(weights, guess=_fit_counts(gather(texts, weights, reliable=False)))
    return replace(weights, final=_fit_counts(gather(texts, weights)))


def _fit_counts(found: Iterable[Example]) -> KindCounts:
    """How much each kind counts, so that the sum is the log-odds at even odds."""
    examples = list(found)
    features = np.concatenate([example.weights for example in examples])
    truth = np.concatenate([example.same for example in examples])
    balance = np.concatenate([_balance(example.same) for example in examples])
    model = LogisticRegression(C=1e3).fit(features, truth, sample_weight=1e3 * balance)
    counts = dict(zip(Kind, model.coef_[0].tolist(), strict=True))
    return KindCounts(counts, float(model.intercept_[0]))


def _learn_usual(texts: Sequence[Text]) -> Weights:
    """What books are usually like, where it is known which pairs are one setting."""
    start = learned()
    same: dict[Kind, list[float]] = {kind: [] for kind in MEASURED}
    other: dict[Kind, list[float]] = {kind: [] for kind in MEASURED}
    stays = []
    for text in texts:
        model = fit_known_pairs(text.measured, text.pairs, start)
        words = text.measured.found.begins_word
        letters = ~words
        letters[0] = False
        for kind, which in ((Kind.LETTERS, letters), (Kind.WORDS, words)):
            if which.any():
                same[kind].append(float(np.median(model.noise.gaps[which])))
                other[kind].append(float(np.median(model.other_gaps[which])))
        same[Kind.RISES].append(float(np.median(model.noise.heights)))
        other[Kind.RISES].append(float(np.median(model.other_heights)))
        stays.append(float(np.mean([look.stays.mean() for look in model.looks if len(look.stays)])))
    return replace(
        start,
        same={kind: float(np.median(values)) for kind, values in same.items()},
        other={kind: float(np.median(values)) for kind, values in other.items()},
        stays=float(np.median(stays)),
    )


def gather(texts: Iterable[Text], weights: Weights, *, reliable: bool = True) -> Iterator[Example]:
    """The weights of every pair, kind by kind, by the noise measured on the book.

    If `reliable`, also by how reliable each title is.
    """
    for text in texts:
        model = fit_book(text.measured, text.rivals, weights)
        reliability = None
        if reliable:
            reliability = fit_reliability(text.measured, text.rivals, model, weights.guess)
        kinds = weigh_kinds(text.measured, model, reliability)
        one, other = np.triu_indices(len(text.same), 1)
        features = np.stack([kinds[kind][one, other] for kind in Kind], axis=-1)
        known = ~np.isnan(features).any(axis=1)
        truth = text.same[one, other][known]
        if min(truth.sum(), (~truth).sum()) >= LEAST:
            yield Example(text.condition, features[known], truth)


def _balance(same: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Each text counts once, half for its pairs of one setting, half for those of two."""
    return np.asarray(np.where(same, 0.5 / same.sum(), 0.5 / (~same).sum()))


def report(examples: Sequence[Example], weights: Weights) -> str:
    """How well pairs are told apart, by condition: area under the curve, mean and worst text."""
    counts = np.array([weights.final.counts[kind] for kind in Kind])
    lines = ["| condition | texts | AUC mean | AUC worst | log loss |", "|---|---|---|---|---|"]
    for condition in CONDITIONS:
        mine = [example for example in examples if example.condition == condition]
        odds = [example.weights @ counts + weights.final.bias for example in mine]
        areas = [roc_auc_score(one.same, odd) for one, odd in zip(mine, odds, strict=True)]
        chances = 1 / (1 + np.exp(-np.clip(np.concatenate(odds), -30, 30)))
        loss = log_loss(
            np.concatenate([one.same for one in mine]),
            chances,
            sample_weight=np.concatenate([_balance(one.same) for one in mine]),
        )
        lines.append(
            f"| {' '.join(condition)} | {len(mine)} | {np.mean(areas):.4f} | "
            f"{np.min(areas):.3f} | {loss:.3f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Learn, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[11])
    parser.add_argument("--check", type=int, nargs="+", default=[12])
    parser.add_argument("--books", nargs="+", default=BOOKS)
    home = Path(__file__).parent.parent / "src/formework/kernels/spacing/evidence.json"
    parser.add_argument("--out", type=Path, default=home)
    chosen = parser.parse_args()
    with threadpool_limits(1):
        weights = learn(list(read_texts(chosen.seeds, chosen.books)))
        write(weights, chosen.out)
        print(report(list(gather(read_texts(chosen.check, chosen.books), weights)), weights))


def write(weights: Weights, path: Path) -> None:
    """Write what was learned: lengths to a ten-thousandth of an em, weights to three places."""
    record = {
        "same": {kind: round(scale, 4) for kind, scale in weights.same.items()},
        "other": {kind: round(scale, 4) for kind, scale in weights.other.items()},
        "stays": round(weights.stays, 3),
        "guess": _rounded(weights.guess),
        "final": _rounded(weights.final),
    }
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _rounded(summed: KindCounts) -> dict[str, object]:
    counts = {kind: round(count, 3) for kind, count in summed.counts.items()}
    return {"counts": counts, "bias": round(summed.bias, 3)}


if __name__ == "__main__":
    main()
