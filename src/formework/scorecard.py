"""Scores of a book folder: its skeletons.csv against a file of known skeletons."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from formework.book.file_names import SKELETONS_CSV
from formework.book.plain_files import read_table
from formework.errors import FileError
from formework.result import UNSURE
from formework.scoring import (
    Baselines,
    Calibration,
    PrecisionRecall,
    Scores,
    baselines,
    calibrate,
    evaluate,
    right_units,
    title_pairs,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from formework.book.plain_files import Row

_SEED = 0  # of the random baselines, so that the same files give the same scores


@dataclass(frozen=True, slots=True)
class Scorecard:
    """All scores of a result.

    `unit` is what the scores count: "sheet sides" or "pages". `left_out` are
    pages of the result that the truth does not have, such as a heading located as
    a title. `titles` and `calibration` are `None` if the result or the truth has
    no individual titles or no confidence.
    """

    unit: str
    left_out: tuple[str, ...]
    scores: Scores
    titles: PrecisionRecall | None
    calibration: Calibration | None
    baselines: Baselines

    def as_json(self) -> dict[str, object]:
        """Plain values, for other programs."""
        return asdict(self)

    def describe(self) -> str:
        """The scores as a table in per cent, as in the paper."""
        scores = self.scores
        lines = [f"{scores.units} {self.unit}".ljust(22) + "   V  1-1  M-1  Rand"]
        lines.append(_line("found", scores))
        for name, baseline in self.baselines.by_name.items():
            lines.append(_line(f"  {name}", baseline))
        lines.append(f"skeletons: {scores.skeletons} found, {scores.true_skeletons} in truth")
        lines.append(f"sole appearances: {_precision_recall(scores.sole_appearances)}")
        if self.left_out:
            lines.append(f"not in the truth, left out: {', '.join(self.left_out)}")
        if self.titles:
            lines.append(f"pairs with the same title: {_precision_recall(self.titles)}")
        if self.calibration:
            lines += _reliability(self.calibration)
        return "\n".join(lines)


def score_book(root: Path, truth: Path) -> Scorecard:
    """Score the skeletons of a book folder against a truth file."""
    path = root / SKELETONS_CSV
    if not path.exists():
        raise FileError(
            f"there is no {SKELETONS_CSV} in {root}", hint=f"formework cluster {root} makes it"
        )
    found = list(read_table(path, ("signature", "sheet_side", "skeleton", "state")))
    true = {row["signature"]: row for row in read_table(truth, ("signature", "skeleton"))}
    left_out = tuple(row["signature"] for row in found if row["signature"] not in true)
    found = [row for row in found if row["signature"] in true]
    if not found:
        raise FileError(
            f"no page of {SKELETONS_CSV} is in {truth.name}",
            hint="the truth must have the same pages, by signature",
        )
    has_states = any(row.cells.get("state") for row in true.values())
    unit, rows = _units(found, true)
    labels = [true[row["signature"]]["skeleton"] for row in rows]
    skeletons = [_label(row, with_state=not has_states) for row in rows]
    return Scorecard(
        unit,
        left_out,
        evaluate(labels, skeletons),
        _titles(found, true),
        _calibration(rows, labels, skeletons),
        baselines(labels, seed=_SEED),
    )


def _units(found: Sequence[Row], true: dict[str, Row]) -> tuple[str, list[Row]]:
    """One row per sheet side if all pages of each side have one skeleton; else every page."""
    sides: dict[str, list[Row]] = {}
    for row in found:
        sides.setdefault(row["sheet_side"], []).append(row)
    # A page that could not be read does not speak for its side.
    known = [[row for row in rows if row["skeleton"] != UNSURE] or rows for rows in sides.values()]
    labels = [
        {(_label(row, with_state=True), true[row["signature"]]["skeleton"]) for row in rows}
        for rows in known
    ]
    if all(len(pairs) == 1 for pairs in labels):
        return "sheet sides", [rows[0] for rows in known]
    return "pages", list(found)


def _label(row: Row, *, with_state: bool) -> str:
    """The skeleton of a page, with its state unless the truth has a column of states."""
    return f"{row['skeleton']}.{row['state']}" if with_state else row["skeleton"]


def _titles(found: Sequence[Row], true: dict[str, Row]) -> PrecisionRecall | None:
    """Pairs of single titles, over the pages for which both result and truth name one."""
    named = [
        (true[row["signature"]].cells.get("title", ""), row.cells.get("title", "")) for row in found
    ]
    both = [(one, two) for one, two in named if one and two not in ("", UNSURE)]
    return title_pairs([one for one, _ in both], [two for _, two in both]) if both else None


def _calibration(
    rows: Sequence[Row], labels: Sequence[str], skeletons: Sequence[str]
) -> Calibration | None:
    if not all(row.cells.get("confidence") for row in rows):
        return None
    confidence = []
    for row in rows:
        try:
            confidence.append(float(row["confidence"]))
        except ValueError as error:
            raise row.wrong("confidence", "is not a number", "write it from 0 to 1") from error
    return calibrate(confidence, right_units(labels, skeletons))


def _line(name: str, scores: Scores) -> str:
    values = (scores.v_measure, scores.one_to_one, scores.many_to_one, scores.adjusted_rand)
    return name.ljust(22) + "".join(f"{100 * value:5.0f}" for value in values)


def _precision_recall(score: PrecisionRecall) -> str:
    texts = (
        "none" if part is None else f"{100 * part:.0f}" for part in (score.precision, score.recall)
    )
    return "precision {}, recall {}".format(*texts)


def _reliability(calibration: Calibration) -> list[str]:
    lines = [f"confidence (Brier {calibration.brier:.3f}):  claimed  right   n"]
    for row in calibration.table:
        span = f"{row.lower:.1f}–{row.upper:.1f}"
        lines.append(f"  {span:26}{row.confidence:7.2f}{row.right:7.2f}{row.count:4}")
    return lines
