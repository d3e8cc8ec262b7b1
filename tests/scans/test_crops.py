"""Titles are cut out of their scans once, and kept as long as scan and box stay the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from formework.book.folder import open_book
from formework.book.model import Box, Origin, RunningTitle
from formework.errors import FileError
from formework.scans import crops as crops_module
from formework.scans.acquire.grey_image import read_grey
from formework.scans.crops import (
    OVERHANG,
    cut_out,
    is_inside,
    read_crops,
    remove_unused_crops,
    window,
)

if TYPE_CHECKING:
    from pathlib import Path

    from formework.ink import Grey


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the scans decoded for cuts, as they are decoded."""
    names: list[str] = []

    def counted(path: Path) -> Grey:
        names.append(path.name)
        return read_grey(path)

    monkeypatch.setattr(crops_module, "read_grey", counted)
    return names


def files(root: Path) -> list[Path]:
    """The cached cuts."""
    return sorted((root / ".formework" / "crops").iterdir())


def test_the_stage_left_every_cut_behind(copied: Path, decoded: list[str]) -> None:
    """After the titles stage no scan is decoded again, and the cuts are those of `cut_out`."""
    book = open_book(copied)
    titles = book.read_titles()
    crops = read_crops(book, titles, tops=True)
    assert decoded == []
    assert crops.failed == ()
    for title, image in zip(titles, crops.images, strict=True):
        assert image is not None
        if title.box:
            page = read_grey(book.image_path(title.image))
            assert np.array_equal(image, cut_out(page, title.box))


def test_cuts_survive_deletion_and_damage(copied: Path, decoded: list[str]) -> None:
    """A cache that is missing or damaged is made again, each scan decoded once."""
    book = open_book(copied)
    titles = [title for title in book.read_titles() if title.box]
    before = read_crops(book, titles).images
    first, second = files(copied)[:2]
    first.unlink()
    second.write_bytes(second.read_bytes()[:50])
    read_crops(book, book.read_titles(), tops=True)
    assert len(decoded) == 2
    for old, new in zip(before, read_crops(book, titles).images, strict=True):
        assert old is not None
        assert new is not None
        assert np.array_equal(old, new)
    assert len(decoded) == 2
    for path in files(copied):
        path.unlink()
    read_crops(book, titles)
    assert len(decoded) == 2 + 7


def test_other_box_or_other_scan_is_another_cut(copied: Path, decoded: list[str]) -> None:
    """A cut is never taken for that of another box or of the scan as it was before."""
    book = open_book(copied)
    title = book.read_titles()[2]
    assert title.box
    wider = replace(title, box=replace(title.box, width=title.box.width + 1))
    (cut,) = read_crops(book, [wider]).images
    assert cut is not None
    assert cut.shape == (title.box.height, title.box.width + 1)
    Image.fromarray(255 - read_grey(copied / "p03.png")).save(copied / "p03.png")
    (inverted,) = read_crops(book, [title]).images
    assert inverted is not None
    assert inverted.mean() < 128
    assert decoded == ["p03.png", "p03.png"]


def test_scans_that_begin_alike_are_not_confused(tmp_path: Path) -> None:
    """Uncompressed scans of one size share their head: each page still has its own cut."""
    titles = []
    for name, tone in (("1.tif", 40), ("2.tif", 90)):
        page = np.full((400, 400), 250, np.uint8)
        page[300:310] = tone  # beyond the first 64 KiB
        Image.fromarray(page).save(tmp_path / name, compression=None)
        titles.append(RunningTitle(name, "", Box(100, 290, 200, 30), "", "", Origin.CORRECTED))
    one, other = read_crops(open_book(tmp_path), titles).images
    assert one is not None
    assert other is not None
    assert one.min() < 50 < other.min()


def test_two_titles_on_one_scan_decode_it_once(copied: Path, decoded: list[str]) -> None:
    """An opening has two titles: the order asked for is the order given."""
    boxes = [Box(10, 10, 100, 30), Box(500, 10, 80, 20), Box(10, 400, 60, 25)]
    titles = [
        RunningTitle(image, "", box, "", "", Origin.CORRECTED)
        for box, image in zip(boxes, ("p02.png", "p03.png", "p02.png"), strict=True)
    ]
    crops = read_crops(open_book(copied), titles)
    shapes = [image.shape for image in crops.images if image is not None]
    assert shapes == [(box.height, box.width) for box in boxes]
    assert sorted(decoded) == ["p02.png", "p03.png"]


def test_pages_that_cannot_be_cut_are_named(copied: Path) -> None:
    """A scan that is missing or damaged fails by name; a page without box is simply None."""
    book = open_book(copied)
    titles = book.read_titles()
    (copied / "p02.png").unlink()
    (copied / "p03.png").write_bytes(b"no image")
    crops = read_crops(book, titles)
    assert [image is None for image in crops.images] == [True] * 3 + [False] * 5
    assert [name for name, _ in crops.failed] == ["p02.png", "p03.png"]
    assert "does not exist" in crops.failed[0][1]


def test_cuts_of_no_current_title_are_removed(copied: Path) -> None:
    """Deleting what is unused leaves the cuts of current titles, and other files, alone."""
    book = open_book(copied)
    titles = book.read_titles()
    kept = set(files(copied))
    assert len(kept) == 8
    read_crops(book, [replace(titles[2], box=Box(1, 2, 30, 40))])
    assert len(files(copied)) == 9
    remove_unused_crops(book, titles)
    assert set(files(copied)) == kept


def test_progress_counts_scans(copied: Path) -> None:
    """Progress ends at the number of scans."""
    seen: list[tuple[int, int]] = []
    book = open_book(copied)
    read_crops(book, book.read_titles(), lambda _work, done, total: seen.append((done, total)))
    assert seen == [(done, 7) for done in range(1, 8)]


@pytest.mark.parametrize(
    "box",
    [Box(900, 10, 5, 5), Box(10, 1300, 5, 5), Box(850, 10, 60, 20), Box(10, 1290, 40, 20)],
)
def test_a_box_outside_its_image_is_refused(copied: Path, box: Box) -> None:
    """Wholly or partly outside: the error names the box and the size of the image."""
    title = RunningTitle("p02.png", "", box, "", "", Origin.CORRECTED)
    with pytest.raises(FileError, match=rf"x={box.x} y={box.y} .* p02\.png.* 900 × 1300 pixels"):
        read_crops(open_book(copied), [title])


def test_a_box_a_pixel_over_the_edge_keeps_its_size(copied: Path) -> None:
    """What rounding explains is accepted; the pixels of the edge are repeated."""
    box = Box(800, 10, 100 + OVERHANG, 30)
    title = RunningTitle("p02.png", "", box, "", "", Origin.IMPORTED)
    (cut,) = read_crops(open_book(copied), [title]).images
    assert cut is not None
    assert cut.shape == (30, 100 + OVERHANG)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 60), st.integers(1, 60))
def test_boxes_inside_give_cuts_of_their_size(x: int, y: int, width: int, height: int) -> None:
    """Every box that is accepted can be cut out, and its window holds pixels."""
    image = np.full((40, 50), 230, np.uint8)
    box = Box(x, y, width, height)
    inside = x < 50 and y < 40 and x + width <= 50 + OVERHANG and y + height <= 40 + OVERHANG
    assert is_inside(box, image) == inside
    if inside:
        assert cut_out(image, box).shape == (height, width)
        assert window(image, box, margin=0.5).size
