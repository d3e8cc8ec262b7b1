"""Collation formulas: read into gatherings, checked, and written in one canonical form."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, cycle, pairwise
from typing import TYPE_CHECKING

from formework.book.formula.drafts import finish
from formework.book.formula.formula_parser import read_formula
from formework.book.formula.notation import plain
from formework.book.formula.signatures import (
    LATIN,
    SIGN,
    UNSIGNED,
    Signature,
    count_on,
    latin_letters,
    read_sign,
)
from formework.book.model import Face, Format, Gathering, Page
from formework.book.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.book.formula.surroundings import Surroundings

_PAGE = re.compile(
    r"(?P<volume>\d+#)?(?P<gathering>.+?)\.?(?P<leaf>\d+)(?P<face>[rv])", re.IGNORECASE
)


@dataclass(frozen=True)
class Collation:
    """A book as its formula describes it.

    `warnings`: where the formula contradicts itself or its meaning was guessed.
    `notes`: remarks (a blank leaf, plates) that do not change the count.
    """

    formula: str
    gatherings: tuple[Gathering, ...]
    book_format: Format | None = None
    signing: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @property
    def leaves(self) -> int:
        """The number of leaves in the book."""
        return sum(gathering.leaves_present for gathering in self.gatherings)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages of the book, in reading order."""
        return tuple(chain.from_iterable(gathering.pages for gathering in self.gatherings))

    @cached_property
    def _by_signature(self) -> dict[str, Page]:
        return {page.signature: page for page in self.pages}

    @cached_property
    def _by_caseless_signature(self) -> dict[str, Page]:
        """The pages whose signature no other page has in another case."""
        often = Counter(page.signature.casefold() for page in self.pages)
        caseless = ((page.signature.casefold(), page) for page in self.pages)
        return {signature: page for signature, page in caseless if often[signature] == 1}

    def page(self, signature: str) -> Page | None:
        """The page of this signature in any spelling, or `None`.

        Aa2v is 2A2v; a2r is A2r if the book has no gathering a.
        """
        spelled = spell_page(signature)
        return (
            self._by_signature.get(signature)
            or self._by_signature.get(spelled)
            or self._by_caseless_signature.get(spelled.casefold())
        )


def read_collation(formula: str) -> Collation:
    """Read a collation formula, and check its leaf count and pagination.

    >>> book = read_collation("4°: π^2 A-C^4 D^2; 16 leaves")
    >>> book.leaves, [gathering.signature for gathering in book.gatherings]
    (16, ['π', 'A', 'B', 'C', 'D'])
    """
    reader = read_formula(formula)
    warnings = list(reader.warnings)
    gatherings = finish(reader.drafts, warnings)
    around = reader.around
    leaves = sum(gathering.leaves_present for gathering in gatherings)
    warnings += _check_extent(around, leaves)
    return Collation(
        formula=formula,
        gatherings=gatherings,
        book_format=around.book_format,
        signing=around.signing,
        notes=tuple(around.notes),
        warnings=tuple(warnings),
    )


def _check_extent(around: Surroundings, leaves: int) -> Iterator[str]:
    """Warn of a declared number of leaves or pages that the gatherings do not have."""
    if 2 * (around.leaves or 0) + (around.pages or 0) == 2 * leaves:
        return  # [8] Bl., 345, [15] S.: leaves first, then pages
    if around.leaves is not None and around.leaves != leaves:
        declared = counted(around.leaves, "leaf", "leaves")
        yield f"the formula declares {declared}, its gatherings have {leaves}"
    if around.pages is not None and around.pages != 2 * leaves:
        declared = counted(around.pages, "page")
        yield f"the pagination has {declared}, the gatherings have {2 * leaves}"


def write_collation(gatherings: Sequence[Gathering], book_format: Format | None = None) -> str:
    """Write gatherings as a formula in canonical form; read again, it is the same book.

    >>> write_collation(read_collation("A⁴(−A4) Bb–Dd⁸/⁴/⁸").gatherings)
    'A^4(-A4) 2B^8 2C^4 2D^8'
    """
    prefix = f"{book_format.sign}: " if book_format else ""
    return prefix + " ".join(_items(list(gatherings)))


def spell_page(signature: str) -> str:
    """Bring a page's signature from any spelling to the program's.

    >>> spell_page("Aa2v"), spell_page("**1 r"), spell_page("u3r")
    ('2A2v', '2*1r', 'v3r')
    """
    text = plain(signature.strip()).text.replace(" ", "")
    parts = _PAGE.fullmatch(text)
    sign = SIGN.fullmatch(parts["gathering"]) if parts else None
    read = read_sign(sign) if sign else None
    if parts is None or read is None:
        return signature.strip()
    gathering = f"{parts['volume'] or ''}{read}"
    return Page(gathering, int(parts["leaf"]), Face(parts["face"].lower())).signature


def _items(gatherings: list[Gathering]) -> Iterator[str]:
    """The gatherings as items of a formula, each item as long as possible."""
    volume = ""
    latin = latin_letters(" ".join(_sign(gathering.signature) for gathering in gatherings))
    while gatherings:
        length, sizes = max(
            (_run(gatherings, period, latin) for period in (1, 2, 3)), key=lambda run: run[0]
        )
        first, last = gatherings[0].signature, gatherings[length - 1].signature
        opening, volume = volume, _volume(first)
        mark = f"{volume}#" if volume != opening else ""
        span = _sign(first) if length == 1 else f"{_sign(first)}-{_sign(last)}"
        yield f"{mark}{span}^{'/'.join(map(str, sizes))}{_alteration(gatherings[0])}"
        del gatherings[:length]


def _run(
    gatherings: Sequence[Gathering], period: int, latin: Sequence[str]
) -> tuple[int, tuple[int, ...]]:
    """The number of gatherings from the first on that form one item, and its sizes.

    The sizes repeat after `period` gatherings: 8/4 has period 2.
    """
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
            or not _follows(before.signature, after.signature, latin)
        ):
            break
        length += 1
    return (length, sizes) if length >= 2 * period or period == 1 else (1, sizes[:1])


@lru_cache(maxsize=4096)
def _follows(before: str, after: str, latin: Sequence[str]) -> bool:
    """Whether the second signature directly follows the first in a range.

    Where W counts it stands alone: V-X^4 would not say that the book has a W.
    """
    if _volume(before) != _volume(after):
        return False
    first, last = _read(before), _read(after)
    alike = first.series == last.series and first.framed == last.framed
    return alike and all(
        len(count_on(first, last, latin=letters) or ()) == 2 for letters in (LATIN, latin)
    )


def _alteration(gathering: Gathering) -> str:
    """The alterations of a gathering, as a formula writes them after it."""
    name = _sign(gathering.signature)
    if not SIGN.fullmatch(plain(name).text):
        name = ""  # a leaf without a signature belongs to the gathering before the bracket
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
def _read(name: str) -> Signature:
    """The signature a gathering is named by; the inverse of `str(signature)`."""
    volume = _volume(name)
    bare = name.removeprefix(f"{volume}#") if volume else name
    text = plain(bare).text
    numbered = re.fullmatch(r"\^\{(\d+)\}(\d+)", text)
    if numbered:
        return Signature(numbered[2], series=numbered[1])
    # A gathering is named 2π, never ππ: after a leading π or χ comes a sign of that series.
    unsigned = re.fullmatch(r"([πχ])(.+)", text)
    sign = SIGN.fullmatch(unsigned[2] if unsigned else text)
    read = read_sign(sign) if sign else None
    if unsigned:
        return replace(read or Signature(unsigned[2]), series=unsigned[1])
    return read or Signature(bare)


def _sign(name: str) -> str:
    """A gathering's name as a formula writes it: an unsigned series is raised with ^."""
    if "/" in name and not name.startswith("("):
        return "/".join(map(_sign, name.split("/")))  # signed twice: */2*
    read = _read(name)
    return f"^{read}" if read.series in UNSIGNED else str(read)
