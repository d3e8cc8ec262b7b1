"""Files of the book to view and download: the report, its pictures, exports."""

from __future__ import annotations

import io
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from formework.book.file_names import MONTAGE_PNG, REPORT_HTML, STAIRCASE
from formework.exchange.export_formats import ExportFormat, export_book
from formework.exchange.exported_book import read_exported

if TYPE_CHECKING:
    from formework.workbench.desk import Desk

_PICTURES = (f"{STAIRCASE}.svg", f"{STAIRCASE}.png", f"{STAIRCASE}.pdf", MONTAGE_PNG)
# The report is one file with a script, which its policy allows by digest. The sandbox gives it
# another origin, so that it cannot reach the workbench.
_SANDBOX = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "frame-ancestors 'none'; sandbox allow-scripts allow-popups"
)


def report_file(root: Path) -> Response:
    """The report page, sandboxed: it cannot send requests to the workbench."""
    path = root / REPORT_HTML
    if not path.exists():
        raise HTTPException(404, "there is no report yet: it is written at the end of the run")
    return FileResponse(
        path,
        media_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": _SANDBOX},
    )


def result_picture(root: Path, name: str) -> Response:
    """A picture of the report."""
    if name not in _PICTURES or not (root / name).exists():
        raise HTTPException(404, f"there is no {name!r}")
    return FileResponse(
        root / name,
        headers={"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"},
    )


def exported_file(desk: Desk, name: str) -> Response:
    """The book in a format of other tools: one file, or several in a zip file."""
    chosen = ExportFormat.read(name)
    exported = read_exported(desk.book, datetime.now(UTC))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "export"
        place.mkdir()
        files = export_book(exported, chosen, place).files
        contents = {path.relative_to(place).as_posix(): path.read_bytes() for path in files}
    stem = f"{desk.root.resolve().name}-{chosen}"
    if len(contents) == 1:
        ((only, content),) = contents.items()
        return _saved(content, f"{stem}{Path(only).suffix}")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in contents.items():
            archive.writestr(path, content)
    return _saved(buffer.getvalue(), f"{stem}.zip")


def _saved(content: bytes, name: str) -> Response:
    return Response(
        content,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"},
    )
