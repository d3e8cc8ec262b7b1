"""The server as a process: opened, opened twice, interrupted, and killed while one decides."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import httpx
import pytest

from formework.book.decisions import read_decisions
from tests.test_cli import failed, formework
from tests.workbench.desks import quarto

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow
KILLS = 50


@contextlib.contextmanager
def opened(root: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A workbench process on a book, and the address it printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "formework", "open", str(root), "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def enter(address: str) -> httpx.Client:
    """A client that came in by the printed address."""
    client = httpx.Client(base_url=address.partition("?")[0], timeout=30)
    assert client.get(address).status_code == 303
    return client


def test_open_twice_and_interrupt(tmp_path: Path) -> None:
    """One line with the address; a second `open` names the first; Ctrl-C ends it cleanly."""
    root = quarto(tmp_path / "lear")
    with opened(root) as (process, address):
        client = enter(address)
        assert client.get("/api/book").json()["heading"] == "Lear"
        code, lines = failed(formework("open", str(root), "--no-browser"))
        assert code == 2
        assert address.partition("?")[0] in lines[0]
        assert "token" not in "".join(lines)
        client.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) in (0, 1, 130, -signal.SIGINT)
    with opened(root) as (_, address):
        enter(address).close()


def test_only_loopback_listens(tmp_path: Path) -> None:
    """The socket is bound to 127.0.0.1 and to nothing else; a port that is taken is named."""
    root = quarto(tmp_path / "lear")
    with opened(root) as (process, address):
        port = int(address.split(":")[2].partition("/")[0])
        with open(f"/proc/{process.pid}/net/tcp") as table:  # noqa: PTH123 - of the kernel
            listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
        assert f"0100007F:{port:04X}" in listening
        assert f"00000000:{port:04X}" not in listening
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        code, lines = failed(formework("open", str(root), "--no-browser", "--port", str(number)))
    assert (code, str(number) in lines[0]) == (2, True)


def test_killed_at_any_moment_no_acknowledged_decision_is_lost(tmp_path: Path) -> None:
    """50 times kill -9 while decisions are posted: all acknowledged are there, the file whole."""
    root = quarto(tmp_path / "lear")
    draw = random.Random(7)  # noqa: S311 - moments, not secrets
    known: list[int] = []
    for _ in range(KILLS):
        with opened(root) as (process, address), contextlib.closing(enter(address)) as client:
            killer = threading.Timer(draw.uniform(0.0, 0.1), process.kill)
            post_until_killed(client, known, killer, draw.randrange(1, 4))
            killer.join()
        kept = read_decisions(root)
        numbers = [decision.number for decision in kept.lines]
        assert numbers == list(range(1, len(numbers) + 1))
        assert set(known) <= set(numbers)
    assert len(known) >= KILLS  # the server was killed while it worked, not before
    lines = (root / "decisions.jsonl").read_bytes().splitlines()
    torn = sum(not is_json(line) for line in lines)
    assert torn <= 1  # only the last kill can have left one: the next start drops it


def post_until_killed(
    client: httpx.Client, known: list[int], killer: threading.Timer, warm: int
) -> None:
    """Post decisions one after another, noting each number that was acknowledged.

    The timer that kills the server is started after a few: from then on, any moment will do.
    """
    try:
        last = client.get("/api/decisions").json()["last"]
        for posted in itertools.count():
            if posted == warm:
                killer.start()
            record = {"do": "text", "signature": "A1r", "text": f"LEAR {last} é" * 20}
            answer = client.post("/api/decisions", json=record, headers={"If-Match": f'"{last}"'})
            assert answer.status_code == 201, answer.text
            last = answer.json()["n"]
            known.append(last)
    except httpx.TransportError:
        time.sleep(0.01)


def is_json(line: bytes) -> bool:
    """Whether a line is whole."""
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
