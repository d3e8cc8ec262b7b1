"""The result as one tidy table, one row per page, with a description of its columns (CSVW)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from formework.exchange.json_writing import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.exchange.exported_book import ExportedBook

# Each column with its meaning.
TIDY_COLUMNS = {
    "signature": "the page, by gathering, leaf and face; empty outside the collation",
    "page": "the printed page number",
    "image": "the file of the scan",
    "canvas": "the IIIF canvas of the scan",
    "sheet_side": "the sheet side the page was printed on",
    "slot": "the position of the page in the forme, from 1",
    "section": "the stretch of the book under one running title",
    "skeleton": "the skeleton forme, numbered in order of first appearance",
    "state": "the state of the skeleton, from 1",
    "title": "the single setting of the running title; ? if uncertain",
    "title_confidence": "how sure the single setting is, 0 to 1",
    "confidence": "how sure the skeleton is, 0 to 1",
    "text": "the text of the running title",
    "x": "left edge of the running title on the image, in pixels",
    "y": "its upper edge",
    "width": "its width",
    "height": "its height",
    "origin": "where the box comes from: located, imported, supplied, corrected or none",
}


def tidy_rows(exported: ExportedBook) -> Iterator[dict[str, object]]:
    """One record per page, by the names of the columns; `None` where nothing is known."""
    for image in exported.images:
        for page in image.pages:
            found, box = page.found, page.box
            section = found.section if found else page.title.section if page.title else None
            values = (
                page.signature, page.printed, image.name, image.canvas.id,
                *((found.sheet_side, found.slot) if found else (None, None)),
                section,
                *((found.skeleton, found.state, found.title) if found else (None, None, None)),
                *((found.title_confidence, found.confidence) if found else (None, None)),
                page.text,
                *((box.x, box.y, box.width, box.height) if box else (None,) * 4),
                str(page.title.origin) if page.title else None,
            )  # fmt: skip
            yield dict(zip(TIDY_COLUMNS, values, strict=True))


def write_tidy_table(exported: ExportedBook) -> str:
    """The table as CSV."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, TIDY_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(tidy_rows(exported))
    return text.getvalue()


def describe_table(exported: ExportedBook, file: str) -> str:
    """The description of the table in the form of CSV on the Web: `FILE-metadata.json`."""
    provenance = exported.provenance
    return json_text(
        {
            "@context": "http://www.w3.org/ns/csvw",
            "url": file,
            "dc:title": f"{exported.title}: running titles and skeleton formes",
            "dc:creator": provenance.program,
            "dc:date": provenance.time,
            "dc:provenance": provenance.record(),
            "dc:bibliographicCitation": provenance.citation,
            "tableSchema": {
                "columns": [
                    {"name": name, "titles": name, "dc:description": what}
                    for name, what in TIDY_COLUMNS.items()
                ]
            },
        }
    )
