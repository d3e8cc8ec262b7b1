"""Which image is which page."""

from __future__ import annotations

import pytest

from formework.book.assignment import assign, expected_pages, natural_order
from formework.book.declaration import Declaration, ImagesAre
from formework.book.formula.collation import read_collation
from formework.errors import InputError

BOOK = Declaration(collation=read_collation("A^2"))
IMAGES = ["1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg"]


def signatures(count: int, **skip: int) -> list[str]:
    """The signatures given to the first images."""
    return [page.signature for page in assign(IMAGES[:count], BOOK, **skip).pages]


def test_images_in_order() -> None:
    """Each image gets the next page, and nothing is left."""
    assert signatures(4) == ["A1r", "A1v", "A2r", "A2v"]
    assert assign(IMAGES[:4], BOOK).mismatches == ()


def test_covers_are_skipped() -> None:
    """Skipped images keep their rows, with an empty signature."""
    assert signatures(6, skip_first=1, skip_last=1) == ["", "A1r", "A1v", "A2r", "A2v", ""]
    assert assign(IMAGES, BOOK, skip_first=2).mismatches == ()
    with pytest.raises(InputError, match="leave none of 2 images"):
        assign(IMAGES[:2], BOOK, skip_first=1, skip_last=1)


def test_half_an_opening_is_skipped() -> None:
    """In openings pages are counted: a cover beside A1r, a cover beside A2v."""
    openings = Declaration(collation=BOOK.collation, images_are=ImagesAre.OPENINGS)
    pages = assign(IMAGES[:3], openings, skip_first=1, skip_last=1).pages
    assert [(page.image, page.signature) for page in pages] == [
        ("1.jpg", ""),
        ("1.jpg", "A1r"),
        ("2.jpg", "A1v"),
        ("2.jpg", "A2r"),
        ("3.jpg", "A2v"),
        ("3.jpg", ""),
    ]


@pytest.mark.parametrize(
    ("count", "first", "missing", "mismatches"),
    [
        (3, "", (), ["A2v: too few images, 3 for 4 pages"]),
        (1, "", (), ["A1v to A2v (3): too few images, 1 for 4 pages"]),
        (3, "A1v", (), ["A1r: before the first page, no image"]),
        (2, "", ("A1r", "A2v"), ["A1r, A2v: declared missing, no image"]),
        (2, "A2v", (), ["A1r to A2r (3): before", "2.jpg: too many images, 2 for 1 page;"]),
    ],
)
def test_every_mismatch_is_listed(
    count: int, first: str, missing: tuple[str, ...], mismatches: list[str]
) -> None:
    """Too few, too many, before the first, missing: each with its pages or images."""
    declaration = Declaration(collation=BOOK.collation, first=first, missing=missing)
    found = assign(IMAGES[:count], declaration).mismatches
    assert len(found) == len(mismatches)
    for mismatch, start in zip(found, mismatches, strict=True):
        assert mismatch.startswith(start)


def test_pages_that_should_have_an_image() -> None:
    """From the first page on, without the missing ones; none without a collation."""
    declaration = Declaration(collation=BOOK.collation, first="A1v", missing=("A2r",))
    assert expected_pages(declaration) == ["A1v", "A2v"]
    assert expected_pages(Declaration()) == []


def test_natural_order_of_numbers_and_names() -> None:
    """Numbers count by value, letters without case."""
    assert natural_order(["b2", "B10", "a", "b1-10", "b1-9"]) == ["a", "b1-9", "b1-10", "b2", "B10"]
