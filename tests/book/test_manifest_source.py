"""The table [iiif] of book.toml, read strictly."""

from __future__ import annotations

import pytest

from formework.book.manifest_source import (
    MAX_ADDRESS_CHARACTERS,
    Canvas,
    ManifestSource,
    is_canvas_length,
    read_manifest_source,
)
from formework.errors import FileError


def test_a_full_table() -> None:
    """Every key is read."""
    table = {
        "manifest": "https://example.org/m",
        "label": "Lear",
        "attribution": "A Library",
        "canvases": {"0001.jpg": ["https://example.org/c1", 900, 1300]},
    }
    assert read_manifest_source(table) == ManifestSource(
        "https://example.org/m",
        "Lear",
        "A Library",
        {"0001.jpg": Canvas("https://example.org/c1", 900, 1300)},
    )
    assert read_manifest_source(None) is None


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("https://example.org", "iiif is 'https"),
        ({}, "iiif.manifest is ''"),
        ({"manifest": 3}, "iiif.manifest is 3"),
        ({"manifest": "x" * (MAX_ADDRESS_CHARACTERS + 1)}, "iiif.manifest is 'xxx"),
        ({"manifest": "m", "label": ["Lear"]}, "iiif.label is"),
        ({"manifest": "m", "licence": "CC0"}, "iiif.licence is 'CC0'"),
        ({"manifest": "m", "canvases": []}, "iiif.canvases is"),
        ({"manifest": "m", "canvases": {"1.jpg": "c"}}, "iiif.canvases.1.jpg is 'c'"),
        ({"manifest": "m", "canvases": {"1.jpg": ["c", 9]}}, "iiif.canvases.1.jpg is"),
        ({"manifest": "m", "canvases": {"1.jpg": ["", 9, 9]}}, "iiif.canvases.1.jpg is"),
        ({"manifest": "m", "canvases": {"1.jpg": ["c", 9, 0]}}, "iiif.canvases.1.jpg is"),
        ({"manifest": "m", "canvases": {"1.jpg": ["c", 9.5, 9]}}, "iiif.canvases.1.jpg is"),
        ({"manifest": "m", "canvases": {"1.jpg": ["c", 9, 10**9]}}, "iiif.canvases.1.jpg is"),
        ({"manifest": "m", "canvases": {"1.jpg": ["c", True, 9]}}, "iiif.canvases.1.jpg is"),
        ({"manifest": "m", "canvases": dict.fromkeys(map(str, range(20_001)))}, "iiif.canvases is"),
    ],
)
def test_wrong_tables_name_key_and_value(table: object, message: str) -> None:
    """The error quotes the key and no more than the beginning of a long value."""
    with pytest.raises(FileError) as caught:
        read_manifest_source(table)
    assert caught.value.message.startswith(f"book.toml: {message}")
    assert len(caught.value.message) < 120
    assert caught.value.hint


@pytest.mark.parametrize(("value", "expected"), [(1, True), (0, False), (2.0, False), ("9", False)])
def test_canvas_lengths(value: object, expected: bool) -> None:
    """Whole numbers from 1."""
    assert is_canvas_length(value) is expected
