"""The view by title: each single title with the pages it stands on, in book order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.findings.uses import Use


@dataclass(frozen=True, slots=True)
class SingleTitle:
    """One title: its numeral, the pages it stands on, their slots, and its skeletons in order."""

    numeral: str
    pages: tuple[str, ...]
    slots: tuple[int, ...]
    skeletons: tuple[str, ...]

    @property
    def line(self) -> str:
        """The title in a line to read: XVI: B1r D2r F1r."""
        return f"{self.numeral}: {' '.join(self.pages)}"


def view_by_title(uses: Sequence[Use]) -> tuple[SingleTitle, ...]:
    """The single titles of a section, in order of first appearance; unsure ones are left out."""
    seen: dict[str, list[tuple[str, int, str]]] = {}
    for use in uses:
        for title in use.titles:
            if title.numeral:
                seen.setdefault(title.numeral, []).append(
                    (title.signature, title.slot, use.skeleton)
                )
    return tuple(
        SingleTitle(
            numeral,
            tuple(page for page, _, _ in own),
            tuple(slot for _, slot, _ in own),
            tuple(dict.fromkeys(skeleton for _, _, skeleton in own)),
        )
        for numeral, own in seen.items()
    )
