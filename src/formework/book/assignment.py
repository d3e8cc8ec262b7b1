"""Which image is which page: images in order against the pages of the collation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.declaration import Declaration, ImagesAre

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class PageImage:
    """One row of `pages.csv`: the image of a page, its signature, the number printed on it.

    An empty signature: not part of the collation (a cover, a plate).
    """

    image: str
    signature: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Every image with its page, and all that does not go up."""

    pages: tuple[PageImage, ...]
    mismatches: tuple[str, ...]


def natural_order(names: Iterable[str]) -> list[str]:
    """Sort file names as people count: page-9 before page-10.

    >>> natural_order(["p10.jpg", "p9.jpg", "P8.jpg"])
    ['P8.jpg', 'p9.jpg', 'p10.jpg']
    """

    def key(name: str) -> tuple[list[tuple[int, int, str]], str]:
        parts = re.findall(r"\d+|\D+", name.casefold())
        counted = [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
        return counted, name

    return sorted(names, key=key)


def assign(images: Sequence[str], declaration: Declaration) -> Assignment:
    """Give each image its signature, in order, and say what does not fit."""
    per_image = 2 if declaration.images_are is ImagesAre.OPENINGS else 1
    shots = [image for image in images for _ in range(per_image)]
    if declaration.collation is None:
        return Assignment(tuple(map(PageImage, shots)), ())
    everything = [page.signature for page in declaration.collation.pages]
    start = everything.index(declaration.first) if declaration.first else 0
    wanted = [page for page in everything[start:] if page not in declaration.missing]
    pages = [
        PageImage(shot, wanted[index] if index < len(wanted) else "")
        for index, shot in enumerate(shots)
    ]
    return Assignment(
        tuple(pages), tuple(_mismatches(everything[:start], wanted, shots, declaration))
    )


def _mismatches(
    before: Sequence[str], wanted: Sequence[str], shots: Sequence[str], declaration: Declaration
) -> Iterable[str]:
    if before:
        yield f"{_span(before)}: before the first page, no image"
    if declaration.missing:
        yield f"{_span(declaration.missing)}: declared missing, no image"
    if len(shots) < len(wanted):
        short = wanted[len(shots) :]
        yield f"{_span(short)}: too few images, {len(shots)} for {len(wanted)} pages"
    if len(shots) > len(wanted):
        beyond = shots[len(wanted) :]
        yield (
            f"{_span(beyond)}: too many images, {len(shots)} for {len(wanted)} pages; these "
            "have no signature (covers or plates elsewhere? move signatures in pages.csv)"
        )


def _span(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]} ({len(names)})"
