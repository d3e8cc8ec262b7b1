"""The images of a IIIF manifest, fetched into a folder: a few at a time, each seen to be whole."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from formework.book.declaration import is_url
from formework.book.plain_files import write_whole
from formework.errors import InputError, WorkError
from formework.scans.acquire.fetch import Fetcher, open_fetcher
from formework.scans.acquire.grey_image import check_size
from formework.scans.acquire.iiif import MOST_MANIFEST_BYTES, CanvasImage, read_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.progress import ProgressReport

# A few at a time: libraries' image servers are shared.
_AT_ONCE = 3
_MOST_IMAGE_BYTES = 2**30
# What a JPEG of a page takes on the average, to tell a total before fetching it.
_BYTES_PER_PIXEL = 0.35


@dataclass(frozen=True, slots=True)
class Permission:
    """What fetching from the network is allowed: private addresses, and how many bytes in all."""

    allow_private: bool = False
    most_bytes: int = 20 * 2**30


def fetch_manifest(
    source: str, pages: Path, permission: Permission, progress: ProgressReport
) -> None:
    """Fetch the images of a manifest, given by path or address, into a folder."""
    fetcher = open_fetcher(allow_private=permission.allow_private, most_bytes=permission.most_bytes)
    with fetcher.client:
        if is_url(source):
            content = fetcher.get(source, MOST_MANIFEST_BYTES)
        else:
            content = Path(source).read_bytes()
        images = read_manifest(content, source)
        _check_total(images, permission, progress)
        pages.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            jobs = [
                pool.submit(_fetch_image, fetcher, i, n, pages) for n, i in enumerate(images, 1)
            ]
            try:
                for done, job in enumerate(jobs, start=1):
                    job.result()
                    progress("fetched", done, len(jobs))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def _check_total(
    images: Sequence[CanvasImage], permission: Permission, progress: ProgressReport
) -> None:
    """Tell about how much there is to fetch, and refuse more than is allowed."""
    expected = int(sum(image.width * image.height for image in images) * _BYTES_PER_PIXEL)
    progress(f"to fetch, about {max(1, expected // 2**20)} MB", 0, len(images))
    if expected > permission.most_bytes:
        raise InputError(
            f"{len(images)} images of about {expected / 2**30:.1f} GB are more than allowed",
            hint=f"give --most-gb {expected // 2**30 + 1} to fetch them all the same",
        )


def _fetch_image(fetcher: Fetcher, image: CanvasImage, number: int, pages: Path) -> None:
    """Fetch the image of one canvas, unless it is there, and see that it is whole."""
    target = pages / f"{number:04d}.jpg"
    if target.exists():
        return
    problem: Exception | None = None
    for address in image.addresses:
        try:
            content = fetcher.get(address, _MOST_IMAGE_BYTES)
            with Image.open(io.BytesIO(content)) as whole:
                check_size(address, whole.width, whole.height)
                whole.load()
            write_whole(target, content)
        except (WorkError, OSError, SyntaxError) as error:
            problem = error
        else:
            return
    raise WorkError(
        f"canvas {number} ({image.label or 'no label'}) cannot be fetched whole: {problem}",
        hint="run the same command again to go on; what has come is kept",
    )
