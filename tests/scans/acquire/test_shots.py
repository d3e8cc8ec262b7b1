"""The pages of a book as photographed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from formework.book.checks import check_book
from formework.book.folder import open_book
from formework.book.model import Face
from formework.errors import InputError
from formework.scans.acquire.shots import read_shot, read_shots
from tests.scans.press import HEIGHT, WIDTH, book_pages, write_book

if TYPE_CHECKING:
    from pathlib import Path


def openings(folder: Path, count: int) -> None:
    """A folder of openings."""
    folder.mkdir()
    pages = book_pages(2 * count)
    for number in range(count):
        opening = Image.new("L", (2 * WIDTH, HEIGHT))
        opening.paste(pages[2 * number + 1], (0, 0))
        opening.paste(pages[2 * number], (WIDTH, 0))
        opening.save(folder / f"{number + 1}.png")


def test_undeclared_openings_have_two_pages_each(tmp_path: Path) -> None:
    """They are counted after they are recognised, so that the collation fits."""
    openings(tmp_path / "pages", 4)
    (tmp_path / "book.toml").write_text('format = "quarto"\ncollation = "A^4"\n')
    book = open_book(tmp_path)
    shots = read_shots(book)
    assert [shot.name for shot in shots] == "A1r A1v A2r A2v A3r A3v A4r A4v".split()
    assert [shot.half for shot in shots[:3]] == [1, 2, 1]
    assert check_book(book, [shot.page for shot in shots]) == ()
    right, start = read_shot(book, shots[1])
    assert start == pytest.approx(WIDTH, abs=100)
    assert right.shape == (HEIGHT, 2 * WIDTH - start)


def test_openings_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    """The error counts their pages."""
    openings(tmp_path / "pages", 3)
    (tmp_path / "book.toml").write_text('format = "quarto"\ncollation = "A^4"\n')
    book = open_book(tmp_path)
    with pytest.raises(InputError, match="openings of 6 pages for 8 pages of A\\^4"):
        check_book(book, [shot.page for shot in read_shots(book)])


def test_wide_images_that_fit_the_collation_are_pages(tmp_path: Path) -> None:
    """Scans of the tops of pages look like openings; their number says that they are not."""
    (tmp_path / "pages").mkdir()
    for number, page in enumerate(book_pages(8), start=1):
        page.crop((0, 0, WIDTH, HEIGHT // 4)).save(tmp_path / "pages" / f"{number}.png")
    (tmp_path / "book.toml").write_text('format = "quarto"\ncollation = "A^4"\n')
    book = open_book(tmp_path)
    shots = read_shots(book)
    assert [shot.half for shot in shots] == [0] * 8
    assert check_book(book, [shot.page for shot in shots]) == ()


def test_faces_without_signatures(tmp_path: Path) -> None:
    """Pages of a bare folder alternate, recto first."""
    write_book(tmp_path, book_pages(2))
    shots = read_shots(open_book(tmp_path))
    assert [shot.name for shot in shots] == ["p01.png", "p02.png"]
    assert [shot.face(place) for place, shot in enumerate(shots)] == [Face.RECTO, Face.VERSO]


def test_a_pdf_named_in_book_toml_is_unpacked(tmp_path: Path) -> None:
    """Its pages are written beside it, and pages.csv says which is which."""
    pages = book_pages(8)
    pages[0].save(tmp_path / "book.pdf", save_all=True, append_images=pages[1:])
    (tmp_path / "book.toml").write_text('collation = "A^4"\nimages = "book.pdf"\n')
    book = open_book(tmp_path)
    shots = read_shots(book)
    assert (shots[7].page.image, shots[7].page.signature) == ("pages/0008.jpg", "A4v")
    assert (tmp_path / "pages.csv").exists()
    assert check_book(book, [shot.page for shot in shots]) == ()
    assert np.ptp(read_shot(book, shots[7])[0]) > 100


def test_a_pdf_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    """No pages.csv is written from a guess."""
    pages = book_pages(7)
    pages[0].save(tmp_path / "book.pdf", save_all=True, append_images=pages[1:])
    (tmp_path / "book.toml").write_text('collation = "A^4"\nimages = "book.pdf"\n')
    with pytest.raises(InputError, match=r"book\.pdf: 7 images for 8 pages of A\^4"):
        read_shots(open_book(tmp_path))
    assert not (tmp_path / "pages.csv").exists()
