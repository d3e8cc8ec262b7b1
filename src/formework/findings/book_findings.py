"""All findings of a book, section by section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.findings.finding import GROUPS, Kind
from formework.findings.misplaced_words import read_texts
from formework.findings.rotation import rotation_findings
from formework.findings.single_titles import read_single_titles
from formework.findings.skeleton_sequence import read_sequence
from formework.findings.uses import RETURNING, is_established, read_uses, returning_share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from formework.book.model import SheetSide
    from formework.findings.finding import Finding
    from formework.findings.uses import Use
    from formework.result import PageResult

_FOLLOWING = (Kind.RESET, Kind.PARTIAL_RESET)
_MANY = 1 / 3  # skeletons per sheet side from which titles are read singly first
_RESTLESS = 1 / 4  # share of the returns of skeletons with new titles from which they are, too
MIN_SURE = 0.5  # findings less sure than this are not reported


def read_findings(
    pages: Iterable[PageResult],
    sides: Sequence[SheetSide],
    *,
    turned_slots: Sequence[int] | None = None,
    texts: Mapping[str, str] | None = None,
) -> tuple[Finding, ...]:
    """Read a book's sequence of skeletons: its findings, section by section.

    In each section the routine comes first, then changes, then exceptions, each in book order.

    `turned_slots` are the format's (None where its chase cannot be turned);
    `texts` the words of each title by signature, where they are known.
    """
    place = {side.name: number for number, side in enumerate(sides)}
    found: list[Finding] = []
    for uses in read_uses(pages, sides).values():
        own = [f for f in _read_section(uses, turned_slots) if f.sureness >= MIN_SURE]
        known = {
            page for finding in own if finding.kind is Kind.MOVED_TITLE for page in finding.pages
        }
        by_words = read_texts(uses, texts or {})
        own += [finding for finding in by_words if not known.issuperset(finding.pages)]
        kinds = list(Kind)
        own.sort(key=lambda f: (_group(f), place[f.sides[0]], kinds.index(f.kind)))
        found += (finding for finding in own if finding.sureness >= MIN_SURE)
    return tuple(found)


def _group(finding: Finding) -> int:
    return next(number for number, kinds in enumerate(GROUPS) if finding.kind in kinds)


def _is_restless(uses: Sequence[Use]) -> bool:
    """Whether skeletons hardly return, or seldom with the titles they had.

    Skeletons are counted without their states: a skeleton some of whose titles
    are replaced once still keeps its turn.
    """
    skeletons = len({use.skeleton for use in uses})
    states = len({use.label for use in uses})
    returns = len(uses) - skeletons
    return skeletons >= _MANY * len(uses) or states - skeletons >= _RESTLESS * returns


def _read_section(uses: Sequence[Use], turned_slots: Sequence[int] | None) -> Iterator[Finding]:
    """The findings of a section.

    Where titles are replaced all the time they are read singly, and the order of
    skeletons only if these can be counted and no rotation covers most of it.
    """
    returning = returning_share(uses) >= RETURNING and is_established(uses)
    rotations: list[Finding] = []
    if not returning or _is_restless(uses):
        rotations = list(rotation_findings(uses))
        yield from rotations
        if not returning or 2 * sum(len(found.sides) for found in rotations) > len(uses):
            return
    in_order = list(read_sequence(uses))
    followed = {finding.skeletons for finding in in_order if finding.kind in _FOLLOWING}
    yield from in_order
    if not rotations and not any(finding.kind is Kind.ALTERNATION for finding in in_order):
        # A rotation of two would have been found as an alternation.
        yield from rotation_findings(uses, least=3)
    for finding in read_single_titles(uses, turned_slots):
        # Titles that went over to the skeleton that followed are reported there.
        if finding.skeletons not in followed:
            yield finding
