"""What a person edited in titles.csv is kept, whatever the column `origin` says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from formework.book.file_names import TITLES_RECORD
from formework.book.folder import open_book
from formework.book.model import Box, Origin
from formework.errors import FileError
from formework.scans.title_corrections import is_edited, kept_titles
from formework.scans.title_outcome import read_written_titles
from formework.scans.title_stage import find_titles

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.model import RunningTitle


def edit(root: Path, row: int, **changes: object) -> RunningTitle:
    """Change one row of titles.csv as a person would, and return it."""
    book = open_book(root)
    titles = list(book.read_titles())
    titles[row] = replace(titles[row], **changes)  # type: ignore[arg-type]
    book.write_titles(titles)
    return titles[row]


@pytest.mark.parametrize(
    "changes",
    [{"box": Box(310, 60, 280, 50)}, {"text": "OF THE PREſS."}, {"section": "9"}],
    ids=["box", "text", "section"],
)
def test_an_edit_with_origin_left_at_located_is_a_correction(
    copied: Path, changes: dict[str, object]
) -> None:
    """The edited row is kept and becomes corrected, in this run and in the next."""
    mine = edit(copied, 2, **changes)
    assert mine.origin is Origin.LOCATED
    for _ in range(2):
        titles = find_titles(open_book(copied)).titles
        assert titles[2] == replace(mine, origin=Origin.CORRECTED)
    assert [title.origin for title in titles].count(Origin.CORRECTED) == 1
    assert open_book(copied).read_titles() == titles


def test_corrected_rows_win(copied: Path) -> None:
    """A corrected box survives, and so does the word that a page has no title."""
    mine = edit(copied, 2, box=Box(1, 2, 30, 40), text="MINE", origin=Origin.CORRECTED)
    edit(copied, 5, box=None, text="", origin=Origin.CORRECTED)
    titles = find_titles(open_book(copied)).titles
    assert titles[2] == mine
    assert (titles[5].box, titles[5].origin) == (None, Origin.CORRECTED)


def test_a_row_given_back_is_located_again(copied: Path) -> None:
    """An origin set back to located, and nothing else, gives the row back to the program."""
    before = open_book(copied).read_titles()[2]
    edit(copied, 2, box=Box(1, 2, 30, 40))
    assert find_titles(open_book(copied)).titles[2].box == Box(1, 2, 30, 40)
    edit(copied, 2, origin=Origin.LOCATED)
    assert find_titles(open_book(copied)).titles[2] == before


def test_a_new_pages_csv_is_no_edit(copied: Path) -> None:
    """New signatures reach every row, kept ones too, and make none a correction."""
    edit(copied, 2, text="MINE")
    images = [title.image for title in find_titles(open_book(copied)).titles]
    for first in (1, 5):
        rows = [f"{image},X{first + n // 2}{'rv'[n % 2]}," for n, image in enumerate(images)]
        (copied / "pages.csv").write_text("\n".join(["image,signature,page", *rows]) + "\n")
        titles = find_titles(open_book(copied)).titles
        assert [title.signature for title in titles][:3] == [
            f"X{first}r", f"X{first}v", f"X{first + 1}r",
        ]  # fmt: skip
        corrected = [n for n, title in enumerate(titles) if title.origin is Origin.CORRECTED]
        assert corrected == [2]


def test_without_a_record_every_row_is_kept(copied: Path) -> None:
    """Where `.formework` was deleted, nobody knows which rows a person edited."""
    mine = edit(copied, 2, text="MINE")
    (copied / TITLES_RECORD).unlink()
    assert read_written_titles(open_book(copied)) is None
    assert find_titles(open_book(copied)).titles[2].text == mine.text


def test_a_box_outside_its_image_is_refused_before_the_long_work(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names file, line, box and the image's size; nothing is surveyed or written."""
    edit(copied, 2, box=Box(880, 50, 100, 40))
    before = (copied / "titles.csv").read_bytes()

    def no_survey(*_: object) -> None:
        raise AssertionError("surveyed")

    monkeypatch.setattr("formework.scans.title_stage.survey_book", no_survey)
    with pytest.raises(FileError) as caught:
        find_titles(open_book(copied))
    for part in ("titles.csv, line 4", "x=880", "width=100", "p03.png", "900 × 1300"):
        assert part in caught.value.message
    assert "900" in caught.value.hint
    assert (copied / "titles.csv").read_bytes() == before


def test_an_edit_is_what_differs(located: Path) -> None:
    """A signature is no edit, an origin that claims the row is, one that gives it back is not."""
    row = open_book(located).read_titles()[2]
    assert not is_edited(row, row)
    assert not is_edited(replace(row, signature="B2r"), row)
    assert is_edited(replace(row, origin=Origin.CORRECTED), row)
    assert not is_edited(row, replace(row, origin=Origin.CORRECTED))
    assert kept_titles(open_book(located), ()) == {}
