"""The catalogue: read row by row, faults named by line, ids that stay folder names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.corpus.catalogue import read_catalogue
from formework.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "id,source,format,collation,printer\n"


def written(tmp_path: Path, content: str | bytes) -> Path:
    """A catalogue file."""
    path = tmp_path / "books.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_rows_keep_further_columns(tmp_path: Path) -> None:
    """Further columns are kept, sources are relative to the catalogue, addresses stay."""
    path = written(tmp_path, HEAD + "a,scans,4°,A-F^4,Okes\n\nb,https://x.org/m.json,,,\n")
    one, other = read_catalogue(path)
    assert one.source == str(tmp_path / "scans")
    assert (one.format, one.collation, one.described) == ("4°", "A-F^4", {"printer": "Okes"})
    assert (other.source, other.line) == ("https://x.org/m.json", 4)


def test_spreadsheet_spellings_are_read(tmp_path: Path) -> None:
    """A BOM, semicolons, capitals in the header and quoted line breaks are understood."""
    path = written(
        tmp_path, b'\xef\xbb\xbfID;Source;Format;Collation;Title\r\na;x;;;"King\r\nLear"\r\n'
    )
    (book,) = read_catalogue(path)
    assert (book.id, book.described) == ("a", {"title": "King\r\nLear"})


@pytest.mark.parametrize(
    "book", ["..", ".", "a/b", "../x", "/etc", "a\\b", ".hidden", "a b", "-x", "é", "x" * 101,
             "index.html", "TABLES", "con", "nul.txt", "a.", "a\x00b", "C:x"],
)  # fmt: skip
def test_ids_cannot_leave_the_folder(tmp_path: Path, book: str) -> None:
    """An id that is not a plain folder name, or is reserved, is refused with its line."""
    path = written(tmp_path, f'{HEAD}good,x,,,\n"{book}",x,,,\n')
    with pytest.raises(FileError, match=r"books\.csv, line 3: id"):
        list(read_catalogue(path))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("id,source\n", "line 1: there is no column format, collation"),
        ("id,source,format,collation,id\n", "line 1: there are two columns 'id'"),
        (HEAD + "a,x,,,\n,y,,,\n", "line 3: id '' is empty"),
        (HEAD + "a,,,,\n", "line 2: source '' is empty"),
        (HEAD + "a,x,4°,A-F^4,Okes,more\n", "line 2: 6 cells, but 5 columns"),
        (HEAD + 'a,"x"y,,,\n', "line 2: "),
        (HEAD.encode() + b"a,x,,,\nb,x,,,\xff\n", "line 3: byte 0xff is not UTF-8"),
    ],
)
def test_faults_are_named_by_line(tmp_path: Path, content: str | bytes, fault: str) -> None:
    """Every fault of the file is reported with its line."""
    with pytest.raises(FileError) as error:
        list(read_catalogue(written(tmp_path, content)))
    assert fault in error.value.message


def test_absent_catalogue_is_named(tmp_path: Path) -> None:
    """A catalogue that does not exist is an input error with its path."""
    with pytest.raises(FileError, match=r"none\.csv cannot be read"):
        list(read_catalogue(tmp_path / "none.csv"))
