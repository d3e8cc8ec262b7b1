"""Scores against textbook definitions, brute force and the paper's own baselines."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score, v_measure_score

import formework
from formework.cli import main
from formework.errors import FileError, InputError
from formework.scorecard import score_book
from formework.scoring import baselines, calibrate, evaluate, right_units, title_pairs

if TYPE_CHECKING:
    from pathlib import Path

LABELS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30)


def entropy(labels: list[object], given: list[object] | None = None) -> float:
    """Entropy of labels in nats, or their conditional entropy if others are given."""
    if given is None:
        return -sum(n / len(labels) * math.log(n / len(labels)) for n in Counter(labels).values())
    return entropy(list(zip(labels, given, strict=True))) - entropy(given)


def textbook_v(truth: list[object], found: list[object]) -> float:
    """V-measure by its definition (Rosenberg and Hirschberg 2007)."""
    homogeneity = 1 - entropy(truth, found) / entropy(truth) if entropy(truth) else 1.0
    completeness = 1 - entropy(found, truth) / entropy(found) if entropy(found) else 1.0
    total = homogeneity + completeness
    return 2 * homogeneity * completeness / total if total > 1e-12 else 0.0


def brute_force(truth: list[int], found: list[int]) -> float:
    """The best one-to-one accuracy over every way of naming the clusters."""
    names = range(5)
    return max(
        sum(one == naming[two] for one, two in zip(truth, found, strict=True)) / len(truth)
        for naming in permutations(names)
    )


@settings(max_examples=60, deadline=None)
@given(LABELS)
def test_measures_agree_with_their_definitions(pairs: list[tuple[int, int]]) -> None:
    """V by entropies, Rand by scikit-learn, one-to-one by brute force, many-to-one by counting."""
    truth, found = [one for one, _ in pairs], [two for _, two in pairs]
    scores = evaluate(truth, found)
    assert scores.v_measure == pytest.approx(textbook_v(list(truth), list(found)), abs=1e-9)
    assert scores.v_measure == pytest.approx(v_measure_score(truth, found))
    assert scores.adjusted_rand == pytest.approx(adjusted_rand_score(truth, found))
    assert scores.one_to_one == pytest.approx(brute_force(truth, found))
    groups = [[one for one, two in pairs if two == name] for name in set(found)]
    most = sum(max(Counter(group).values()) for group in groups)
    assert scores.many_to_one == pytest.approx(most / len(pairs))
    assert (scores.skeletons, scores.true_skeletons) == (len(set(found)), len(set(truth)))
    assert right_units(truth, found).mean() == pytest.approx(scores.one_to_one)


@settings(max_examples=60, deadline=None)
@given(LABELS)
def test_title_pairs_by_counting(pairs: list[tuple[int, int]]) -> None:
    """Precision and recall agree with a count of every pair."""
    both = true = found = 0
    for (one, said), (two, said_too) in combinations(pairs, 2):
        both += one == two and said == said_too
        true += one == two
        found += said == said_too
    share = title_pairs([one for one, _ in pairs], [two for _, two in pairs])
    assert share.precision == (pytest.approx(both / found) if found else None)
    assert share.recall == (pytest.approx(both / true) if true else None)


def test_a_perfect_labelling_scores_one_whatever_its_names() -> None:
    """The names of skeletons do not affect the score."""
    truth = ["a", "a", "b", "c", "c", "c"]
    scores = evaluate(truth, ["III", "III", "I", "II", "II", "II"])
    assert (scores.v_measure, scores.one_to_one, scores.many_to_one) == (1.0, 1.0, 1.0)
    assert scores.adjusted_rand == 1.0
    assert (scores.sole_appearances.precision, scores.sole_appearances.recall) == (1.0, 1.0)


def test_shuffled_labels_of_a_large_book_score_near_zero() -> None:
    """With many units and few skeletons, shuffled labels carry no information."""
    truth = [place % 4 for place in range(4000)]
    shuffled = np.random.default_rng(1).permutation(truth).tolist()
    scores = evaluate(truth, shuffled)
    assert scores.v_measure < 0.01
    assert abs(scores.adjusted_rand) < 0.01
    assert scores.one_to_one == pytest.approx(0.25, abs=0.03)


def test_sole_appearances() -> None:
    """Of four sides found alone two are; of the four that are alone, two were found."""
    truth = ["a", "a", "b", "c", "d", "e", "f", "f"]
    found = ["1", "2", "3", "4", "5", "5", "6", "6"]
    share = evaluate(truth, found).sole_appearances
    assert share.precision == pytest.approx(2 / 4)
    assert share.recall == pytest.approx(2 / 4)
    assert evaluate(["a", "a"], ["1", "1"]).sole_appearances.precision is None


def test_baselines_are_the_papers() -> None:
    """On a book shaped like Discourse the baselines score about as in Table 2."""
    scores = baselines([0, 1] * 12, seed=3)
    assert scores.assign_majority.v_measure == 0
    assert scores.assign_majority.one_to_one == scores.assign_majority.many_to_one == 0.5
    assert scores.random_uniform.v_measure < 0.15
    assert scores.shuffled.one_to_one == pytest.approx(0.54, abs=0.1)
    assert baselines([0, 1] * 12, seed=3) == scores


def test_calibration_by_hand() -> None:
    """Ten units at 0.95 of which nine are correct, two at 0.1 of which none is."""
    claims = calibrate([0.95] * 10 + [0.1] * 2, [1] * 9 + [0] * 3)
    assert claims.brier == pytest.approx((9 * 0.05**2 + 0.95**2 + 2 * 0.1**2) / 12)
    assert [(row.count, row.right) for row in claims.table] == [(2, 0.0), (10, 0.9)]
    assert calibrate([1.0, 0.0], [1, 0]).brier == 0
    with pytest.raises(InputError, match="outside"):
        calibrate([1.2], [1])


def test_mappings_are_paired_by_name() -> None:
    """Labels by name may have any order; one that the truth lacks is named."""
    assert formework.evaluate({"A1r": 1, "B1r": 2}, {"B1r": "x", "A1r": "y"}).v_measure == 1.0
    with pytest.raises(InputError, match="C1r"):
        evaluate({"A1r": 1}, {"C1r": 1})
    with pytest.raises(InputError, match="3 labels"):
        evaluate([1, 2], [1, 2, 3])


def write_result(root: Path, lines: list[str]) -> Path:
    """Write skeletons.csv and truth.csv into a folder."""
    header = "signature,sheet_side,slot,section,skeleton,state,title,confidence"
    (root / "skeletons.csv").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    truth = root / "truth.csv"
    truth.write_text("signature,skeleton,title\nA1r,1,1\nA2v,1,2\nA1v,2,3\nA2r,2,4\n", "utf-8")
    return truth


def test_a_book_is_scored_by_sheet_sides(tmp_path: Path) -> None:
    """Each side counts once; titles and confidence are scored if present."""
    truth = write_result(
        tmp_path,
        ["A1r,A(o),0,1,I,1,I,0.9", "A2v,A(o),1,1,I,1,II,0.9", "A1v,A(i),0,1,II,1,III,0.8",
         "A2r,A(i),1,1,II,1,IV,0.8"],
    )  # fmt: skip
    card = score_book(tmp_path, truth)
    assert (card.unit, card.scores.units, card.scores.v_measure) == ("sheet sides", 2, 1.0)
    assert card.calibration is not None
    assert card.calibration.brier == pytest.approx((0.01 + 0.04) / 2)
    assert "2 found, 2 in truth" in card.describe()


def test_a_result_by_pages_is_scored_by_pages(tmp_path: Path) -> None:
    """If pages of one side have different labels, the page is the unit."""
    truth = write_result(
        tmp_path,
        ["A1r,A(o),0,1,I,1,,", "A2v,A(o),1,1,II,1,,", "A1v,A(i),0,1,II,1,,", "A2r,A(i),1,1,I,1,,"],
    )
    card = score_book(tmp_path, truth)
    assert (card.unit, card.scores.units, card.scores.v_measure) == ("pages", 4, 0.0)
    assert card.titles is None
    assert card.calibration is None


def test_pages_missing_from_the_truth_are_listed(tmp_path: Path) -> None:
    """A heading taken for a title does not change the score, and is listed."""
    truth = write_result(
        tmp_path, ["A1r,A(o),1,1,I,1,,", "Z1r,Z(o),1,1,I,1,,", "A1v,A(i),1,1,II,1,,"]
    )
    card = score_book(tmp_path, truth)
    assert card.left_out == ("Z1r",)
    assert card.scores.units == 2
    assert "left out: Z1r" in card.describe()


def test_score_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a result, or with the truth of another book, the error says which."""
    with pytest.raises(FileError, match=r"skeletons\.csv"):
        score_book(tmp_path, tmp_path / "truth.csv")
    truth = write_result(tmp_path, ["Z1r,Z(o),1,1,I,1,I,0.9"])
    with pytest.raises(SystemExit) as stopped:
        main(["score", str(tmp_path), str(truth)])
    assert stopped.value.code == 2
    assert "no page of skeletons.csv is in truth.csv" in capsys.readouterr().err
