"""The stage from pages to titles.csv, on small books drawn for the purpose."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import zlib
from typing import TYPE_CHECKING

import pytest
from PIL import Image

import formework
from formework.book.assignment import PageImage
from formework.book.folder import open_book
from formework.book.model import Box, Origin, RunningTitle
from formework.errors import InputError
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.shots import Shot
from formework.scans.text import ocr
from formework.scans.title_outcome import read_outcome
from formework.scans.title_places import title_names
from formework.scans.title_stage import find_titles
from tests.scans.press import LEFT, RIGHT, book_pages, page, pixels, write_book

if TYPE_CHECKING:
    from pathlib import Path

    from formework.ink import Grey


def huge_png(side: int) -> bytes:
    """A square PNG that declares a very large size, though hardly any of it is there."""
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


def test_titles_of_a_bare_folder(located: Path) -> None:
    """A folder of images is enough: each page has its title, or is said to have none."""
    titles = open_book(located).read_titles()
    assert len(titles) == 8
    check(titles)
    assert {title.section for title in titles[1:]} == {"1"}


def test_library_names(copied: Path) -> None:
    """The library locates a book, and a single page without one."""
    assert formework.locate_titles(formework.open_book(copied)) == open_book(copied).read_titles()
    found = formework.locate(pixels(book_pages()[3]))
    assert found is not None
    assert found.text == "A DISCOURSE"
    assert formework.locate(pixels(book_pages()[0])) is None


def test_a_second_run_surveys_nothing_and_writes_the_same(copied: Path) -> None:
    """The stage always does its work; its caches spare it the surveys, and nothing changes."""
    files = [copied / name for name in ("titles.csv", "titles.html", ".formework/titles.json")]
    files.append(copied / ".formework" / "surveys.jsonl")
    before = [path.read_bytes() for path in files]
    outcome = find_titles(open_book(copied))
    assert (outcome.located, outcome.without) == (7, 1)
    # titles.html names the folder, whose name differs in a copy.
    assert [path.read_bytes() for path in files][2:] == before[2:]
    assert outcome == read_outcome(open_book(copied))


def test_a_copied_book_is_not_surveyed_again(
    located: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Surveys are found by the content of a scan, not by its time: a copy has other times."""
    copy = tmp_path / "copy"
    shutil.copytree(located, copy, copy_function=shutil.copy)
    for path in copy.glob("*.png"):
        os.utime(path, (1, 1))

    def no_reader() -> None:
        raise AssertionError("a page was surveyed")

    monkeypatch.setattr("formework.scans.locate.book_surveys.shared_reader", no_reader)
    check(find_titles(open_book(copy)).titles)


def test_only_a_scan_that_changed_is_surveyed(copied: Path) -> None:
    """A page that was replaced is located again, the others are taken from the cache."""
    page("", 4, recto=False, first_word=40).save(copied / "p04.png")
    titles = find_titles(open_book(copied)).titles
    check(titles, untitled=(0, 3))
    surveyed = (copied / ".formework" / "surveys.jsonl").read_text().splitlines()
    assert len(surveyed) == 9  # eight pages, and the one that changed


def test_an_interrupted_run_is_resumed(copied: Path) -> None:
    """Pages surveyed before a kill are not surveyed again; a half-written line does no harm."""
    cache = copied / ".formework" / "surveys.jsonl"
    lines = cache.read_text().splitlines(keepends=True)
    cache.write_text("".join(lines[:6]) + lines[6][:40])
    (copied / "titles.csv").unlink()
    check(find_titles(open_book(copied)).titles)
    after = cache.read_text().splitlines(keepends=True)
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
    names = ["q1-empty.png", "q2-short.png", "q3-text.jpg", "q4-huge.png"]
    assert [name for name, _ in outcome.failed] == names
    assert outcome.failed[0][1] == "q1-empty.png is empty"
    assert outcome.failed[2][1] == "q3-text.jpg is not an image"
    assert "more pixels than a scan" in outcome.failed[3][1]
    check(outcome.titles)
    assert read_outcome(open_book(folder)) == outcome


def test_a_folder_without_images(tmp_path: Path) -> None:
    """A folder without images is wrong input, not a book without titles."""
    with pytest.raises(InputError, match="holds no images"):
        find_titles(open_book(tmp_path))


@pytest.mark.slow
def test_openings_are_recognised_and_divided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pages per image make two rows, left then right, with boxes on the whole image."""
    decoded = []

    def counted(path: Path) -> Grey:
        decoded.append(path.name)
        return read_grey(path)

    monkeypatch.setattr("formework.scans.locate.book_surveys.read_grey", counted)
    pages = book_pages(count=9, untitled=(0,))
    folder = tmp_path / "openings"
    folder.mkdir()
    for number, left in enumerate(range(1, 9, 2), start=1):
        opening = Image.new("L", (1800, 1300))
        opening.paste(pages[left], (0, 0))
        opening.paste(pages[left + 1], (900, 0))
        opening.save(folder / f"{number}.png")
    (folder / "5.png").write_bytes(b"")
    outcome = find_titles(open_book(folder))
    titles = outcome.titles
    assert [title.image for title in titles[:2]] == ["1.png", "1.png"]
    assert [title.text for title in titles[:2]] == ["A DISCOURSE", "OF THE PRESS."]
    assert all(title.box and (title.box.x > 900) == bool(i % 2) for i, title in enumerate(titles))
    assert [name for name, _ in outcome.failed] == ["5.png (left)", "5.png (right)"]
    assert sorted(decoded) == [f"{number}.png" for number in range(1, 6)], "once per opening"


def test_cut_out_titles_are_taken_as_they_are(tmp_path: Path) -> None:
    """Images declared to be titles are supplied: the box is the image."""
    write_book(tmp_path / "pages", [book_pages()[1].crop((200, 60, 700, 120))])
    (tmp_path / "book.toml").write_text('images_are = "titles"\n')
    (title,) = find_titles(open_book(tmp_path)).titles
    assert (title.box, title.origin) == (Box(0, 0, 500, 60), Origin.SUPPLIED)


def test_a_pdf_named_in_book_toml(tmp_path: Path) -> None:
    """A book whose images are a PDF is unpacked first; pages.csv names what was unpacked."""
    pages = book_pages(4)
    pages[0].save(tmp_path / "scan.pdf", save_all=True, append_images=pages[1:], resolution=72)
    (tmp_path / "book.toml").write_text('images = "scan.pdf"\nformat = "quarto"\n')
    titles = find_titles(open_book(tmp_path)).titles
    assert [title.image for title in titles] == [f"pages/000{n}.jpg" for n in (1, 2, 3, 4)]
    assert [bool(title.box) for title in titles] == [False, True, True, True]


def test_the_reader_of_the_cache_is_part_of_its_key(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Surveys by the ink alone are not taken for surveys by OCR."""
    monkeypatch.setattr(ocr, "find_spec", lambda _name: None)
    monkeypatch.setattr("formework.scans.locate.book_surveys.shared_reader", ocr.open_reader)
    titles = find_titles(open_book(copied)).titles
    assert {title.text for title in titles} == {""}


def test_the_name_of_a_page_agrees_with_its_row() -> None:
    """Failed pages are named by their shot, doubtful rows by their title: both alike."""
    shots = [Shot(PageImage("1.png", "", ""), half) for half in (1, 2)]
    shots += [Shot(PageImage("2.png", "A1r", ""), 0), Shot(PageImage("3.png", "", ""), 0)]
    rows = [
        RunningTitle(shot.page.image, shot.page.signature, None, "", "", Origin.NONE)
        for shot in shots
    ]
    assert title_names(rows) == [shot.name for shot in shots]


@pytest.mark.slow
def test_the_command(copied: Path) -> None:
    """The command reports what it found, in words and as JSON, and writes both files."""
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
