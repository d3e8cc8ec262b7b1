"""Access control: only this machine, this browser and our own pages, on every request.

A page on the web can send requests to a server on this machine, under another
name (DNS rebinding) or by a form. The name, the cookie and, for writes, the
origin are checked before anything else.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
_ALLOWED_SITES = ("same-origin", "none")  # "none": typed by the user, not sent by a page
_READING = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class Address:
    """The address of the workbench, and the token that opens it."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    @property
    def plain(self) -> str:
        """The address without the token."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def opening(self) -> str:
        """The address that opens the workbench."""
        return f"{self.plain}?token={self.token}"

    @property
    def cookie(self) -> str:
        """The name of the cookie, different for books on different ports."""
        return f"formework-{self.port}"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The values of `Host` that name this machine."""
        return tuple(f"{name}:{self.port}" for name in _LOOPBACK_NAMES)


class Gate:
    """The application behind its checks; every response gets the headers of a local page."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, admit the browser by the token, or pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message))
            await send(message)

        answer = self._answer(scope)
        await (answer or self._app)(scope, receive, send_guarded)

    def _answer(self, scope: Scope) -> Response | None:
        """The response to a request that is not passed on."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._address.hosts:
            return _refuse(403, f"Host {headers.get('host', '')!r} is not this machine")
        if scope["method"] not in _READING and not self._is_allowed_write(headers):
            return _refuse(403, "this request was sent by another site")
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and token:
            return self._enter(token)
        if not self._same(_cookie(headers, self._address.cookie)):
            return _refuse(401, "this browser has not opened the workbench")
        return None

    def _enter(self, token: str) -> Response:
        if not self._same(token):
            return _refuse(401, "the token in this address is not that of the workbench")
        answer = RedirectResponse("/", status_code=303)
        answer.set_cookie(
            self._address.cookie, self._address.token, path="/", httponly=True, samesite="strict"
        )
        return answer

    def _is_allowed_write(self, headers: Headers) -> bool:
        """Whether a write comes from our own pages, or from a program that is not a browser."""
        origins = [f"http://{host}" for host in self._address.hosts]
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        return (origin is None or origin in origins) and (site is None or site in _ALLOWED_SITES)

    def _same(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self._address.token.encode())


def _cookie(headers: Headers, name: str) -> str:
    return cookie_parser("; ".join(headers.getlist("cookie"))).get(name, "")


def _refuse(status: int, why: str) -> JSONResponse:
    hint = "use the address that formework open printed"
    return JSONResponse({"error": why, "hint": hint}, status)


def _add_headers(headers: MutableHeaders) -> None:
    headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers.setdefault("Cache-Control", "no-store")
