"""The page of the application and its static files: plain modules, without a build step."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from pathlib import PurePosixPath

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from starlette.exceptions import HTTPException
from starlette.responses import Response

from formework import __version__

SCREENS = (
    "/", "/setup", "/pages", "/pages/{page}", "/montage", "/pair", "/pair/{one}/{other}", "/sheets",
    "/sheets/{gathering}", "/staircase", "/findings", "/decisions",
)  # fmt: skip
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}


def render_shell(heading: str, path: str) -> Response:
    """The page, the same for every screen; its modules draw the screen."""
    page = _template().render(
        heading=heading,
        version=__version__,
        screen=path.split("/")[1],
        twin="/api/book" if path == "/" else f"{path}.json",
    )
    return Response(page, media_type="text/html; charset=utf-8")


@cache
def _template() -> Template:
    files = resources.files("formework.workbench") / "templates"
    environment = Environment(
        loader=DictLoader({"shell.html": (files / "shell.html").read_text("utf-8")}),
        autoescape=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("shell.html")


def read_static(name: str) -> Response:
    """A file of the application, by its path below `static`."""
    path = PurePosixPath(name)
    is_plain = all(part.strip(".") and "\\" not in part for part in path.parts)
    kind = _KINDS.get(path.suffix)
    file = resources.files("formework.workbench").joinpath("static", *path.parts)
    if not is_plain or path.is_absolute() or kind is None or not file.is_file():
        raise HTTPException(404, f"there is no file {name!r}")
    content = file.read_bytes()
    tag = hashlib.sha256(content).hexdigest()[:16]
    headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
    return Response(content, media_type=kind, headers=headers)
