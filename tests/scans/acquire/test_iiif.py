"""IIIF manifests of both versions, and files that are not manifests."""

from __future__ import annotations

import json

import pytest

from formework.book.manifest_source import Canvas
from formework.errors import InputError
from formework.scans.acquire.iiif import read_manifest
from tests.scans.acquire.shelf import Shelf, manifest_2, manifest_3


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"items": []}', b"[" * 100_000])
def test_files_that_are_not_manifests(content: bytes) -> None:
    """Broken, empty and deeply nested JSON is an error with the file's name."""
    with pytest.raises(InputError, match=r"m\.json"):
        read_manifest(content, "m.json")


def test_version_2(shelf: Shelf) -> None:
    """Canvases keep their id and size; images are asked for at full size, version 2 first."""
    manifest = read_manifest(manifest_2(shelf, 2), "m")
    assert manifest.address == f"{shelf.address}/manifest"
    assert manifest.attribution == "A Library & friends; https://example.org/licence"
    second = manifest.images[1]
    assert second.canvas == Canvas(f"{shelf.address}/canvas/2", 1800, 2600)
    assert second.label == "p. 2"
    assert second.addresses == (
        f"{shelf.address}/iiif/2/full/full/0/default.jpg",
        f"{shelf.address}/iiif/2/full/max/0/default.jpg",
        f"{shelf.address}/thumb2.jpg",
    )


def test_version_3(shelf: Shelf) -> None:
    """Language maps are read; a canvas without id and size is not kept."""
    manifest = read_manifest(manifest_3(shelf, 2), "m")
    assert (manifest.address, manifest.label, manifest.attribution) == ("", "Liber", "A Library")
    assert manifest.images[0].addresses[0].endswith("/iiif3/1/full/max/0/default.jpg")
    assert (manifest.images[1].width, manifest.images[1].height) == (9, 13)
    assert manifest.images[1].canvas is None


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("Lear", "Lear"),
        ({"@value": "Lear", "@language": "en"}, "Lear"),
        ([{"@language": "en", "@value": "Lear"}], "Lear"),
        ({"none": ["Lear", "Leir"]}, "Lear"),
        ("<p>King  <i>Lear</i></p>", "King Lear"),
        (None, ""),
        ([[[[[[[[[[["deep"]]]]]]]]]]], ""),
        (1.5, ""),
    ],
)
def test_labels_of_every_shape(label: object, text: str) -> None:
    """A label is plain text, without markup; what is not a label is empty."""
    item = {"items": [{"items": [{"body": {"id": "https://example.org/1.jpg"}}]}]}
    content = json.dumps({"label": label, "items": [item]}).encode()
    assert read_manifest(content, "m").label == text


@pytest.mark.parametrize("size", [0, -1, 1.5, "900", True, 10**9, None])
def test_canvas_sizes_are_checked(size: object) -> None:
    """A canvas with an impossible size is not kept; its image still is."""
    body = {"id": "https://example.org/1.jpg"}
    canvas = {"id": "c", "width": size, "height": 10, "items": [{"items": [{"body": body}]}]}
    (image,) = read_manifest(json.dumps({"items": [canvas]}).encode(), "m").images
    assert image.canvas is None
    assert image.addresses == ("https://example.org/1.jpg",)
