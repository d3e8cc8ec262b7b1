"""Where scans come from: a folder, a PDF, a multi-page TIFF, a IIIF manifest.

Whatever the source, a book uses a plain folder with one image per file. Such a
folder is used as it is; every other source is unpacked or fetched into a new
folder. The source itself is never modified.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from formework.book.assignment import expected_pages, natural_order
from formework.book.declaration import Declaration, ImagesAre, is_url
from formework.book.folder import IMAGE_ENDINGS
from formework.errors import FormeworkError, InputError
from formework.progress import silent
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.openings import are_openings
from formework.scans.acquire.tiff import TIFF_ENDINGS, frames, unpack_tiff

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.manifest_source import ManifestSource
    from formework.progress import ProgressReport
    from formework.scans.acquire.download import Permission
    from formework.scans.page_ink import Grey


@dataclass(frozen=True, slots=True)
class Scans:
    """A folder with one image per file, and the manifest its images were fetched from."""

    folder: Path
    iiif: ManifestSource | None = None


def collect(
    source: str,
    pages: Path,
    permission: Permission | None = None,
    progress: ProgressReport = silent,
) -> Scans:
    """Return the scans of a source, one image per file.

    They are in the source itself if it is such a folder, otherwise in `pages`.
    If interrupted, the next call resumes.
    """
    path = Path(source)
    if is_url(source) or (path.suffix.lower() == ".json" and path.is_file()):
        # Loading what fetches takes longer than most commands, which never fetch.
        from formework.scans.acquire.download import Permission, fetch_manifest

        permission = permission or Permission()
        return Scans(pages, fetch_manifest(source, pages, permission, progress))
    if path.is_dir():
        files = image_files(path)
        if all(frames(file) == 1 for file in files):
            return Scans(path)
        _unpack(files, pages, progress)
        return Scans(pages)
    if not path.is_file():
        raise InputError(
            f"{source} is not a folder or a file",
            hint="give a folder of images, a PDF or a IIIF manifest",
        )
    _unpack([path], pages, progress)
    return Scans(pages)


def _unpack(files: Sequence[Path], pages: Path, progress: ProgressReport) -> None:
    pages.mkdir(parents=True, exist_ok=True)
    for file in files:
        if file.suffix.lower() == ".pdf":
            from formework.scans.acquire.pdf import unpack_pdf  # slow to load, seldom needed

            for done, total in enumerate(unpack_pdf(file, pages), start=1):
                progress("unpacked", done, total)
        elif file.suffix.lower() in (*TIFF_ENDINGS, *IMAGE_ENDINGS):
            unpack_tiff(file, pages, progress)
        else:
            raise InputError(
                f"{file} is not a source of scans",
                hint="give a folder of images, a PDF, a multi-page TIFF or a IIIF manifest (.json)",
            )


def root_for(source: str) -> Path:
    """Return the folder for a book if none is named: SOURCE-book in the current directory."""
    if is_url(source):
        raise InputError(
            f"{source}: no folder is named for the new book", hint=f"formework init {source} BOOK"
        )
    path = Path(source).resolve()
    name = path.name if path.is_dir() else path.stem
    root = Path(f"{name}-book" if name else "book")
    if path.is_dir() and root.resolve().is_relative_to(path):
        raise InputError(
            f"{root} would be inside the folder of scans",
            hint=f"name a folder for the new book: formework init {source} BOOK",
        )
    return root


def declare_scans(scans: Scans, declaration: Declaration) -> Declaration:
    """Return a declaration with what the scans show: their manifest, pages or openings."""
    names = [file.name for file in image_files(scans.folder)]
    declaration = replace(declaration, iiif=scans.iiif)
    if show_openings(scans.folder, names, declaration):
        return replace(declaration, images_are=ImagesAre.OPENINGS)
    return declaration


def show_openings(folder: Path, names: Sequence[str], declaration: Declaration) -> bool:
    """Whether images show openings that are not declared.

    Images that fit the collation one by one are pages, of any shape:
    a scan may show only the top of a page.
    """
    if declaration.images_are is not ImagesAre.PAGES:
        return False
    if len(names) == len(expected_pages(declaration)):
        return False
    return are_openings(sample(folder, names))


def sample(folder: Path, names: Sequence[str], size: int = 9) -> list[Grey]:
    """Return a few scans from the middle of a book, without those that cannot be read."""
    middle = names[len(names) // 10 : len(names) - len(names) // 10] or names
    found = []
    for name in middle[:: max(1, len(middle) // size)]:
        try:
            found.append(read_grey(folder / name))
        except FormeworkError:
            continue
    return found


def image_files(folder: Path) -> list[Path]:
    """Return the image files of a folder, in natural order."""
    named = {path.name: path for path in folder.iterdir() if path.is_file()}
    return [named[n] for n in natural_order(named) if Path(n).suffix.lower() in IMAGE_ENDINGS]
