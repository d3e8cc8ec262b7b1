"""Multi-page TIFF files, split losslessly into one file per page."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from formework.book.plain_files import write_whole
from formework.scans.acquire.grey_image import check_size

if TYPE_CHECKING:
    from pathlib import Path

    from formework.progress import ProgressReport

TIFF_ENDINGS = (".tif", ".tiff")


def frames(path: Path) -> int:
    """The number of pages in a file; a small second image is a preview, not a page."""
    if path.suffix.lower() not in TIFF_ENDINGS:
        return 1
    try:
        with Image.open(path) as image:
            first = image.width * image.height
            image.seek(1)
            return getattr(image, "n_frames", 1) if image.width * image.height > first / 4 else 1
    except (OSError, EOFError, ValueError, Image.DecompressionBombError):
        return 1


def unpack_tiff(path: Path, pages: Path, progress: ProgressReport) -> None:
    """Write each image of a TIFF as its own file, losslessly; keep existing files."""
    pages.mkdir(parents=True, exist_ok=True)
    total = frames(path)
    if total == 1 and not (pages / path.name).exists():
        write_whole(pages / path.name, path.read_bytes())
    for number in range(total if total > 1 else 0):
        target = pages / f"{path.stem}-{number + 1:04d}.tif"
        if not target.exists():
            with Image.open(path) as image:
                image.seek(number)
                check_size(path.name, image.width, image.height)
                buffer = io.BytesIO()
                bitonal = image.mode == "1"
                image.save(buffer, "TIFF", compression="group4" if bitonal else "tiff_deflate")
            write_whole(target, buffer.getvalue())
        progress("unpacked", number + 1, total)
