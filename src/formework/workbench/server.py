"""The server: loopback only, one book, one lock."""

from __future__ import annotations

import socket
import webbrowser
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from formework.errors import FormeworkError, InputError
from formework.workbench.book_lock import hold_book
from formework.workbench.desk import Desk
from formework.workbench.gate import Address, Gate
from formework.workbench.requests import answer_error
from formework.workbench.routes import Routes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.types import ASGIApp

_LOOPBACK = "127.0.0.1"


def make_app(desk: Desk, address: Address) -> ASGIApp:
    """The application on an open book, behind its gate."""
    app = Starlette(
        routes=Routes(desk).table(),
        exception_handlers={HTTPException: answer_error, FormeworkError: answer_error},
    )
    return Gate(app, address)


def serve(root: Path, port: int, *, browser: bool, announce: Callable[[str], object]) -> None:
    """Serve a book until interrupted; `announce` is called with the address once it is open.

    Port 0 means any free port.

    Raises:
        InputError: the folder does not exist, the book is open elsewhere, or the port is taken.

    """
    desk = Desk(root)
    desk.book  # noqa: B018 - refuses what is not a folder, before anything is locked
    with _listen(port) as listener:
        address = Address(listener.getsockname()[1])
        with hold_book(root, address.plain):
            app = make_app(desk, address)
            if desk.is_declared and desk.result is not None:
                desk.reruns.start()
            announce(address.opening)
            if browser:
                webbrowser.open(address.opening)
            config = uvicorn.Config(
                app, log_level="warning", access_log=False, lifespan="off",
                timeout_graceful_shutdown=1, server_header=False,
            )  # fmt: skip
            try:
                uvicorn.Server(config).run(sockets=[listener])
            finally:
                desk.reruns.stop()


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((_LOOPBACK, port))
        listener.listen()  # before the address is printed: then it answers at once
    except OSError as error:
        listener.close()
        raise InputError(
            f"port {port} of this machine is taken",
            hint="leave --port out, or choose another number",
        ) from error
    return listener
