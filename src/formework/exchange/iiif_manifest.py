"""A IIIF Presentation 3 manifest of the book, with its annotations; it opens in Mirador.

Image addresses begin with the address at which the book folder is served.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from formework.book.canvases import book_urn
from formework.exchange.exported_book import image_place
from formework.exchange.iiif_annotations import CONTEXT, annotate
from formework.exchange.json_writing import json_text

if TYPE_CHECKING:
    from formework.exchange.exported_book import ExportedBook, ExportedImage

_TYPES = {
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp",
    ".tif": "image/tiff", ".tiff": "image/tiff", ".jp2": "image/jp2", ".j2k": "image/jp2",
    ".jpx": "image/jpx",
}  # fmt: skip
_SHOWN_BY_BROWSERS = (".jpg", ".jpeg", ".png", ".webp")


def write_manifest(exported: ExportedBook, address: str) -> str:
    """The manifest of a book; `address` is where its folder is served."""
    provenance = exported.provenance
    declared = exported.book.declared
    facts = {**declared.described}
    if declared.collation:
        facts["collation"] = declared.collation.formula
    facts |= {"made by": provenance.program, "settings": provenance.settings_words}
    facts |= {"made on": provenance.time, "cite as": provenance.citation}
    manifest = {
        "@context": CONTEXT,
        "id": book_urn(exported.book, "manifest"),
        "type": "Manifest",
        "label": {"none": [exported.title]},
        "metadata": [
            {"label": {"en": [name]}, "value": {"none": [value]}} for name, value in facts.items()
        ],
        "items": [_canvas(exported, image, address.rstrip("/")) for image in exported.images],
    }
    if provenance.images:
        attribution = {"label": {"en": ["Images"]}, "value": {"none": [provenance.images]}}
        manifest["requiredStatement"] = attribution
    return json_text(manifest)


def unshown_images(exported: ExportedBook) -> list[str]:
    """The images that browsers do not show."""
    names = (image.name for image in exported.images)
    return [name for name in names if not name.lower().endswith(_SHOWN_BY_BROWSERS)]


def _canvas(exported: ExportedBook, image: ExportedImage, address: str) -> dict[str, object]:
    canvas, name = image.canvas, image.name
    ending = name[name.rfind(".") :].lower()
    place = quote(image_place(exported.book.declared.images, name))
    urn = book_urn(exported.book, "image", name)
    size = {"height": canvas.height, "width": canvas.width}
    painting = {
        "id": f"{urn}/painting",
        "type": "Annotation",
        "motivation": "painting",
        "target": canvas.id,
        "body": {
            "id": f"{address}/{place}",
            "type": "Image",
            "format": _TYPES.get(ending, "image/jpeg"),
            "height": image.height,
            "width": image.width,
        },
    }
    record: dict[str, object] = {
        "id": canvas.id,
        "type": "Canvas",
        "label": {"none": [" ".join(page.name for page in image.pages)]},
        **size,
        "items": [{"id": f"{urn}/page", "type": "AnnotationPage", "items": [painting]}],
    }
    titles = list(annotate(exported, image))
    if titles:
        page = {"id": f"{urn}/titles", "type": "AnnotationPage", "items": titles}
        record["annotations"] = [page]
    return record
