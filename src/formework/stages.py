"""The stages of a run, each remembered by what it was made from.

A stage whose inputs are as they were does nothing. One that is killed is begun
anew, and ends with the same files. What a person changed is not overwritten.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from formework.book.plain_files import write_whole
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the work on a book folder.

    `makes` are the files it writes; `guarded` those among them a person may
    have corrected. `made_from` is a fingerprint of everything it depends on.
    Files another command made are taken as they are if younger than `sources`.
    """

    name: str
    root: Path
    makes: tuple[str, ...]
    made_from: str
    guarded: tuple[str, ...] = ()
    sources: tuple[Path, ...] = ()

    def do(self, work: Callable[[], object]) -> bool:
        """Do the work unless it is done; whether there was anything to do."""
        if self.is_done():
            return False
        self._refuse_to_overwrite()
        # From here on the files are the program's own, also if it is killed.
        self._keep({"made_from": "", "files": {}})
        work()
        files = {name: fingerprint(self.root / name) for name in self.makes}
        self._keep({"made_from": self.made_from, "files": files})
        return True

    def is_done(self) -> bool:
        """Whether its files are there, made from what is there now."""
        files = [self.root / name for name in self.makes]
        if not all(path.exists() for path in files):
            return False
        record = self._record()
        if record:
            return record.get("made_from") == self.made_from
        oldest = min(path.stat().st_mtime_ns for path in files)
        return bool(self.sources) and all(
            path.stat().st_mtime_ns <= oldest for path in self.sources if path.exists()
        )

    def _refuse_to_overwrite(self) -> None:
        record = self._record()
        known = record.get("files") or {}
        for name in self.guarded:
            path = self.root / name
            if name in known and path.exists() and fingerprint(path) != known[name]:
                raise InputError(
                    f"{name} is not as the last run left it, and is to be made anew",
                    hint=f"rename {path} to keep it, and run again",
                )

    @property
    def _path(self) -> Path:
        return self.root / ".formework" / f"{self.name}.stage.json"

    def _record(self) -> dict[str, Any]:
        try:
            record = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _keep(self, record: dict[str, object]) -> None:
        self._path.parent.mkdir(exist_ok=True)
        write_whole(self._path, json.dumps(record))


def fingerprint(*paths: Path, settings: Sequence[object] = ()) -> str:
    """What files hold, and settings say, in a short word; a file that is not there counts too."""
    digest = hashlib.sha256(repr(tuple(settings)).encode())
    for path in paths:
        digest.update(path.name.encode() + b"\0")
        digest.update(path.read_bytes() if path.is_file() else b"absent")
    return digest.hexdigest()[:32]


def state_of_images(paths: Sequence[Path]) -> str:
    """The scans as they are now, by name, size and time: reading them all would take too long."""
    states = [
        (path.name, path.stat().st_size, path.stat().st_mtime_ns) if path.exists() else path.name
        for path in paths
    ]
    return fingerprint(settings=states)
