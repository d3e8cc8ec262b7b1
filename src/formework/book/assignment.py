"""Which image is which page: images in order, matched to the pages of the collation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.declaration import Declaration, ImagesAre
from formework.book.wording import counted, span, spans
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class PageImage:
    """One row of `pages.csv`: the image of a page, its signature, its printed number.

    An empty signature: the image is not part of the collation (a cover, a plate).
    """

    image: str
    signature: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Every image with its page, and every mismatch between images and collation."""

    pages: tuple[PageImage, ...]
    mismatches: tuple[str, ...]


def natural_order(names: Iterable[str]) -> list[str]:
    """Sort file names with their numbers by value: page-9 before page-10.

    >>> natural_order(["p10.jpg", "p9.jpg", "P8.jpg"])
    ['P8.jpg', 'p9.jpg', 'p10.jpg']
    """

    def key(name: str) -> tuple[list[tuple[int, int, str]], str]:
        parts = re.findall(r"\d+|\D+", name.casefold())
        numbers = [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
        return numbers, name

    return sorted(names, key=key)


def expected_pages(declaration: Declaration) -> list[str]:
    """The signatures of the pages that should have an image: from `first`, without `missing`."""
    if declaration.collation is None:
        return []
    everything = [page.signature for page in declaration.collation.pages]
    start = everything.index(declaration.first) if declaration.first else 0
    return [page for page in everything[start:] if page not in declaration.missing]


def assign(
    images: Sequence[str], declaration: Declaration, *, skip_first: int = 0, skip_last: int = 0
) -> Assignment:
    """Give each image its signature, in order, and list every mismatch.

    `skip_first` and `skip_last` leave images at the ends without a signature
    (covers); an opening counts as two.
    """
    per_image = 2 if declaration.images_are is ImagesAre.OPENINGS else 1
    rows = [image for image in images for _ in range(per_image)]
    if skip_first + skip_last and skip_first + skip_last >= len(rows):
        raise InputError(
            f"--skip-first {skip_first} and --skip-last {skip_last} leave none of "
            f"{counted(len(rows), 'image')}",
            hint="skip fewer images",
        )
    signed = rows[skip_first : len(rows) - skip_last]
    wanted = expected_pages(declaration)
    signatures = [*wanted[: len(signed)], *[""] * (len(signed) - len(wanted))]
    pages = map(PageImage, rows, [*[""] * skip_first, *signatures, *[""] * skip_last])
    return Assignment(tuple(pages), tuple(_mismatches(signed, wanted, declaration)))


def _mismatches(
    images: Sequence[str], wanted: Sequence[str], declaration: Declaration
) -> Iterator[str]:
    if declaration.collation is None:
        return
    everything = [page.signature for page in declaration.collation.pages]
    if declaration.first and declaration.first != everything[0]:
        before = everything[: everything.index(declaration.first)]
        yield f"{span(before)}: before the first page, no image"
    if declaration.missing:
        yield f"{spans(declaration.missing, everything)}: declared missing, no image"
    count = f"{len(images)} for {counted(len(wanted), 'page')}"
    if len(images) < len(wanted):
        yield f"{span(wanted[len(images) :])}: too few images, {count}"
    if len(images) > len(wanted):
        beyond = list(dict.fromkeys(images[len(wanted) :]))  # an opening has two rows
        yield (
            f"{span(beyond)}: too many images, {count}; these have no signature "
            "(for covers use --skip-first or --skip-last, or correct pages.csv)"
        )
