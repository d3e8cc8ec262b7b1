"""Collation formulas: from a formula to gatherings, checked, and back to one canonical form."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, cycle, pairwise
from typing import TYPE_CHECKING

from formework.book.formula.drafts import finish
from formework.book.formula.formula_parser import read_formula
from formework.book.formula.notation import plain
from formework.book.formula.signatures import SIGN, Signature, count_on, read_sign
from formework.book.model import Face, Format, Gathering, Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True)
class Collation:
    """A book as its formula describes it.

    `warnings` say where the formula contradicts itself or had to be guessed at;
    `notes` are its remarks (a blank leaf, plates) that do not change the count.
    """

    formula: str
    gatherings: tuple[Gathering, ...]
    book_format: Format | None = None
    signing: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @property
    def leaves(self) -> int:
        """Leaves that stand in the book."""
        return sum(gathering.leaves_present for gathering in self.gatherings)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages that stand in the book, in reading order."""
        return tuple(chain.from_iterable(gathering.pages for gathering in self.gatherings))

    @cached_property
    def _by_signature(self) -> dict[str, Page]:
        return {page.signature: page for page in self.pages}

    def page(self, signature: str) -> Page | None:
        """The page of this signature in any spelling: Aa2v is 2A2v; `None` if there is none."""
        return self._by_signature.get(signature) or self._by_signature.get(spell_page(signature))


def read_collation(formula: str) -> Collation:
    """Read a collation formula, and check what it says of itself.

    >>> book = read_collation("4°: π^2 A-C^4 D^2; 16 leaves")
    >>> book.leaves, [gathering.signature for gathering in book.gatherings]
    (16, ['π', 'A', 'B', 'C', 'D'])
    """
    reader = read_formula(formula)
    warnings = list(reader.warnings)
    gatherings = finish(reader.drafts, warnings)
    around = reader.around
    leaves = sum(gathering.leaves_present for gathering in gatherings)
    if around.leaves is not None and around.leaves != leaves:
        warnings.append(f"{around.leaves} leaves are declared, the gatherings make {leaves}")
    if around.pages is not None and around.pages != 2 * leaves:
        warnings.append(f"the pagination makes {around.pages} pages, the gatherings {2 * leaves}")
    return Collation(
        formula=formula,
        gatherings=gatherings,
        book_format=around.book_format,
        signing=around.signing,
        notes=tuple(around.notes),
        warnings=tuple(warnings),
    )


def write_collation(gatherings: Sequence[Gathering], book_format: Format | None = None) -> str:
    """Write gatherings as a formula in its one canonical form, which reads as the same book.

    >>> write_collation(read_collation("A⁴(−A4) Bb–Dd⁸/⁴/⁸").gatherings)
    'A^4(-A4) 2B^8 2C^4 2D^8'
    """
    prefix = f"{book_format.sign}: " if book_format else ""
    return prefix + " ".join(_items(list(gatherings)))


def spell_page(signature: str) -> str:
    """Bring a page's signature as a person writes it to the program's spelling.

    >>> spell_page("Aa2v"), spell_page("**1 r"), spell_page("u3r")
    ('2A2v', '2*1r', 'v3r')
    """
    text = plain(signature.strip()).text.replace(" ", "")
    parts = re.fullmatch(r"(?P<volume>\d+#)?(?P<gathering>.+?)\.?(?P<leaf>\d+)(?P<face>[rv])", text)
    sign = SIGN.fullmatch(parts["gathering"]) if parts else None
    read = read_sign(sign) if sign else None
    if parts is None or read is None:
        return signature.strip()
    gathering = f"{parts['volume'] or ''}{read}"
    return Page(gathering, int(parts["leaf"]), Face(parts["face"])).signature


def _items(gatherings: list[Gathering]) -> Iterator[str]:
    """The gatherings as items of a formula, as many to an item as go together."""
    volume = ""
    while gatherings:
        length, sizes = max(
            (_run(gatherings, period) for period in (1, 2, 3)), key=lambda run: run[0]
        )
        first, last = gatherings[0].signature, gatherings[length - 1].signature
        opening, volume = volume, _volume(first)
        mark = f"{volume}#" if volume != opening else ""
        span = _sign(first) if length == 1 else f"{_sign(first)}-{_sign(last)}"
        yield f"{mark}{span}^{'/'.join(map(str, sizes))}{_alteration(gatherings[0])}"
        del gatherings[:length]


def _run(gatherings: Sequence[Gathering], period: int) -> tuple[int, tuple[int, ...]]:
    """How many gatherings from the first make one item whose sizes repeat after `period`."""
    sizes = tuple(gathering.leaves for gathering in gatherings[:period])
    length = 1
    if _alteration(gatherings[0]) or len(set(sizes)) < len(sizes) == 2:
        return length, sizes[:1]
    for (before, after), size in zip(
        pairwise(gatherings), cycle(sizes[1:] + sizes[:1]), strict=False
    ):
        if (
            _alteration(after)
            or after.leaves != size
            or not _follows(before.signature, after.signature)
        ):
            break
        length += 1
    return (length, sizes) if length >= 2 * period or period == 1 else (1, sizes[:1])


@lru_cache(maxsize=4096)
def _follows(before: str, after: str) -> bool:
    """Whether a range would count from one signature straight to the other."""
    if _volume(before) != _volume(after):
        return False
    first, last = _read(before), _read(after)
    return first.series == last.series and len(count_on(first, last) or ()) == 2


def _alteration(gathering: Gathering) -> str:
    """The alterations of a gathering as written behind it."""
    name = _sign(gathering.signature)
    if not SIGN.fullmatch(plain(name).text):
        name = ""  # a leaf without a signature is of the gathering just named
    parts = [f"(-{name}{','.join(map(str, gathering.missing))})"] if gathering.missing else []
    if gathering.cancelled:
        parts.append(f"(±{name}{','.join(map(str, gathering.cancelled))})")
    for insertion in gathering.inserted:
        added = insertion.gathering
        what = (
            str(added.leaves)
            if added.signature.endswith("+")
            else f"{_sign(added.signature)}^{added.leaves}"
        )
        parts.append(f"({name}{insertion.after}+{what})")
    return "".join(parts)


def _volume(signature: str) -> str:
    volume, _, sign = signature.partition("#")
    return volume if sign and volume.isdecimal() else ""


@lru_cache(maxsize=4096)
def _read(signature: str) -> Signature:
    """The parts of a signature in the program's spelling."""
    volume = _volume(signature)
    bare = signature.removeprefix(f"{volume}#") if volume else signature
    text = plain(bare).text
    sign = SIGN.fullmatch(text)
    numbered = re.fullmatch(r"\^\{(\d+)\}(\d+)", text)
    if numbered:
        return Signature(numbered[2], series=numbered[1])
    return (read_sign(sign) if sign else None) or Signature(bare)


def _sign(signature: str) -> str:
    """A signature as a formula writes it: an unsigned series is raised with ^."""
    read = _read(signature)
    return f"^{read}" if read.series in ("π", "χ") else str(read)
