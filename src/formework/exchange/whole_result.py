"""Everything known about a book in one JSON file: pages, skeletons, findings, distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.exchange.json_writing import json_text
from formework.exchange.tidy_table import tidy_rows
from formework.findings.findings_file import summarise
from formework.result_files import result_summary

if TYPE_CHECKING:
    from formework.exchange.exported_book import ExportedBook


def write_whole_result(exported: ExportedBook) -> str:
    """The whole result as JSON; unknown distances are null."""
    declared = exported.book.declared
    result = exported.result
    return json_text(
        {
            **exported.provenance.record(),
            "book": {
                **declared.described,
                "format": declared.book_format.word if declared.book_format else None,
                "collation": declared.collation.formula if declared.collation else None,
                "iiif": declared.iiif.manifest if declared.iiif else None,
            },
            "pages": list(tidy_rows(exported)),
            "result": result_summary(result) if result else None,
            "findings": [summarise(finding) for finding in exported.findings],
            "distances": {
                "names": [unit.name for unit in result.units],
                "values": result.distances.tolist(),
            }
            if result
            else None,
        }
    )
