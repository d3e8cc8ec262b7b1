"""What the scholar declares of a book: `book.toml`, read and checked key by key."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from formework.book.formula.collation import Collation, read_collation
from formework.book.formula.notation import plain
from formework.book.formula.signatures import SIGN, count_on, read_sign
from formework.book.imposition import OwnTable
from formework.book.model import Format
from formework.book.plain_files import inside, read_text
from formework.errors import FileError, FormulaError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_HINT = "correct book.toml"


class ImagesAre(StrEnum):
    """What one image shows."""

    PAGES = "pages"
    OPENINGS = "openings"
    TITLES = "titles"


@dataclass(frozen=True, slots=True)
class Declaration:
    """The contents of `book.toml`. `described` holds the keys that are only kept and shown."""

    book_format: Format | None = None
    collation: Collation | None = None
    images: str = "pages"
    images_are: ImagesAre = ImagesAre.PAGES
    first: str = ""
    missing: tuple[str, ...] = ()
    skeletons: int | None = None
    imposition: tuple[OwnTable, ...] = ()
    described: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The book's title, or nothing."""
        return self.described.get("title", "")


def declare(*, book_format: str | None, formula: str | None, first: str) -> Declaration:
    """Make a declaration from what a person gives on the command line."""
    collation = read_collation(formula) if formula else None
    declared = Format.read(book_format) if book_format else None
    page = collation.page(first) if collation and first else None
    if first and page is None:
        raise InputError(
            f"first page {first!r} is not a page of {formula or 'a collation'}",
            hint="give --collation, and a page of it, such as A1r",
        )
    return Declaration(
        book_format=declared or (collation.book_format if collation else None),
        collation=collation,
        first=page.signature if page else "",
    )


def read_declaration(path: Path) -> Declaration:
    """Read and check a `book.toml`."""
    try:
        keys = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{path.name}: {error}", hint="write one key = value a line") from error
    collation = _collation(keys)
    declared_format = _text(keys, "format")
    images = _text(keys, "images") or "pages"
    if not is_url(images):
        inside(path.parent, images)
    known = {"format", "collation", "images", "images_are", "first", "missing", "skeletons"}
    return Declaration(
        book_format=_format(declared_format) or (collation.book_format if collation else None),
        collation=collation,
        images=images,
        images_are=_images_are(keys),
        first=_page(keys, "first", _text(keys, "first"), collation),
        missing=_missing(keys, collation),
        skeletons=_skeletons(keys),
        imposition=_imposition(keys, collation),
        described={
            key: str(value) for key, value in keys.items() if key not in {*known, "imposition"}
        },
    )


def write_declaration(declaration: Declaration) -> str:
    """The text of a `book.toml` that declares this; strings are written as TOML has them."""
    keys: dict[str, object] = {**declaration.described}
    if declaration.book_format:
        keys["format"] = declaration.book_format.word
    if declaration.collation:
        keys["collation"] = declaration.collation.formula
    keys["images"] = declaration.images
    keys["images_are"] = str(declaration.images_are)
    if declaration.first:
        keys["first"] = declaration.first
    if declaration.missing:
        keys["missing"] = list(declaration.missing)
    if declaration.skeletons:
        keys["skeletons"] = declaration.skeletons
    # JSON's strings, numbers and lists are TOML's too.
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in keys.items()
    )


def is_url(images: str) -> bool:
    """Whether images are named by an address on the network."""
    return bool(re.match(r"https?://", images, re.IGNORECASE))


def _text(keys: Mapping[str, object], key: str) -> str:
    value = keys.get(key, "")
    if not isinstance(value, str):
        raise FileError(f"book.toml: {key} must be text, and is {value!r}", hint=_HINT)
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
            hint="write a whole number from 1, or leave it out and it is estimated",
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


def _imposition(keys: Mapping[str, object], collation: Collation | None) -> tuple[OwnTable, ...]:
    """The scholar's own tables: "B-D" = [[1,4,5,8], [7,6,3,2]], or "E+F" for one sheet."""
    tables = keys.get("imposition", {})
    if not isinstance(tables, dict) or (tables and collation is None):
        raise FileError(
            "book.toml: [imposition] needs a collation, and one line a gathering",
            hint='write "B-D" = [[1, 4, 5, 8], [7, 6, 3, 2]] under [imposition]',
        )
    known = {gathering.signature for gathering in collation.gatherings} if collation else set()
    own = []
    for name, formes in tables.items():
        is_table = isinstance(formes, list) and all(
            isinstance(forme, list) and all(type(page) is int and page >= 0 for page in forme)
            for forme in formes
        )
        if not is_table or not formes:
            raise FileError(
                f"book.toml: imposition of {name} is {formes!r}",
                hint="write page numbers by slot, one list a forme: [[1, 4, 5, 8], [7, 6, 3, 2]]",
            )
        for gatherings in _named_gatherings(name):
            unknown = [signature for signature in gatherings if signature not in known]
            if unknown:
                raise FileError(
                    f"book.toml: imposition names {unknown[0]}, which is not in the collation",
                    hint="name gatherings of the collation: B, or B-D, or E+F for one sheet",
                )
            own.append(OwnTable(gatherings, tuple(map(tuple, formes))))
    return tuple(own)


def _named_gatherings(name: str) -> list[tuple[str, ...]]:
    """The gatherings a key of [imposition] stands for: each of a range, or several on one sheet."""
    if "+" in name:
        return [tuple(part.strip() for part in name.split("+"))]
    ends = [SIGN.fullmatch(end.strip()) for end in plain(name).text.split("-")]
    signs = [read_sign(end) for end in ends if end]
    if len(signs) == 2 and signs[0] and signs[1]:
        counted = count_on(signs[0], signs[1])
        return [(str(signature),) for signature in counted or ()] or [(name,)]
    return [(str(signs[0]) if len(signs) == 1 else name,)]
