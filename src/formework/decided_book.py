"""The decisions on a book, checked against its pages and sheet sides."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from formework.book.decision_lines import ON_SIDES, ON_TITLES, DecisionError, DecisionKind
from formework.book.decisions import read_decisions
from formework.errors import InputError
from formework.scans.acquire.shots import follow_book
from formework.settings import System, Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.book.decided_pages import FollowedPages
    from formework.book.decision_lines import Decision
    from formework.book.decisions import Decisions
    from formework.book.folder import Book
    from formework.book.model import SheetSide
    from formework.settings import Settings
    from formework.skeletons.constraints import Constraints


def read_constraints(book: Book, settings: Settings) -> Constraints:
    """The decisions on titles and skeletons of a book, as constraints on its result.

    Raises:
        InputError: a decision names what is not there, is impossible, or cannot
            be honoured with these settings.

    """
    # Clustering libraries are slow to load; the workbench only checks.
    from formework.skeletons.constraints import Constraints

    decisions = read_decisions(book.root)
    followed = follow_book(book)
    check_decisions(decisions, followed, book.sheet_sides())
    refuse_unable(decisions, settings)
    return Constraints(followed.titles, decisions.sides)


def check_decisions(
    decisions: Decisions, followed: FollowedPages, sides: Sequence[SheetSide]
) -> None:
    """Refuse decisions on pages and sides that the book does not have, and impossible ones.

    Two titles on one sheet side are two pieces of type, never the same one.
    """
    side_of = {page.signature: side.name for side in sides for page in side.pages if page}
    side_names = {side.name: side.name for side in sides}
    for decision in decisions.in_force:
        if decision.do in ON_SIDES:
            _check_names(decision, decision.pair, side_names, "sides")
        elif decision.do in ON_TITLES:
            _check_names(decision, decision.pair, side_of, "titles")
        elif decision.do is DecisionKind.SIGNATURE and decision.signature:
            _check_names(decision, [decision.signature], side_of, "signature")
    for together in followed.titles.classes:
        for one, other in combinations(together, 2):
            if side_of.get(one) == side_of.get(other):
                _refuse_one_side(decisions, followed, one, other, side_of[one])


def _check_names(
    decision: Decision, names: Sequence[str], known: Mapping[str, str], field: str
) -> None:
    for name in names:
        if name not in known:
            what = "sheet side" if field == "sides" else "page"
            raise DecisionError(
                f"{decision.where}{name!r} is not a {what} of the book",
                field=field,
                hint=f"name a {what} such as {next(iter(known), '')}; or undo the decision",
            )


def _refuse_one_side(
    decisions: Decisions, followed: FollowedPages, one: str, other: str, side: str
) -> None:
    numbers = followed.titles.reasons(one, other)
    made = [d for d in decisions.lines if d.number in numbers and d.do in ON_TITLES]
    named = "; ".join(f"{d.where}{d.words}" for d in made)
    raise DecisionError(
        f"{named}: {one} and {other} are both on {side}, and two titles of one sheet side are "
        "never the same piece of type",
        field="titles",
        hint=f"undo {' or '.join(map(str, numbers))}",
    )


def refuse_unable(decisions: Decisions, settings: Settings) -> None:
    """Refuse settings under which decisions cannot be honoured."""
    lines = ", ".join(str(decision.line) for decision in decisions.on_pairs if decision.line)
    which = f"decisions.jsonl, line {lines}" if lines else "decisions on titles and sheet sides"
    if settings.kernel.system is System.PAPER and decisions.on_pairs:
        raise InputError(
            f"kernel {settings.kernel} cannot honour {which}",
            hint="choose --kernel spacing, or undo the decisions",
        )
    if settings.unit is not Unit.SHEET_SIDES and decisions.sides.pairs:
        raise InputError(
            f"--unit {settings.unit} cannot honour {which}",
            hint="leave --unit out, or undo the decisions",
        )
