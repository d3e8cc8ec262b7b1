"""Sources: folders, PDFs, many-page TIFFs, IIIF manifests from a server on this machine."""

from __future__ import annotations

import io
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from formework.errors import FileError, InputError, WorkError
from formework.scans.acquire.download import Permission
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.sources import collect, seen_as
from tests.scans.press import book_pages, pixels

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HERE = Permission(allow_private=True)


def jpeg(image: Image.Image) -> bytes:
    """An image as a JPEG file."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


class Shelf(ThreadingHTTPServer):
    """A library's server: what stands at each path, which requests came, which fail at first."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Librarian)
        self.files: dict[str, bytes] = {}
        self.moved: dict[str, str] = {}
        self.asked: list[str] = []
        self.stumbles: dict[str, int] = {}
        self.cut_short: dict[str, int] = {}

    @property
    def address(self) -> str:
        """Where it stands."""
        return f"http://127.0.0.1:{self.server_port}"


class _Librarian(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        shelf: Any = self.server
        shelf.asked.append(self.path)
        if self.path in shelf.moved:
            self.send_response(302)
            self.send_header("Location", shelf.moved[self.path])
            self.end_headers()
            return
        if shelf.stumbles.get(self.path, 0):
            shelf.stumbles[self.path] -= 1
            self.send_error(503)
            return
        body = shelf.files.get(self.path)
        if body is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if shelf.cut_short.get(self.path, 0):
            shelf.cut_short[self.path] -= 1
            body = body[: len(body) // 2]
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    """A server on the loopback address."""
    server = Shelf()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting between tries."""
    monkeypatch.setattr("time.sleep", lambda _seconds: None)


def manifest_2(shelf: Shelf, count: int) -> bytes:
    """A Presentation 2 manifest whose images come through Image API 2 services."""
    canvases = [
        {
            "label": f"p. {n}",
            "width": 900,
            "height": 1300,
            "images": [
                {
                    "resource": {
                        "@id": f"{shelf.address}/thumb{n}.jpg",
                        "service": {
                            "@id": f"{shelf.address}/iiif/{n}",
                            "profile": "http://iiif.io/api/image/2/level2.json",
                        },
                    }
                }
            ],
        }
        for n in range(1, count + 1)
    ]
    return json.dumps({"@type": "sc:Manifest", "sequences": [{"canvases": canvases}]}).encode()


def manifest_3(shelf: Shelf, count: int) -> bytes:
    """A Presentation 3 manifest: one image through a service of version 3, the rest bare."""
    items = []
    for n in range(1, count + 1):
        body: dict[str, object] = {"id": f"{shelf.address}/bare{n}.jpg", "width": 9, "height": 13}
        if n == 1:
            body["service"] = [{"id": f"{shelf.address}/iiif3/{n}", "type": "ImageService3"}]
        annotation = {"type": "Annotation", "body": body}
        items.append({"label": {"en": [f"p. {n}"]}, "items": [{"items": [annotation]}]})
    return json.dumps({"type": "Manifest", "items": items}).encode()


def test_a_version_2_manifest_through_its_image_service(shelf: Shelf, tmp_path: Path) -> None:
    """Each canvas is fetched at full size through its service, and stands in order."""
    pages = book_pages(3)
    shelf.files["/manifest.json"] = manifest_2(shelf, 3)
    for n, page in enumerate(pages, start=1):
        shelf.files[f"/iiif/{n}/full/full/0/default.jpg"] = jpeg(page)
    told: list[tuple[str, int, int]] = []
    folder = collect(
        f"{shelf.address}/manifest.json", tmp_path / "pages", HERE, lambda *news: told.append(news)
    )
    assert sorted(path.name for path in folder.iterdir()) == ["0001.jpg", "0002.jpg", "0003.jpg"]
    assert (folder / "0002.jpg").read_bytes() == jpeg(pages[1])
    assert told[0] == ("to fetch, about 1 MB", 0, 3)
    assert told[-1] == ("fetched", 3, 3)


def test_a_version_3_manifest_from_a_file(shelf: Shelf, tmp_path: Path) -> None:
    """A manifest may be a file; a service of version 3 is asked for max, a bare image as it is."""
    shelf.files["/iiif3/1/full/max/0/default.jpg"] = jpeg(book_pages()[0])
    shelf.files["/bare2.jpg"] = jpeg(book_pages()[1])
    (tmp_path / "manifest.json").write_bytes(manifest_3(shelf, 2))
    folder = collect(str(tmp_path / "manifest.json"), tmp_path / "pages", HERE)
    assert read_grey(folder / "0001.jpg").shape == (1300, 900)
    assert read_grey(folder / "0002.jpg").shape == (1300, 900)


def test_fetching_is_resumed_and_tried_again(shelf: Shelf, tmp_path: Path) -> None:
    """A server that stumbles or cuts an image short is asked again; what is there is not."""
    shelf.files["/m"] = manifest_2(shelf, 3)
    paths = [f"/iiif/{n}/full/full/0/default.jpg" for n in (1, 2, 3)]
    for path in paths:
        shelf.files[path] = jpeg(book_pages()[0])
    shelf.stumbles[paths[1]] = 2
    shelf.cut_short[paths[2]] = 1
    kept = tmp_path / "pages" / "0001.jpg"
    kept.parent.mkdir()
    kept.write_bytes(b"mine")
    folder = collect(f"{shelf.address}/m", tmp_path / "pages", HERE)
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


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"items": []}', b"[" * 100_000])
def test_what_is_no_manifest(content: bytes, tmp_path: Path) -> None:
    """Broken, empty and nested-to-death JSON is an error with the file's name."""
    (tmp_path / "m.json").write_bytes(content)
    with pytest.raises(InputError, match=r"m\.json"):
        collect(str(tmp_path / "m.json"), tmp_path / "pages", HERE)


def test_a_pdf_gives_its_own_scans(tmp_path: Path) -> None:
    """A page that is one image is taken out at its own resolution, a JPEG byte for byte."""
    pages = book_pages(2)
    pages[0].save(tmp_path / "book.pdf", save_all=True, append_images=pages[1:], resolution=72)
    folder = collect(str(tmp_path / "book.pdf"), tmp_path / "pages")
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["0001.jpg", "0002.jpg"]
    difference = read_grey(folder / "0002.jpg").astype(int) - pixels(pages[1])
    assert np.abs(difference).mean() < 3


def test_a_drawn_pdf_is_rendered_at_300_dpi(tmp_path: Path) -> None:
    """A page without a scan is rendered as a scanner would see it."""
    document = pdfium.PdfDocument.new()
    document.new_page(144, 216)
    document.save(tmp_path / "drawn.pdf")
    document.close()
    folder = collect(str(tmp_path / "drawn.pdf"), tmp_path / "pages")
    assert read_grey(folder / "0001.png").shape == pytest.approx((900, 600), abs=1)


ENCRYPTED = b"""%%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -44/O<%s>/U<%s>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]/Size 5>>
%%%%EOF""" % (b"11" * 32, b"22" * 32)


@pytest.mark.parametrize(
    ("content", "why"),
    [(ENCRYPTED, "encrypted"), (b"", "no PDF"), (b"%PDF-1.4 cut", "no PDF"), (b"text", "no PDF")],
)
def test_pdfs_that_cannot_be_opened(content: bytes, why: str, tmp_path: Path) -> None:
    """An encrypted, empty, truncated or false PDF is an error that says which."""
    (tmp_path / "bad.pdf").write_bytes(content)
    with pytest.raises(FileError, match=f"bad.pdf is {why}"):
        collect(str(tmp_path / "bad.pdf"), tmp_path / "pages")


def test_a_many_page_tiff_is_parted(tmp_path: Path) -> None:
    """Each page of a bitonal TIFF becomes a file, pixel for pixel; the source is not touched."""
    pages = [page.point(lambda value: 255 * (value > 128)).convert("1") for page in book_pages(3)]
    (tmp_path / "scans").mkdir()
    source = tmp_path / "scans" / "film.tif"
    pages[0].save(source, save_all=True, append_images=pages[1:], compression="group4")
    before = source.read_bytes()
    folder = collect(str(tmp_path / "scans"), tmp_path / "pages")
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["film-0001.tif", "film-0002.tif", "film-0003.tif"]
    assert (read_grey(folder / names[2]) == np.asarray(pages[2].convert("L"))).all()
    assert source.read_bytes() == before


@pytest.mark.parametrize("ending", ["jpg", "png", "tif", "jp2", "webp"])
def test_every_kind_of_image_is_read(ending: str, tmp_path: Path) -> None:
    """JPEG, PNG, TIFF, JPEG 2000 and WebP give the same page."""
    page = book_pages()[1]
    page.save(tmp_path / f"p.{ending}", quality=95)
    assert np.abs(read_grey(tmp_path / f"p.{ending}").astype(int) - pixels(page)).mean() < 2


def test_sixteen_bits_and_transparency(tmp_path: Path) -> None:
    """A 16-bit scan keeps its contrast, and what is transparent is paper."""
    Image.fromarray(np.linspace(0, 60_000, 400, dtype=np.uint16).reshape(20, 20)).save(
        tmp_path / "deep.png"
    )
    assert (read_grey(tmp_path / "deep.png").min(), read_grey(tmp_path / "deep.png").max()) == (
        0,
        255,
    )
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert (read_grey(tmp_path / "clear.png") == 255).all()


def test_openings_are_declared_when_a_book_is_made(tmp_path: Path) -> None:
    """A folder of openings is declared as such; a folder of pages is left as declared."""
    from formework.book.declaration import Declaration, ImagesAre

    pages = book_pages(9)
    for number in range(1, 5):
        opening = Image.new("L", (1800, 1300))
        opening.paste(pages[2 * number - 1], (0, 0))
        opening.paste(pages[2 * number], (900, 0))
        opening.save(tmp_path / f"{number}.png")
    assert seen_as(tmp_path, Declaration()).images_are is ImagesAre.OPENINGS
    for number in range(1, 5):
        pages[number].save(tmp_path / f"{number}.png")
    assert seen_as(tmp_path, Declaration()).images_are is ImagesAre.PAGES
