"""Findings in single titles: set anew, standing in another slot, turned with their chase."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from formework.findings.finding import Finding, Kind
from formework.findings.phrases import count, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from formework.findings.uses import Standing, Use

_MOST = 0.75  # share of titles kept by which one state is known as the other's even if seen once


@dataclass(frozen=True, slots=True)
class _Stand:
    """How a skeleton stood in one use: turned or not, and the titles out of their slots."""

    use: Use
    turned: bool
    moved: tuple[Standing, ...]


def read_single_titles(
    uses: Sequence[Use], turned_slots: Sequence[int] | None
) -> Iterator[Finding]:
    """The findings in the single titles of one section; `turned_slots` count from 0."""
    by_skeleton: dict[str, list[Use]] = {}
    for use in uses:
        by_skeleton.setdefault(use.skeleton, []).append(use)
    for own in by_skeleton.values():
        yield from _partial_resets(own)
        homes = _homes(own)
        stands = [_stand(use, homes, turned_slots) for use in own]
        yield from _turned(stands)
        yield from _moved(stands, homes)
    yield from _lent(uses)


def _partial_resets(uses: Sequence[Use]) -> Iterator[Finding]:
    """A later state of a skeleton: which titles are new in it.

    A set of titles that is another at every use is no skeleton that was
    reset: one of the two states must come back, or most titles be kept.
    """
    times = Counter(use.state for use in uses)
    for number, use in enumerate(uses):
        earlier = uses[:number]
        if not earlier or use.state in {other.state for other in earlier}:
            continue
        known = {title.numeral for other in earlier for title in other.titles}
        new = [title for title in use.titles if title.numeral and title.numeral not in known]
        kept = [title for title in use.titles if title.numeral and title.numeral in known]
        lasting = max(times[use.state], times[earlier[-1].state]) > 1
        if not new or (not lasting and len(kept) < _MOST * (len(kept) + len(new))):
            continue
        text = f"In {use.side} skeleton {use.skeleton} comes with "
        text += f"{count(len(new), 'new title')} not seen in it before"
        text += f" ({listed(title.signature for title in new)})"
        if kept:
            text += f" beside {count(len(kept), 'title')} it had in {earlier[-1].side} or earlier"
        pages = tuple(title.signature for title in new)
        sides = (earlier[-1].side, use.side)
        sure = min(earlier[-1].confidence, use.confidence)
        yield Finding(
            Kind.PARTIAL_RESET, use.section, (use.skeleton,), sides, pages, f"{text}.", sure
        )


def _homes(uses: Sequence[Use]) -> dict[str, int]:
    """The slot each title of a skeleton stands in as a rule; of equals, the earlier."""
    slots: dict[str, Counter[int]] = {}
    for use in uses:
        for title in use.titles:
            if title.numeral:
                slots.setdefault(title.numeral, Counter())[title.slot] += 1
    return {numeral: counts.most_common(1)[0][0] for numeral, counts in slots.items()}


def _stand(use: Use, homes: Mapping[str, int], turned_slots: Sequence[int] | None) -> _Stand:
    """Whether the titles of a use fit their slots better as they are, or turned round."""
    known = [title for title in use.titles if title.numeral]
    at_home = [title for title in known if homes[title.numeral] == title.slot]
    opposite = [
        title
        for title in known
        if turned_slots and turned_slots[homes[title.numeral] - 1] + 1 == title.slot
    ]
    turned = len(opposite) > len(at_home) and len(opposite) > 1
    right = opposite if turned else at_home
    return _Stand(use, turned, tuple(title for title in known if title not in right))


def _turned(stands: Sequence[_Stand]) -> Iterator[Finding]:
    """The sides for which a skeleton was turned, together."""
    uses = [stand.use for stand in stands if stand.turned]
    if not uses:
        return
    name = uses[0].skeleton
    text = f"In {listed(use.side for use in uses)} the titles of skeleton {name} stand in the "
    text += "slots opposite to their usual ones, as when the chase is turned round."
    yield Finding(
        Kind.TURNED, uses[0].section, (name,), tuple(use.side for use in uses),
        tuple(page for use in uses for page in use.pages), text,
        min(use.confidence for use in uses),
    )  # fmt: skip


def _moved(stands: Sequence[_Stand], homes: Mapping[str, int]) -> Iterator[Finding]:
    """Titles out of their slots, over as many uses as they stay there."""
    settled = Counter(
        title.numeral
        for stand in stands
        for title in stand.use.titles
        if title.numeral and title not in stand.moved
    )

    def displaced(stand: _Stand) -> tuple[tuple[str, int], ...]:
        # What never stood twice in one place has no place to be moved from.
        return tuple((t.numeral, t.slot) for t in stand.moved if settled[t.numeral] > 1)

    for moved, run in groupby(stands, key=displaced):
        uses = [stand.use for stand in run]
        if not moved or 2 * len(moved) > len(uses[0].titles):
            continue  # most of them elsewhere: another set of titles rather
        numerals = {numeral for numeral, _ in moved}
        pages = tuple(
            title.signature for use in uses for title in use.titles if title.numeral in numerals
        )
        texts = [
            f"title {numeral}, usual in slot {homes[numeral]}, stands in slot {slot}"
            for numeral, slot in moved
        ]
        text = f"On {listed(pages)} in {listed(use.side for use in uses)}, skeleton "
        text += f"{uses[0].skeleton}: {listed(texts)}."
        yield Finding(
            Kind.MOVED_TITLE, uses[0].section, (uses[0].skeleton,),
            tuple(use.side for use in uses), pages, text, min(use.confidence for use in uses),
        )  # fmt: skip


def _lent(uses: Sequence[Use]) -> Iterator[Finding]:
    """Titles at home in one skeleton and seen in another, neither of which goes over as a whole."""
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
            # A title cannot be in two skeletons by turns: then it is two titles much alike.
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
