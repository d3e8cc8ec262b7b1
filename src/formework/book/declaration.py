"""What the scholar declares about a book: `book.toml`, checked key by key."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from formework.book.declared_imposition import read_imposition
from formework.book.formula.collation import Collation, read_collation
from formework.book.manifest_source import ManifestSource, read_manifest_source
from formework.book.model import Format
from formework.book.plain_files import inside, read_text
from formework.book.toml_text import toml_table
from formework.errors import FileError, FormulaError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from formework.book.imposition import GatheringFormes

_HINT = "correct book.toml"
_KNOWN_KEYS = frozenset(
    {
        *("format", "collation", "images", "images_are", "first", "missing", "skeletons"),
        *("imposition", "iiif"),
    }
)


class ImagesAre(StrEnum):
    """What one image shows."""

    PAGES = "pages"
    OPENINGS = "openings"
    TITLES = "titles"


@dataclass(frozen=True, slots=True)
class Declaration:
    """The contents of `book.toml`.

    `described` holds keys that are only kept and shown; `iiif` is the manifest
    the scans were fetched from.
    """

    book_format: Format | None = None
    collation: Collation | None = None
    images: str = "pages"
    images_are: ImagesAre = ImagesAre.PAGES
    first: str = ""
    missing: tuple[str, ...] = ()
    skeletons: int | None = None
    imposition: tuple[GatheringFormes, ...] = ()
    described: Mapping[str, str] = field(default_factory=dict)
    iiif: ManifestSource | None = None

    @property
    def title(self) -> str:
        """The book's title; empty if it is not declared."""
        return self.described.get("title", "")


def declare(
    *,
    book_format: str | None,
    formula: str | None,
    first: str = "",
    missing: Sequence[str] = (),
) -> Declaration:
    """A declaration from the options of the command line."""
    collation = read_collation(formula) if formula else None
    declared = Format.read(book_format) if book_format else None

    def page(option: str, signature: str) -> str:
        found = collation.page(signature) if collation else None
        if found is None:
            why = f"is not a page of {formula}" if formula else "needs a collation"
            raise InputError(
                f"{option} {signature!r} {why}",
                hint="give --collation, and one of its pages, such as A1r",
            )
        return found.signature

    return Declaration(
        book_format=declared or (collation.book_format if collation else None),
        collation=collation,
        first=page("--first", first) if first else "",
        missing=tuple(page("--missing", signature) for signature in missing),
    )


def read_declaration(path: Path) -> Declaration:
    """Read and check a `book.toml`."""
    try:
        keys = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{path.name}: {error}", hint="write one key = value per line") from error
    collation = _collation(keys)
    declared_format = _text(keys, "format")
    images = _text(keys, "images") or "pages"
    if not is_url(images):
        inside(path.parent, images)
    return Declaration(
        book_format=_format(declared_format) or (collation.book_format if collation else None),
        collation=collation,
        images=images,
        images_are=_images_are(keys),
        first=_page(keys, "first", _text(keys, "first"), collation),
        missing=_missing(keys, collation),
        skeletons=_skeletons(keys),
        imposition=read_imposition(keys.get("imposition", {}), collation),
        described={key: str(value) for key, value in keys.items() if key not in _KNOWN_KEYS},
        iiif=read_manifest_source(keys.get("iiif")),
    )


def write_declaration(declaration: Declaration) -> str:
    """The text of a `book.toml` with this declaration."""
    keys: dict[str, str | int | Sequence[object]] = {**declaration.described}
    if declaration.book_format:
        keys["format"] = declaration.book_format.word
    if declaration.collation:
        keys["collation"] = declaration.collation.formula
    keys["images"] = declaration.images
    keys["images_are"] = str(declaration.images_are)
    if declaration.first:
        keys["first"] = declaration.first
    if declaration.missing:
        keys["missing"] = declaration.missing
    if declaration.skeletons:
        keys["skeletons"] = declaration.skeletons
    text = toml_table(keys)
    if declaration.imposition:
        tables = {"+".join(table.gatherings): table.formes for table in declaration.imposition}
        text += toml_table(tables, "imposition")
    if iiif := declaration.iiif:
        named = {"manifest": iiif.manifest, "label": iiif.label, "attribution": iiif.attribution}
        text += toml_table(named, "iiif")
        canvases = {
            image: (canvas.id, canvas.width, canvas.height)
            for image, canvas in iiif.canvases.items()
        }
        text += toml_table(canvases, "iiif.canvases") if canvases else ""
    return text


def is_url(images: str) -> bool:
    """Whether this is an address on the network."""
    return bool(re.match(r"https?://", images, re.IGNORECASE))


def _text(keys: Mapping[str, object], key: str) -> str:
    value = keys.get(key, "")
    if not isinstance(value, str):
        raise FileError(f"book.toml: {key} must be text, but is {value!r}", hint=_HINT)
    return value.strip()


def _format(text: str) -> Format | None:
    if not text:
        return None
    try:
        return Format.read(text)
    except InputError as error:
        raise FileError(f"book.toml: {error.message}", hint=error.hint) from error


def _collation(keys: Mapping[str, object]) -> Collation | None:
    formula = _text(keys, "collation")
    if not formula:
        return None
    try:
        return read_collation(formula)
    except FormulaError as error:
        raise FileError(f"book.toml: {error.message}", hint=error.hint) from error


def _images_are(keys: Mapping[str, object]) -> ImagesAre:
    value = _text(keys, "images_are") or "pages"
    if value not in set(ImagesAre):
        raise FileError(
            f"book.toml: images_are is {value!r}", hint="write pages, openings or titles"
        )
    return ImagesAre(value)


def _skeletons(keys: Mapping[str, object]) -> int | None:
    value = keys.get("skeletons")
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise FileError(
            f"book.toml: skeletons is {value!r}",
            hint="write a whole number from 1; without the key, the number is estimated",
        )
    return value


def _missing(keys: Mapping[str, object], collation: Collation | None) -> tuple[str, ...]:
    value = keys.get("missing", [])
    if not isinstance(value, list) or not all(isinstance(page, str) for page in value):
        raise FileError(
            f"book.toml: missing is {value!r}", hint='write a list of pages: ["C4r", "C4v"]'
        )
    return tuple(_page(keys, "missing", page, collation) for page in value)


def _page(keys: Mapping[str, object], key: str, signature: str, collation: Collation | None) -> str:
    """A page named in book.toml, in the program's spelling."""
    if not signature or collation is None:
        return signature
    page = collation.page(signature)
    if page is None:
        raise FileError(
            f"book.toml: {key} names {signature!r}, which is not a page of {keys['collation']}",
            hint=f"write a page such as {collation.pages[0].signature}",
        )
    return page.signature
