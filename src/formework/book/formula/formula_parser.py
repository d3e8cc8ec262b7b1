"""The parser of collation formulas: from plain notation to gatherings.

It reads from left to right: a gathering or a range of gatherings, an alteration in
brackets, or one of the statements around a formula. A sign garbled by an export gives
a warning; a formula that cannot be understood is an error with its position.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING, NoReturn

from formework.book.formula.alterations import alter
from formework.book.formula.brackets import round_brackets, square_brackets, warn_of_brackets
from formework.book.formula.drafts import Draft
from formework.book.formula.extent import read_number
from formework.book.formula.leaf_lists import listed_leaves, place_leaves
from formework.book.formula.notation import plain
from formework.book.formula.preamble import take_preamble
from formework.book.formula.prose import holds_gatherings, is_prose
from formework.book.formula.sign_reading import (
    con_after_et,
    garbled_series,
    join_doubled,
    letters_in_turn,
    numbered_at,
    range_end,
    range_sized_twice,
    sign_at,
    signed_twice,
)
from formework.book.formula.signatures import (
    LATIN,
    MAX_GATHERINGS,
    Signature,
    count_on,
    guess_range,
    latin_letters,
)
from formework.book.formula.sizes import NAMELESS, SIZE, leaves_of
from formework.book.formula.skipped_signatures import skip, skip_clause
from formework.book.formula.surroundings import VOLUME, Surroundings, is_note
from formework.book.wording import counted
from formework.errors import FormulaError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.formula.notation import Plain

MAX_CHARACTERS = 20_000
MAX_LEAVES = 20_000

_JOINT = re.compile(r"\]?/\[?(?=[^\d\s]|\d{1,2}[^\d\s/])")
_SEPARATOR = re.compile(
    r"[\s,;:.\]\[+=/?)|‖·]|-(?=\s)|(?i:and|und|et|en|plus|with|etc)\b(?!\d|\^)|&(?!\d|\^)"
)


@dataclass(slots=True)
class Reader:
    """One formula being read; `position` counts in its plain notation."""

    formula: str
    source: Plain
    position: int = 0
    volume: int = 0
    drafts: list[Draft] = field(default_factory=list)
    waiting: list[Signature] = field(default_factory=list)
    waiting_from: int = 0
    warnings: list[str] = field(default_factory=list)
    around: Surroundings = field(default_factory=Surroundings)
    names: set[str] = field(default_factory=set)
    latin: Sequence[str] = LATIN
    has_inverted: bool = False
    leaves: int = 0

    @property
    def text(self) -> str:
        """The formula in plain notation."""
        return self.source.text

    def read(self) -> None:
        """Read the formula to its end."""
        self.latin = latin_letters(self.text)
        self.position, remark = take_preamble(self.text, self.around)
        self._warn_of_remark(remark)
        while self.position < len(self.text):
            if not (
                self._volume()
                or self._brackets()
                or self._surroundings()
                or self._gatherings()
                or self._remark()
                or self._separator()
            ):
                self._stop("a signature, such as A, 2B, π or *")
        if self.waiting and self.drafts and is_prose(self.text[self.waiting_from :]):
            self._warn_of_remark(self.text[self.waiting_from :])  # c. K8 bianca
        elif self.waiting:
            last = self.waiting[-1]
            self._stop(f"the number of leaves after {last}, such as {last}^4")
        if not self.drafts and self.around.leaves:
            self.warnings.append("no gatherings, only a number of leaves: read as one gathering ?")
            self._fold([Signature("?")], str(self.around.leaves))
        if not self.drafts:
            self._stop("a gathering, such as A^4 or B-K^8")
        self.warnings += warn_of_brackets(self.formula, self.source)

    def _stop(self, expected: str) -> NoReturn:
        place = self.source.origin(self.position)
        found = self.formula[place : place + 12].strip()
        raise FormulaError(
            f"collation formula, character {place + 1}: expected {expected}, "
            f"found {repr(found) if found else 'the end'}",
            position=place,
            hint="write gatherings as A-F^4 or π^2, alterations in round brackets as A^4(-A4)",
        )

    def _volume(self) -> bool:
        mark = VOLUME.match(self.text, self.position)
        if not mark:
            return False
        self.volume = read_number(mark[mark.lastgroup or 0]) or self.volume + 1
        self.position = self.around.take_heading(self.text, mark.end())
        return True

    def _separator(self) -> bool:
        if self.text[self.position] == "&" and self.waiting and self.waiting[-1].mark in "Zz":
            self.waiting.append(Signature("&"))  # after z the alphabet goes on: a-z & [con]^8
        if separator := _SEPARATOR.match(self.text, self.position):
            self.position = separator.end()
        return bool(separator)

    def _surroundings(self) -> bool:
        start = self.position
        self.position = skip_clause(self.text, start, self.drafts)
        self.position = self.position or self.around.take(self.text, start, self.names)
        return self.position > start

    def _remark(self) -> bool:
        if self.waiting and not self.drafts:
            return False  # A-K, of which the size is not read
        remark = self.around.take_remark(self.text, self.position, self.names)
        self._warn_of_remark(remark)
        self.position += len(remark)
        return bool(remark)

    def _warn_of_remark(self, remark: str) -> None:
        self.warnings += [f"{remark.strip()!r} is read as a remark"] if remark else []

    def _brackets(self) -> bool:
        """Read an alteration or a note, both in brackets."""
        opening = self.text[self.position]
        sign = sign_at(self.text, self.position) if opening in "([" else None
        if opening not in "([" or (sign and (opening == "(" or SIZE.match(self.text, sign[1]))):
            return False
        if opening == "[":
            content, end = square_brackets(self.text, self.position)
            if not (content[:1] in ("-", "±") or is_note(content, self.names)):
                return False
        else:
            content, end = round_brackets(self.text, self.position, inverted=self.has_inverted)
            if not self.drafts and holds_gatherings(content):
                self.position += 1  # 4° (a4 A-Z4)
                return True
        if not (alter(content, self.drafts, self.warnings) or skip(content, self.drafts)):
            self._warn_once(self.around.take_note(content, self.names))
        self.position = end
        return True

    def _gatherings(self) -> bool:
        """Read a gathering or a range of gatherings with their number of leaves."""
        start = self.position + (self.text[self.position] == "[")
        found = sign_at(self.text, self.position) or sign_at(self.text, start)
        found = found or con_after_et(self.text, start, self.names, self.waiting)
        if not found and (nameless := NAMELESS.match(self.text, self.position)):
            leaves = counted(int(nameless[1]), "leaf", "leaves")
            self.warnings.append(f"{leaves} without a signature: read as gathering ?")
            self.position = nameless.end()
            self._fold([Signature("?")], nameless[1])
            return True
        if found:
            self._warn_once(garbled_series(self.text, self.position))
            signatures, end = self._range(*found)
        elif numbered := numbered_at(self.text, start):
            signatures = self._count(*numbered[:2])
            end = numbered[2]
        else:
            return False
        if len(signatures) == 1 and self._leaf_list(signatures[0], end):
            return True
        size = SIZE.match(self.text, end)
        if size:
            self._fold(self._sized_range(signatures, size), leaves_of(size))
        elif found:
            self._wait(signatures, end)
        return bool(size or found)

    def _leaf_list(self, signature: Signature, end: int) -> bool:
        """Read leaves by number: χ1,2 are two leaves, M5 after M^4 is one more, A2-8 lacks A1."""
        leaves, after = listed_leaves(self.text, end)
        if not leaves:
            return False
        if note := place_leaves(signature, leaves, self.drafts, self.volume):
            self.around.notes.append(note)
        elif len(leaves) > 1:
            self._fold([signature], str(leaves[-1]))
            self.drafts[-1].missing.update(range(1, leaves[0]))  # A2-8 of an imperfect copy
        else:
            return False
        self.position = after
        return True

    def _sized_range(self, signatures: list[Signature], size: re.Match[str]) -> list[Signature]:
        """Read the second half of a range that has its size at both ends: A8-K8."""
        last, self.position = range_sized_twice(self.text, signatures[-1], size)
        return signatures[:-1] + self._count(signatures[-1], last) if last else signatures

    def _wait(self, signatures: list[Signature], end: int) -> None:
        """Keep signatures without a size until the next size: a b c^8."""
        if len(signatures) == 1 and signatures[0].is_unsigned:
            self.warnings.append(f"{signatures[0]} has no number of leaves: read as one leaf")
            self._fold(signatures, "1")
        elif len(signatures) == 1 and not signatures[0].is_known:
            self.warnings.append(f"{signatures[0]} has no number of leaves: left out")
        else:
            self.waiting_from = self.waiting_from if self.waiting else self.position
            self.waiting += signatures
        self.position = end

    def _warn_once(self, warning: str) -> None:
        if warning and warning not in self.warnings:
            self.warnings.append(warning)

    def _range(self, first: Signature, end: int) -> tuple[list[Signature], int]:
        """Read what follows a first signature: the last of a range, or one joined by /."""
        while (joint := _JOINT.match(self.text, end)) and (
            other := sign_at(self.text, joint.end())
        ):
            first, end = signed_twice(first, other[0]), other[1]
        after_dash, last = range_end(self.text, end)
        if after_dash == end:
            return [first], end
        if last is None:
            self.position = after_dash
            self._stop(f"the last signature of the range that begins with {first}")
        return self._count(first, last[0]), last[1]

    def _count(self, first: Signature, last: Signature) -> list[Signature]:
        """The signatures from first to last; a range that had to be guessed is a warning."""
        if first.mark.isdecimal() or max(first.times, last.times) * len(LATIN) > MAX_GATHERINGS:
            counted_range = count_on(first, last, latin=self.latin)
            if counted_range is None:
                self._stop(f"a range of at most {MAX_GATHERINGS} gatherings that counts upwards")
            return counted_range
        signatures, warning = guess_range(first, last, latin=self.latin)
        self.warnings += [warning] if warning else []
        return signatures

    def _fold(self, signatures: list[Signature], sizes: str) -> None:
        """Add gatherings of the given size; sizes such as 8/4 alternate."""
        signatures = [join_doubled(self.waiting, signatures[0]), *signatures[1:]]
        if self.waiting:
            self.warnings.append(
                f"no number of leaves from {self.waiting[0]} to {self.waiting[-1]}: "
                f"read as the number of {signatures[0]}"
            )
            signatures, self.waiting = self.waiting + signatures, []
        signatures = letters_in_turn(signatures, self.names)
        for signature, size in zip(signatures, cycle(sizes.split("/")), strict=False):
            if not signature.is_known:  # exports garble π, χ and † beyond recognition
                self._warn_once(f"{signature.mark!r} is not a known sign: read as a signature")
            leaves = int(size)
            self.leaves += leaves
            if not leaves or self.leaves > MAX_LEAVES or len(self.drafts) >= MAX_GATHERINGS:
                self._stop(f"1 leaf or more per gathering, at most {MAX_LEAVES} leaves in all")
            if leaves % 2 and leaves > 1:
                self.warnings.append(f"{signature} has {leaves} leaves, an odd number")
            self.drafts.append(Draft(signature, leaves, self.volume))
            self.names.add(str(signature))
            self.has_inverted |= signature.mark.startswith(")")


def read_formula(formula: str) -> Reader:
    """Read a formula; raise `FormulaError` if it cannot be read."""
    if len(formula) > MAX_CHARACTERS:
        raise FormulaError(
            f"collation formula of {len(formula)} characters: at most {MAX_CHARACTERS} are read",
            position=MAX_CHARACTERS,
            hint="give one formula per line",
        )
    formula = unicodedata.normalize("NFC", formula)
    reader = Reader(formula, plain(formula))
    reader.read()
    return reader
