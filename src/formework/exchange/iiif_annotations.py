"""IIIF annotations: one AnnotationPage per book, one annotation per running title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.canvases import book_urn
from formework.exchange.json_writing import json_text
from formework.result import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.exchange.exported_book import ExportedBook, ExportedImage, ExportedPage

CONTEXT = "http://iiif.io/api/presentation/3/context.json"
TAG = "running title"


def write_annotations(exported: ExportedBook) -> str:
    """The AnnotationPage of a book, as a separate file."""
    items = [item for image in exported.images for item in annotate(exported, image)]
    return json_text(
        {
            "@context": CONTEXT,
            "id": book_urn(exported.book, "annotations"),
            "type": "AnnotationPage",
            "label": {"en": [f"Running titles of {exported.title}"]},
            "summary": {"en": list(exported.provenance.lines)},
            "items": items,
        }
    )


def annotate(exported: ExportedBook, image: ExportedImage) -> Iterator[dict[str, object]]:
    """The annotations of one image: the text of each running title, and its tags."""
    for page in image.pages:
        if page.box:
            place = ",".join(map(str, image.on_canvas(page.box)))
            yield {
                "id": book_urn(exported.book, "title", page.name),
                "type": "Annotation",
                "motivation": ["tagging", "classifying"],
                "generator": {
                    "id": book_urn(exported.book, "program", exported.provenance.version),
                    "type": "Software",
                    "name": exported.provenance.program,
                },
                "body": list(_bodies(page)),
                "target": {
                    "type": "SpecificResource",
                    "source": image.canvas.id,
                    "selector": {
                        "type": "FragmentSelector",
                        "conformsTo": "http://www.w3.org/TR/media-frags/",
                        "value": f"xywh={place}",
                    },
                },
            }


def _bodies(page: ExportedPage) -> Iterator[dict[str, str]]:
    if page.text:
        text = {"type": "TextualBody", "purpose": "transcribing", "format": "text/plain"}
        yield {**text, "value": page.text}
    tags = [TAG]
    if page.signature:
        tags.append(page.signature)
    if page.found and page.found.skeleton != UNSURE:
        tags.append(f"skeleton {page.found.label}")
    if page.found and page.found.title not in ("", UNSURE):
        tags.append(f"title {page.found.title}")
    for tag in tags:
        yield {"type": "TextualBody", "purpose": "tagging", "format": "text/plain", "value": tag}
