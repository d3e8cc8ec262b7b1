"""The stage from pages to titles.csv, on small books drawn for the purpose."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image

import formework
from formework.book.folder import open_book
from formework.book.model import Box, Origin
from formework.errors import InputError
from formework.scans.contact_sheet import write_contact_sheet
from formework.scans.locate.locator import locate_in_book
from formework.scans.locate.page_survey import survey
from formework.scans.page_ink import InkReader
from formework.scans.title_stage import find_titles
from tests.scans.press import LEFT, RIGHT, book_pages, page, pixels, write_book

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.model import RunningTitle


def huge_png(side: int) -> bytes:
    """A PNG that is square and so large, though hardly any of it is there."""
    header = b"IHDR" + struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    data = b"IDAT" + zlib.compress(bytes(4000))
    chunks = [header, data, b"IEND"]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks
    )


def check(titles: tuple[RunningTitle, ...], untitled: tuple[int, ...] = (0,)) -> None:
    """Every title is boxed on its line, centred, without the page number; the rest have none."""
    for index, title in enumerate(titles):
        if index in untitled:
            assert title.box is None
            assert title.origin is Origin.NONE
            continue
        assert title.box is not None
        assert title.text.startswith("OF" if index % 2 == 0 else "A")
        assert 50 < title.box.y < 85
        assert title.box.y + title.box.height < 120
        assert abs(title.box.x + title.box.width / 2 - (LEFT + RIGHT) / 2) < 12
        assert 180 < title.box.width < 330


@pytest.fixture(scope="module")
def located(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bare folder of eight pages, the first without a running title, located once."""
    folder = write_book(tmp_path_factory.mktemp("book") / "press", book_pages())
    find_titles(open_book(folder))
    return folder


@pytest.fixture
def copied(located: Path, tmp_path: Path) -> Path:
    """A copy of the located book, with what was seen of it, to be changed."""
    return shutil.copytree(located, tmp_path / "book")


def test_titles_of_a_bare_folder(located: Path) -> None:
    """A folder of images is enough: each page has its title, or is said to have none."""
    titles = open_book(located).read_titles()
    assert len(titles) == 8
    check(titles)
    assert {title.section for title in titles[1:]} == {"1"}


def test_library_names(located: Path) -> None:
    """The library locates a book, and a single page without one."""
    assert formework.locate_titles(formework.open_book(located)) == open_book(located).read_titles()
    found = formework.locate(pixels(book_pages()[3]))
    assert found is not None
    assert found.text == "A DISCOURSE"
    assert formework.locate(pixels(book_pages()[0])) is None


def test_unchanged_runs_do_nothing(located: Path) -> None:
    """A second run finds its input unchanged, writes nothing and says the same."""
    before = (located / "titles.csv").stat().st_mtime_ns
    outcome = find_titles(open_book(located))
    assert not outcome.changed
    assert (outcome.located, outcome.without) == (7, 1)
    assert (located / "titles.csv").stat().st_mtime_ns == before


def test_corrections_win_and_only_changes_are_looked_at(copied: Path) -> None:
    """A corrected row survives; a page that was replaced is located anew, the others are not."""
    book = open_book(copied)
    titles = list(find_titles(book).titles)
    mine = replace(titles[2], box=Box(1, 2, 30, 40), text="MINE", origin=Origin.CORRECTED)
    none = replace(titles[5], box=None, text="", origin=Origin.CORRECTED)
    book.write_titles([*titles[:2], mine, *titles[3:5], none, *titles[6:]])
    page("", 4, recto=False, first_word=40).save(copied / "p04.png")
    again = find_titles(book).titles
    assert again[2] == mine
    assert again[5].box is None
    assert again[5].origin is Origin.CORRECTED
    assert again[3].box is None
    surveyed = (copied / ".formework" / "surveys.jsonl").read_text().splitlines()
    assert len(surveyed) == 9  # eight pages, and the one that changed


def test_a_run_cut_short_goes_on(copied: Path) -> None:
    """What a killed run had seen is not looked at again, and its half-written line is no harm."""
    memory = copied / ".formework" / "surveys.jsonl"
    lines = memory.read_text().splitlines(keepends=True)
    memory.write_text("".join(lines[:6]) + lines[6][:40])
    (copied / "titles.csv").unlink()
    check(find_titles(open_book(copied)).titles)
    after = memory.read_text().splitlines(keepends=True)
    assert after[:6] == lines[:6]
    assert sorted(after[7:]) == sorted(lines[6:])


def test_bad_files_are_listed_and_the_run_goes_on(copied: Path) -> None:
    """Empty, truncated, false and huge files are failed pages by name; the rest are located."""
    folder = copied
    whole = (folder / "p02.png").read_bytes()
    (folder / "q1-empty.png").write_bytes(b"")
    (folder / "q2-short.png").write_bytes(whole[: len(whole) // 2])
    (folder / "q3-text.jpg").write_text("this is no image")
    (folder / "q4-huge.png").write_bytes(huge_png(30_000))
    outcome = find_titles(open_book(folder))
    assert [name for name, _ in outcome.failed] == [
        "q1-empty.png",
        "q2-short.png",
        "q3-text.jpg",
        "q4-huge.png",
    ]
    assert outcome.failed[0][1] == "q1-empty.png is empty"
    assert outcome.failed[2][1] == "q3-text.jpg is not an image"
    assert "more pixels than a scan" in outcome.failed[3][1]
    check(outcome.titles)


def test_a_folder_without_images(tmp_path: Path) -> None:
    """Nothing to look at is wrong input, not a book without titles."""
    with pytest.raises(InputError, match="holds no images"):
        find_titles(open_book(tmp_path))


@pytest.mark.slow
def test_openings_are_recognised_and_parted(tmp_path: Path) -> None:
    """Two pages to an image make two rows, left then right, with boxes on the whole image."""
    pages = book_pages(count=9, untitled=(0,))
    folder = tmp_path / "openings"
    folder.mkdir()
    for number, left in enumerate(range(1, 9, 2), start=1):
        opening = Image.new("L", (1800, 1300))
        opening.paste(pages[left], (0, 0))
        opening.paste(pages[left + 1], (900, 0))
        opening.save(folder / f"{number}.png")
    titles = find_titles(open_book(folder)).titles
    assert [title.image for title in titles[:2]] == ["1.png", "1.png"]
    assert [title.text for title in titles[:2]] == ["A DISCOURSE", "OF THE PRESS."]
    assert all(title.box and (title.box.x > 900) == bool(i % 2) for i, title in enumerate(titles))


def test_cut_out_titles_are_taken_as_they_are(tmp_path: Path) -> None:
    """Images declared to be titles are supplied: the box is the image."""
    write_book(tmp_path / "pages", [book_pages()[1].crop((200, 60, 700, 120))])
    (tmp_path / "book.toml").write_text('images_are = "titles"\n')
    (title,) = find_titles(open_book(tmp_path)).titles
    assert (title.box, title.origin) == (Box(0, 0, 500, 60), Origin.SUPPLIED)


def test_a_pdf_named_in_book_toml(tmp_path: Path) -> None:
    """A book whose images are a PDF is unpacked on the way; pages.csv names what was unpacked."""
    pages = book_pages(4)
    pages[0].save(tmp_path / "scan.pdf", save_all=True, append_images=pages[1:], resolution=72)
    (tmp_path / "book.toml").write_text('images = "scan.pdf"\nformat = "quarto"\n')
    titles = find_titles(open_book(tmp_path)).titles
    assert [title.image for title in titles] == [f"pages/000{n}.jpg" for n in (1, 2, 3, 4)]
    assert [bool(title.box) for title in titles] == [False, True, True, True]


def test_by_ink_alone() -> None:
    """Without the detector the ink still tells titles from text and from page numbers."""
    pages = [pixels(image) for image in book_pages(12)]
    found = locate_in_book([survey(one, InkReader()) for one in pages], lambda i: pages[i])
    assert found[0] is None
    for title in found[1:]:
        assert title is not None
        assert title.text == ""
        assert 180 < title.box.width < 330


def test_a_missing_detector_is_replaced_by_the_ink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the detector's packages are not installed, the program falls back, and says so."""
    from formework.scans.text import ocr

    monkeypatch.setattr(ocr, "find_spec", lambda _name: None)
    assert ocr.reader_name() == "ink"
    assert isinstance(ocr.open_reader(), InkReader)


def test_the_contact_sheet_shows_doubt_first_and_escapes(located: Path) -> None:
    """Every page is on the sheet, doubtful ones first; text from scans is never markup."""
    book = open_book(located)
    outcome = find_titles(book)
    odd = replace(outcome.titles[3], text="<script>alert(1)</script>")
    titles = (*outcome.titles[:3], odd, *outcome.titles[4:])
    sheet = write_contact_sheet(book, replace(outcome, titles=titles, doubtful=("p04.png",)))
    html = sheet.read_text("utf-8")
    assert html.count("<figure") == 8
    assert "<script>" not in html
    assert html.index("Doubtful") < html.index("p04.png") < html.index("In order")


@pytest.mark.slow
def test_the_command(copied: Path) -> None:
    """The command tells what it found, in words and as JSON, and writes both files."""
    folder = copied
    (folder / "titles.csv").unlink()
    program = [sys.executable, "-m", "formework", "titles", str(folder)]
    environment = {**os.environ, "NO_COLOR": "1"}
    words = subprocess.run(program, capture_output=True, text=True, env=environment, check=True)
    assert words.stdout.startswith("7 located, 1 none, 0 doubtful, 0 failed")
    assert (folder / "titles.html").exists()
    answer = subprocess.run(
        [*program, "--json"], capture_output=True, text=True, env=environment, check=True
    )
    assert json.loads(answer.stdout)["located"] == 7
    assert not json.loads(answer.stdout)["changed"]
    (folder / "titles.html").unlink()
    subprocess.run(program, capture_output=True, env=environment, check=True)
    assert (folder / "titles.html").exists(), "a sheet that is missing is made, changed or not"
