"""Decisions on pages, applied in order: boxes, texts and signatures.

A decision names a page by the signature it had at the time; if its image later
gets another signature, box and comparisons stay with the image.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from formework.book.decision_lines import ON_PAGES, ON_TITLES, DecisionError, DecisionKind
from formework.book.pair_closure import Closure, JudgedPair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from formework.book.assignment import PageImage
    from formework.book.decision_lines import Decision
    from formework.book.decisions import Decisions
    from formework.book.model import Box

# An image, and whether the page is the second one on it: the right half of an opening.
Place: TypeAlias = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class PageCorrection:
    """What was decided on the running title of a page.

    `text` is `None` if the text read is kept, `box` if the box located is kept.
    """

    box: Box | None = None
    has_title: bool = True
    text: str | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class FollowedPages:
    """The pages of a book with their decided signatures, and what was decided on each.

    `titles` is what follows for single titles, by their current signatures.
    """

    pages: tuple[PageImage, ...]
    corrections: dict[Place, PageCorrection]
    titles: Closure


def page_places(images: Iterable[str]) -> list[Place]:
    """The place of each page, given its image; of two pages on one image, the left comes first."""
    seen: set[str] = set()
    places = []
    for image in images:
        places.append((image, image in seen))
        seen.add(image)
    return places


def follow_pages(decisions: Decisions, pages: Sequence[PageImage]) -> FollowedPages:
    """Apply the decisions on pages, in order.

    Raises:
        DecisionError: a decision names a page that is not there, or a signature is given twice.

    """
    follower = _Follower(pages)
    for decision in decisions.in_force:
        if decision.do in ON_PAGES:
            follower.apply(decision)
        elif decision.do in ON_TITLES:
            follower.note(decision)
    return follower.result()


class _Follower:
    """The pages while decisions are applied to them one after another."""

    def __init__(self, pages: Sequence[PageImage]) -> None:
        self.places = page_places(page.image for page in pages)
        self.pages = dict(zip(self.places, pages, strict=True))
        self.at = {page.signature: place for place, page in self.pages.items() if page.signature}
        self.corrections: dict[Place, PageCorrection] = {}
        self.pairs: list[tuple[Decision, list[Place | None]]] = []

    def apply(self, decision: Decision) -> None:
        """Apply a decision on one page."""
        place = self._place(decision)
        if decision.do is DecisionKind.SIGNATURE:
            self._sign(decision, place)
            return
        had = self.corrections.get(place, PageCorrection())
        if decision.do is DecisionKind.NO_TITLE:
            new = PageCorrection(has_title=False)
        elif decision.do is DecisionKind.BOX:
            text = had.text if decision.text is None else decision.text
            new = PageCorrection(decision.box, text=text)
        else:
            new = replace(had, text=decision.text)
        self.corrections[place] = replace(new, number=decision.number)

    def note(self, decision: Decision) -> None:
        """Keep a decision on two titles, with the pages these are on now."""
        self.pairs.append((decision, [self.at.get(name) for name in decision.pair]))

    def result(self) -> FollowedPages:
        """The pages as they are now."""
        judged = []
        for decision, places in self.pairs:
            now = [
                self.pages[place].signature if place else name
                for place, name in zip(places, decision.pair, strict=True)
            ]
            if all(now):  # a page removed from the collation is not compared
                judged.append(
                    JudgedPair(now[0], now[1], decision.do is DecisionKind.SAME, decision.number)
                )
        return FollowedPages(
            tuple(self.pages[place] for place in self.places),
            self.corrections,
            Closure(tuple(judged)),
        )

    def _place(self, decision: Decision) -> Place:
        if decision.image:
            place: Place | None = (decision.image, decision.half == 2)
        else:
            place = self.at.get(decision.signature)
        if place is None or place not in self.pages:
            raise _not_there(decision)
        return place

    def _sign(self, decision: Decision, place: Place) -> None:
        holder = self.at.get(decision.signature)
        if decision.signature and holder is not None and holder != place:
            raise DecisionError(
                f"{decision.where}{decision.signature} is already {holder[0]}: "
                f"{decision.image} cannot have the same signature",
                field="signature",
                hint=f"first give {holder[0]} another signature, or an empty one",
            )
        self.at.pop(self.pages[place].signature, None)
        self.pages[place] = replace(self.pages[place], signature=decision.signature)
        if decision.signature:
            self.at[decision.signature] = place


def _not_there(decision: Decision) -> DecisionError:
    page = decision.image or decision.signature
    return DecisionError(
        f"{decision.where}there is no page {page!r} among the images",
        field="image" if decision.image else "signature",
        hint="name a signature of pages.csv, or an image; or undo the decision",
    )
