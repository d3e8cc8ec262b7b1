"""The file of the findings, and how findings are described to people and programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from formework import __version__
from formework.book.file_names import FINDINGS_JSON
from formework.book.plain_files import read_text, write_whole
from formework.errors import FileError
from formework.findings.finding import Finding, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def summarise(finding: Finding) -> dict[str, object]:
    """A finding as a record."""
    return {
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


def describe(findings: Sequence[Finding]) -> str:
    """Findings in lines to read."""
    if not findings:
        return "no findings: no pattern among those tested"
    blocks = [
        f"{finding.kind.words} ({finding.degree}, {finding.sureness:.2f})\n"
        f"  {finding.observation}\n  {finding.reading}"
        for finding in findings
    ]
    return "\n".join(blocks)


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
