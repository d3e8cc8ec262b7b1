"""Fingerprints of files by content, never by time: a copied folder is still up to date."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_SAMPLE_BYTES = 64 * 2**10  # read at the head, in the middle and at the end of a scan
_ABSENT = "absent"


def fingerprint_text(*parts: object) -> str:
    """A short fingerprint of values, by their representation."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def fingerprint_file(path: Path) -> str:
    """A fingerprint of all bytes of a file; "absent" if it does not exist."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:32] if path.is_file() else _ABSENT


def fingerprint_scan(path: Path) -> str:
    """A fingerprint of a scan by its size and samples of its bytes: reading all takes too long."""
    if not path.is_file():
        return _ABSENT
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        for start in (0, size // 2, size - _SAMPLE_BYTES):
            file.seek(max(0, start))
            digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()[:32]


def fingerprint_scans(paths: Iterable[Path]) -> str:
    """One fingerprint of many scans, in their order, by name and content."""
    return fingerprint_text(*((path.name, fingerprint_scan(path)) for path in paths))
