"""The images of a IIIF manifest, fetched into a folder: a few at a time, each verified complete."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from formework.book.declaration import is_url
from formework.book.manifest_source import ManifestSource
from formework.book.plain_files import write_whole
from formework.book.wording import counted
from formework.errors import InputError, WorkError
from formework.scans.acquire.fetch import Fetcher, open_fetcher
from formework.scans.acquire.grey_image import check_size
from formework.scans.acquire.iiif import MAX_MANIFEST_BYTES, CanvasImage, read_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.progress import ProgressReport

_DOWNLOADS_AT_ONCE = 3  # libraries' image servers are shared
_MAX_IMAGE_BYTES = 2**30
_BYTES_PER_PIXEL = 0.35  # of an average JPEG of a page, to estimate the total


@dataclass(frozen=True, slots=True)
class Permission:
    """What may be fetched: whether from private addresses, and how many bytes in all."""

    allow_private: bool = False
    most_bytes: int = 20 * 2**30


def fetch_manifest(
    source: str, pages: Path, permission: Permission, progress: ProgressReport
) -> ManifestSource:
    """Fetch the images of a manifest, given by path or address, into a folder."""
    fetcher = open_fetcher(allow_private=permission.allow_private, most_bytes=permission.most_bytes)
    with fetcher.client:
        if is_url(source):
            content = fetcher.get(source, MAX_MANIFEST_BYTES)
        else:
            content = _read_file(Path(source))
        manifest = read_manifest(content, source)
        _check_total(manifest.images, permission, progress)
        pages.mkdir(parents=True, exist_ok=True)
        targets = [pages / f"{number:04d}.jpg" for number in range(1, len(manifest.images) + 1)]
        with ThreadPoolExecutor(_DOWNLOADS_AT_ONCE) as pool:
            jobs = [
                pool.submit(_fetch_image, fetcher, image, target)
                for image, target in zip(manifest.images, targets, strict=True)
            ]
            try:
                for done, job in enumerate(jobs, start=1):
                    job.result()
                    progress("fetched", done, len(jobs))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    canvases = {
        target.name: image.canvas
        for image, target in zip(manifest.images, targets, strict=True)
        if image.canvas
    }
    address = manifest.address if is_url(manifest.address) else source
    return ManifestSource(address, manifest.label, manifest.attribution, canvases)


def _read_file(path: Path) -> bytes:
    if path.stat().st_size > MAX_MANIFEST_BYTES:
        raise InputError(
            f"{path} is larger than {MAX_MANIFEST_BYTES // 2**20} MB",
            hint="give the file of a IIIF manifest",
        )
    return path.read_bytes()


def _check_total(
    images: Sequence[CanvasImage], permission: Permission, progress: ProgressReport
) -> None:
    """Report the estimated total, and refuse more than is allowed."""
    expected = int(sum(image.width * image.height for image in images) * _BYTES_PER_PIXEL)
    progress(f"to fetch, about {max(1, expected // 2**20)} MB", 0, len(images))
    if expected > permission.most_bytes:
        raise InputError(
            f"{counted(len(images), 'image')}, about {expected / 2**30:.1f} GB: more than allowed",
            hint=f"give --most-gb {expected // 2**30 + 1} to fetch them",
        )


def _fetch_image(fetcher: Fetcher, image: CanvasImage, target: Path) -> None:
    """Fetch the image of one canvas, unless its file exists, and verify that it is complete."""
    if target.exists():
        return
    problem: Exception | None = None
    for address in image.addresses:
        try:
            content = fetcher.get(address, _MAX_IMAGE_BYTES)
            with Image.open(io.BytesIO(content)) as whole:
                check_size(address, whole.width, whole.height)
                whole.load()
            write_whole(target, content)
        except (WorkError, OSError, SyntaxError) as error:
            problem = error
        else:
            return
    raise WorkError(
        f"canvas {int(target.stem)} ({image.label or 'no label'}) cannot be fetched: {problem}",
        hint="run the same command again to resume; complete images are kept",
    )
