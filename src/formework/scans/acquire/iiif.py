"""IIIF manifests, Presentation 2 and 3: their images, canvases, label and attribution."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from formework.book.manifest_source import (
    MAX_ADDRESS_CHARACTERS,
    MAX_TEXT_CHARACTERS,
    Canvas,
    is_canvas_length,
)
from formework.book.plain_files import json_records
from formework.book.wording import counted
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_MANIFEST_BYTES = 64 * 2**20
_MAX_CANVASES = 20_000
_MAX_NESTED_LABELS = 8  # a label is at most a list in a language map in a list
_TAG = re.compile(r"<[^<>]{0,400}>")
_HINT = "give the address or file of a IIIF Presentation manifest, version 2 or 3"


@dataclass(frozen=True, slots=True)
class CanvasImage:
    """The image of one canvas: addresses to try in order, and its size in pixels if known.

    `canvas` is `None` if the manifest gives it no id or no size.
    """

    label: str
    addresses: tuple[str, ...]
    width: int
    height: int
    canvas: Canvas | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest: its address if it states one, label, attribution, and images in order."""

    address: str
    label: str
    attribution: str
    images: tuple[CanvasImage, ...]


def read_manifest(content: bytes, name: str) -> Manifest:
    """Read a manifest; `name` is its file or address, for messages."""
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not JSON", hint=_HINT) from error
    if not isinstance(manifest, dict):
        raise InputError(f"{name} is not a IIIF manifest", hint=_HINT)
    images = tuple(_version_3(manifest) if "items" in manifest else _version_2(manifest))
    if not images or len(images) > _MAX_CANVASES:
        count = counted(len(images), "canvas", "canvases")
        raise InputError(f"{name} has {count} with an image", hint=_HINT)
    return Manifest(
        address=_id(manifest)[:MAX_ADDRESS_CHARACTERS],
        label=_text(manifest.get("label"))[:MAX_TEXT_CHARACTERS],
        attribution=_attribution(manifest)[:MAX_TEXT_CHARACTERS],
        images=images,
    )


def _attribution(manifest: Mapping[str, Any]) -> str:
    """What the library asks to be shown (both versions), and the licence."""
    required = _first(manifest.get("requiredStatement")).get("value")
    parts = (
        _text(required or manifest.get("attribution")),
        _text(manifest.get("rights") or manifest.get("license")),
    )
    return "; ".join(part for part in parts if part)


def _version_2(manifest: Mapping[str, Any]) -> Iterator[CanvasImage]:
    for sequence in json_records(manifest.get("sequences"))[:1]:
        for canvas in json_records(sequence.get("canvases")):
            for image in json_records(canvas.get("images"))[:1]:
                yield _canvas_image(canvas, _first(image.get("resource")))


def _version_3(manifest: Mapping[str, Any]) -> Iterator[CanvasImage]:
    for canvas in json_records(manifest["items"]):
        for page in json_records(canvas.get("items"))[:1]:
            for annotation in json_records(page.get("items"))[:1]:
                yield _canvas_image(canvas, _first(annotation.get("body")))


def _canvas_image(canvas: Mapping[str, Any], body: Mapping[str, Any]) -> CanvasImage:
    if body.get("type") == "Choice" or body.get("@type") == "oa:Choice":
        body = _first(body.get("items") or body.get("default"))
    addresses = [*_service_addresses(_first(body.get("service"))), _id(body)]
    width, height = (body.get(side) or canvas.get(side) for side in ("width", "height"))
    return CanvasImage(
        label=_text(canvas.get("label")),
        addresses=tuple(address for address in addresses if address),
        width=width if isinstance(width, int) else 0,
        height=height if isinstance(height, int) else 0,
        canvas=_canvas(canvas),
    )


def _canvas(canvas: Mapping[str, Any]) -> Canvas | None:
    canvas_id, width, height = _id(canvas), canvas.get("width"), canvas.get("height")
    if not 0 < len(canvas_id) <= MAX_ADDRESS_CHARACTERS:
        return None
    if not (is_canvas_length(width) and is_canvas_length(height)):
        return None
    return Canvas(canvas_id, int(width), int(height))  # type: ignore[arg-type]


def _service_addresses(service: Mapping[str, Any]) -> Iterator[str]:
    """Full size, as the service's version spells it, then as the other version does."""
    base = _id(service).rstrip("/")
    if not base:
        return
    words = " ".join(str(service.get(key, "")) for key in ("type", "@type", "profile", "@context"))
    sizes = ("max", "full") if "3" in words else ("full", "max")
    for size in sizes:
        yield f"{base}/full/{size}/0/default.jpg"


def _first(value: object) -> Mapping[str, Any]:
    return next(iter(json_records(value)), {})


def _id(record: Mapping[str, Any]) -> str:
    found = record.get("id") or record.get("@id")
    return found if isinstance(found, str) else ""


def _text(value: object) -> str:
    """A text in any of the shapes of the two versions, without its markup."""
    for _ in range(_MAX_NESTED_LABELS):
        if isinstance(value, dict):
            # Version 2 has {"@value": …}, version 3 {"en": ["…"]}.
            value = value.get("@value") or next(iter(value.values()), "")
        elif isinstance(value, list):
            value = value[0] if value else ""
    text = str(value or "") if isinstance(value, str | int) else ""
    return " ".join(html.unescape(_TAG.sub(" ", text)).split())
