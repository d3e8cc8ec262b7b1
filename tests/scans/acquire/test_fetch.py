"""The guard of the network, tested without a network: resolver and transport are made up."""

from __future__ import annotations

import httpx
import pytest

from formework.errors import InputError, WorkError
from formework.scans.acquire.fetch import Fetcher, GuardedTransport

ADDRESSES = {
    "library.example": ("93.184.216.34",),
    "inside.example": ("10.0.0.7",),
    "both.example": ("93.184.216.34", "192.168.1.9"),
    "loop.example": ("127.0.0.1",),
    "six.example": ("::1",),
    "mapped.example": ("::ffff:10.0.0.7",),
    "cloud.example": ("169.254.169.254",),
    "10.1.2.3": ("10.1.2.3",),
}


class Wire(httpx.BaseTransport):
    """What would go out: requests are kept, and answered from a table."""

    def __init__(self, answers: dict[str, httpx.Response]) -> None:
        self.sent: list[httpx.Request] = []
        self._answers = answers

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer by path."""
        self.sent.append(request)
        return self._answers.get(request.url.path, httpx.Response(404))


def fetcher(wire: Wire, *, allow_private: bool = False, allowance: int = 10**6) -> Fetcher:
    """A fetcher whose guard asks the table for addresses and sends into the wire."""
    guard = GuardedTransport(wire, resolver=ADDRESSES.__getitem__, allow_private=allow_private)
    client = httpx.Client(transport=guard, follow_redirects=True, max_redirects=3, trust_env=False)
    return Fetcher(client, allowance, pause=lambda _seconds: None)


@pytest.mark.parametrize(
    "url",
    [
        "http://inside.example/a",
        "https://both.example/a",
        "http://loop.example/a",
        "http://six.example/a",
        "http://mapped.example/a",
        "http://cloud.example/latest",
        "http://10.1.2.3/a",
    ],
)
def test_private_addresses_are_refused_before_anything_is_sent(url: str) -> None:
    """A host with any private, loopback or link-local address is not connected to."""
    wire = Wire({})
    with pytest.raises(InputError, match="private address"):
        fetcher(wire).get(url, 1000)
    assert not wire.sent


def test_permission_lets_them_through() -> None:
    """With --allow-private the same address is fetched."""
    wire = Wire({"/a": httpx.Response(200, content=b"ok")})
    assert fetcher(wire, allow_private=True).get("http://inside.example/a", 1000) == b"ok"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://library.example/a", "gopher://x/"])
def test_only_http_is_fetched(url: str) -> None:
    """Other schemes are refused, in a manifest as on the command line."""
    wire = Wire({})
    with pytest.raises(InputError, match="only http and https"):
        fetcher(wire).get(url, 1000)
    assert not wire.sent


@pytest.mark.parametrize("target", ["http://inside.example/b", "file:///etc/passwd"])
def test_redirects_are_checked_again(target: str) -> None:
    """A public server cannot send the program to a private address."""
    wire = Wire({"/a": httpx.Response(302, headers={"location": target})})
    with pytest.raises((InputError, WorkError)):
        fetcher(wire).get("https://library.example/a", 1000)
    assert [request.url.path for request in wire.sent if request.url.path == "/b"] == []


def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    """The name is looked up once; the socket gets the address, the server the name."""
    wire = Wire({"/a": httpx.Response(200, content=b"ok")})
    fetcher(wire).get("https://library.example/a", 1000)
    (request,) = wire.sent
    assert request.url.host == "93.184.216.34"
    assert request.headers["host"] == "library.example"
    assert request.extensions["sni_hostname"] == "library.example"


def test_too_much_is_not_taken() -> None:
    """An answer larger than allowed is broken off, and the allowance shrinks with use."""
    wire = Wire({"/a": httpx.Response(200, content=b"x" * 600)})
    one = fetcher(wire, allowance=1000)
    assert len(one.get("http://library.example/a", 10**9)) == 600
    with pytest.raises(WorkError, match="larger than"):
        one.get("http://library.example/a", 10**9)


def test_a_missing_file_is_not_asked_for_again() -> None:
    """404 is final; only what may pass is tried again."""
    wire = Wire({})
    with pytest.raises(WorkError, match="404"):
        fetcher(wire).get("http://library.example/nothing", 1000)
    assert len(wire.sent) == 1
