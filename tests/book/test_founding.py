"""Making a book folder: what is copied, what is refused, what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.book.declaration import Declaration, declare
from formework.book.folder import open_book
from formework.book.founding import found_book, refuse_existing
from formework.book.founding_summary import describe_founding, summarise_founding
from formework.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

QUARTO = declare(book_format="4to", formula="A^2")


def scans(folder: Path, count: int) -> Path:
    """A folder with this number of image files."""
    folder.mkdir()
    for number in range(1, count + 1):
        (folder / f"{number}.jpg").write_bytes(b"image %d" % number)
    return folder


def test_scans_are_copied_not_linked(tmp_path: Path) -> None:
    """Editing a page of the book leaves the original as it is."""
    source = scans(tmp_path / "in", 4)
    found_book(source, tmp_path / "book", QUARTO)
    copy = tmp_path / "book" / "pages" / "2.jpg"
    assert copy.read_bytes() == b"image 2"
    with copy.open("r+b") as file:
        file.write(b"EDITED")
    assert (source / "2.jpg").read_bytes() == b"image 2"
    assert (source / "2.jpg").stat().st_nlink == 1


def test_scans_inside_the_book_stay(tmp_path: Path) -> None:
    """They are used where they are, also in the book's own folder."""
    source = scans(tmp_path / "in", 4)
    book, _ = found_book(source, tmp_path, QUARTO)
    assert book.declared.images == "in"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.toml", "in", "pages.csv"]
    assert found_book(scans(tmp_path / "b", 1), tmp_path / "b", QUARTO)[0].declared.images == "."


def test_an_interrupted_run_is_resumed(tmp_path: Path) -> None:
    """Files copied before are kept; a file that differs is refused, not overwritten."""
    source = scans(tmp_path / "in", 2)
    pages = tmp_path / "book" / "pages"
    pages.mkdir(parents=True)
    (pages / "1.jpg").write_bytes(b"image 1")
    reports: list[tuple[str, int, int]] = []
    found_book(source, tmp_path / "book", QUARTO, progress=lambda *news: reports.append(news))
    assert reports == [("copied", 1, 2), ("copied", 2, 2)]
    other = tmp_path / "other"
    (other / "pages").mkdir(parents=True)
    (other / "pages" / "1.jpg").write_bytes(b"another")
    with pytest.raises(InputError, match="exists and differs"):
        found_book(source, other, QUARTO)
    assert (other / "pages" / "1.jpg").read_bytes() == b"another"
    assert not (other / "book.toml").exists()


@pytest.mark.parametrize("name", ["book.toml", "pages.csv"])
def test_a_book_folder_is_not_overwritten(tmp_path: Path, name: str) -> None:
    """What a person declared or assigned stays."""
    (tmp_path / name).write_text("mine")
    with pytest.raises(InputError, match="exists and is not overwritten"):
        refuse_existing(tmp_path)


def test_a_folder_without_images(tmp_path: Path) -> None:
    """Nothing is made of it."""
    with pytest.raises(InputError, match="holds no images"):
        found_book(tmp_path, tmp_path / "book", QUARTO)
    assert not (tmp_path / "book").exists()


def test_skipping_too_many_images_makes_nothing(tmp_path: Path) -> None:
    """The mistake is found before anything is copied."""
    source = scans(tmp_path / "in", 2)
    with pytest.raises(InputError, match="leave none"):
        found_book(source, tmp_path / "book", QUARTO, skip_first=2)
    assert not (tmp_path / "book").exists()


def test_the_summary_comes_first(tmp_path: Path) -> None:
    """Counts, first and last assignment, then covers and mismatches."""
    source = scans(tmp_path / "in", 6)
    made = found_book(source, tmp_path / "book", QUARTO, skip_first=1)
    lines = describe_founding(*made).splitlines()
    assert lines[:3] == [
        f"{tmp_path / 'book'}: 6 images; 4 pages, quarto, A^2",
        "2.jpg is A1r, 5.jpg is A2v",
        "outside the collation: 1.jpg, 6.jpg",
    ]
    assert lines[3].startswith("mismatch: 6.jpg: too many images, 5 for 4 pages")
    assert len(lines) == 4
    record = summarise_founding(*made, ["a warning"])
    assert (record["images"], record["format"], record["collation"]) == (6, "quarto", "A^2")
    assert record["pages"][1] == {"image": "2.jpg", "signature": "A1r"}  # type: ignore[index]
    assert record["warnings"] == ["a warning"]
    assert [page.signature for page in open_book(tmp_path / "book").read_pages()][:2] == ["", "A1r"]


def test_without_a_collation_the_next_step_is_named(tmp_path: Path) -> None:
    """One image, no collation: what to add, and where."""
    made = found_book(scans(tmp_path / "in", 1), tmp_path / "book", Declaration())
    assert describe_founding(*made).splitlines() == [
        f"{tmp_path / 'book'}: 1 image, no collation",
        f"next: add format and collation to {tmp_path / 'book' / 'book.toml'}",
    ]
