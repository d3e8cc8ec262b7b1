"""A page on which people marked running titles in another tool, in any file format."""

from __future__ import annotations

from dataclasses import dataclass

from formework.book.model import Box


@dataclass(frozen=True, slots=True)
class Zone:
    """A marked running title, in the units of its file."""

    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """One page of a file: the image it names, its size in the file's units, its zones."""

    file: str
    image: str
    width: float
    height: float
    zones: tuple[Zone, ...]

    def box(self, zone: Zone, image_width: int, image_height: int) -> Box:
        """Return the box of a zone on the image, scaled from the units of the file."""
        across = image_width / self.width if self.width else 1.0
        down = image_height / self.height if self.height else 1.0
        return Box(
            round(zone.x * across),
            round(zone.y * down),
            max(1, round(zone.width * across)),
            max(1, round(zone.height * down)),
        )


@dataclass(frozen=True, slots=True)
class Marked:
    """What a source holds: its pages, and what was not understood, each with its place."""

    pages: tuple[MarkedPage, ...]
    ignored: tuple[str, ...] = ()
