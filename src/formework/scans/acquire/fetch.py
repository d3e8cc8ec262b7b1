"""Guarded downloads: http(s) only, no private addresses, complete or not at all.

Every host is resolved once, its address checked, and the connection made to that
address; every redirect is checked again. A server can neither redirect the program
into a private network nor make it download more than is allowed.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from formework.book.declaration import is_url
from formework.errors import InputError, WorkError

Resolver = Callable[[str], tuple[str, ...]]

_ATTEMPTS = 4
_LONGEST_PAUSE_SECONDS = 30.0
_TIMEOUT = httpx.Timeout(30.0, connect=10.0)  # seconds


def look_up(host: str) -> tuple[str, ...]:
    """Return the addresses of a host."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


class GuardedTransport(httpx.BaseTransport):
    """Passes only http(s) requests to public addresses, each pinned to the checked address."""

    def __init__(
        self, inner: httpx.BaseTransport, *, resolver: Resolver = look_up, allow_private: bool
    ) -> None:
        self._inner = inner
        self._resolver = resolver
        self._allow_private = allow_private

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Check the address of a request, then send it to that address only."""
        url, host = request.url, request.url.host
        if url.scheme not in ("http", "https"):
            raise _not_http(str(url))
        address = self._checked_address(host, str(url))
        # The Host header and the certificate keep the name; the socket uses the address.
        pinned = httpx.Request(
            request.method,
            url.copy_with(host=address),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": host},
        )
        return self._inner.handle_request(pinned)

    def close(self) -> None:
        """Close the transport underneath."""
        self._inner.close()

    def _checked_address(self, host: str, url: str) -> str:
        try:
            addresses = self._resolver(host)
        except (OSError, UnicodeError) as error:
            raise httpx.ConnectError(f"{host} has no address") from error
        if not addresses:
            raise httpx.ConnectError(f"{host} has no address")
        private = [one for one in addresses if not ipaddress.ip_address(one).is_global]
        if private and not self._allow_private:
            raise InputError(
                f"{url} resolves to the private address {private[0]} and is not fetched",
                hint="if this is your own server, give --allow-private",
            )
        return addresses[0]


@dataclass(slots=True)
class Fetcher:
    """Fetches files one by one, retries with growing pauses, and limits the total of bytes.

    `allowance` is the number of bytes still allowed.
    """

    client: httpx.Client
    allowance: int
    pause: Callable[[float], None] = field(default_factory=lambda: time.sleep)

    def get(self, url: str, most_bytes: int) -> bytes:
        """Return the complete content of an address; refuse more than `most_bytes`."""
        if not is_url(url):
            raise _not_http(url)
        problem = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                self.pause(min(_LONGEST_PAUSE_SECONDS, 0.5 * 2**attempt))
            try:
                return self._get_once(url, most_bytes)
            except httpx.HTTPStatusError as error:
                problem = f"the server answers {error.response.status_code}"
                if error.response.status_code < 500 and error.response.status_code != 429:
                    break
            except (httpx.TransportError, httpx.TooManyRedirects, _CutShortError) as error:
                problem = str(error) or type(error).__name__
            except httpx.InvalidURL as error:
                raise InputError(f"{url}: {error}", hint="correct the address") from error
        raise WorkError(
            f"{url} cannot be fetched: {problem}", hint="run the same command again to resume"
        )

    def _get_once(self, url: str, most_bytes: int) -> bytes:
        limit = min(most_bytes, self.allowance)
        with self.client.stream("GET", url) as answer:
            answer.raise_for_status()
            body = bytearray()
            for part in answer.iter_bytes():
                body += part
                if len(body) > limit:
                    raise WorkError(
                        f"{url} is larger than the {limit // 2**20} MB still allowed",
                        hint="check what it is, or raise --most-gb",
                    )
            promised = answer.headers.get("content-length")
            encoded = answer.headers.get("content-encoding")
            if promised and not encoded and len(body) != int(promised):
                raise _CutShortError(f"only {len(body)} of {promised} bytes arrived")
        self.allowance -= len(body)
        return bytes(body)


def _not_http(url: str) -> InputError:
    return InputError(
        f"{url} is not fetched: only http and https are allowed",
        hint="give an http(s) address, or put the images in a folder",
    )


class _CutShortError(Exception):
    """Fewer bytes arrived than the server announced: a retry may help."""


def open_fetcher(*, allow_private: bool, most_bytes: int) -> Fetcher:
    """Return a fetcher whose requests are checked by `GuardedTransport`."""
    transport = GuardedTransport(httpx.HTTPTransport(), allow_private=allow_private)
    client = httpx.Client(
        transport=transport,
        follow_redirects=True,
        max_redirects=5,
        timeout=_TIMEOUT,
        trust_env=False,
        headers={"user-agent": "formework (running titles of hand-press books)"},
    )
    return Fetcher(client, most_bytes)
