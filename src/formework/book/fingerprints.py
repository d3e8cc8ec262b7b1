"""Fingerprints of files by content, never by time: a copied folder is still up to date."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_HEAD_BYTES = 64 * 2**10  # two scans of one size differ within their first 64 KiB
_ABSENT = "absent"


def fingerprint_text(*parts: object) -> str:
    """A short fingerprint of values, by their representation."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def fingerprint_file(path: Path) -> str:
    """A fingerprint of all bytes of a file; "absent" if it does not exist."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:32] if path.is_file() else _ABSENT


def fingerprint_scan(path: Path) -> str:
    """A fingerprint of a scan by its size and its first bytes: reading all of it takes too long."""
    if not path.is_file():
        return _ABSENT
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    return hashlib.sha256(f"{path.stat().st_size} ".encode() + head).hexdigest()[:32]


def fingerprint_scans(paths: Iterable[Path]) -> str:
    """One fingerprint of many scans, in their order, by name and content."""
    return fingerprint_text(*((path.name, fingerprint_scan(path)) for path in paths))
