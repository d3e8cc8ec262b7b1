"""Findings in single titles: set anew, standing in another slot, turned with their chase."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from formework.findings.arrangements import arrange_skeleton, forme_of
from formework.findings.finding import Finding, Kind
from formework.findings.forme_order import forme_orders
from formework.findings.lending import kept_until, lending_findings, read_lending, without_guests
from formework.findings.phrases import count, listed
from formework.findings.transfer import one_place_on, read_transfer, transfer_findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from formework.findings.arrangements import Arranged, Way
    from formework.findings.uses import Standing, Use

_TURNED = 0.75  # share of the titles in the opposite slots from which a chase was turned
_NEXT = 3  # uses of a new title by which it is judged
_MOST = 0.75  # share of titles kept by which one state is known as the other's even if seen once


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
    yield from _passed_on(arranged, turned_slots)
    for own in arranged:
        # Where states fall within a sheet, its inner forme was printed first.
        printed = sorted((one.use for one in own), key=lambda use: (use.sheet, use.state))
        yield from _partial_resets(printed)
        yield from _turned(own, turned_slots)
        yield from _moved(own, turned_slots)
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
        text = f"From {use.side} on, skeleton {use.skeleton} has {count(len(new), 'title')}"
        text += f" not seen in it before ({listed(title.signature for title in new)})"
        if kept:
            text += f", while {count(len(kept), 'title')} of {earlier[-1].side} or earlier stayed"
        pages = tuple(title.signature for title in new)
        sides = tuple(
            other.side for other in sorted((earlier[-1], use), key=lambda other: other.order)
        )
        titles = _first_uses(uses[number:], {title.numeral for title in new})
        sure = min(earlier[-1].confidence, use.confidence)
        sure *= sum(title.confidence for title in titles) / len(titles)
        yield Finding(
            Kind.PARTIAL_RESET, use.section, (use.skeleton,), sides, pages, f"{text}.",
            round(sure, 4),
        )  # fmt: skip


def _first_uses(uses: Sequence[Use], numerals: set[str]) -> list[Standing]:
    """New titles where they stand first and next: all must be sure for the date to be."""
    found: dict[str, list[Standing]] = {numeral: [] for numeral in numerals}
    for use in uses:
        for title in use.titles:
            if title.numeral in found and len(found[title.numeral]) < _NEXT:
                found[title.numeral].append(title)
    return [title for own in found.values() for title in own]


def _is_turned(way: Way, usual: Way, turned: Sequence[int] | None, known: Iterable[int]) -> bool:
    """Whether titles stand rather in the slots opposite to the usual ones than in these."""
    if not turned:
        return False
    known = list(known)
    opposite = sum(way[slot] == usual[turned[slot]] for slot in known)
    return opposite > 1 and opposite >= _TURNED * len(known)


def _turned(arranged: Sequence[Arranged], turned: Sequence[int] | None) -> Iterator[Finding]:
    """The sides for which a skeleton was turned, together; or from where on it stayed so."""
    once = [one for one in arranged if _is_turned(one.way, one.usual, turned, one.known)]
    if once:
        uses = [one.use for one in once]
        text = f"In {listed(use.side for use in uses)} the titles of skeleton {uses[0].skeleton} "
        text += "are in the slots opposite to their usual ones, as when the chase is turned round."
        yield _stands(Kind.TURNED, uses, [page for use in uses for page in use.pages], text)
    for one, other in _changes(arranged):
        if _is_turned(other.usual, one.usual, turned, range(len(one.usual))):
            text = f"From {other.use.side} on the titles of skeleton {other.use.skeleton} stand in "
            text += f"the slots opposite to those they had up to {one.use.side}, as when the chase "
            text += "is turned round."
            yield _stands(Kind.TURNED, [other.use], other.use.pages, text)


def _changes(arranged: Sequence[Arranged]) -> Iterator[tuple[Arranged, Arranged]]:
    """Where the usual way of a skeleton that prints one kind of forme changes for good.

    For one that prints both, the way titles pass between them is read instead.
    """
    if len({forme_of(one.use.side) for one in arranged}) == 1:
        for one, other in pairwise(arranged):
            if one.usual != other.usual:
                yield one, other


def _moved(arranged: Sequence[Arranged], turned: Sequence[int] | None) -> Iterator[Finding]:
    """Titles out of their slots, over as many uses as they stay there."""
    for moved, run in groupby(arranged, key=lambda one: _out_of_place(one, turned)):
        ones = list(run)
        if not moved or _most_moved(ones[0], turned):
            continue
        uses = [one.use for one in ones]
        pages = [t.signature for use in uses for t in use.titles if t.slot - 1 in dict(moved)]
        numerals = {title.slot - 1: title.numeral for title in uses[0].titles}
        where = f"In {listed(use.side for use in uses)} "
        if len(moved) == 2 and moved[0] == moved[1][::-1]:
            names = sorted(numerals[slot] for slot, _ in moved)
            text = (
                f"{where}two titles of skeleton {uses[0].skeleton} ({listed(names)}) have changed "
            )
            text += f"places: {listed(pages)}."
        else:
            text = f"{where}titles of skeleton {uses[0].skeleton} are in other slots than usual: "
            text += ", ".join(
                f"{numerals[slot]} in {slot + 1} instead of {home + 1}" for slot, home in moved
            )
            text += f" ({', '.join(pages)})."
        titles = [t for use in uses for t in use.titles if t.signature in pages]
        found = _stands(Kind.MOVED_TITLE, uses, pages, text)
        sure = found.confidence * sum(title.confidence for title in titles) / len(titles)
        yield replace(found, confidence=round(sure, 4))


def _most_moved(one: Arranged, turned: Sequence[int] | None) -> bool:
    """Whether most titles of a use stand elsewhere: then they came to it by another way."""
    return 2 * len(_out_of_place(one, turned)) > len(one.known)


def _passed_on(
    by_skeleton: Sequence[Sequence[Arranged]], turned: Sequence[int] | None
) -> Iterator[Finding]:
    """Single uses to which most titles came by another way; those by one way together."""
    ones = [one for own in by_skeleton for one in own if _most_moved(one, turned)]
    ones.sort(key=lambda one: one.use.order)

    def words(one: Arranged) -> str:
        moves = {home: slot for slot, home in _out_of_place(one, turned)}
        return "one place on from" if one_place_on(moves, len(one.usual)) else "not in"

    for way in dict.fromkeys(map(words, ones)):
        uses = [one.use for one in ones if words(one) == way]
        names = list(dict.fromkeys(use.skeleton for use in uses))
        kind = "skeletons" if len(names) > 1 else "skeleton"
        text = f"In {listed(use.side for use in uses)} most titles of {kind} {listed(names)} are "
        text += f"{way} the slots they have in other uses."
        found = _stands(Kind.TRANSFER, uses, [page for use in uses for page in use.pages], text)
        sure = sum(use.confidence for use in uses) / len(uses)
        yield replace(found, skeletons=tuple(names), confidence=round(sure, 4))


def _out_of_place(one: Arranged, turned: Sequence[int] | None) -> tuple[tuple[int, int], ...]:
    """The slots whose titles are not in their usual ones, each with the slot they are usual in.

    In a turned chase the usual slot is the opposite one.
    """
    usual = one.usual
    if turned and _is_turned(one.way, usual, turned, one.known):
        usual = tuple(usual[slot] for slot in turned)
    return tuple(
        (slot, usual.index(one.way[slot])) for slot in sorted(one.known)
        if one.way[slot] != usual[slot]
    )  # fmt: skip


def _stands(kind: Kind, uses: Sequence[Use], pages: Iterable[str], text: str) -> Finding:
    """A finding on how titles stand, as sure as the least sure of its uses."""
    return Finding(
        kind, uses[0].section, (uses[0].skeleton,), tuple(use.side for use in uses),
        tuple(pages), text, min(use.confidence for use in uses),
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
