"""The book folder: book.toml, pages.csv, titles.csv as the contract has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.book.assignment import PageImage
from formework.book.declaration import Declaration, ImagesAre, read_declaration, write_declaration
from formework.book.folder import Book, open_book
from formework.book.model import Box, Format, Origin, RunningTitle
from formework.errors import FileError, InputError

if TYPE_CHECKING:
    from pathlib import Path


def make(
    root: Path, toml: str = 'format = "quarto"\ncollation = "A-B^4"\n', images: int = 0
) -> Book:
    """A book folder with so many empty image files."""
    (root / "pages").mkdir()
    for number in range(1, images + 1):
        (root / "pages" / f"{number}.jpg").touch()
    (root / "book.toml").write_text(toml, encoding="utf-8")
    return open_book(root)


def test_declaration(tmp_path: Path) -> None:
    """Every key of book.toml is read, and what is only described is kept."""
    book = make(
        tmp_path,
        'title = "King Lear"\nestc = "R17361"\nformat = "4to"\ncollation = "A-C^4 D^2"\n'
        'images_are = "openings"\nfirst = "A1v"\nmissing = ["C4v"]\nskeletons = 4\n',
    )
    declared = book.declared
    assert declared.title == "King Lear"
    assert declared.described["estc"] == "R17361"
    assert declared.book_format is Format.QUARTO
    assert declared.collation
    assert declared.collation.leaves == 14
    assert declared.images_are is ImagesAre.OPENINGS
    assert (declared.first, declared.missing, declared.skeletons) == ("A1v", ("C4v",), 4)


def test_the_formula_may_carry_the_format(tmp_path: Path) -> None:
    """A format before the formula does where the key is not given."""
    assert make(tmp_path, 'collation = "8°: A-B^8"').declared.book_format is Format.OCTAVO


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('format = "octodecimo-ish"', "format 'octodecimo-ish' is not known"),
        ("format = 4", "format must be text, and is 4"),
        ('collation = "A-"', "character 3: expected the last signature"),
        ('images_are = "spreads"', "images_are is 'spreads'"),
        ('collation = "A4"\nfirst = "B1r"', "first names 'B1r', which is not a page of A4"),
        ('collation = "A4"\nmissing = "A4v"', "missing is 'A4v'"),
        ('collation = "A4"\nmissing = ["Q1r"]', "missing names 'Q1r'"),
        ("skeletons = 0", "skeletons is 0"),
        ("skeletons = true", "skeletons is True"),
        ('images = "../elsewhere"', "'../elsewhere' leads out of the book's folder"),
        ("format = quarto", "Invalid value"),
        ('collation = "A4"\n[imposition]\nA = "folded"', "imposition of A is 'folded'"),
        ('collation = "A4"\n[imposition]\nB = [[1, 2]]', "imposition names B"),
    ],
)
def test_wrong_declarations_name_the_value(tmp_path: Path, toml: str, message: str) -> None:
    """A wrong book.toml says which key and value, and what to do."""
    with pytest.raises(FileError) as caught:
        make(tmp_path, toml)
    assert message in caught.value.message
    assert caught.value.hint


def test_declaration_that_is_not_utf8(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are named with their line."""
    (tmp_path / "book.toml").write_bytes(b'format = "quarto"\ntitle = "caf\xe9"\n')
    with pytest.raises(FileError, match=r"book\.toml, line 2: byte 0xe9 is not UTF-8"):
        open_book(tmp_path)


def test_declaration_round_trips(tmp_path: Path) -> None:
    """What is declared is written so that it is read again, quotes and all."""
    book = make(
        tmp_path,
        'title = "The \\"Lear\\" \\\\ of 1608"\nformat = "quarto"\ncollation = "π^2 A-C^4"\n'
        'missing = ["C4v"]\nskeletons = 2\n',
    )
    (tmp_path / "copy.toml").write_text(write_declaration(book.declared), encoding="utf-8")
    assert read_declaration(tmp_path / "copy.toml") == book.declared


def test_own_imposition(tmp_path: Path) -> None:
    """A table in book.toml replaces the format's for the gatherings named."""
    book = make(
        tmp_path,
        'format = "octavo"\ncollation = "A-C^4 D-E^4"\n[imposition]\n'
        '"B-C" = [[1, 4, 5, 8], [7, 6, 3, 2]]\n'
        '"D+E" = [[1, 4, 5, 8, 9, 12, 13, 16], [3, 2, 7, 6, 11, 10, 15, 14]]\n',
    )
    names = [side.name for side in book.sheet_sides()]
    assert names == ["A(w)", "B(o)", "B(i)", "C(o)", "C(i)", "D+E(o)", "D+E(i)"]


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
        ("1.jpg,A1r,", "line 4: signature 'A1r' stands in line 2 already"),
        ("1.jpg,Q9r,", "line 4: signature 'Q9r' is not a page of A-B^4"),
        ("../1.jpg,A2r,", "line 4: image '../1.jpg' leads out of the book's folder"),
        (",A2r,", "line 4: image '' is empty"),
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
        ("0,0,9,9,t,,guessed", "origin 'guessed' is not known"),
        (",,,,t,,located", "origin 'located' does not go with its box"),
        ("1,1,9,9,t,,none", "origin 'none' does not go with its box"),
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
    """An image of two pages stands twice, left then right."""
    book = make(tmp_path, 'collation = "A^2"\nimages_are = "openings"\nfirst = "A1v"', images=1)
    assert [(p.image, p.signature) for p in book.read_pages()] == [
        ("1.jpg", "A1v"),
        ("1.jpg", "A2r"),
    ]


def test_no_folder(tmp_path: Path) -> None:
    """A book that is not there is said so, and how to make one."""
    with pytest.raises(InputError, match="is not a folder") as caught:
        open_book(tmp_path / "nowhere")
    assert "formework init" in caught.value.hint


def test_images_on_the_network_are_not_fetched_by_opening() -> None:
    """Opening a book whose images are an address does nothing on the network."""
    from pathlib import Path

    book = Book(Path(), Declaration(images="https://example.org/manifest.json"))
    with pytest.raises(InputError, match="not on this computer yet"):
        _ = book.images
