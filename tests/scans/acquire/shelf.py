"""A library's image server on this machine, and manifests that point to it."""

from __future__ import annotations

import io
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image


def jpeg(image: Image.Image) -> bytes:
    """An image as a JPEG file."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


class Shelf(ThreadingHTTPServer):
    """The server: a file for each path, the requests it got, and which of them fail at first."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Librarian)
        self.files: dict[str, bytes] = {}
        self.moved: dict[str, str] = {}
        self.asked: list[str] = []
        self.stumbles: dict[str, int] = {}
        self.cut_short: dict[str, int] = {}

    @property
    def address(self) -> str:
        """Its address."""
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


def manifest_2(shelf: Shelf, count: int) -> bytes:
    """A Presentation 2 manifest whose images come through Image API 2 services."""
    canvases = [
        {
            "@id": f"{shelf.address}/canvas/{n}",
            "label": f"p. {n}",
            "width": 1800,
            "height": 2600,
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
    manifest = {
        "@id": f"{shelf.address}/manifest",
        "@type": "sc:Manifest",
        "label": 'Lear, "Pide Bull"',
        "attribution": "<b>A Library</b> &amp; friends",
        "license": "https://example.org/licence",
        "sequences": [{"canvases": canvases}],
    }
    return json.dumps(manifest).encode()


def manifest_3(shelf: Shelf, count: int) -> bytes:
    """A Presentation 3 manifest: one image through a service of version 3, the rest bare."""
    items = []
    for n in range(1, count + 1):
        body: dict[str, object] = {"id": f"{shelf.address}/bare{n}.jpg", "width": 9, "height": 13}
        if n == 1:
            body["service"] = [{"id": f"{shelf.address}/iiif3/{n}", "type": "ImageService3"}]
        annotation = {"type": "Annotation", "body": body}
        items.append({"label": {"en": [f"p. {n}"]}, "items": [{"items": [annotation]}]})
    statement = {"label": {"en": ["By"]}, "value": {"en": ["A Library"]}}
    manifest = {"type": "Manifest", "requiredStatement": statement, "items": items}
    return json.dumps(manifest | {"label": {"la": ["Liber"]}}).encode()
