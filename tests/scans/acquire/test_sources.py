"""Sources: what a book is made from, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from formework.book.declaration import Declaration, ImagesAre
from formework.errors import InputError
from formework.scans.acquire.sources import Scans, collect, declare_scans, root_for, sample
from tests.scans.press import book_pages, write_book

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_of_images_is_used_as_it_is(tmp_path: Path) -> None:
    """Nothing is unpacked, and the order is natural."""
    folder = write_book(tmp_path / "scans", book_pages(3))
    assert collect(str(folder), tmp_path / "pages") == Scans(folder)
    assert not (tmp_path / "pages").exists()


@pytest.mark.parametrize("name", ["nowhere", "nowhere.json", "nowhere.pdf"])
def test_a_source_that_does_not_exist(name: str, tmp_path: Path) -> None:
    """It is refused by name, whatever its ending."""
    with pytest.raises(InputError, match=f"{name} is not a folder or a file"):
        collect(str(tmp_path / name), tmp_path / "pages")


def test_a_file_that_is_not_a_source(tmp_path: Path) -> None:
    """A text file is no source of scans."""
    (tmp_path / "notes.txt").write_text("notes")
    with pytest.raises(InputError, match=r"notes\.txt is not a source of scans"):
        collect(str(tmp_path / "notes.txt"), tmp_path / "pages")


def test_the_folder_of_a_new_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named after the source, in the current directory, and never inside the scans."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scans").mkdir()
    assert str(root_for("scans")) == "scans-book"
    assert str(root_for("elsewhere/lear.pdf")) == "lear-book"
    with pytest.raises(InputError, match="no folder is named"):
        root_for("https://example.org/manifest.json")
    monkeypatch.chdir(tmp_path / "scans")
    with pytest.raises(InputError, match="inside the folder of scans"):
        root_for(".")


def test_a_sample_leaves_out_what_cannot_be_read(tmp_path: Path) -> None:
    """Broken files do not stop it."""
    write_book(tmp_path, book_pages(2))
    (tmp_path / "p03.png").write_bytes(b"broken")
    assert len(sample(tmp_path, ["p01.png", "p02.png", "p03.png"])) == 2


def test_openings_are_declared_when_a_book_is_made(tmp_path: Path) -> None:
    """A folder of openings is declared as such; a folder of pages is left as declared."""
    pages = book_pages(9)
    for number in range(1, 5):
        opening = Image.new("L", (1800, 1300))
        opening.paste(pages[2 * number - 1], (0, 0))
        opening.paste(pages[2 * number], (900, 0))
        opening.save(tmp_path / f"{number}.png")
    assert declare_scans(Scans(tmp_path), Declaration()).images_are is ImagesAre.OPENINGS
    for number in range(1, 5):
        pages[number].save(tmp_path / f"{number}.png")
    assert declare_scans(Scans(tmp_path), Declaration()).images_are is ImagesAre.PAGES
