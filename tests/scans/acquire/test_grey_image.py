"""Scans of every kind, read as grey pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from formework.errors import FileError
from formework.scans.acquire.grey_image import MAX_PIXELS, check_size, image_size, read_grey
from tests.scans.press import book_pages, pixels

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("ending", ["jpg", "png", "tif", "jp2", "webp"])
def test_every_kind_of_image_is_read(ending: str, tmp_path: Path) -> None:
    """JPEG, PNG, TIFF, JPEG 2000 and WebP give the same page."""
    page = book_pages()[1]
    page.save(tmp_path / f"p.{ending}", quality=95)
    assert np.abs(read_grey(tmp_path / f"p.{ending}").astype(int) - pixels(page)).mean() < 2


def test_sixteen_bits_and_transparency(tmp_path: Path) -> None:
    """A 16-bit scan keeps its contrast, and what is transparent is paper."""
    Image.fromarray(np.linspace(0, 60_000, 400, dtype=np.uint16).reshape(20, 20)).save(
        tmp_path / "deep.png"
    )
    assert (read_grey(tmp_path / "deep.png").min(), read_grey(tmp_path / "deep.png").max()) == (
        0,
        255,
    )
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert (read_grey(tmp_path / "clear.png") == 255).all()


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "is empty"), (b"text", "is not an image"), (None, "does not exist")]
)
def test_files_that_are_not_images(content: bytes | None, why: str, tmp_path: Path) -> None:
    """Each fault is named, with the file."""
    if content is not None:
        (tmp_path / "p.jpg").write_bytes(content)
    with pytest.raises(FileError, match=rf"p\.jpg {why}"):
        read_grey(tmp_path / "p.jpg")


def test_a_truncated_image(tmp_path: Path) -> None:
    """Half a file is damaged, not half a page."""
    book_pages()[1].save(tmp_path / "whole.png")
    content = (tmp_path / "whole.png").read_bytes()
    (tmp_path / "half.png").write_bytes(content[: len(content) // 2])
    with pytest.raises(FileError, match=r"half\.png is damaged or truncated"):
        read_grey(tmp_path / "half.png")


def test_too_many_pixels() -> None:
    """An image larger than any scan of a page is refused by its size."""
    check_size("page.png", MAX_PIXELS, 1)
    with pytest.raises(FileError, match=r"huge\.png is 1000001 × 250: more pixels"):
        check_size("huge.png", 1_000_001, 250)


def test_the_size_is_that_of_the_upright_page(tmp_path: Path) -> None:
    """A page photographed on its side has the size it has when it is read."""
    exif = Image.Exif()
    exif[0x0112] = 6  # orientation: a quarter turn
    Image.new("L", (30, 20)).save(tmp_path / "p.jpg", exif=exif)
    height, width = read_grey(tmp_path / "p.jpg").shape
    assert image_size(tmp_path / "p.jpg") == (width, height) == (20, 30)
    (tmp_path / "no.jpg").write_text("text")
    with pytest.raises(FileError, match=r"no\.jpg"):
        image_size(tmp_path / "no.jpg")
