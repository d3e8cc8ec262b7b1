"""The book folder: book.toml, pages.csv, titles.csv as the contract has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.book.assignment import PageImage
from formework.book.declaration import Declaration
from formework.book.folder import Book, open_book, other_files
from formework.book.model import Box, Origin, RunningTitle
from formework.errors import FileError, InputError
from tests.book.hand_made import make

if TYPE_CHECKING:
    from pathlib import Path


def test_sheet_sides_need_format_and_collation(tmp_path: Path) -> None:
    """What is not declared is asked for by name."""
    with pytest.raises(InputError, match="declares no format"):
        make(tmp_path, 'collation = "A4"').sheet_sides()


def test_pages_in_natural_order_until_pages_csv_is_there(tmp_path: Path) -> None:
    """Without pages.csv images are taken in the order people count in."""
    book = make(tmp_path, images=12)
    pages = book.read_pages()
    assert [page.image for page in pages][8:11] == ["9.jpg", "10.jpg", "11.jpg"]
    assert pages[8] == PageImage("9.jpg", "B1r")


def test_pages_edited_by_hand_win(tmp_path: Path) -> None:
    """pages.csv as a person saved it is what counts, in any spelling of signatures."""
    book = make(tmp_path, 'collation = "2A-2B^2"\nformat = "folio"', images=2)
    (tmp_path / "pages.csv").write_bytes(b"image;signature;page\r\n2.jpg;Aa1v;ii\r\n1.jpg;;\r\n")
    assert book.read_pages() == (PageImage("2.jpg", "2A1v", "ii"), PageImage("1.jpg", "", ""))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1.jpg,A1r,", "line 4: signature 'A1r' is also in line 2"),
        ("1.jpg,Q9r,", "line 4: signature 'Q9r' is not a page of A-B^4"),
        ("../1.jpg,A2r,", "line 4: image '../1.jpg' is outside the book's folder"),
        (",A2r,", "line 4: image '' is empty"),
        ("3.jpg,a1R,", "line 4: signature 'a1R' is also in line 2"),
    ],
)
def test_wrong_pages_name_line_and_value(tmp_path: Path, line: str, message: str) -> None:
    """A wrong row of pages.csv is refused by file, line and value."""
    book = make(tmp_path)
    (tmp_path / "pages.csv").write_text(f"image,signature,page\n1.jpg,A1r,\n2.jpg,A1v,\n{line}\n")
    with pytest.raises(FileError) as caught:
        book.read_pages()
    assert caught.value.message == f"pages.csv, {message}"


def test_titles_round_trip(tmp_path: Path) -> None:
    """Running titles are read as they were written."""
    book = make(tmp_path)
    titles = (
        RunningTitle("1.jpg", "A1r", None, "", "", Origin.NONE),
        RunningTitle("2.jpg", "A1v", Box(10, 20, 300, 40), 'Of "Man",', "1", Origin.LOCATED),
        RunningTitle("3.jpg", "A2r", None, "", "", Origin.CORRECTED),
    )
    book.write_titles(titles)
    assert book.read_titles() == titles


def test_no_titles_yet(tmp_path: Path) -> None:
    """Before the titles are located there are none."""
    assert make(tmp_path).read_titles() == ()


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("-5,0,10,10,t,,located", "x '-5' is not a number of pixels from 0"),
        ("nan,0,10,10,t,,located", "x 'nan' is not a number of pixels from 0"),
        ("0,inf,10,10,t,,located", "y 'inf' is not a number of pixels from 0"),
        ("0,0,0,10,t,,located", "width '0' is not a number of pixels from 1"),
        ("0,0,,10,t,,located", "width '' is not a number of pixels from 1"),
        ("0,0,1e99,10,t,,located", "width '1e99' is not a number of pixels from 1"),
        ("0,0,9,9,t,,guessed", "origin 'guessed' is unknown"),
    ],
)
def test_wrong_boxes_name_line_and_value(tmp_path: Path, cells: str, message: str) -> None:
    """A box that cannot be is refused by file, line and value."""
    book = make(tmp_path)
    header = "image,signature,x,y,width,height,text,section,origin"
    (tmp_path / "titles.csv").write_text(f"{header}\n1.jpg,A1r,{cells}\n")
    with pytest.raises(FileError) as caught:
        book.read_titles()
    assert caught.value.message == f"titles.csv, line 2: {message}"


@pytest.mark.parametrize("cells", [",,,,t,,located", "1,1,9,9,t,,none"])
def test_a_box_added_or_emptied_is_a_correction(tmp_path: Path, cells: str) -> None:
    """What the program would not have written was edited, whatever the column says."""
    book = make(tmp_path)
    header = "image,signature,x,y,width,height,text,section,origin"
    (tmp_path / "titles.csv").write_text(f"{header}\n1.jpg,A1r,{cells}\n")
    assert book.read_titles()[0].origin is Origin.CORRECTED


def test_boxes_a_spreadsheet_made_decimal(tmp_path: Path) -> None:
    """12.0, or 12,0 where a comma is the point, is twelve pixels."""
    book = make(tmp_path)
    header = "image;signature;x;y;width;height;text;section;origin"
    (tmp_path / "titles.csv").write_text(f"{header}\n1.jpg;A1r;12,0;3.0;10;9,6;t;;corrected\n")
    assert book.read_titles()[0].box == Box(12, 3, 10, 10)


def test_a_bare_folder_of_images_is_a_book(tmp_path: Path) -> None:
    """With nothing declared, signatures stay empty."""
    (tmp_path / "b.png").touch()
    (tmp_path / "a.tif").touch()
    (tmp_path / "notes.txt").touch()
    assert open_book(tmp_path).read_pages() == (PageImage("a.tif"), PageImage("b.png"))


def test_openings_have_two_rows(tmp_path: Path) -> None:
    """An image of two pages has two rows, left then right."""
    book = make(tmp_path, 'collation = "A^2"\nimages_are = "openings"\nfirst = "A1v"', images=1)
    assert [(p.image, p.signature) for p in book.read_pages()] == [
        ("1.jpg", "A1v"),
        ("1.jpg", "A2r"),
    ]


def test_no_folder(tmp_path: Path) -> None:
    """The error for a missing book says how to make one."""
    with pytest.raises(InputError, match="is not a folder") as caught:
        open_book(tmp_path / "nowhere")
    assert "formework init" in caught.value.hint


def test_images_on_the_network_are_not_fetched_by_opening() -> None:
    """Opening a book whose images are an address does nothing on the network."""
    from pathlib import Path

    book = Book(Path(), Declaration(images="https://example.org/manifest.json"))
    with pytest.raises(InputError, match="have not been fetched yet"):
        _ = book.images


def test_an_image_shows_at_most_two_pages(tmp_path: Path) -> None:
    """Two rows are an opening; a third is a mistake."""
    book = make(tmp_path)
    rows = "".join(f"1.jpg,A{leaf},\n" for leaf in ("1r", "1v", "2r"))
    (tmp_path / "pages.csv").write_text(f"image,signature,page\n{rows}")
    with pytest.raises(FileError, match=r"line 4: image '1\.jpg' is in three rows"):
        book.read_pages()


def test_missing_and_pages_csv_must_agree(tmp_path: Path) -> None:
    """A page declared missing that has an image is an error naming both files."""
    book = make(tmp_path, 'collation = "A^4"\nmissing = ["A2r", "A2v"]')
    (tmp_path / "pages.csv").write_text("image,signature,page\n1.jpg,A1r,\n2.jpg,a2r,\n")
    with pytest.raises(FileError) as caught:
        book.read_pages()
    assert caught.value.message == (
        "pages.csv, line 3: signature 'a2r' is declared missing in book.toml, "
        "but has the image 2.jpg"
    )
    assert "remove A2r from missing in book.toml" in caught.value.hint
    (tmp_path / "pages.csv").write_text("image,signature,page\n1.jpg,A1r,\n2.jpg,A3r,\n")
    assert [page.signature for page in book.read_pages()] == ["A1r", "A3r"]


def test_own_pictures_in_the_root_are_not_scans(tmp_path: Path) -> None:
    """Where the scans lie beside book.toml, the report's pictures are not pages."""
    (tmp_path / "book.toml").write_text('images = "."')
    for name in ("p1.png", "montage.png", "staircase.png", "compare-A1r-B1r.png", ".p2.png"):
        (tmp_path / name).touch()
    assert open_book(tmp_path).image_names() == ["p1.png"]


def test_other_files_among_the_scans(tmp_path: Path) -> None:
    """Files that are not images are listed; hidden, system and own files are expected."""
    for name in ("p1.jpg", "p2.bmp", "notes.txt", ".hidden", "Thumbs.db", "titles.csv"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    assert other_files(tmp_path) == ["notes.txt", "p2.bmp", "titles.csv"]
    (tmp_path / "book.toml").touch()
    assert other_files(tmp_path) == ["notes.txt", "p2.bmp"]
