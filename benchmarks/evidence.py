"""Learn what the spacing kernel's evidence weighs, on simulated books of the development universe.

    python benchmarks/evidence.py [--seeds 0 1] [--out src/formework/kernels/spacing/evidence.json]

Prints what was learned, and how well it tells settings apart on seeds it was not
learned on. Test universes are never looked at.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score
from threadpoolctl import threadpool_limits

from formework.bench.suite import texts_of
from formework.kernels.spacing.appearance import likeness_of_sort
from formework.kernels.spacing.line import find_lines
from formework.kernels.spacing.measured import Measured, measure
from formework.kernels.spacing.pair_evidence import settle, weigh_kinds
from formework.kernels.spacing.register import register
from formework.kernels.spacing.weights import (
    LIKENESS,
    MEASURED,
    OTHER_TAILS,
    SAME_TAILS,
    Kind,
    Weights,
)
from formework.simulate.named_books import order_book
from formework.simulate.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from formework.simulate.simulated_book import SimulatedBook

CONDITIONS = (("normal", "scan"), ("normal", "microfilm"), ("hard", "scan"), ("stress", "scan"))
LEAST = 3  # pairs of one setting, and of two, that a text must have to teach anything


@dataclass(frozen=True, slots=True)
class Text:
    """The titles of one text of a book, measured, with the truth about every pair."""

    condition: tuple[str, str]
    measured: Measured
    same: NDArray[np.bool_]
    rivals: NDArray[np.bool_]


class Example(NamedTuple):
    """Pairs of one text: the weights of each kind (pairs, kinds), and the truth."""

    condition: tuple[str, str]
    weights: NDArray[np.float64]
    same: NDArray[np.bool_]


def read_texts(seeds: Sequence[int]) -> Iterator[Text]:
    """Print and measure the eight books in every condition."""
    for seed in seeds:
        for condition in CONDITIONS:
            for name in SHAPES:
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
        identity = np.array([book.titles[number].title for number in members])
        side = np.array([book.titles[number].sheet_side for number in members])
        measured = measure(register(find_lines([images[number] for number in members])))
        rivals = (side[:, None] == side) & ~np.eye(len(side), dtype=bool)
        yield Text(condition, measured, identity[:, None] == identity, rivals)


def learn(texts: Sequence[Text]) -> Weights:
    """Learn scales, the weight of likeness, and how much each kind counts."""
    same, other = _learn_scales(texts)
    weights = Weights(same, other, _learn_sorts(texts), dict.fromkeys(Kind, 0.5), 0.0)
    # How much each kind counts depends on how the book's own numbers are settled, which
    # depends on how much each kind counts: twice is enough.
    for _ in range(2):
        examples = list(gather(texts, weights))
        features = np.concatenate([example.weights for example in examples])
        truth = np.concatenate([example.same for example in examples])
        balance = np.concatenate([_balance(example.same) for example in examples])
        model = LogisticRegression(C=1e3).fit(features, truth, sample_weight=1e3 * balance)
        counts = dict(zip(Kind, model.coef_[0].tolist(), strict=True))
        weights = Weights(same, other, weights.sorts, counts, float(model.intercept_[0]))
    return weights


def gather(texts: Iterable[Text], weights: Weights) -> Iterator[Example]:
    """The weights of every pair, kind by kind, after the book's own corrections."""
    for text in texts:
        own, _ = settle(text.measured, text.rivals, weights)
        kinds = weigh_kinds(text.measured, own)
        one, other = np.triu_indices(len(text.same), 1)
        features = np.stack([kinds[kind][one, other] for kind in Kind], axis=-1)
        known = ~np.isnan(features).any(axis=1)
        truth = text.same[one, other][known]
        if min(truth.sum(), (~truth).sum()) >= LEAST:
            yield Example(text.condition, features[known], truth)


def _balance(same: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Each text counts once, half for its pairs of one setting, half for those of two."""
    return np.asarray(np.where(same, 0.5 / same.sum(), 0.5 / (~same).sum()))


def _learn_scales(texts: Sequence[Text]) -> tuple[dict[Kind, float], dict[Kind, float]]:
    scales = []
    for wanted, tails in ((True, SAME_TAILS), (False, OTHER_TAILS)):
        found: dict[Kind, list[float]] = {kind: [] for kind in MEASURED}
        for text in texts:
            chosen = (text.same == wanted) & ~np.eye(len(text.same), dtype=bool)
            by_kind: dict[Kind, list[NDArray[np.float32]]] = {kind: [] for kind in MEASURED}
            for kind, rows, columns, residuals in text.measured.compared():
                by_kind[kind].append(residuals[chosen[np.ix_(rows, columns)]].ravel())
            for kind, parts in by_kind.items():
                residuals = np.concatenate([*parts, np.zeros(0, np.float32)])
                if len(residuals) >= 30:
                    found[kind].append(_student_scale(residuals, tails))
        scales.append({kind: float(np.median(values)) for kind, values in found.items()})
    return scales[0], scales[1]


def _student_scale(residuals: NDArray[np.float32], tails: float) -> float:
    """The likeliest scale of Student's distribution."""
    scale = float(np.median(np.abs(residuals))) + 1e-3
    for _ in range(30):
        near = (tails + 1) / (tails + (residuals / scale) ** 2)
        scale = float(np.sqrt(np.mean(near * residuals**2)))
    return scale


def _learn_sorts(texts: Sequence[Text]) -> tuple[float, ...]:
    """How much likelier a likeness is between impressions of one sort than of two."""
    share = np.zeros((2, len(LIKENESS)))
    for text in texts:
        apart = ~np.eye(len(text.same), dtype=bool)
        counts = np.zeros_like(share)
        usable = text.measured.found.usable & ~text.measured.found.changing
        for patch, there in zip(text.measured.patches, usable.T, strict=True):
            likeness = likeness_of_sort(patch)
            known = apart & there[:, None] & there
            for row, wanted in enumerate((False, True)):
                places = np.interp(
                    likeness[known & (text.same == wanted)], LIKENESS, np.arange(len(LIKENESS))
                )
                counts[row] += np.bincount(np.rint(places).astype(int), minlength=len(LIKENESS))
        share += counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    share = (share + 0.01) / (share + 0.01).sum(axis=1, keepdims=True)
    return tuple(np.round(np.log(share[1] / share[0]), 3).tolist())


def report(examples: Sequence[Example], weights: Weights) -> str:
    """How well pairs are told apart, by condition: area under the curve, mean and worst text."""
    counts = np.array([weights.counts[kind] for kind in Kind])
    lines = ["| condition | texts | AUC mean | AUC worst | log loss |", "|---|---|---|---|---|"]
    for condition in CONDITIONS:
        mine = [example for example in examples if example.condition == condition]
        odds = [example.weights @ counts + weights.bias for example in mine]
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
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--check", type=int, nargs="+", default=[2])
    home = Path(__file__).parent.parent / "src/formework/kernels/spacing/evidence.json"
    parser.add_argument("--out", type=Path, default=home)
    chosen = parser.parse_args()
    with threadpool_limits(1):
        weights = learn(list(read_texts(chosen.seeds)))
        write(weights, chosen.out)
        print(report(list(gather(read_texts(chosen.check), weights)), weights))


def write(weights: Weights, path: Path) -> None:
    """Write what was learned, to three places."""
    record = {
        "same": {kind: round(scale, 3) for kind, scale in weights.same.items()},
        "other": {kind: round(scale, 3) for kind, scale in weights.other.items()},
        "sorts": weights.sorts,
        "counts": {kind: round(count, 3) for kind, count in weights.counts.items()},
        "bias": round(weights.bias, 3),
    }
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
