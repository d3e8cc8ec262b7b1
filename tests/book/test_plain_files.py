"""Files: read strictly, written whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from formework.book.plain_files import (
    copy_whole,
    inside,
    read_table,
    whole_file,
    write_table,
    write_whole,
)
from formework.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path

WRITER = """
import sys
from pathlib import Path
from formework.book.plain_files import write_whole
path = Path(sys.argv[1])
print("ready", flush=True)
number = 0
while True:
    number += 1
    write_whole(path, f"{number % 10}" * 3_000_000)
"""


def test_a_kill_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    """Killed at any moment, a writer leaves a file that is whole."""
    path = tmp_path / "titles.csv"
    write_whole(path, "0" * 3_000_000)
    for wait in (0.0, 0.004, 0.011, 0.017, 0.023):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout
            process.stdout.readline()
            time.sleep(wait)
            os.kill(process.pid, signal.SIGKILL)
        content = path.read_text()
        assert len(content) == 3_000_000
        assert len(set(content)) == 1


def test_a_copy_is_a_file_of_its_own(tmp_path: Path) -> None:
    """Writing to the copy does not change the original, and nothing else is left behind."""
    (tmp_path / "scan.jpg").write_bytes(b"original")
    copy_whole(tmp_path / "scan.jpg", tmp_path / "copy.jpg")
    with (tmp_path / "copy.jpg").open("r+b") as file:
        file.write(b"EDITED")
    assert (tmp_path / "scan.jpg").read_bytes() == b"original"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.jpg", "scan.jpg"]
    with pytest.raises(FileNotFoundError):
        copy_whole(tmp_path / "nowhere.jpg", tmp_path / "new.jpg")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    """Where the file cannot be put in its place, the half-written one is removed."""
    (tmp_path / "titles.csv").mkdir()
    with pytest.raises(OSError, match=r"titles\.csv"):
        write_whole(tmp_path / "titles.csv", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["titles.csv"]


def test_an_error_while_writing_keeps_the_old_file(tmp_path: Path) -> None:
    """A file written in parts takes its place only when all of it was written."""
    path = tmp_path / "books.csv"
    path.write_text("old")

    def write_half() -> None:
        with whole_file(path) as temporary:
            temporary.write_text("ne")
            raise ValueError("half of it is missing")

    with pytest.raises(ValueError, match="half of it"):
        write_half()
    assert [one.name for one in tmp_path.iterdir()] == ["books.csv"]
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    "content",
    [
        b"image,signature\n1.jpg,A1r\n2.jpg,A1v\n",
        b"\xef\xbb\xbfimage,signature\r\n1.jpg,A1r\r\n2.jpg,A1v\r\n",
        b"image;signature\r\n1.jpg;A1r\r\n2.jpg;A1v",
        b"image\tsignature\n1.jpg\tA1r\n\n2.jpg\tA1v\n",
        b'Image , Signature,extra\n"1.jpg",A1r,x\n2.jpg, A1v ,\n',
    ],
    ids=["plain", "BOM and CRLF", "semicolons", "tabs", "quoted, spaced, extra column"],
)
def test_tables_from_spreadsheets(tmp_path: Path, content: bytes) -> None:
    """A table is read however a spreadsheet saved it."""
    path = tmp_path / "pages.csv"
    path.write_bytes(content)
    rows = list(read_table(path, ("image", "signature")))
    assert [(row["image"], row["signature"]) for row in rows] == [
        ("1.jpg", "A1r"),
        ("2.jpg", "A1v"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"image,signature\n1.jpg,A1r\n\xfc.jpg,A1v\n", "line 3: byte 0xfc is not UTF-8"),
        (b"image\n1.jpg\n", "line 1: there is no column signature"),
        (b"", "line 1: there is no column image, signature"),
        (b'image,signature\n"1.jpg,A1r\n', "line 2: unexpected end of data"),
    ],
)
def test_bad_tables_name_the_line(tmp_path: Path, content: bytes, message: str) -> None:
    """A table that cannot be read says in which line."""
    path = tmp_path / "pages.csv"
    path.write_bytes(content)
    with pytest.raises(FileError, match=f"pages.csv, {message}"):
        list(read_table(path, ("image", "signature")))


def test_tables_round_trip(tmp_path: Path) -> None:
    """What is written is read again, commas, quotes and line breaks in the cells included."""
    rows = [("1.jpg", 'OF "MAN", ſo'), ("2.jpg", "two\nlines"), ("3;4.jpg", "π")]
    write_table(tmp_path / "t.csv", ("image", "text"), rows)
    read = [
        (row["image"], row["text"]) for row in read_table(tmp_path / "t.csv", ("image", "text"))
    ]
    assert read == rows


@pytest.mark.parametrize(
    "name", ["../x.jpg", "a/../../x.jpg", "/etc/passwd", "C:\\x.jpg", "x\0.jpg"]
)
def test_paths_stay_inside(tmp_path: Path, name: str) -> None:
    """No name in a book's files may be outside its folder."""
    with pytest.raises(FileError, match="is outside the book's folder"):
        inside(tmp_path, name)


def test_links_that_lead_out_are_refused(tmp_path: Path) -> None:
    """A symbolic link to a place outside is outside."""
    (tmp_path / "book").mkdir()
    (tmp_path / "secret.jpg").touch()
    (tmp_path / "book" / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    with pytest.raises(FileError, match="is outside"):
        inside(tmp_path / "book", "link.jpg")
    assert inside(tmp_path / "book", "sub/1.jpg") == tmp_path / "book" / "sub" / "1.jpg"
