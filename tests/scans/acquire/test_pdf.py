"""PDFs: scans taken out unchanged, drawn pages rendered, bad files refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pypdfium2 as pdfium
import pytest

from formework.errors import FileError
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.pdf import RENDERED_DPI, unpack_pdf
from formework.scans.acquire.sources import collect
from tests.scans.press import book_pages, pixels

if TYPE_CHECKING:
    from pathlib import Path


def test_a_pdf_gives_its_own_scans(tmp_path: Path) -> None:
    """A page that is one image is taken out at its own resolution, a JPEG byte for byte."""
    pages = book_pages(2)
    pages[0].save(tmp_path / "book.pdf", save_all=True, append_images=pages[1:], resolution=72)
    folder = collect(str(tmp_path / "book.pdf"), tmp_path / "pages").folder
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["0001.jpg", "0002.jpg"]
    difference = read_grey(folder / "0002.jpg").astype(int) - pixels(pages[1])
    assert np.abs(difference).mean() < 3


def test_a_drawn_pdf_is_rendered_at_300_dpi(tmp_path: Path) -> None:
    """A page without a scan is rendered as a scanner would see it."""
    document = pdfium.PdfDocument.new()
    document.new_page(144, 216)
    document.save(tmp_path / "drawn.pdf")
    document.close()
    folder = collect(str(tmp_path / "drawn.pdf"), tmp_path / "pages").folder
    assert read_grey(folder / "0001.png").shape == pytest.approx(
        (3 * RENDERED_DPI, 2 * RENDERED_DPI), abs=1
    )


ENCRYPTED = b"""%%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -44/O<%s>/U<%s>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]/Size 5>>
%%%%EOF""" % (b"11" * 32, b"22" * 32)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (ENCRYPTED, "encrypted"),
        (b"", "not a PDF"),
        (b"%PDF-1.4 cut", "not a PDF"),
        (b"text", "not a PDF"),
    ],
)
def test_pdfs_that_cannot_be_opened(content: bytes, why: str, tmp_path: Path) -> None:
    """An encrypted, empty, truncated or false PDF is an error that says so."""
    (tmp_path / "bad.pdf").write_bytes(content)
    with pytest.raises(FileError, match=f"bad.pdf is {why}"):
        collect(str(tmp_path / "bad.pdf"), tmp_path / "pages")


def test_an_interrupted_run_resumes(tmp_path: Path) -> None:
    """Files that exist are kept, the others are written, and the total is reported each time."""
    pages = book_pages(3)
    pages[0].save(tmp_path / "book.pdf", save_all=True, append_images=pages[1:])
    (tmp_path / "0002.jpg").write_bytes(b"mine")
    assert list(unpack_pdf(tmp_path / "book.pdf", tmp_path)) == [3, 3, 3]
    assert (tmp_path / "0002.jpg").read_bytes() == b"mine"
    assert (tmp_path / "0003.jpg").stat().st_size > 1000
