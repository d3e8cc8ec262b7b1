"""Faults of a book folder that must not pass in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.book.checks import check_book, check_source
from formework.book.declaration import Declaration, declare
from formework.book.folder import open_book
from formework.errors import InputError
from tests.book.hand_made import make

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.folder import Book

QUARTO = 'format = "quarto"\ncollation = "A^4"\n'


def warnings(book: Book) -> tuple[str, ...]:
    """The warnings about a book of single pages."""
    return check_book(book, book.read_pages())


def write_pages(root: Path, signatures: dict[str, str]) -> None:
    """A pages.csv by hand."""
    rows = "".join(f"{image},{signature},\n" for image, signature in signatures.items())
    (root / "pages.csv").write_text(f"image,signature,page\n{rows}")


SIGNATURES = "A1r A1v A2r A2v A3r A3v A4r A4v".split()
EIGHT = {f"{number}.jpg": signature for number, signature in enumerate(SIGNATURES, start=1)}


def test_a_sound_book(tmp_path: Path) -> None:
    """As many images as pages, with or without pages.csv: no warning."""
    book = make(tmp_path, QUARTO, images=8)
    assert warnings(book) == ()
    write_pages(tmp_path, EIGHT)
    assert warnings(book) == ()


@pytest.mark.parametrize(
    ("formula", "images", "warning"),
    [
        ("A^4(-A4", 6, "collation: '(-A4' at character 4: this bracket is never closed"),
        ("[A^4", 8, "collation: '[A^4' at character 1: this bracket is never closed"),
        ("B-A^2", 8, "collation: B-A runs backwards: read as B and A only"),
        ("A^4; 5 leaves", 8, "collation: the formula declares 5 leaves, its gatherings have 4"),
    ],
)
def test_a_faulty_formula(tmp_path: Path, formula: str, images: int, warning: str) -> None:
    """An unclosed bracket, a range that runs backwards, a count that does not fit."""
    (found,) = warnings(make(tmp_path, f'collation = "{formula}"', images=images))
    assert found.startswith(warning)
    assert found.endswith("(check the formula: formework collate)")


@pytest.mark.parametrize(
    ("images", "message"),
    [
        (7, "pages: 7 images for 8 pages of A^4, and no pages.csv says which image is which page"),
        (9, "pages: 9 images for 8 pages of A^4, and no pages.csv says which image is which page"),
        (1, "pages: 1 image for 8 pages of A^4, and no pages.csv says which image is which page"),
        (0, "pages: 0 images for 8 pages of A^4, and no pages.csv says which image is which page"),
    ],
)
def test_a_count_that_does_not_fit(tmp_path: Path, images: int, message: str) -> None:
    """Without pages.csv any page could be any image: an error that says what to do."""
    with pytest.raises(InputError) as caught:
        warnings(make(tmp_path, QUARTO, images=images))
    assert caught.value.message == message
    assert f"formework init {tmp_path / 'pages'} NEW-BOOK" in caught.value.hint
    assert "declare missing, or first, in book.toml" in caught.value.hint


def test_a_file_that_is_not_read_shifts_no_page(tmp_path: Path) -> None:
    """One scan of eight in a format the program does not read: an error that names it."""
    book = make(tmp_path, QUARTO, images=8)
    (tmp_path / "pages" / "3.jpg").rename(tmp_path / "pages" / "3.bmp")
    with pytest.raises(InputError, match=r"7 images for 8 pages .*not read as images: 3\.bmp"):
        warnings(book)


@pytest.mark.parametrize(
    ("toml", "images"),
    [
        ('missing = ["A2r", "A2v"]', 6),
        ('first = "A1v"', 7),
        ('first = "A2r"\nmissing = ["A4v"]', 5),
    ],
)
def test_declared_gaps_are_no_doubt(tmp_path: Path, toml: str, images: int) -> None:
    """With missing and first the count fits."""
    assert warnings(make(tmp_path, f"{QUARTO}{toml}", images=images)) == ()


def test_an_image_that_is_not_there(tmp_path: Path) -> None:
    """pages.csv names it: the warning gives image and page."""
    book = make(tmp_path, QUARTO, images=7)
    write_pages(tmp_path, EIGHT)
    assert warnings(book) == (
        "pages.csv: 1 image is not in pages: 8.jpg (A4v); put the files there, or delete the rows",
    )


def test_more_images_than_pages(tmp_path: Path) -> None:
    """Images that pages.csv does not name are left out, and the warning names them."""
    book = make(tmp_path, QUARTO, images=10)
    write_pages(tmp_path, EIGHT)
    (found,) = warnings(book)
    assert found.startswith("pages: 2 images are not in pages.csv and left out: 9.jpg, 10.jpg;")
    write_pages(tmp_path, EIGHT | {"9.jpg": "", "10.jpg": ""})
    assert warnings(book) == ()


def test_fewer_images_than_pages(tmp_path: Path) -> None:
    """Pages that pages.csv gives no image are named, unless they are declared missing."""
    images = {image: page for image, page in EIGHT.items() if page not in ("A2r", "A2v", "A4v")}
    book = make(tmp_path, QUARTO)
    for image in images:
        (tmp_path / "pages" / image).touch()
    write_pages(tmp_path, images)
    assert warnings(book) == (
        "A2r to A2v (2), A4v: 3 pages have no image in pages.csv; "
        "declare missing in book.toml, or add the images",
    )
    (tmp_path / "book.toml").write_text(f'{QUARTO}missing = ["A2r", "A2v", "a4v"]')
    assert warnings(open_book(tmp_path)) == ()


def test_files_that_are_not_images(tmp_path: Path) -> None:
    """They are named even where the count fits; hidden and system files are not."""
    book = make(tmp_path, QUARTO, images=8)
    for name in ("notes.txt", "cover.heic", ".DS_Store", "Thumbs.db"):
        (tmp_path / "pages" / name).touch()
    (found,) = warnings(book)
    assert found.startswith("pages: 2 files are not read as images: cover.heic, notes.txt;")


def test_a_bare_folder_has_nothing_to_warn_about(tmp_path: Path) -> None:
    """Without a collation any number of images is right, and other files do not matter."""
    for name in ("1.jpg", "2.jpg", "3.jpg", "notes.txt"):
        (tmp_path / name).touch()
    assert warnings(open_book(tmp_path)) == ()


def test_cut_out_titles(tmp_path: Path) -> None:
    """A page without a running title has no image: with pages.csv there is nothing to warn about.

    Without pages.csv the count must fit.
    """
    book = make(tmp_path, f'{QUARTO}images_are = "titles"', images=7)
    with pytest.raises(InputError, match="7 images for 8 pages"):
        warnings(book)
    write_pages(tmp_path, {image: page for image, page in EIGHT.items() if image != "8.jpg"})
    assert warnings(book) == ()


def test_declared_openings(tmp_path: Path) -> None:
    """Each opening counts as two pages; a missing file is named once, with both."""
    book = make(tmp_path, f'{QUARTO}images_are = "openings"', images=4)
    assert warnings(book) == ()
    book.write_pages(book.read_pages())
    (tmp_path / "pages" / "2.jpg").unlink()
    assert warnings(book)[0].startswith("pages.csv: 1 image is not in pages: 2.jpg (A2r, A2v);")


def test_the_source_of_a_new_book(tmp_path: Path) -> None:
    """The command init warns of the formula, and of files it does not copy."""
    (tmp_path / "p3.bmp").touch()
    declaration = declare(book_format=None, formula="A^4(")
    formula, files = check_source(tmp_path, declaration)
    assert "never closed" in formula
    assert "p3.bmp" in files
    assert check_source(tmp_path / "lear.pdf", Declaration()) == ()
