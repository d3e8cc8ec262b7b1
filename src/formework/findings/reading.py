"""All findings of a book, and the file they are kept in."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from formework import __version__
from formework.book.files import read_text, write_whole
from formework.errors import FileError
from formework.findings.model import Finding, Kind
from formework.findings.rotation import rotation_findings
from formework.findings.sequence import read_sequence
from formework.findings.texts import read_texts
from formework.findings.titles import read_single_titles
from formework.findings.uses import read_uses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from formework.book.model import SheetSide
    from formework.findings.uses import Use
    from formework.skeletons.results import ClusteredPage

FILE = "findings.json"
_FOLLOWING = (Kind.RESET, Kind.PARTIAL_RESET)
_COMING_BACK = 1 / 3  # of the sheet sides, whose very set of titles is seen again
_RESTLESS = 1 / 3  # different sets of titles a sheet side, from which titles are read singly first
LEAST_SURE = 0.5  # what is less sure than this is not told


def read_findings(
    pages: Iterable[ClusteredPage],
    sides: Sequence[SheetSide],
    *,
    turned_slots: Sequence[int] | None = None,
    texts: Mapping[str, str] | None = None,
) -> tuple[Finding, ...]:
    """Read a book's sequence of skeletons: its findings, section by section, in book order.

    `turned_slots` are the format's (None where its chase cannot be turned);
    `texts` the words of each title by signature, where they are known.
    """
    place = {side.name: number for number, side in enumerate(sides)}
    found: list[Finding] = []
    for uses in read_uses(pages, sides).values():
        own = [f for f in _read_section(uses, turned_slots) if f.sureness >= LEAST_SURE]
        told = {
            page for finding in own if finding.kind is Kind.MOVED_TITLE for page in finding.pages
        }
        by_words = read_texts(uses, texts or {})
        own += [finding for finding in by_words if not told.issuperset(finding.pages)]
        kinds = list(Kind)
        own.sort(key=lambda f: (place[f.sides[0]], kinds.index(f.kind)))
        found += (finding for finding in own if finding.sureness >= LEAST_SURE)
    return tuple(found)


def _read_section(uses: Sequence[Use], turned_slots: Sequence[int] | None) -> Iterator[Finding]:
    """The findings of a section, if sets of titles come back in it at all.

    Where titles are replaced all the time they are read singly; what holds of
    most of the section need not be said of its sets again.
    """
    times = Counter(use.label for use in uses)
    back = sum(count for count in times.values() if count > 1)
    comes_back = back >= _COMING_BACK * len(uses)
    if not comes_back or len(times) >= _RESTLESS * len(uses):
        rotations = list(rotation_findings(uses))
        yield from rotations
        if not comes_back or 2 * sum(len(found.sides) for found in rotations) > len(uses):
            return
    in_order = list(read_sequence(uses))
    followed = {finding.skeletons for finding in in_order if finding.kind in _FOLLOWING}
    yield from in_order
    if not any(finding.kind is Kind.ALTERNATION for finding in in_order):
        # Two that come by turns would have been told.
        yield from rotation_findings(uses, least=3)
    for finding in read_single_titles(uses, turned_slots):
        # Titles that went over to the skeleton that followed are told there.
        if finding.skeletons not in followed:
            yield finding


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
        return "no findings: in what was tested nothing goes beyond chance"
    blocks = [
        f"{finding.kind.words} ({finding.degree}, {finding.sureness:.2f})\n"
        f"  {finding.observation}\n  {finding.reading}"
        for finding in findings
    ]
    return "\n".join(blocks)


def write_findings(root: Path, findings: Sequence[Finding]) -> None:
    """Write findings.json, whole or not at all."""
    record = {"formework": __version__, "findings": [summarise(finding) for finding in findings]}
    write_whole(root / FILE, json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def load_findings(root: Path) -> tuple[Finding, ...]:
    """The findings of findings.json."""
    try:
        return tuple(map(_finding, json.loads(read_text(root / FILE))["findings"]))
    except (ValueError, KeyError, TypeError) as error:
        raise FileError(
            f"{FILE} cannot be read: {error}", hint="delete it; formework findings makes it anew"
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
