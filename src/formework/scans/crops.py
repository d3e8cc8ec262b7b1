"""Running titles cut out of their scans, level: each once, and kept.

The cuts are grey PNG files in `.formework/crops/` of the book's folder, named
by a fingerprint of the scan and its name, and by the box. Contact sheet, kernels, report and
workbench all read them. The folder may be deleted at any time: missing cuts
are made again from the scans.
"""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

from formework.book.fingerprints import fingerprint_scan, fingerprint_text
from formework.book.folder import TITLES
from formework.book.plain_files import read_table, write_whole
from formework.errors import FileError, FormeworkError
from formework.progress import silent
from formework.scans.acquire.grey_image import read_grey
from formework.scans.page_ink import ink_mask, main_band, reduced, rotation
from formework.scans.text.ocr import WORKERS
from formework.scans.title_places import title_names

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from formework.book.folder import Book
    from formework.book.model import Box, RunningTitle
    from formework.ink import Grey
    from formework.progress import ProgressReport

# Raised whenever `cut_out` would give other pixels: old cuts are then made again.
CROP_VERSION = 1
# Pixels a box may reach over the edge of its image: what rounding of scaled boxes explains.
OVERHANG = 2
_MARGIN = 0.5  # heights of the box: what is looked at around it to measure its rotation
_TOP_PART = 6  # the top of a page without a title is one sixth of it
_TOP_SIDE = 840  # pixels of the longer side: enough to see that there is no title


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """Running titles cut out, in the order of the titles asked for.

    An image is `None` where the page has no box, or where the scan cannot be
    read; `failed` holds the latter as page name and reason.
    """

    images: tuple[Grey | None, ...]
    failed: tuple[tuple[str, str], ...]


def read_crops(
    book: Book,
    titles: Sequence[RunningTitle],
    progress: ProgressReport = silent,
    *,
    tops: bool = False,
) -> Crops:
    """Return the titles cut out of their scans, from the cache where they are in it.

    Scans are read in parallel, each at most once. With `tops`, a page without
    a box gives the top of the page instead, reduced.

    Raises:
        FileError: a box is outside its image, by more than `OVERHANG` pixels.

    """
    names = title_names(titles)
    rows_of: dict[str, list[int]] = {}
    for row, title in enumerate(titles):
        if title.box or tops:
            rows_of.setdefault(title.image, []).append(row)
    images: list[Grey | None] = [None] * len(titles)
    failed: dict[int, str] = {}

    def cut(rows: Sequence[int]) -> list[Grey] | FormeworkError:
        try:
            return _cut_image(book, titles[rows[0]].image, [titles[row].box for row in rows])
        except _UnreadableScanError as error:
            return error

    with ThreadPoolExecutor(WORKERS) as pool:
        cuts = zip(rows_of.values(), pool.map(cut, rows_of.values()), strict=True)
        for done, (rows, found) in enumerate(cuts, 1):
            for place, row in enumerate(rows):
                if isinstance(found, FormeworkError):
                    failed[row] = found.message
                else:
                    images[row] = found[place]
            progress("titles cut out", done, len(rows_of))
    return Crops(tuple(images), tuple((names[row], failed[row]) for row in sorted(failed)))


def remove_unused_crops(book: Book, titles: Sequence[RunningTitle]) -> None:
    """Delete the cached cuts that belong to none of a book's current titles."""
    folder = _folder(book)
    used = set()
    for title in titles:
        with contextlib.suppress(_UnreadableScanError):
            used.add(_cut_name(_fingerprint(book, title.image), title.box))
    for path in folder.glob("*.png") if folder.is_dir() else ():
        if path.name not in used:
            path.unlink(missing_ok=True)


def window(image: Grey, box: Box, margin: float) -> Grey:
    """Return the pixels of a box with a margin around it, in heights of the box."""
    add = int(margin * box.height)
    rows = slice(max(0, box.y - add), box.y + box.height + add)
    return image[rows, max(0, box.x - add) : box.x + box.width + add]


def cut_out(image: Grey, box: Box) -> Grey:
    """Return a running title as it was printed: its slight rotation is measured and removed.

    The cut has the size of the box; where the box reaches over the edge of the
    image, the pixels of the edge are repeated.
    """
    wide = window(image, box, margin=_MARGIN)
    if not wide.size:
        return np.full((box.height, box.width), 255, dtype=np.uint8)
    left, top = max(0, box.x - box.height // 2), max(0, box.y - box.height // 2)
    centre = (box.x + box.width / 2 - left, box.y + box.height / 2 - top)
    turn = np.asarray(cv2.getRotationMatrix2D(centre, line_angle(wide), 1.0), dtype=float)
    turn[:, 2] += np.array([box.width / 2 - centre[0], box.height / 2 - centre[1]])
    size = (box.width, box.height)
    cut = cv2.warpAffine(wide, turn, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.uint8)


def cut_wider(book: Book, title: RunningTitle, left: int, right: int) -> Grey:
    """Return a title that has a box, cut out wider by `left` and `right` pixels.

    Raises:
        FileError: the scan cannot be read.

    """
    box = title.box
    if box is None:
        raise FileError(f"{title.signature} has no box", hint="correct its row of titles.csv")
    start = max(0, box.x - left)
    wider = replace(box, x=start, width=box.x + box.width + right - start)
    return cut_out(read_grey(book.image_path(title.image)), wider)


def line_angle(image: Grey) -> float:
    """Return by how much the line of type in a crop is rotated, in degrees, clockwise positive."""
    mask = ink_mask(image, reach=image.shape[0] // 2)
    top, bottom = main_band(mask)
    slack = (bottom - top) // 3
    return rotation(mask[max(0, top - slack) : bottom + slack])


def is_inside(box: Box, image: Grey) -> bool:
    """Whether a box is on an image, or over its edge by at most `OVERHANG` pixels."""
    height, width = map(int, image.shape)
    starts_inside = 0 <= box.x < width and 0 <= box.y < height
    right, bottom = box.x + box.width, box.y + box.height
    return starts_inside and right <= width + OVERHANG and bottom <= height + OVERHANG


class _UnreadableScanError(FormeworkError):
    """A scan that cannot be read: its page fails, the others are cut out."""


def _folder(book: Book) -> Path:
    return book.root / ".formework" / "crops"


def _fingerprint(book: Book, image: str) -> str:
    """Return a fingerprint of a scan that also distinguishes scans which begin alike.

    Uncompressed scans of one size may share their first rows: the name decides.
    """
    try:
        return fingerprint_text(image, fingerprint_scan(book.image_path(image)))
    except (OSError, FormeworkError) as error:
        raise _UnreadableScanError(
            f"{image} cannot be read ({error})", hint=f"check the file {image}"
        ) from error


def _cut_name(fingerprint: str, box: Box | None) -> str:
    place = f"{box.x}-{box.y}-{box.width}-{box.height}" if box else "top"
    return f"{fingerprint}-{place}-v{CROP_VERSION}.png"


def _cut_image(book: Book, image: str, boxes: Sequence[Box | None]) -> list[Grey]:
    """Return the cuts of one scan, which is decoded only where one is not in the cache."""
    fingerprint = _fingerprint(book, image)
    paths = [_folder(book) / _cut_name(fingerprint, box) for box in boxes]
    cuts = [_read_cut(path, box) for path, box in zip(paths, boxes, strict=True)]
    if all(cut is not None for cut in cuts):
        return [cut for cut in cuts if cut is not None]
    try:
        scan = read_grey(book.image_path(image))
    except FormeworkError as error:
        raise _UnreadableScanError(error.message, hint=error.hint) from error
    made = []
    for path, box, cut in zip(paths, boxes, cuts, strict=True):
        if box and not is_inside(box, scan):
            raise _outside(book, image, box, scan)
        made.append(_make_cut(path, scan, box) if cut is None else cut)
    return made


def _make_cut(path: Path, scan: Grey, box: Box | None) -> Grey:
    if box:
        cut = cut_out(scan, box)
    else:
        cut, _ = reduced(scan[: max(1, scan.shape[0] // _TOP_PART)], _TOP_SIDE)
    _, encoded = cv2.imencode(".png", cut)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, encoded.tobytes())
    return cut


def _read_cut(path: Path, box: Box | None) -> Grey | None:
    """Return a cut from the cache; `None` where it is missing or damaged."""
    try:
        with Image.open(path, formats=("PNG",)) as image:
            cut = np.asarray(image, dtype=np.uint8)
    except (OSError, ValueError, SyntaxError, EOFError):
        return None
    fits = cut.ndim == 2 and (box is None or cut.shape == (box.height, box.width))
    return cut if fits else None


def _outside(book: Book, image: str, box: Box, scan: Grey) -> FileError:
    """Return the error about a box outside its image, with the line it has in titles.csv."""
    path = book.root / "titles.csv"
    lines = [row.line for row in read_table(path, TITLES)] if path.exists() else []
    line = next(
        (
            f", line {line}"
            for line, title in zip(lines, book.read_titles(), strict=True)
            if (title.image, title.box) == (image, box)
        ),
        "",
    )
    height, width = scan.shape
    return FileError(
        f"titles.csv{line}: the box x={box.x} y={box.y} width={box.width} height={box.height} "
        f"is outside {image}, which is {width} × {height} pixels",
        hint=f"correct the box: x + width at most {width}, y + height at most {height}",
    )
