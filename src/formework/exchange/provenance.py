"""Where an export comes from: program, settings, random seed, date, and how to cite it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework import __version__
from formework.citation import cite
from formework.result_files import settings_record

if TYPE_CHECKING:
    from datetime import datetime

    from formework.book.folder import Book
    from formework.result import Result

PROGRAM = "Formework"


@dataclass(frozen=True, slots=True)
class Provenance:
    """How an export was made.

    `settings` are those of the result, including the random seed; empty if there
    is no result yet. `images` names the manifest the scans were fetched from,
    and the attribution that its library requires.
    """

    version: str
    settings: tuple[tuple[str, str], ...]
    made: datetime
    citation: str
    images: str = ""

    @property
    def program(self) -> str:
        """The program and its version."""
        return f"{PROGRAM} {self.version}"

    @property
    def time(self) -> str:
        """The moment of the export, to the second."""
        return self.made.isoformat(timespec="seconds")

    @property
    def settings_words(self) -> str:
        """The settings in words: "kernel spacing, unit sheet-sides, seed 0"."""
        return ", ".join(f"{name} {value}" for name, value in self.settings) or "none"

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything, in lines to read."""
        lines = [
            f"Made by {self.program} on {self.made.date().isoformat()}.",
            f"Settings: {self.settings_words}.",
            f"Cite as: {self.citation}",
        ]
        return (*lines, f"Images: {self.images}") if self.images else tuple(lines)

    def record(self) -> dict[str, object]:
        """Everything, for other programs."""
        return {
            "formework": self.version,
            "settings": dict(self.settings),
            "made": self.time,
            "cite_as": self.citation,
            "images": self.images,
        }


def trace_provenance(book: Book, result: Result | None, made: datetime) -> Provenance:
    """The provenance of an export of a book, made at this moment."""
    settings = result.settings if result else None
    chosen = settings_record(settings) if settings else {}
    if result and result.number_given is not None:
        chosen["skeletons"] = result.number_given  # it may come from book.toml
    iiif = book.declared.iiif
    return Provenance(
        version=__version__,
        settings=tuple((name, str(value)) for name, value in chosen.items()),
        made=made,
        citation=cite(book.heading, settings),
        images=", ".join(filter(None, (iiif.manifest, iiif.attribution))) if iiif else "",
    )
