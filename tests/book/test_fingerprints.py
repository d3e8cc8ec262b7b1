"""Fingerprints by content."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from formework.book.fingerprints import (
    fingerprint_file,
    fingerprint_scan,
    fingerprint_scans,
    fingerprint_text,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_a_copy_has_the_same_fingerprint(tmp_path: Path) -> None:
    """Times do not count, names of scans do."""
    one, other = tmp_path / "1.jpg", tmp_path / "copy" / "1.jpg"
    one.write_bytes(b"scan" * 50_000)
    other.parent.mkdir()
    shutil.copyfile(one, other)
    os.utime(other, (0, 0))
    assert fingerprint_file(one) == fingerprint_file(other)
    assert fingerprint_scans([one]) == fingerprint_scans([other])
    assert fingerprint_scans([one]) != fingerprint_scans([other.rename(tmp_path / "2.jpg")])


def test_a_change_is_seen(tmp_path: Path) -> None:
    """A scan by its size or its beginning, another file by any byte."""
    path = tmp_path / "1.jpg"
    seen = set()
    for content in (b"a" * 100_000, b"a" * 100_001, b"b" * 100_000):
        path.write_bytes(content)
        seen |= {fingerprint_scan(path), fingerprint_file(path)}
    assert len(seen) == 6


def test_absent_files_and_values() -> None:
    """A file that does not exist has a fingerprint too; values differ by type."""
    from pathlib import Path

    assert fingerprint_file(Path("nowhere")) == fingerprint_scan(Path("nowhere")) == "absent"
    assert fingerprint_text(1, "a") == fingerprint_text(1, "a") != fingerprint_text("1", "a")
