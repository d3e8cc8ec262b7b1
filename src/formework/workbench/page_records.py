"""The pages of a book as records: titles.csv, with the decisions made since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.file_names import (
    BOOK_TOML,
    EVIDENCE_NPZ,
    PAGES_CSV,
    RESULT_FILES,
    TITLES_CSV,
    TITLES_RECORD,
)
from formework.book.fingerprints import fingerprint_text
from formework.book.model import Origin, RunningTitle
from formework.errors import FormeworkError
from formework.scans.acquire.grey_image import image_size
from formework.scans.decided_titles import correct_title
from formework.scans.title_corrections import current_titles, shot_place
from formework.scans.title_outcome import read_outcome

if TYPE_CHECKING:
    from pathlib import Path

    from formework.result import PageResult
    from formework.scans.acquire.shots import Shot
    from formework.workbench.desk import Desk

MAX_SHOWN_COLUMNS = 5000  # pixels: the width of a derivative
_PAGE_FILES = (BOOK_TOML, PAGES_CSV)
_TITLE_FILES = (*_PAGE_FILES, TITLES_CSV, TITLES_RECORD)


def page_titles(desk: Desk) -> dict[Shot, RunningTitle]:
    """The running title of each page, with decisions that the next run will apply."""
    return desk.keep(
        "page titles", _TITLE_FILES, lambda: _page_titles(desk), desk.decisions.on_pages
    )


def _page_titles(desk: Desk) -> dict[Shot, RunningTitle]:
    corrections = desk.followed.corrections
    titles = current_titles(desk.book, desk.shots)
    for shot in desk.shots:
        if correction := corrections.get(shot_place(shot)):
            page = shot.page
            empty = RunningTitle(page.image, page.signature, None, "", "", Origin.NONE)
            titles[shot] = correct_title(titles.get(shot, empty), correction)
    return titles


def page_records(desk: Desk) -> list[dict[str, object]]:
    """Every page, in the order of the images."""
    files = (*_TITLE_FILES, *RESULT_FILES, EVIDENCE_NPZ)
    return desk.keep("records", files, lambda: _page_records(desk), desk.decisions.on_pages)


def _page_records(desk: Desk) -> list[dict[str, object]]:
    titles, scans = page_titles(desk), _scans(desk)
    outcome = read_outcome(desk.book)
    doubtful, failed = {*outcome.doubtful}, dict(outcome.failed)
    found = {page.signature: page for page in desk.result.pages} if desk.result else {}
    records = []
    for row, shot in enumerate(desk.shots, start=1):
        title, signature = titles.get(shot), shot.page.signature
        decided = title is not None and title.origin is Origin.CORRECTED
        records.append(
            {
                "row": row,
                "image": shot.page.image,
                "half": shot.half,
                "signature": signature,
                "printed": shot.page.page,
                **scans[shot.page.image].record(row),
                **_title_record(title, row),
                "doubtful": shot.name in doubtful and not decided,
                "failed": failed.get(shot.name, ""),
                **_found_record(found.get(signature)),
                **_strip_record(desk, signature, row),
            }
        )
    return records


def _title_record(title: RunningTitle | None, row: int) -> dict[str, object]:
    box = title.box if title else None
    return {
        "box": [box.x, box.y, box.width, box.height] if box else None,
        "crop_size": [box.width, box.height] if box else None,
        "crop_url": f"/crop/{row}?v={fingerprint_text(title and title.image, box)[:8]}",
        "text": title.text if title else "",
        "section": title.section if title else "",
        "origin": str(title.origin) if title else "",
    }


def _found_record(page: PageResult | None) -> dict[str, object]:
    return {
        "side": page.sheet_side if page else "",
        "slot": page.slot if page else 0,
        "skeleton": page.skeleton if page else "",
        "state": page.state if page else 0,
        "label": page.label if page else "",
        "title": page.title if page else "",
        "title_confidence": page.title_confidence if page else None,
        "confidence": page.confidence if page else None,
    }


def _strip_record(desk: Desk, signature: str, row: int) -> dict[str, object]:
    titles = desk.titles
    if titles is None or not titles.has(signature):
        return {"strip_url": "", "strip_size": None}
    version = desk.stamp(EVIDENCE_NPZ)[:8]
    return {"strip_url": f"/strip/{row}?v={version}", "strip_size": titles.size(signature)}


@dataclass(frozen=True, slots=True)
class _Scan:
    """A scan: its size in pixels, 0 if it cannot be read, and when it was last changed."""

    width: int
    height: int
    modified: int
    derived: bool

    def record(self, row: int) -> dict[str, object]:
        """The scan of the page in a row; `scale` is shown pixels per pixel of the scan."""
        scale = min(1.0, MAX_SHOWN_COLUMNS / self.width) if self.derived and self.width else 1.0
        version = fingerprint_text(self.modified)[:8]
        return {
            "width": self.width,
            "height": self.height,
            "scale": scale,
            "image_url": f"/image/{row}?v={version}",
        }


def _scans(desk: Desk) -> dict[str, _Scan]:
    """Every scan, by the name of its image."""
    names = {shot.page.image for shot in desk.shots}
    return desk.keep(
        "scans",
        _PAGE_FILES,
        lambda: {name: _scan(desk.book.image_path(name)) for name in names},
        len(names),
    )


def _scan(path: Path) -> _Scan:
    try:
        return _Scan(*image_size(path), path.stat().st_mtime_ns, is_derived(path))
    except FormeworkError:
        return _Scan(0, 0, 0, is_derived(path))


def is_derived(path: Path) -> bool:
    """Whether browsers cannot show an image and need a derivative."""
    return path.suffix.lower() not in (".jpg", ".jpeg", ".png", ".webp")
