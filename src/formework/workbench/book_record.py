"""The book as one record: everything that the screens show."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from formework import __version__
from formework.book.file_names import (
    ACCOUNT_MD,
    FINDINGS_JSON,
    REPORT_HTML,
    RESULT_JSON,
    TITLES_CSV,
)
from formework.book.plain_files import read_text
from formework.errors import FormeworkError
from formework.exchange.export_formats import ExportFormat
from formework.findings.findings_file import load_findings, summarise_judged
from formework.settings import System
from formework.stages import StageName
from formework.workbench.page_records import page_records

if TYPE_CHECKING:
    from formework.book.decision_lines import Decision
    from formework.book.decisions import Decisions
    from formework.workbench.desk import Desk

_STAGE_FILES = {
    StageName.TITLES: TITLES_CSV,
    StageName.SKELETONS: RESULT_JSON,
    StageName.FINDINGS: FINDINGS_JSON,
    StageName.REPORT: REPORT_HTML,
}


def book_record(desk: Desk) -> dict[str, object]:
    """Everything that the screens show."""
    decisions, result = desk.decisions, desk.result
    sides = side_records(desk)
    return {
        "formework": __version__,
        "heading": desk.book.heading,
        "folder": desk.root.resolve().name,
        "described": dict(desk.book.declared.described),
        "declared": declared_record(desk),
        "needs": "setup" if not desk.is_declared else "" if result else "run",
        "last": decisions.last,
        "revision": desk.revision,
        "kernel": str(result.settings.kernel) if result else "",
        "honours_decisions": not result or result.settings.kernel.system is System.EVIDENCE,
        "counts": result.count_words if result else "",
        "certainty": result.certainty_words if result else "",
        "warnings": list(result.warnings) if result else [],
        "slots": max((len(pages) for side in sides if (pages := side["pages"])), default=0),  # type: ignore[arg-type]
        "pages": page_records(desk),
        "sides": sides,
        "skeletons": _skeletons(desk),
        "findings": finding_records(desk),
        "account": account_record(desk),
        "decisions": decision_records(decisions, decisions.lines),
        "stages": _stages(desk),
        "progress": progress_record(desk),
        "exports": list(map(str, ExportFormat)),
    }


def declared_record(desk: Desk) -> dict[str, object]:
    """What book.toml declares."""
    declared = desk.book.declared
    return {
        "format": declared.book_format.word if declared.book_format else None,
        "collation": declared.collation.formula if declared.collation else None,
        "images_are": str(declared.images_are),
        "first": declared.first,
        "missing": list(declared.missing),
        "skeletons": declared.skeletons,
    }


def side_records(desk: Desk) -> list[dict[str, object]]:
    """The sheet sides of the collation, in book order, with their skeletons."""
    units = {unit.name: unit for unit in desk.result.units} if desk.result else {}
    records = []
    for side in desk.sides:
        unit = units.get(side.name)
        records.append(
            {
                "name": side.name,
                "gathering": side.gathering,
                "sheet": side.sheet,
                "forme": str(side.forme),
                "pages": [page.signature if page else None for page in side.pages],
                "skeleton": unit.skeleton if unit else "",
                "state": unit.state if unit else 0,
                "label": unit.label if unit else "",
                "confidence": unit.confidence if unit else None,
                "way": str(unit.way) if unit else "",
            }
        )
    return records


def _skeletons(desk: Desk) -> list[dict[str, object]]:
    groups: dict[str, list[str]] = {}
    units = desk.result.units if desk.result else ()
    for unit in units:
        groups.setdefault(unit.label, []).append(unit.name)
    first = {unit.label: unit for unit in reversed(units)}
    return [
        {"label": label, "skeleton": first[label].skeleton, "state": first[label].state,
         "sides": sides}
        for label, sides in groups.items()
    ]  # fmt: skip


def finding_records(desk: Desk) -> list[dict[str, object]]:
    """The findings with the scholar's verdicts."""
    try:
        findings = load_findings(desk.root) if desk.result else ()
    except FormeworkError:
        return []  # not made yet
    return [summarise_judged(finding, desk.decisions) for finding in findings]


def account_record(desk: Desk) -> dict[str, object]:
    """The account of the printing: the scholar's if there is one, and the program's."""
    path = desk.root / ACCOUNT_MD
    program = read_text(path) if path.exists() else ""
    edited = desk.decisions.account
    return {
        "text": edited.text if edited else program,
        "program": program,
        "edited": edited is not None,
        "n": edited.number if edited else None,
    }


def decision_records(decisions: Decisions, chosen: tuple[Decision, ...]) -> list[dict[str, object]]:
    """Decisions as in the file, each with the undo that undid it and a description in words."""
    return [
        decision.record()
        | {
            "undone_by": decisions.undone_by.get(decision.number),
            "words": _words(decisions, decision),
        }
        for decision in chosen
    ]


def _words(decisions: Decisions, decision: Decision) -> str:
    undone = [found.words for n in decision.undoes if (found := decisions.by_number(n))]
    return decision.words + (f": {'; '.join(undone)}" if undone else "")


def _stages(desk: Desk) -> list[dict[str, str]]:
    """The state of each stage: missing, stale (to be run again), or fresh."""
    waiting = desk.reruns.progress
    names = list(StageName)
    at = names.index(StageName(waiting.stage)) if waiting.stage else 0
    records = []
    for place, name in enumerate(names):
        is_stale = (waiting.running and place >= at) or bool(waiting.error)
        state = "stale" if is_stale else "fresh"
        exists = (desk.root / _STAGE_FILES[name]).exists()
        records.append({"name": str(name), "state": state if exists else "missing"})
    return records


def progress_record(desk: Desk) -> dict[str, object]:
    """The progress of the background run, and the revision that tells what to fetch again."""
    record = asdict(desk.reruns.progress)
    error, hint = record.pop("error"), record.pop("hint")
    return record | {
        "error": {"error": error, "hint": hint} if error else None,
        "revision": desk.revision,
        "last": desk.decisions.last,
    }
