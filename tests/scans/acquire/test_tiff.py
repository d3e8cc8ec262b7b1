"""Multi-page TIFF files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.sources import collect
from formework.scans.acquire.tiff import frames, unpack_tiff
from tests.scans.press import book_pages

if TYPE_CHECKING:
    from pathlib import Path


def test_a_multi_page_tiff_is_split(tmp_path: Path) -> None:
    """Each page of a bitonal TIFF becomes a file, pixel for pixel; the source is not touched."""
    pages = [page.point(lambda value: 255 * (value > 128)).convert("1") for page in book_pages(3)]
    (tmp_path / "scans").mkdir()
    source = tmp_path / "scans" / "film.tif"
    pages[0].save(source, save_all=True, append_images=pages[1:], compression="group4")
    before = source.read_bytes()
    folder = collect(str(tmp_path / "scans"), tmp_path / "pages").folder
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["film-0001.tif", "film-0002.tif", "film-0003.tif"]
    assert (read_grey(folder / names[2]) == np.asarray(pages[2].convert("L"))).all()
    assert source.read_bytes() == before


def test_a_preview_is_not_a_page(tmp_path: Path) -> None:
    """A small second image does not count; other kinds of files have one page."""
    page = book_pages()[1].copy()
    preview = page.resize((90, 130))
    page.save(tmp_path / "p.tif", save_all=True, append_images=[preview])
    page.save(tmp_path / "p.png")
    (tmp_path / "broken.tif").write_bytes(b"II*")
    assert [frames(tmp_path / name) for name in ("p.tif", "p.png", "broken.tif")] == [1, 1, 1]


def test_a_single_page_is_copied_unchanged(tmp_path: Path) -> None:
    """A TIFF with one page keeps its name and its bytes."""
    (tmp_path / "in").mkdir()
    source = tmp_path / "in" / "p.tif"
    book_pages()[1].save(source)
    unpack_tiff(source, tmp_path / "pages", lambda *_: None)
    assert (tmp_path / "pages" / "p.tif").read_bytes() == source.read_bytes()
