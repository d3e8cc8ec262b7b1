"""IIIF manifests, Presentation 2 and 3: the image of each canvas, through its image service."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_MANIFEST_BYTES = 64 * 2**20
_MOST_CANVASES = 20_000
_HINT = "give the address or file of a IIIF Presentation manifest, version 2 or 3"


@dataclass(frozen=True, slots=True)
class CanvasImage:
    """The image of one canvas: addresses to try in order, and its size in pixels if told."""

    label: str
    addresses: tuple[str, ...]
    width: int
    height: int


def read_manifest(content: bytes, name: str) -> tuple[CanvasImage, ...]:
    """Return the images of a manifest, in the order of its canvases."""
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not JSON", hint=_HINT) from error
    if not isinstance(manifest, dict):
        raise InputError(f"{name} is not a IIIF manifest", hint=_HINT)
    images = tuple(_version_3(manifest) if "items" in manifest else _version_2(manifest))
    if not images or len(images) > _MOST_CANVASES:
        raise InputError(f"{name} has {len(images)} canvases with an image", hint=_HINT)
    return images


def _version_2(manifest: Mapping[str, Any]) -> Iterator[CanvasImage]:
    for sequence in _records(manifest.get("sequences"))[:1]:
        for canvas in _records(sequence.get("canvases")):
            for image in _records(canvas.get("images"))[:1]:
                yield _canvas_image(canvas, _first(image.get("resource")))


def _version_3(manifest: Mapping[str, Any]) -> Iterator[CanvasImage]:
    for canvas in _records(manifest["items"]):
        for page in _records(canvas.get("items"))[:1]:
            for annotation in _records(page.get("items"))[:1]:
                yield _canvas_image(canvas, _first(annotation.get("body")))


def _canvas_image(canvas: Mapping[str, Any], body: Mapping[str, Any]) -> CanvasImage:
    if body.get("type") == "Choice" or body.get("@type") == "oa:Choice":
        body = _first(body.get("items") or body.get("default"))
    addresses = [*_service_addresses(_first(body.get("service"))), _id(body)]
    width, height = (body.get(side) or canvas.get(side) for side in ("width", "height"))
    return CanvasImage(
        label=_label(canvas.get("label")),
        addresses=tuple(address for address in addresses if address),
        width=width if isinstance(width, int) else 0,
        height=height if isinstance(height, int) else 0,
    )


def _service_addresses(service: Mapping[str, Any]) -> Iterator[str]:
    """Full size, in the words of the service's own version; the other as a second try."""
    base = _id(service).rstrip("/")
    if not base:
        return
    words = " ".join(str(service.get(key, "")) for key in ("type", "@type", "profile", "@context"))
    sizes = ("max", "full") if "3" in words else ("full", "max")
    for size in sizes:
        yield f"{base}/full/{size}/0/default.jpg"


def _records(value: object) -> list[Mapping[str, Any]]:
    """A list of JSON objects, whatever stands there."""
    many = value if isinstance(value, list) else [value]
    return [one for one in many if isinstance(one, dict)]


def _first(value: object) -> Mapping[str, Any]:
    return next(iter(_records(value)), {})


def _id(record: Mapping[str, Any]) -> str:
    found = record.get("id") or record.get("@id")
    return found if isinstance(found, str) else ""


def _label(value: object) -> str:
    """A label in any of the shapes of the two versions."""
    while isinstance(value, (list, dict)):
        value = next(iter(value.values() if isinstance(value, dict) else value), "")
    return str(value or "")
