"""What a worker needs to know to run one book: plain values, passed as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formework.corpus.catalogue import CatalogueBook


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one book: seconds from start to end, megabytes of all its processes."""

    seconds: float = 3600.0
    memory_mb: int = 4096


@dataclass(frozen=True, slots=True)
class BookOrder:
    """One book to be run in the output folder `out`, an absolute path that every worker sees."""

    id: str
    source: str
    format: str
    collation: str
    out: str
    limits: Limits

    @property
    def root(self) -> Path:
        """The folder of the book."""
        return Path(self.out) / self.id

    @property
    def staging(self) -> Path:
        """The folder in which the book is made, before it is moved to its final place."""
        return self._private("new")

    @property
    def log(self) -> Path:
        """The file with the output of the book's processes."""
        return self._private("logs").with_name(f"{self.id}.log")

    @property
    def lock(self) -> Path:
        """The file that is locked while the book is run."""
        return self._private("locks")

    @property
    def declared(self) -> dict[str, str]:
        """The parts of the catalogue that determine the contents of the book's folder."""
        return {"source": self.source, "format": self.format, "collation": self.collation}

    def as_json(self) -> str:
        """The order as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> BookOrder:
        """The order in a JSON text made by `as_json`."""
        record = json.loads(text)
        return cls(**{**record, "limits": Limits(**record["limits"])})

    def _private(self, folder: str) -> Path:
        return Path(self.out) / ".formework" / folder / self.id


def make_order(book: CatalogueBook, out: Path, limits: Limits) -> BookOrder:
    """The order for a book of the catalogue."""
    return BookOrder(book.id, book.source, book.format, book.collation, str(out.resolve()), limits)
