"""The IIIF manifest that scans were fetched from, as `book.toml` keeps it under `[iiif]`.

Exports need the canvas of each image, and its size in canvas units; the report
names the library. Values are checked strictly: the file may come from anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAX_CANVASES = 20_000
_MAX_CANVAS_UNITS = 10_000_000  # along one side
MAX_ADDRESS_CHARACTERS = 4_000
MAX_TEXT_CHARACTERS = 10_000
_KEYS = ("manifest", "label", "attribution", "canvases")


@dataclass(frozen=True, slots=True)
class Canvas:
    """A canvas of a manifest: its id, and its size in canvas units."""

    id: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ManifestSource:
    """A manifest: its address, label and attribution, and the canvas of each image by name."""

    manifest: str
    label: str = ""
    attribution: str = ""
    canvases: Mapping[str, Canvas] = field(default_factory=dict)


def read_manifest_source(table: object) -> ManifestSource | None:
    """Read the table `[iiif]` of a `book.toml`; `None` if there is none."""
    if table is None:
        return None
    if not isinstance(table, dict):
        raise _wrong("iiif", table, "write a table [iiif] with the key manifest")
    unknown = [key for key in table if key not in _KEYS]
    if unknown:
        raise _wrong(f"iiif.{unknown[0]}", table[unknown[0]], f"use only {', '.join(_KEYS)}")
    manifest = _text(table, "manifest", MAX_ADDRESS_CHARACTERS)
    if not manifest:
        raise _wrong("iiif.manifest", manifest, "write the address of the manifest")
    return ManifestSource(
        manifest=manifest,
        label=_text(table, "label", MAX_TEXT_CHARACTERS),
        attribution=_text(table, "attribution", MAX_TEXT_CHARACTERS),
        canvases=_canvases(table.get("canvases", {})),
    )


def _text(table: Mapping[str, object], key: str, most_characters: int) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or len(value) > most_characters:
        hint = f"write text of at most {most_characters} characters"
        raise _wrong(f"iiif.{key}", value, hint)
    return value


def _canvases(table: object) -> dict[str, Canvas]:
    if not isinstance(table, dict) or len(table) > _MAX_CANVASES:
        hint = f'write at most {_MAX_CANVASES} lines "IMAGE" = ["ID", WIDTH, HEIGHT]'
        raise _wrong("iiif.canvases", table, hint)
    return {image: _canvas(image, value) for image, value in table.items()}


def _canvas(image: str, value: object) -> Canvas:
    hint = 'write ["ID", WIDTH, HEIGHT], the size in canvas units'
    if not isinstance(value, list) or len(value) != 3:
        raise _wrong(f"iiif.canvases.{image}", value, hint)
    canvas_id, *size = value
    is_id = isinstance(canvas_id, str) and 0 < len(canvas_id) <= MAX_ADDRESS_CHARACTERS
    if not is_id or not all(is_canvas_length(length) for length in size):
        raise _wrong(f"iiif.canvases.{image}", value, hint)
    return Canvas(canvas_id, *size)


def is_canvas_length(value: object) -> bool:
    """Whether a value can be the width or height of a canvas."""
    return type(value) is int and 0 < value <= _MAX_CANVAS_UNITS


def _wrong(key: str, value: object, hint: str) -> FileError:
    shown = repr(value)
    excerpt = shown if len(shown) <= 60 else f"{shown[:57]}…"
    return FileError(f"book.toml: {key} is {excerpt}", hint=hint)
