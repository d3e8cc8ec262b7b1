"""The file of the findings, and how findings are described to people and programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from formework import __version__
from formework.book.decision_lines import Verdict
from formework.book.file_names import FINDINGS_JSON
from formework.book.plain_files import read_text, write_whole
from formework.errors import FileError
from formework.findings.finding import Finding, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from formework.book.decisions import Decisions


def summarise(finding: Finding) -> dict[str, object]:
    """A finding as a record."""
    return {
        "id": finding.identity,
        "kind": str(finding.kind),
        "section": finding.section,
        "skeletons": list(finding.skeletons),
        "sheet_sides": list(finding.sides),
        "pages": list(finding.pages),
        "observation": finding.observation,
        "consistent_with": finding.reading,
        "disproved_by": finding.disproof,
        "sure": finding.degree,
        "sureness": round(finding.sureness, 3),
        "confidence": round(finding.confidence, 3),
        "chance": finding.chance,
    }


def summarise_judged(finding: Finding, decisions: Decisions) -> dict[str, object]:
    """A finding as a record, with the scholar's verdict and note; empty where there is none."""
    judged = decisions.verdicts.get(finding.identity)
    return summarise(finding) | {
        "verdict": str(judged.verdict) if judged else "",
        "note": judged.note if judged else "",
        "n": judged.number if judged else None,
    }


def describe(findings: Sequence[Finding], decisions: Decisions) -> str:
    """Findings in lines to read, with the scholar's verdicts."""
    if not findings:
        return "no findings: no pattern among those tested"
    blocks = [
        f"{finding.kind.words} ({finding.degree}, {finding.sureness:.2f})\n"
        f"  {finding.observation}\n  {finding.reading}"
        + "".join(f"\n  {words}" for words in [verdict_words(finding, decisions)] if words)
        for finding in findings
    ]
    return "\n".join(blocks)


def verdict_words(finding: Finding, decisions: Decisions) -> str:
    """The scholar's verdict and note in words: "Rejected (decision 7): a cancel"."""
    judged = decisions.verdicts.get(finding.identity)
    if judged is None:
        return ""
    verdict = {Verdict.ACCEPT: "Accepted", Verdict.REJECT: "Rejected", Verdict.NONE: "Note"}
    note = f": {judged.note}" if judged.note else ""
    return f"{verdict[judged.verdict]} (decision {judged.number}){note}"


def write_findings(root: Path, findings: Sequence[Finding]) -> None:
    """Write findings.json, whole or not at all."""
    record = {"formework": __version__, "findings": [summarise(finding) for finding in findings]}
    write_whole(root / FINDINGS_JSON, json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def load_findings(root: Path) -> tuple[Finding, ...]:
    """The findings of findings.json."""
    try:
        return tuple(map(_finding, json.loads(read_text(root / FINDINGS_JSON))["findings"]))
    except (ValueError, KeyError, TypeError) as error:
        raise FileError(
            f"{FINDINGS_JSON} cannot be read: {error}", hint="delete it, and run formework findings"
        ) from error


def _finding(record: Mapping[str, Any]) -> Finding:
    return Finding(
        Kind(record["kind"]),
        str(record["section"]),
        tuple(map(str, record["skeletons"])),
        tuple(map(str, record["sheet_sides"])),
        tuple(map(str, record["pages"])),
        str(record["observation"]),
        float(record["confidence"]),
        None if record["chance"] is None else float(record["chance"]),
    )
