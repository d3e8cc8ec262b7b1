"""The files of a result: skeletons.csv, recurrence.csv, distances.npz and result.json."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from formework.book.file_names import DISTANCES_NPZ, RECURRENCE_CSV, RESULT_JSON, SKELETONS_CSV
from formework.book.plain_files import read_table, read_text, write_table, write_whole
from formework.errors import FileError, InputError
from formework.result import (
    UNSURE,
    PageResult,
    Result,
    RivalNumber,
    UnitResult,
    Way,
    group_pages,
    side_state,
)
from formework.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.plain_files import Row

_CORRECT = "correct it, or run formework cluster BOOK again"  # a hint

SKELETON_COLUMNS = (
    "signature", "sheet_side", "slot", "section", "skeleton", "state", "title",
    "title_confidence", "confidence",
)  # fmt: skip


def write_result(root: Path, result: Result) -> None:
    """Write the files of a result into a book folder, each whole or not at all."""
    write_table(root / SKELETONS_CSV, SKELETON_COLUMNS, map(_page_cells, result.pages))
    columns, rows = recurrence_table(result)
    write_table(root / RECURRENCE_CSV, columns, rows)
    buffer = io.BytesIO()
    names = np.array([unit.name for unit in result.units])
    np.savez_compressed(buffer, names=names, values=result.distances)
    write_whole(root / DISTANCES_NPZ, buffer.getvalue())
    record = json.dumps(_result_record(result), ensure_ascii=False, indent=1)
    write_whole(root / RESULT_JSON, record + "\n")


def read_result(root: Path) -> Result:
    """Read a result back from its files.

    The pages are those of skeletons.csv, which a person may have corrected.
    """
    pages = read_pages(root)
    try:
        record = json.loads(read_text(root / RESULT_JSON))
        return Result(
            version=str(record["formework"]),
            settings=_read_settings(root, record["settings"]),
            number_given=None if record["number_given"] is None else int(record["number_given"]),
            pages=pages,
            units=_read_units(record["units"], pages),
            distances=_read_distances(root),
            rivals=tuple(map(_rival, record["rivals"])),
            warnings=tuple(map(str, record["warnings"])),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(root, f"{RESULT_JSON} cannot be read: {error}") from error


def _read_settings(root: Path, record: dict[str, Any]) -> Settings:
    try:
        return Settings.read(**record)
    except InputError as error:
        raise _unreadable(root, f"{RESULT_JSON}: {error.message}") from error


def read_pages(root: Path) -> tuple[PageResult, ...]:
    """The rows of skeletons.csv."""
    path = root / SKELETONS_CSV
    if not path.exists():
        raise _unreadable(root, f"there is no {SKELETONS_CSV} in {root}")
    rows = list(read_table(path, SKELETON_COLUMNS[:5]))
    if rows and "state" not in rows[0].cells:
        raise _unreadable(root, f"{path} was written by an older version of the program")
    return tuple(map(_page, read_table(path, SKELETON_COLUMNS)))


def _unreadable(root: Path, message: str) -> FileError:
    return FileError(message, hint=f"run formework cluster {root}")


def _page_cells(page: PageResult) -> tuple[object, ...]:
    sure = "" if page.title_confidence is None else f"{page.title_confidence:.3f}"
    return (
        page.signature, page.sheet_side, page.slot, page.section, page.skeleton, page.state,
        page.title, sure, f"{page.confidence:.3f}",
    )  # fmt: skip


def _page(row: Row) -> PageResult:
    sure = row["title_confidence"]
    return PageResult(
        row["signature"],
        row["sheet_side"],
        _whole_number(row, "slot"),
        row["section"],
        row["skeleton"],
        _whole_number(row, "state"),
        row["title"],
        _number(row, "title_confidence") if sure else None,
        _number(row, "confidence"),
    )


def _number(row: Row, column: str) -> float:
    try:
        return float(row[column])
    except ValueError as error:
        raise row.wrong(column, "is not a number", _CORRECT) from error


def _whole_number(row: Row, column: str) -> int:
    if not row[column].isdecimal():
        raise row.wrong(column, "is not a whole number", _CORRECT)
    return int(row[column])


def recurrence_table(result: Result) -> tuple[tuple[str, ...], list[list[object]]]:
    """The bibliographer's table: its columns, and one row per sheet side."""
    slots = max((page.slot for page in result.pages), default=0)
    rows: list[list[object]] = []
    for side, pages in group_pages(result.pages).items():
        skeleton, state = side_state(pages) or (UNSURE, "")
        cells = [""] * slots
        for page in pages:
            cells[page.slot - 1] = page.title or UNSURE
        rows.append([side, skeleton, state, *cells])
    return ("sheet_side", "skeleton", "state", *map(str, range(1, slots + 1))), rows


def result_summary(result: Result) -> dict[str, object]:
    """The result for other programs, as `cluster --json` prints it."""
    return {
        "skeletons": result.skeleton_count,
        "states": result.state_count,
        "units": {
            unit.name: {
                "skeleton": unit.skeleton, "state": unit.state, "confidence": unit.confidence,
                "way": str(unit.way),
            }
            for unit in result.units
        },
        "titles": {
            page.signature: {"title": page.title, "confidence": page.title_confidence}
            for page in result.pages
            if page.title
        },
        "rivals": [asdict(number) for number in result.rivals],
        "settings": settings_record(result.settings),
        "number_given": result.number_given,
        "formework": result.version,
        "warnings": list(result.warnings),
    }  # fmt: skip


def settings_record(settings: Settings) -> dict[str, object]:
    """The settings as plain values, in the words of `Settings.read`."""
    return {name: value for name, value in asdict(settings).items() if value is not None}


def _result_record(result: Result) -> dict[str, object]:
    return {
        "formework": result.version,
        "settings": settings_record(result.settings),
        "number_given": result.number_given,
        "skeletons": result.skeleton_count,
        "states": result.state_count,
        "units": [{"name": unit.name, "way": str(unit.way)} for unit in result.units],
        "rivals": [asdict(number) for number in result.rivals],
        "warnings": list(result.warnings),
    }


def _rival(record: dict[str, Any]) -> RivalNumber:
    return RivalNumber(int(record["skeletons"]), float(record["cost"]))


def _read_units(
    records: list[dict[str, Any]], pages: tuple[PageResult, ...]
) -> tuple[UnitResult, ...]:
    """The units, each with the skeleton its pages have in skeletons.csv."""
    # A page that could not be read does not speak for its sheet side.
    by_sureness = sorted(pages, key=lambda page: page.skeleton != UNSURE)
    page_of = {page.sheet_side: page for page in by_sureness}
    page_of |= {page.signature: page for page in by_sureness}
    units = []
    for record in records:
        name = str(record["name"])
        page = page_of[name]
        unit = UnitResult(name, page.skeleton, page.state, page.confidence, Way(record["way"]))
        units.append(unit)
    return tuple(units)


def _read_distances(root: Path) -> np.ndarray[Any, np.dtype[np.float64]]:
    try:
        with np.load(root / DISTANCES_NPZ, allow_pickle=False) as saved:
            return np.asarray(saved["values"], dtype=np.float64)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise _unreadable(root, f"{DISTANCES_NPZ} cannot be read: {error}") from error
