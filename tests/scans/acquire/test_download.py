"""Fetching the images of a manifest from a server on this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from formework.book.manifest_source import Canvas
from formework.errors import InputError, WorkError
from formework.scans.acquire.download import Permission, fetch_manifest
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.sources import collect
from tests.scans.acquire.shelf import Shelf, jpeg, manifest_2, manifest_3
from tests.scans.press import book_pages

if TYPE_CHECKING:
    from pathlib import Path

HERE = Permission(allow_private=True)


def test_a_version_2_manifest_through_its_image_service(shelf: Shelf, tmp_path: Path) -> None:
    """Each canvas is fetched at full size through its service, in order."""
    pages = book_pages(3)
    shelf.files["/manifest.json"] = manifest_2(shelf, 3)
    for n, page in enumerate(pages, start=1):
        shelf.files[f"/iiif/{n}/full/full/0/default.jpg"] = jpeg(page)
    reported: list[tuple[str, int, int]] = []
    folder = collect(
        f"{shelf.address}/manifest.json",
        tmp_path / "pages",
        HERE,
        lambda *news: reported.append(news),
    ).folder
    assert sorted(path.name for path in folder.iterdir()) == ["0001.jpg", "0002.jpg", "0003.jpg"]
    assert (folder / "0002.jpg").read_bytes() == jpeg(pages[1])
    assert reported[0] == ("to fetch, about 4 MB", 0, 3)
    assert reported[-1] == ("fetched", 3, 3)


def test_a_version_3_manifest_from_a_file(shelf: Shelf, tmp_path: Path) -> None:
    """A manifest may be a file; a service of version 3 is asked for max, a bare image as it is."""
    shelf.files["/iiif3/1/full/max/0/default.jpg"] = jpeg(book_pages()[0])
    shelf.files["/bare2.jpg"] = jpeg(book_pages()[1])
    (tmp_path / "manifest.json").write_bytes(manifest_3(shelf, 2))
    folder = collect(str(tmp_path / "manifest.json"), tmp_path / "pages", HERE).folder
    assert read_grey(folder / "0001.jpg").shape == (1300, 900)
    assert read_grey(folder / "0002.jpg").shape == (1300, 900)


def test_fetching_is_resumed_and_tried_again(shelf: Shelf, tmp_path: Path) -> None:
    """A server that stumbles or cuts an image short is asked again; existing files are not."""
    shelf.files["/m"] = manifest_2(shelf, 3)
    paths = [f"/iiif/{n}/full/full/0/default.jpg" for n in (1, 2, 3)]
    for path in paths:
        shelf.files[path] = jpeg(book_pages()[0])
    shelf.stumbles[paths[1]] = 2
    shelf.cut_short[paths[2]] = 1
    kept = tmp_path / "pages" / "0001.jpg"
    kept.parent.mkdir()
    kept.write_bytes(b"mine")
    folder = collect(f"{shelf.address}/m", tmp_path / "pages", HERE).folder
    assert paths[0] not in shelf.asked
    assert kept.read_bytes() == b"mine"
    assert shelf.asked.count(paths[1]) == 3
    assert shelf.asked.count(paths[2]) == 2
    assert read_grey(folder / "0003.jpg").shape == (1300, 900)


def test_what_is_no_image_is_not_kept(shelf: Shelf, tmp_path: Path) -> None:
    """An error page sent in place of an image is refused, and names its canvas."""
    shelf.files["/m"] = manifest_2(shelf, 1)
    shelf.files["/iiif/1/full/full/0/default.jpg"] = b"<html>please log in</html>"
    with pytest.raises(WorkError, match=r"canvas 1 \(p\. 1\)"):
        collect(f"{shelf.address}/m", tmp_path / "pages", HERE)
    assert not list((tmp_path / "pages").iterdir())


def test_the_total_is_limited(shelf: Shelf, tmp_path: Path) -> None:
    """More than allowed is refused before anything is fetched."""
    shelf.files["/m"] = manifest_2(shelf, 3)
    with pytest.raises(InputError, match="more than allowed"):
        collect(f"{shelf.address}/m", tmp_path / "pages", Permission(True, 500_000))
    assert shelf.asked == ["/m"]


def test_a_server_on_this_machine_needs_permission(shelf: Shelf, tmp_path: Path) -> None:
    """Without --allow-private the loopback address is refused before a connection is made."""
    with pytest.raises(InputError, match="private address"):
        collect(f"{shelf.address}/m", tmp_path / "pages")
    assert not shelf.asked


@pytest.mark.parametrize("address", ["file:///etc/hostname", "http://10.1.2.3/p.jpg"])
def test_a_manifest_cannot_point_inside(address: str, tmp_path: Path) -> None:
    """Files and private addresses named by a manifest are refused, and nothing is written."""
    item = {"items": [{"items": [{"body": {"id": address}}]}]}
    (tmp_path / "m.json").write_text(json.dumps({"items": [item]}))
    with pytest.raises(InputError, match=address):
        collect(str(tmp_path / "m.json"), tmp_path / "pages")
    assert not list((tmp_path / "pages").iterdir())


def test_the_manifest_is_kept(shelf: Shelf, tmp_path: Path) -> None:
    """Address, label, attribution and the canvas of each image come back with the scans."""
    shelf.files["/m"] = manifest_2(shelf, 2)
    for n in (1, 2):
        shelf.files[f"/iiif/{n}/full/full/0/default.jpg"] = jpeg(book_pages()[0])
    kept = fetch_manifest(f"{shelf.address}/m", tmp_path / "pages", HERE, lambda *_: None)
    assert kept.manifest == f"{shelf.address}/manifest"
    assert kept.label == 'Lear, "Pide Bull"'
    assert kept.attribution == "A Library & friends; https://example.org/licence"
    assert kept.canvases == {
        f"000{n}.jpg": Canvas(f"{shelf.address}/canvas/{n}", 1800, 2600) for n in (1, 2)
    }


def test_a_file_too_large_for_a_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read into memory."""
    monkeypatch.setattr("formework.scans.acquire.download.MAX_MANIFEST_BYTES", 2**20)
    (tmp_path / "m.json").write_bytes(b" " * (2**20 + 1))
    with pytest.raises(InputError, match=r"m\.json is larger than 1 MB"):
        collect(str(tmp_path / "m.json"), tmp_path / "pages", HERE)
