"""Scores of a result against the known skeletons.

The measures are the paper's (V-measure, one-to-one and many-to-one accuracy)
and others that a bibliographer needs: the number of skeletons, the sole
appearances, the individual titles, and whether confidence is calibrated. Labels
may have any type and any names; only their equality counts. All scores are
between 0 and 1, except the adjusted Rand index, which may be negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_rand_score, v_measure_score
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix

from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import ArrayLike, NDArray

    Labels = Mapping[str, Hashable] | Sequence[Hashable]

RELIABILITY_BINS = 10  # of confidence, each 0.1 wide
BASELINE_RUNS = 5  # averaged, as in the paper


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """Precision and recall; `None` where nothing was found, or nothing exists."""

    precision: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a clustering; `units` is the number of sheet sides or pages compared."""

    units: int
    v_measure: float
    one_to_one: float
    many_to_one: float
    adjusted_rand: float
    skeletons: int
    true_skeletons: int
    sole_appearances: PrecisionRecall


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """One row of a reliability table.

    `confidence` is the mean confidence of the `count` units between `lower` and
    `upper`; `right` is the share of them that are correct.
    """

    lower: float
    upper: float
    count: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well confidence matches accuracy; a Brier score of 0 is perfect, 0.25 is chance."""

    brier: float
    table: tuple[ReliabilityBin, ...]


@dataclass(frozen=True, slots=True)
class Baselines:
    """The scores of the paper's three baselines, which ignore the images."""

    random_uniform: Scores
    assign_majority: Scores
    shuffled: Scores

    @property
    def by_name(self) -> dict[str, Scores]:
        """The scores by the paper's names of the baselines."""
        return {
            "random uniform": self.random_uniform,
            "assign majority": self.assign_majority,
            "shuffled labels": self.shuffled,
        }


def evaluate(truth: Labels, skeletons: Labels) -> Scores:
    """Score skeletons against the truth, as two mappings by name or two parallel sequences.

    >>> evaluate(["a", "a", "b"], ["I", "I", "II"]).v_measure
    1.0
    """
    true, found = _paired(truth, skeletons)
    counts = contingency_matrix(true, found)
    rows, columns = linear_sum_assignment(counts, maximize=True)
    return Scores(
        units=len(true),
        v_measure=float(v_measure_score(true, found)),
        one_to_one=float(counts[rows, columns].sum() / len(true)),
        many_to_one=float(counts.max(axis=0).sum() / len(true)),
        adjusted_rand=float(adjusted_rand_score(true, found)),
        skeletons=counts.shape[1],
        true_skeletons=counts.shape[0],
        sole_appearances=_sole_appearances(true, found),
    )


def title_pairs(truth: Labels, titles: Labels) -> PrecisionRecall:
    """Precision and recall of the pairs of pages that have the same individual title."""
    true, found = _paired(truth, titles)
    (_, only_found), (only_true, both) = pair_confusion_matrix(true, found)
    return PrecisionRecall(_ratio(both, both + only_found), _ratio(both, both + only_true))


def right_units(truth: Labels, skeletons: Labels) -> NDArray[np.bool_]:
    """Which units have the right skeleton when skeletons are matched one to one."""
    true, found = _paired(truth, skeletons)
    names, found_names = np.unique(true), np.unique(found)
    rows, columns = linear_sum_assignment(contingency_matrix(true, found), maximize=True)
    matched = dict(zip(found_names[columns].tolist(), names[rows].tolist(), strict=True))
    return np.array([matched.get(two) == one for one, two in zip(true, found, strict=True)])


def calibrate(confidence: ArrayLike, right: ArrayLike) -> Calibration:
    """Compare confidences, 0 to 1, with whether each unit is correct (1 or 0)."""
    claimed, correct = np.asarray(confidence, float), np.asarray(right, float)
    if claimed.shape != correct.shape or claimed.size == 0:
        raise InputError(
            f"{claimed.size} confidences for {correct.size} units", hint="give one for each unit"
        )
    if not ((claimed >= 0) & (claimed <= 1)).all():
        raise InputError("a confidence is outside 0 to 1", hint="give probabilities")
    edges = np.linspace(0, 1, RELIABILITY_BINS + 1)
    places = np.minimum((claimed * RELIABILITY_BINS).astype(int), RELIABILITY_BINS - 1)
    table = tuple(
        ReliabilityBin(
            float(edges[place]),
            float(edges[place + 1]),
            int((here := places == place).sum()),
            float(claimed[here].mean()),
            float(correct[here].mean()),
        )
        for place in np.unique(places).tolist()
    )
    return Calibration(float(((claimed - correct) ** 2).mean()), table)


def baselines(truth: Sequence[Hashable], *, seed: int) -> Baselines:
    """Score random labels, one label for all units, and the true labels in random order."""
    draw = np.random.default_rng(seed)
    kinds = len(set(truth))
    uniform = [draw.integers(kinds, size=len(truth)).tolist() for _ in range(BASELINE_RUNS)]
    order = [draw.permutation(len(truth)) for _ in range(BASELINE_RUNS)]
    return Baselines(
        _mean([evaluate(truth, labels) for labels in uniform]),
        evaluate(truth, [0] * len(truth)),
        _mean([evaluate(truth, [truth[place] for place in places]) for places in order]),
    )


def _mean(runs: Sequence[Scores]) -> Scores:
    """The mean of several runs; sole appearances are not averaged."""
    first = runs[0]

    def mean(name: str) -> float:
        return float(np.mean([getattr(run, name) for run in runs]))

    return Scores(
        units=first.units,
        v_measure=mean("v_measure"),
        one_to_one=mean("one_to_one"),
        many_to_one=mean("many_to_one"),
        adjusted_rand=mean("adjusted_rand"),
        skeletons=round(mean("skeletons")),
        true_skeletons=first.true_skeletons,
        sole_appearances=PrecisionRecall(None, None),
    )


def _sole_appearances(true: Sequence[Hashable], found: Sequence[Hashable]) -> PrecisionRecall:
    """Precision and recall of the units whose skeleton occurs only once."""
    actual, claimed = (_occurring_once(labels) for labels in (true, found))
    both = len(actual & claimed)
    return PrecisionRecall(_ratio(both, len(claimed)), _ratio(both, len(actual)))


def _occurring_once(labels: Sequence[Hashable]) -> set[int]:
    counts = Counter(labels)
    return {place for place, label in enumerate(labels) if counts[label] == 1}


def _ratio(part: float, whole: float) -> float | None:
    return float(part / whole) if whole else None


def _paired(truth: Labels, found: Labels) -> tuple[list[str], list[str]]:
    """Two parallel lists of labels, converted to text so that all can be compared."""
    if isinstance(truth, Mapping) and isinstance(found, Mapping):
        absent = sorted(set(found) - set(truth))
        if absent:
            raise InputError(
                f"the truth has no label for {', '.join(absent[:5])}",
                hint="add them to the truth, or leave them out of the result",
            )
        names = list(found)
        true, labels = [truth[name] for name in names], [found[name] for name in names]
    elif isinstance(truth, Mapping) or isinstance(found, Mapping):
        raise InputError(
            "one of truth and skeletons is a mapping, the other a sequence",
            hint="give both as mappings, or both as sequences",
        )
    else:
        true, labels = list(truth), list(found)
    if len(true) != len(labels) or not true:
        raise InputError(
            f"{len(labels)} labels to score against {len(true)}", hint="give one for each unit"
        )
    return [str(label) for label in true], [str(label) for label in labels]
