"""Titles replaced in a skeleton while the others stayed: its later states."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from formework.findings.finding import Finding, Kind
from formework.findings.phrases import count, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.findings.uses import Standing, Use

_NEXT = 3  # uses of a new title that decide how sure it is
_MIN_KEPT_SHARE = (
    0.75  # share of titles kept from which a state seen only once belongs to the skeleton
)


def partial_resets(uses: Sequence[Use]) -> Iterator[Finding]:
    """The later states of one skeleton, with the titles that are new in each.

    A skeleton with other titles at every use was not reset: one of the two
    states must return, or most titles be kept.
    """
    # Where the states of a sheet are in the other order, its inner forme was printed first.
    printed = sorted(uses, key=lambda use: (use.sheet, use.state))
    times = Counter(use.state for use in printed)
    for number, use in enumerate(printed):
        earlier = printed[:number]
        if not earlier or use.state in {other.state for other in earlier}:
            continue
        known = {title.numeral for other in earlier for title in other.titles}
        new = [title for title in use.titles if title.numeral and title.numeral not in known]
        kept = [title for title in use.titles if title.numeral and title.numeral in known]
        lasting = max(times[use.state], times[earlier[-1].state]) > 1
        if new and (lasting or len(kept) >= _MIN_KEPT_SHARE * (len(kept) + len(new))):
            first_uses = _first_uses(printed[number:], {title.numeral for title in new})
            yield _finding(earlier[-1], use, new, len(kept), first_uses)


def _finding(
    before: Use, use: Use, new: Sequence[Standing], kept: int, first_uses: Sequence[Standing]
) -> Finding:
    text = f"From {use.side} on, skeleton {use.skeleton} has {count(len(new), 'new title')} "
    text += f"({listed(title.signature for title in new)})"
    if kept:
        text += f"; {count(kept, 'earlier title')} stayed"
    sides = sorted((before, use), key=lambda other: other.order)
    sure = min(before.confidence, use.confidence)
    sure *= sum(title.confidence for title in first_uses) / len(first_uses)
    return Finding(
        Kind.PARTIAL_RESET, use.section, (use.skeleton,), tuple(other.side for other in sides),
        tuple(title.signature for title in new), f"{text}.", round(sure, 4),
    )  # fmt: skip


def _first_uses(uses: Sequence[Use], numerals: set[str]) -> list[Standing]:
    """New titles at their first uses: all must be sure for the date to be sure."""
    found: dict[str, list[Standing]] = {numeral: [] for numeral in numerals}
    for use in uses:
        for title in use.titles:
            if title.numeral in found and len(found[title.numeral]) < _NEXT:
                found[title.numeral].append(title)
    return [title for own in found.values() for title in own]


def in_one(resets: Sequence[Finding], order: Sequence[str]) -> Finding:
    """Several partial resets of a section as one finding; `order` are its sheet sides."""
    sides = {side for reset in resets for side in reset.sides}
    return replace(
        resets[0],
        skeletons=tuple(dict.fromkeys(reset.skeletons[0] for reset in resets)),
        sides=tuple(side for side in order if side in sides),
        pages=tuple(page for reset in resets for page in reset.pages),
        observation=in_one_sentence(resets),
        confidence=round(sum(reset.confidence for reset in resets) / len(resets), 4),
    )


def in_one_sentence(resets: Sequence[Finding]) -> str:
    """Several partial resets in words: by skeleton, with the first page of each new title."""
    parts = []
    for name in dict.fromkeys(reset.skeletons[0] for reset in resets):
        where = [listed(reset.pages) for reset in resets if reset.skeletons[0] == name]
        parts.append(f"in skeleton {name} from {', then from '.join(where)} on")
    return f"Single titles were replaced or respaced while the others stayed: {'; '.join(parts)}."
