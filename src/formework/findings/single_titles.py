"""Findings in single titles: replaced, out of their slots, lent to another skeleton."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from formework.findings.arrangements import arrange_skeleton
from formework.findings.displaced_titles import displaced_findings
from formework.findings.finding import Finding, Kind
from formework.findings.forme_order import forme_orders
from formework.findings.lending import kept_until, lending_findings, read_lending, without_guests
from formework.findings.phrases import listed
from formework.findings.replaced_titles import in_one, partial_resets
from formework.findings.transfer import read_transfer, transfer_findings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.findings.uses import Use

_MANY_RESETS = 3  # partial resets of a section from which they are one finding


def read_single_titles(
    uses: Sequence[Use], turned_slots: Sequence[int] | None
) -> Iterator[Finding]:
    """The findings in the single titles of one section; `turned_slots` count from 0."""
    lent = read_lending(uses)
    yield from lending_findings(uses, lent)
    yield from forme_orders(uses)
    uses = without_guests(uses, lent)
    by_skeleton: dict[str, list[Use]] = {}
    for use in uses:
        by_skeleton.setdefault(use.skeleton, []).append(use)
    arranged = [arrange_skeleton(own, turned_slots) for own in by_skeleton.values()]
    until = kept_until(uses, lent)
    yield from transfer_findings(read_transfer(arranged), turned_slots, until)
    yield from displaced_findings(arranged, turned_slots)
    resets = [reset for own in by_skeleton.values() for reset in partial_resets(own)]
    yield from (
        resets if len(resets) < _MANY_RESETS else [in_one(resets, [use.side for use in uses])]
    )
    yield from _lent(uses)


def _lent(uses: Sequence[Use]) -> Iterator[Finding]:
    """Titles of one skeleton that are later seen in another, where most titles are not."""
    times = Counter(use.skeleton for use in uses)
    owners: dict[str, dict[str, list[Use]]] = {}
    for use in uses:
        for title in use.titles:
            if title.numeral:
                owners.setdefault(title.numeral, {}).setdefault(use.skeleton, []).append(use)
    lent: dict[tuple[str, str], list[tuple[str, Use, Use]]] = {}
    for numeral, by_skeleton in owners.items():
        names = list(by_skeleton)
        for one, two in pairwise(names):
            # A title that is in two skeletons by turns is more likely two similar titles.
            went_over = by_skeleton[one][-1].order < by_skeleton[two][0].order
            if went_over and len(by_skeleton[one]) > 1 and times[two] > 1:
                pair = (numeral, by_skeleton[one][-1], by_skeleton[two][0])
                lent.setdefault((one, two), []).append(pair)
    for (one, two), shared in lent.items():
        numerals = {numeral for numeral, _, _ in shared}
        last, first = shared[0][1], min((use for _, _, use in shared), key=lambda use: use.order)
        if 2 * len(numerals) > len(first.titles):
            continue
        pages = tuple(t.signature for t in first.titles if t.numeral in numerals)
        text = (
            f"{listed(f'Title {n}' for n in sorted(numerals))} of skeleton {one}, last seen there"
        )
        text += f" in {last.side}, stands in skeleton {two} in {first.side} ({', '.join(pages)})."
        yield Finding(
            Kind.MOVED_TITLE, first.section, (one, two), (last.side, first.side),
            pages, text, min(last.confidence, first.confidence),
        )  # fmt: skip
