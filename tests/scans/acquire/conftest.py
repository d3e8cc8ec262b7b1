"""Fixtures for sources on the network."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from tests.scans.acquire.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator


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
