"""Reading a scan of any supported kind as grey pixels, rejecting non-images."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from formework.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path

    from formework.scans.page_ink import Grey

# A folio page at 600 dpi has 100 million pixels; a larger file is a mistake or an attack.
MAX_PIXELS = 250_000_000
_ON_ITS_SIDE = (5, 6, 7, 8)  # EXIF orientations that exchange width and height
_KINDS = ("JPEG", "PNG", "TIFF", "JPEG2000", "WEBP")


def read_grey(path: Path) -> Grey:
    """Read a scan as a 2-D array, dark ink on light paper, rotated as its EXIF data say.

    Raises:
        FileError: the file is missing, empty, truncated, not an image, or too large.

    """
    try:
        with warnings.catch_warnings(), Image.open(path, formats=_KINDS) as image:
            warnings.simplefilter("ignore")  # odd tags do not matter here
            check_size(path.name, image.width, image.height)
            image.draft("L", image.size)
            upright = ImageOps.exif_transpose(image)
            return _grey(upright)
    except Image.DecompressionBombError as error:
        raise _too_large(path.name, "has") from error
    except UnidentifiedImageError as error:
        empty = path.stat().st_size == 0
        raise _unreadable(path, "is empty" if empty else "is not an image") from error
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:
        raise _unreadable(path, _why(path, error)) from error


def image_size(path: Path) -> tuple[int, int]:
    """Return width and height of a scan as `read_grey` gives it, without decoding it.

    Raises:
        FileError: the file is missing or not an image.

    """
    try:
        with warnings.catch_warnings(), Image.open(path, formats=_KINDS) as image:
            warnings.simplefilter("ignore")  # odd tags do not matter here
            width, height = image.size
            on_its_side = image.getexif().get(ExifTags.Base.Orientation, 1) in _ON_ITS_SIDE
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise _unreadable(path, _why(path, error)) from error
    return (height, width) if on_its_side else (width, height)


def check_size(name: str, width: int, height: int) -> None:
    """Reject an image with more pixels than a scan of a page has."""
    if width * height > MAX_PIXELS:
        raise _too_large(name, f"is {width} × {height}:")


def _too_large(name: str, size: str) -> FileError:
    return FileError(
        f"{name} {size} more pixels than a scan of a page has",
        hint=f"reduce it to at most {MAX_PIXELS // 10**6} million pixels",
    )


def _why(path: Path, error: Exception) -> str:
    if not path.exists():
        return "does not exist"
    return f"is damaged or truncated ({error})"


def _unreadable(path: Path, why: str) -> FileError:
    return FileError(f"{path.name} {why}", hint="replace the file, or remove it from the book")


def _grey(image: Image.Image) -> Grey:
    if image.mode.startswith(("I", "F")):  # 16 bits and more: the range used, stretched
        values = np.asarray(image, dtype=np.float32)
        low, high = float(values.min()), float(values.max())
        return np.asarray((values - low) * (255 / max(high - low, 1.0)), dtype=np.uint8)
    if "A" in image.getbands() or "transparency" in image.info:
        paper = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(paper, image.convert("RGBA"))
    return np.asarray(image.convert("L"), dtype=np.uint8)
