"""How well skeletons were found, against a truth that is known.

The measures are the paper's (V-measure, one-to-one, many-to-one accuracy) and
those a bibliographer would ask for besides: how many skeletons, which stand
alone, whether single titles were told apart, and whether confidence can be
trusted. Labels may be anything; only which are equal counts. All shares run
from 0 to 1.
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

RELIABILITY_BINS = 10
BASELINE_RUNS = 5  # the paper averages five


@dataclass(frozen=True, slots=True)
class Share:
    """Precision and recall of what was found; `None` where nothing was found, or nothing is."""

    precision: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class Scores:
    """A clustering against the truth; `units` counts the sheet sides or pages compared."""

    units: int
    v_measure: float
    one_to_one: float
    many_to_one: float
    adjusted_rand: float
    skeletons: int
    true_skeletons: int
    sole_appearances: Share


@dataclass(frozen=True, slots=True)
class Bin:
    """One line of a reliability table: what was claimed, and how often it was right."""

    lower: float
    upper: float
    count: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Whether confidence can be trusted; a Brier score of 0 is perfect, 0.25 a coin's."""

    brier: float
    table: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Baselines:
    """The paper's three baselines: what knowing nothing would score."""

    random_uniform: Scores
    assign_majority: Scores
    shuffled: Scores


def evaluate(truth: Labels, skeletons: Labels) -> Scores:
    """Score skeletons against the truth: two mappings by name, or two sequences in one order.

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


def title_pairs(truth: Labels, titles: Labels) -> Share:
    """Of the pairs of pages said to carry one title, how many do; of those that do, how many."""
    true, found = _paired(truth, titles)
    (_, only_found), (only_true, both) = pair_confusion_matrix(true, found)
    return Share(_ratio(both, both + only_found), _ratio(both, both + only_true))


def right_units(truth: Labels, skeletons: Labels) -> NDArray[np.bool_]:
    """Which units bear the right skeleton when skeletons are matched one to one."""
    true, found = _paired(truth, skeletons)
    names, found_names = np.unique(true), np.unique(found)
    rows, columns = linear_sum_assignment(contingency_matrix(true, found), maximize=True)
    matched = dict(zip(found_names[columns].tolist(), names[rows].tolist(), strict=True))
    return np.array([matched.get(two) == one for one, two in zip(true, found, strict=True)])


def calibrate(confidence: ArrayLike, right: ArrayLike) -> Calibration:
    """Set what was claimed, from 0 to 1, beside what came true."""
    claimed, came_true = np.asarray(confidence, float), np.asarray(right, float)
    if claimed.shape != came_true.shape or claimed.size == 0:
        raise InputError(
            f"{claimed.size} confidences for {came_true.size} outcomes", hint="give one for each"
        )
    if not ((claimed >= 0) & (claimed <= 1)).all():
        raise InputError("a confidence lies outside 0 to 1", hint="give probabilities")
    edges = np.linspace(0, 1, RELIABILITY_BINS + 1)
    places = np.minimum((claimed * RELIABILITY_BINS).astype(int), RELIABILITY_BINS - 1)
    table = tuple(
        Bin(
            float(edges[place]),
            float(edges[place + 1]),
            int((here := places == place).sum()),
            float(claimed[here].mean()),
            float(came_true[here].mean()),
        )
        for place in np.unique(places).tolist()
    )
    return Calibration(float(((claimed - came_true) ** 2).mean()), table)


def baselines(truth: Sequence[Hashable], *, seed: int) -> Baselines:
    """What labels drawn at random, one label for all, and the true labels shuffled score."""
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
    """The mean of several runs; shares of sole appearances are left out."""
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
        sole_appearances=Share(None, None),
    )


def _sole_appearances(true: Sequence[Hashable], found: Sequence[Hashable]) -> Share:
    truly, said = (_alone(labels) for labels in (true, found))
    both = len(truly & said)
    return Share(_ratio(both, len(said)), _ratio(both, len(truly)))


def _alone(labels: Sequence[Hashable]) -> set[int]:
    times = Counter(labels)
    return {place for place, label in enumerate(labels) if times[label] == 1}


def _ratio(part: float, whole: float) -> float | None:
    return float(part / whole) if whole else None


def _paired(truth: Labels, found: Labels) -> tuple[list[str], list[str]]:
    """Two lists of labels in one order, as text, so that any labels can be compared."""
    if isinstance(truth, Mapping) and isinstance(found, Mapping):
        absent = sorted(set(found) - set(truth))
        if absent:
            raise InputError(
                f"the truth says nothing of {', '.join(absent[:5])}",
                hint="add them to the truth, or leave them out of what is scored",
            )
        names = list(found)
        true, said = [truth[name] for name in names], [found[name] for name in names]
    elif isinstance(truth, Mapping) or isinstance(found, Mapping):
        raise InputError(
            "one of truth and skeletons is given by name, the other in order",
            hint="give both as mappings, or both as sequences",
        )
    else:
        true, said = list(truth), list(found)
    if len(true) != len(said) or not true:
        raise InputError(
            f"{len(said)} labels to score against {len(true)}", hint="give one for each unit"
        )
    return [str(label) for label in true], [str(label) for label in said]
