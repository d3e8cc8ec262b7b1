"""book.toml: read key by key, refused by key and value, written and read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.book.declaration import (
    Declaration,
    ImagesAre,
    declare,
    is_url,
    read_declaration,
    write_declaration,
)
from formework.book.folder import open_book
from formework.book.formula.collation import read_collation
from formework.book.imposition import GatheringFormes
from formework.book.manifest_source import Canvas, ManifestSource
from formework.book.model import Format
from formework.errors import FileError, InputError
from tests.book.hand_made import make

if TYPE_CHECKING:
    from pathlib import Path


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
        ('format = "octodecimo-ish"', "format 'octodecimo-ish' is unknown"),
        ("format = 4", "format must be text, but is 4"),
        ('collation = "A-"', "character 3: expected the last signature"),
        ('images_are = "spreads"', "images_are is 'spreads'"),
        ('collation = "A4"\nfirst = "B1r"', "first names 'B1r', which is not a page of A4"),
        ('collation = "A4"\nmissing = "A4v"', "missing is 'A4v'"),
        ('collation = "A4"\nmissing = ["Q1r"]', "missing names 'Q1r'"),
        ("skeletons = 0", "skeletons is 0"),
        ("skeletons = true", "skeletons is True"),
        ('images = "../elsewhere"', "'../elsewhere' is outside the book's folder"),
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
    """Every field is written so that it is read again."""
    declaration = Declaration(
        book_format=Format.QUARTO,
        collation=read_collation("π^2 A-C^4"),
        images="scans",
        images_are=ImagesAre.OPENINGS,
        first="π1v",
        missing=("C4v",),
        skeletons=2,
        imposition=(GatheringFormes(("A",), ((1, 4, 5, 8), (7, 6, 3, 2))),),
        described={"title": 'The "Lear" \\ of 1608', "shelf mark": "C.34.k.18\n\x7f\x00"},
        iiif=ManifestSource(
            "https://example.org/m", 'A "label"', "π ü\t", {"0001.jpg": Canvas("c#1", 900, 1300)}
        ),
    )
    (tmp_path / "book.toml").write_text(write_declaration(declaration), encoding="utf-8")
    assert read_declaration(tmp_path / "book.toml") == declaration


TEXT = st.text(max_size=30)


@given(
    TEXT.filter(bool),
    TEXT,
    TEXT,
    st.dictionaries(TEXT, st.builds(Canvas, TEXT.filter(bool), *[st.integers(1, 10**7)] * 2)),
)
def test_any_manifest_round_trips(
    tmp_path_factory: pytest.TempPathFactory,
    manifest: str,
    label: str,
    attribution: str,
    canvases: dict[str, Canvas],
) -> None:
    """Whatever a library writes into its manifest is escaped and read again."""
    source = ManifestSource(manifest, label, attribution, canvases)
    path = tmp_path_factory.mktemp("toml") / "book.toml"
    path.write_bytes(write_declaration(Declaration(iiif=source)).encode())
    assert read_declaration(path).iiif == source


def test_options_of_the_command_line() -> None:
    """A page is found in any spelling, and the format may come from the formula."""
    declaration = declare(
        book_format=None, formula="4°: A-B^4", first="a2R", missing=("b4r", "B 4 v")
    )
    assert (declaration.book_format, declaration.first) == (Format.QUARTO, "A2r")
    assert declaration.missing == ("B4r", "B4v")
    with pytest.raises(InputError, match="--missing 'A1r' needs a collation"):
        declare(book_format=None, formula=None, missing=["A1r"])
    with pytest.raises(InputError, match="--first 'Q1r' is not a page of A4"):
        declare(book_format=None, formula="A4", first="Q1r")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("https://a.org/m", True), ("HTTP://a", True), ("pages", False), ("ftp://a", False)],
)
def test_addresses(text: str, expected: bool) -> None:
    """Only http and https are addresses."""
    assert is_url(text) is expected
