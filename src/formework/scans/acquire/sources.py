"""Where scans come from: a folder, a PDF, a many-page TIFF, a IIIF manifest.

Whatever the source, a book works on a plain folder with one image a file. A
folder that is so already is used as it is; everything else is unpacked or
fetched beside it. The source itself is never modified.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from formework.book.assignment import natural_order
from formework.book.declaration import Declaration, ImagesAre, is_url
from formework.book.folder import IMAGE_ENDINGS
from formework.errors import FormeworkError, InputError
from formework.progress import silent
from formework.scans.acquire.download import Permission, fetch_manifest
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.openings import are_openings
from formework.scans.acquire.pdf import unpack_pdf
from formework.scans.acquire.tiff import TIFF_ENDINGS, frames, unpack_tiff

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.progress import ProgressReport
    from formework.scans.page_ink import Grey


def collect(
    source: str,
    pages: Path,
    permission: Permission | None = None,
    progress: ProgressReport = silent,
) -> Path:
    """Return a folder with the scans of a source, one image a file.

    It is the source itself where that is such a folder; otherwise `pages`,
    filled. A run cut short is taken up where it stopped.
    """
    path = Path(source)
    if is_url(source) or path.suffix.lower() == ".json":
        fetch_manifest(source, pages, permission or Permission(), progress)
        return pages
    if path.is_dir():
        files = _image_files(path)
        if all(frames(file) == 1 for file in files):
            return path
        _unpack(files, pages, progress)
        return pages
    if not path.is_file():
        raise InputError(
            f"{source} is not a folder, nor a file",
            hint="give a folder of images, a PDF or a IIIF manifest",
        )
    _unpack([path], pages, progress)
    return pages


def _unpack(files: Sequence[Path], pages: Path, progress: ProgressReport) -> None:
    pages.mkdir(parents=True, exist_ok=True)
    for file in files:
        if file.suffix.lower() == ".pdf":
            for done, total in enumerate(unpack_pdf(file, pages), start=1):
                progress("unpacked", done, total)
        elif file.suffix.lower() in (*TIFF_ENDINGS, *IMAGE_ENDINGS):
            unpack_tiff(file, pages, progress)
        else:
            raise InputError(
                f"{file} is no source of scans",
                hint="give a folder of images, a PDF, a many-page TIFF or a IIIF manifest (.json)",
            )


def root_for(source: str) -> Path:
    """Return the folder a book is made in where none is named: called like its source."""
    if is_url(source):
        raise InputError(f"{source} needs a folder to go to", hint=f"formework init {source} BOOK")
    path = Path(source).resolve()
    if path.is_dir():
        return path.parent if path.name == "pages" else Path(path.name)
    return Path(path.stem)


def seen_as(scans: Path, declaration: Declaration) -> Declaration:
    """Return a declaration with what the scans themselves show: pages, or openings of two."""
    names = [file.name for file in _image_files(scans)]
    if declaration.images_are is ImagesAre.PAGES and are_openings(sample(scans, names)):
        return replace(declaration, images_are=ImagesAre.OPENINGS)
    return declaration


def sample(folder: Path, names: Sequence[str], size: int = 9) -> list[Grey]:
    """Return a few scans from the middle of a book, leaving out those that cannot be read."""
    middle = names[len(names) // 10 : len(names) - len(names) // 10] or names
    found = []
    for name in middle[:: max(1, len(middle) // size)]:
        try:
            found.append(read_grey(folder / name))
        except FormeworkError:
            continue
    return found


def _image_files(folder: Path) -> list[Path]:
    named = {path.name: path for path in folder.iterdir() if path.is_file()}
    return [named[n] for n in natural_order(named) if Path(n).suffix.lower() in IMAGE_ENDINGS]
