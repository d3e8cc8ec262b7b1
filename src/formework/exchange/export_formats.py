"""The export formats: the files of each, and where they are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Self

from formework.book.plain_files import write_whole
from formework.book.wording import named
from formework.errors import InputError, read_choice
from formework.exchange.alto_xml import write_alto
from formework.exchange.iiif_annotations import write_annotations
from formework.exchange.iiif_manifest import unshown_images, write_manifest
from formework.exchange.page_xml import write_page_xml
from formework.exchange.recurrence_export import write_html_table, write_latex_table
from formework.exchange.tei_export import write_tei
from formework.exchange.tidy_table import describe_table, write_tidy_table
from formework.exchange.vceditor_export import write_vceditor
from formework.exchange.viscoll_export import write_viscoll
from formework.exchange.whole_result import write_whole_result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from formework.exchange.exported_book import ExportedBook, ExportedImage
    from formework.exchange.provenance import Provenance

EXPORTS = "export"  # the folder of the book that holds them
SERVED_AT = "http://127.0.0.1:8000"  # where `python -m http.server` serves a folder


class ExportFormat(StrEnum):
    """The formats, as a person names them."""

    TEI = "tei"
    IIIF = "iiif"
    VISCOLL = "viscoll"
    VISCOLL_2_2 = "viscoll-2.2"
    VCEDITOR = "vceditor"
    PAGE = "page"
    ALTO = "alto"
    CSV = "csv"
    JSON = "json"
    TABLE = "table"

    @classmethod
    def read(cls, name: str) -> Self:
        """A format as a person names it."""
        return read_choice("format", name, cls)

    @property
    def needs_collation(self) -> bool:
        """Whether the format is empty without gatherings or skeletons."""
        return self in (self.VISCOLL, self.VISCOLL_2_2, self.VCEDITOR, self.TABLE)


@dataclass(frozen=True, slots=True)
class Export:
    """The files that were written, and warnings about them."""

    files: tuple[Path, ...]
    warnings: tuple[str, ...] = ()


def export_book(
    exported: ExportedBook, to: ExportFormat, out: Path | None = None, address: str = SERVED_AT
) -> Export:
    """Write a book in a format, to a file or folder; without `out`, into the book's folder.

    `address` is where the book folder is served: the images of a IIIF manifest
    are fetched from there.
    """
    root = exported.book.root
    contents = (
        _one_file(exported, to, out or root / EXPORTS / _FILE_NAMES[to])
        if to in _FILE_NAMES
        else _folder(exported, to, out or root / EXPORTS / to, address)
    )
    _refuse_book_files(root, contents)
    for path, content in contents.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        except OSError as error:
            raise InputError(
                f"{path} cannot be written: {error.strerror}", hint="choose another place with -o"
            ) from error
    return Export(tuple(contents), _warnings(exported, to))


_FILE_NAMES = {
    ExportFormat.TEI: "tei.xml",
    ExportFormat.VISCOLL: "viscoll.xml",
    ExportFormat.VISCOLL_2_2: "viscoll-2.2.xml",
    ExportFormat.VCEDITOR: "vceditor.json",
    ExportFormat.CSV: "pages.csv",
    ExportFormat.JSON: "result.json",
}


def _one_file(exported: ExportedBook, to: ExportFormat, path: Path) -> dict[Path, str]:
    """A format that is one file; the table is accompanied by its description."""
    writers: dict[ExportFormat, Callable[[ExportedBook], str]] = {
        ExportFormat.TEI: write_tei,
        ExportFormat.VISCOLL: write_viscoll,
        ExportFormat.VISCOLL_2_2: partial(write_viscoll, with_skeletons=True),
        ExportFormat.VCEDITOR: write_vceditor,
        ExportFormat.CSV: write_tidy_table,
        ExportFormat.JSON: write_whole_result,
    }
    if path.is_dir():
        path /= _FILE_NAMES[to]
    contents = {path: writers[to](exported)}
    if to is ExportFormat.CSV:
        about = path.with_name(f"{path.name}-metadata.json")
        contents[about] = describe_table(exported, path.name)
    return contents


def _folder(
    exported: ExportedBook, to: ExportFormat, folder: Path, address: str
) -> dict[Path, str]:
    """A format of several files; only one of the two tables if `folder` names its file."""
    if to is ExportFormat.IIIF:
        return {
            folder / "manifest.json": write_manifest(exported, address),
            folder / "annotations.json": write_annotations(exported),
        }
    if to is ExportFormat.PAGE:
        return _one_per_image(exported, folder, write_page_xml)
    if to is ExportFormat.ALTO:
        return _one_per_image(exported, folder, write_alto)
    if exported.result is None:
        raise InputError(
            f"{exported.book.root} has no skeletons yet",
            hint="declare format and collation in book.toml",
        )
    writers = {".html": write_html_table, ".tex": write_latex_table}
    if write := writers.get(folder.suffix):
        return {folder: write(exported, exported.result)}
    return {
        folder / f"recurrence{ending}": write(exported, exported.result)
        for ending, write in writers.items()
    }


def _one_per_image(
    exported: ExportedBook, folder: Path, write: Callable[[ExportedImage, Provenance], str]
) -> dict[Path, str]:
    files: dict[Path, str] = {}
    for image in exported.images:
        path = folder / f"{PurePosixPath(image.name).stem}.xml"
        if path in files:
            raise InputError(
                f"{image.name} and another image would both be described by {path.name}",
                hint="rename one of the images, and its row in pages.csv",
            )
        files[path] = write(image, exported.provenance)
    return files


def _refuse_book_files(root: Path, paths: Iterable[Path]) -> None:
    """Refuse to overwrite a file of the book, or to write among its scans."""
    home = root.resolve()
    for path in paths:
        place = path.resolve()
        is_inside = place.is_relative_to(home) and not place.is_relative_to(home / EXPORTS)
        if is_inside and (place.exists() or place.parent.exists()):
            raise InputError(
                f"{path} is among the files of the book",
                hint=f"choose a place outside {root}; without -o, it is {root / EXPORTS}",
            )


def _warnings(exported: ExportedBook, to: ExportFormat) -> tuple[str, ...]:
    unshown = unshown_images(exported) if to is ExportFormat.IIIF else []
    if not unshown:
        return ()
    return (f"browsers do not show these images: {named(unshown)}",)
