"""Running titles marked as IIIF annotations: tagged bodies on a rectangle of a canvas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from formework.book.canvases import canvas_key
from formework.book.plain_files import json_records, read_json
from formework.book.wording import named
from formework.errors import FileError
from formework.scans.marked_page import Marked, MarkedPage, Zone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from formework.book.manifest_source import Canvas

_MAX_ANNOTATIONS = 100_000
_TAG = re.compile(r"running[ -]?title(zone)?|skeleton\b.*", re.IGNORECASE)
_PLACE = re.compile(r"xywh=(?:pixel:)?" + ",".join([r"(\d{1,7}(?:\.\d+)?)"] * 4))
_HINT = "give an AnnotationPage, or a manifest with its annotations inside"


def read_annotations(path: Path, canvases: Mapping[str, Canvas]) -> Marked:
    """Read the annotations of an AnnotationPage or manifest.

    `canvases` are those of the book, by image. Annotations on other canvases,
    and those not tagged as running titles, are listed as ignored.
    """
    image_of = {canvas_key(canvas.id): image for image, canvas in canvases.items()}
    zones: dict[str, list[Zone]] = {}
    ignored: list[str] = []
    untagged: list[str] = []
    for number, annotation in enumerate(_annotations(read_json(path), path.name), start=1):
        if number > _MAX_ANNOTATIONS:
            raise FileError(f"{path.name}: more than {_MAX_ANNOTATIONS} annotations", hint=_HINT)
        name = str(annotation.get("id") or annotation.get("@id") or f"number {number}")
        if not _is_running_title(annotation):
            untagged.append(name)
            continue
        canvas_id, place = _target(annotation)
        image = image_of.get(canvas_key(canvas_id))
        if image is None:
            ignored.append(f"{path.name}: annotation {name}: no canvas {canvas_id!r} in the book")
        elif not place:
            ignored.append(f"{path.name}: annotation {name} has no xywh in canvas units; left out")
        else:
            x, y, width, height = map(float, place.groups())
            zone = Zone(x, y, width, height, _text(annotation))
            zones.setdefault(image, []).append(zone)
    if untagged:
        ignored.append(f"{path.name}: not tagged as running titles: {named(untagged)}")
    if not zones:
        raise FileError(
            f"{path.name} marks no running title on a canvas of this book",
            hint='tag the annotations "running title"',
        )
    pages = (
        MarkedPage(path.name, image, canvases[image].width, canvases[image].height, tuple(found))
        for image, found in zones.items()
    )
    return Marked(tuple(pages), tuple(ignored))


def _annotations(content: object, name: str) -> Iterator[Mapping[str, Any]]:
    """Every annotation of a page, of a list, or inside the canvases of a manifest."""
    if isinstance(content, list):
        yield from json_records(content)
        return
    root = content if isinstance(content, dict) else {}
    kind = root.get("type") or root.get("@type")
    if kind in ("AnnotationPage", "sc:AnnotationList"):
        yield from json_records(root.get("items") or root.get("resources"))
    elif kind == "Manifest":
        for canvas in json_records(root.get("items")):
            for page in json_records(canvas.get("annotations")):
                yield from json_records(page.get("items"))
    else:
        raise FileError(f"{name}: its type is {kind!r}, not AnnotationPage", hint=_HINT)


def _is_running_title(annotation: Mapping[str, Any]) -> bool:
    return any(
        _TAG.fullmatch(str(body.get("value") or body.get("chars") or "").strip())
        for body in _bodies(annotation)
        if body.get("purpose") == "tagging" or body.get("@type") == "oa:Tag"
    )


def _bodies(annotation: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return json_records(annotation.get("body") or annotation.get("resource"))


def _text(annotation: Mapping[str, Any]) -> str:
    """The transcription: the body of that purpose, else the first that is no tag."""
    bodies = [body for body in _bodies(annotation) if body.get("purpose") != "tagging"]
    bodies.sort(key=lambda body: body.get("purpose") not in ("transcribing", "supplementing"))
    text = bodies[0].get("value") or bodies[0].get("chars") if bodies else ""
    return " ".join(text.split()) if isinstance(text, str) else ""


def _target(annotation: Mapping[str, Any]) -> tuple[str, re.Match[str] | None]:
    """The canvas an annotation points at, and its place there."""
    target = annotation.get("target") or annotation.get("on")
    if isinstance(target, list):
        target = target[0] if target else None
    if isinstance(target, str):
        canvas_id, _, fragment = target.partition("#")
        return canvas_id, _PLACE.search(fragment)
    record = target if isinstance(target, dict) else {}
    source = record.get("source") or record.get("full")
    if isinstance(source, dict):
        source = source.get("id") or source.get("@id")
    values = [str(selector.get("value")) for selector in json_records(record.get("selector"))]
    places = (_PLACE.search(value) for value in values)
    return str(source or ""), next((place for place in places if place), None)
