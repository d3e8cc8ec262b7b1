"""What an import did not understand, collected for its warnings."""

from __future__ import annotations

from dataclasses import dataclass, field

from formework.book.wording import named


@dataclass(slots=True)
class IgnoredParts:
    """The parts of a file that were not understood: the kinds of parts, and the places of each."""

    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, place: str) -> None:
        """Remember a part of a kind."""
        self.places.setdefault(kind, []).append(place)

    @property
    def warnings(self) -> tuple[str, ...]:
        """One warning per kind."""
        return tuple(f"{kind} not understood: {named(at)}" for kind, at in self.places.items())
