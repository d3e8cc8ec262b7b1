"""A finding: what was observed, what it is consistent with, and what would disprove it.

Kinds name observations, never causes. Presswork inferred from headlines is
evidence, not proof: the program does not know of presses, cancels or censors.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What can be observed in the sequence of skeletons."""

    ALTERNATION = "alternation"
    INTERRUPTION = "interruption"
    RESET = "reset"
    PARTIAL_RESET = "partial_reset"
    SOLE_APPEARANCE = "sole_appearance"
    CHANGE_OF_NUMBER = "change_of_number"
    SEPARATE_SETS = "separate_sets"
    TURNED = "turned"
    MOVED_TITLE = "moved_title"
    SHARED_SHEET = "shared_sheet"
    TRANSFER = "transfer"
    ROTATION = "rotation"
    LENDING = "lending"
    FORME_ORDER = "forme_order"

    @property
    def words(self) -> str:
        """The kind as a heading."""
        return self.value.replace("_", " ")


# The order of findings: the routine, changes, exceptions.
ROUTINE = (Kind.SHARED_SHEET, Kind.ALTERNATION, Kind.ROTATION, Kind.LENDING)
CHANGES = (
    Kind.SEPARATE_SETS, Kind.CHANGE_OF_NUMBER, Kind.RESET, Kind.PARTIAL_RESET, Kind.INTERRUPTION,
    Kind.TRANSFER, Kind.FORME_ORDER,
)  # fmt: skip
EXCEPTIONS = (Kind.SOLE_APPEARANCE, Kind.TURNED, Kind.MOVED_TITLE)
GROUPS = (ROUTINE, CHANGES, EXCEPTIONS)

# What each kind is consistent with, and what would disprove the observation.
READINGS = {
    Kind.ALTERNATION: (
        "a routine in which one forme is made up while the other is at the press, at one press "
        "or at two",
        "titles on one of these sheets that prove to be of another setting than its skeleton's",
    ),
    Kind.INTERRUPTION: (
        "a pause in the work, the skeleton in use elsewhere, or formes printed in another order "
        "than the book's",
        "titles of this skeleton on one of the sheets from which it is absent",
    ),
    Kind.RESET: (
        "headlines distributed and reset, after a pause or an accident, or work handed on",
        "titles of the old skeleton after the new one came, or of the new one before",
    ),
    Kind.PARTIAL_RESET: (
        "single headlines reset, damaged ones replaced, or headlines lost in an opened forme",
        "the new titles on an earlier sheet, or the old ones on a later",
    ),
    Kind.SOLE_APPEARANCE: (
        "a cancel, a sheet reprinted or printed apart, or headlines set for one forme by accident",
        "one of these titles on any other sheet",
    ),
    Kind.CHANGE_OF_NUMBER: (
        "more or fewer hands or presses at work on the book, or a faster or slower pace of it",
        "the skeleton that comes or goes on a sheet before it came or after it went",
    ),
    Kind.SEPARATE_SETS: (
        "printing divided between presses or shops, or a pause after which all headlines were "
        "new; or two stints of the same shop",
        "a single sheet printed with one skeleton of each set, or a title found in both",
    ),
    Kind.TURNED: (
        "the chase laid on the press, or the pages laid into it, the other way round",
        "one of these titles standing in its usual slot on the same sheet side",
    ),
    Kind.MOVED_TITLE: (
        "headlines exchanged by hand on the stone, or taken from one skeleton for another",
        "the title proving, sort by sort, to be the one usual in that slot",
    ),
    Kind.SHARED_SHEET: (
        "both formes of the sheet printed one after the other with a single skeleton",
        "titles on one side of the sheet that prove to be of another setting",
    ),
    Kind.TRANSFER: (
        "another way of taking the headlines from one forme to the next: another hand, or "
        "another habit at the stone",
        "titles after the change in the slots to which the earlier way would have brought them",
    ),
    Kind.ROTATION: (
        "a fixed number of formes used in turn, each with the headlines of its last use except a "
        "few that were replaced",
        "titles that return as often after another number of sheet sides",
    ),
    Kind.LENDING: (
        "two formes on the stone at once, with the headlines of some pages taken from the nearer "
        "one",
        "one of these titles on two sheet sides of one sheet, or proving to be two settings",
    ),
    Kind.FORME_ORDER: (
        "headlines replaced while the sheet was at press, between its two formes",
        "the new titles on an earlier forme, or the old ones on a later",
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One observation in the sequence.

    `sides` are the sheet sides that show it, in book order, and `pages` the
    signatures to look at. `confidence` is that of the sides' own skeletons;
    `chance` is how often a random sequence would show as much, `None` where
    the observation does not depend on the order of the sides.
    """

    kind: Kind
    section: str
    skeletons: tuple[str, ...]
    sides: tuple[str, ...]
    pages: tuple[str, ...]
    observation: str
    confidence: float
    chance: float | None = None

    @property
    def identity(self) -> str:
        """An id that stays while the same pages show the same kind of pattern.

        Skeletons and the words of the observation are left out: numerals change
        when the book is clustered again.
        """
        shown = "\n".join((self.kind, self.section, *self.sides, "", *self.pages))
        return f"{self.kind}-{hashlib.sha256(shown.encode()).hexdigest()[:8]}"

    @property
    def reading(self) -> str:
        """What the observation is consistent with."""
        return f"Consistent with {READINGS[self.kind][0]}."

    @property
    def disproof(self) -> str:
        """What would disprove it."""
        return f"Disproved by {READINGS[self.kind][1]}."

    @property
    def sureness(self) -> float:
        """How sure it is, 0 to 1: the sides read right, and the pattern no accident."""
        return self.confidence * (1 - (self.chance or 0.0))

    @property
    def degree(self) -> str:
        """How sure it is, in a word."""
        return "strong" if self.sureness >= 0.9 else "fair" if self.sureness >= 0.7 else "weak"
