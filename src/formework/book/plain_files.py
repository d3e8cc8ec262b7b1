"""Plain files: read strictly, written whole or not at all."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from formework.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_LEFT_BEHIND = re.compile(r"\..+\.[0-9a-f]{32}")  # the names of temporary files: `whole_file`
_MAX_TABLE_BYTES = 64 * 2**20  # the CSV files of a folio Bible stay under 1 MB


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary file to write, which takes the place of `path` once the block has ended.

    A kill at any moment leaves the old file or the new one, never a part of it.
    """
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        if error.filename in (None, str(temporary)):  # a full disk does not say which file it was
            error.filename = str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, whole or not at all."""
    with whole_file(path) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file, whole or not at all."""
    with whole_file(target) as temporary:
        shutil.copyfile(source, temporary)


def remove_left_behind(folders: Iterable[Path], *, before: float) -> None:
    """Remove temporary files of killed processes, last written before a time (Unix seconds).

    Folders are searched without their subfolders, except hidden ones, which are the program's.
    """
    for folder in folders:
        entries = folder.rglob("*") if folder.name.startswith(".") else folder.glob("*")
        for path in entries:
            if _LEFT_BEHIND.fullmatch(path.name):
                with contextlib.suppress(OSError):  # it may have taken its place meanwhile
                    if path.stat().st_mtime < before:
                        path.unlink()


def read_text(path: Path) -> str:
    """Read a text file in UTF-8, with or without the BOM that spreadsheets write."""
    try:
        if path.stat().st_size > _MAX_TABLE_BYTES:
            raise FileError(
                f"{path.name} is larger than {_MAX_TABLE_BYTES // 2**20} MB",
                hint="this is not a file of a book folder: move it elsewhere",
            )
        return decode_utf8(path.read_bytes(), path.name)
    except OSError as error:
        raise FileError(
            f"{path.name} cannot be read: {error.strerror}", hint=f"check the file {path.name}"
        ) from error


def decode_utf8(data: bytes, file: str, first_line: int = 1) -> str:
    """Decode the content of a file, or of a part of it from `first_line`; a BOM is dropped."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = first_line + error.object[: error.start].count(b"\n")
        raise FileError(
            f"{file}, line {line}: byte 0x{error.object[error.start]:02x} is not UTF-8",
            hint="save the file as UTF-8 (in a spreadsheet: CSV UTF-8)",
        ) from error


def read_json(path: Path) -> object:
    """Read a JSON file; bounded in size and depth."""
    try:
        content: object = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise FileError(
            f"{path.name} is not JSON: {error}", hint="export the file again"
        ) from error
    return content


def json_records(value: object) -> list[Mapping[str, Any]]:
    """The JSON objects of a list, or the one object, or nothing."""
    many = value if isinstance(value, list) else [value]
    return [one for one in many if isinstance(one, dict)]


def inside(folder: Path, name: str) -> Path:
    """The path of a file named in a book's files; refused if it is outside the folder."""
    pure = PurePosixPath(name)
    escapes = ".." in pure.parts or pure.is_absolute() or "\0" in name
    # Called for every row of every table: `os.path` takes half the time of `pathlib` here.
    if escapes or PureWindowsPath(name).drive or not _leads_inside(folder, name):
        raise FileError(
            f"{name!r} is outside the book's folder", hint="name a file inside the book's folder"
        )
    return folder / name


def _leads_inside(folder: Path, name: str) -> bool:
    """Whether a file is inside a folder once all symbolic links are followed."""
    real = os.path.realpath(folder)
    target = os.path.realpath(os.path.join(folder, name))  # noqa: PTH118
    return target == real or target.startswith(real.rstrip(os.sep) + os.sep)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, with its file and line for messages."""

    file: str
    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def wrong(self, column: str, why: str, hint: str) -> FileError:
        """An error that names file, line, column and value."""
        value = self.cells[column]
        return FileError(f"{self.file}, line {self.line}: {column} {value!r} {why}", hint=hint)


def read_table(path: Path, columns: Sequence[str]) -> Iterator[Row]:
    """Read a CSV table with at least these columns; separated by comma, semicolon or tab."""
    text = read_text(path)
    header = text.partition("\n")[0]
    separator = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        names = [name.strip().lower() for name in next(reader, [])]
        absent = [column for column in columns if column not in names]
        if absent:
            raise FileError(
                f"{path.name}, line 1: there is no column {', '.join(absent)}",
                hint=f"the first line must read {','.join(columns)}",
            )
        for cells in reader:
            if any(cell.strip() for cell in cells):
                padded = cells + [""] * (len(names) - len(cells))
                filled = zip(names, (cell.strip() for cell in padded), strict=False)
                yield Row(path.name, reader.line_num, dict(filled))
    except csv.Error as error:
        raise FileError(
            f"{path.name}, line {reader.line_num}: {error}",
            hint="a quotation mark may not be closed: correct the line, or save the table again",
        ) from error


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV table, whole or not at all."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_whole(path, text.getvalue())
