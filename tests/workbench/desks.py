"""Books on the desk, and clients that ask as a browser does."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import numpy as np
from PIL import Image

from formework.workbench.desk import Desk
from formework.workbench.gate import Address
from formework.workbench.server import make_app

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

PORT = 8765
ADDRESS = Address(PORT, "the-token")
EVIL = "<script>alert(1)</script>"


def quarto(root: Path, *, text: str = "KING LEAR", ending: str = "png") -> Path:
    """A quarto of two gatherings with 16 small scans and a row of titles.csv for each."""
    pages = root / "pages"
    pages.mkdir(parents=True)
    rows = ["image,signature,x,y,width,height,text,section,origin"]
    names = [f"{letter}{leaf}{face}" for letter in "AB" for leaf in (1, 2, 3, 4) for face in "rv"]
    for number, signature in enumerate(names, start=1):
        scan = np.full((120, 90), 230, dtype=np.uint8)
        scan[10:20, 20:70] = 40
        Image.fromarray(scan).save(pages / f"{number:02}.{ending}")
        rows.append(f'{number:02}.{ending},{signature},20,8,50,14,"{text}",1,located')
    (root / "book.toml").write_text('title = "Lear"\nformat = "quarto"\ncollation = "A-B^4"\n')
    (root / "titles.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return root


class Visitor:
    """A client of the application, without a network in between; it keeps cookies."""

    def __init__(self, root: Path) -> None:
        transport = httpx.ASGITransport(make_app(Desk(root), ADDRESS))
        self._client = httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{PORT}")
        self.cookies = self._client.cookies

    def get(self, path: str, **options: Any) -> httpx.Response:  # noqa: ANN401 - as httpx
        """Ask for an address."""
        return _finish(self._client.get(path, **options))

    def post(self, path: str, **options: Any) -> httpx.Response:  # noqa: ANN401 - as httpx
        """Send something."""
        return _finish(self._client.post(path, **options))


def _finish(answer: Coroutine[Any, Any, httpx.Response]) -> httpx.Response:
    """Wait for an answer, in a thread: tests in the browser leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, answer).result()


def stranger(root: Path) -> Visitor:
    """A client that has not opened the workbench."""
    return Visitor(root)


def client(root: Path) -> Visitor:
    """A client that came in by the token."""
    browser = stranger(root)
    assert browser.get("/", params={"token": ADDRESS.token}).status_code == 303
    return browser


def if_match(number: int) -> dict[str, str]:
    """The header that names the last decision known."""
    return {"If-Match": f'"{number}"'}
