"""What the scholar decided: `decisions.jsonl`, one JSON object per line, append-only.

Later lines take precedence over earlier ones, and an undo is a further line.
The file can be written by hand.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from formework.book.decision_lines import (
    ON_PAGES,
    ON_SIDES,
    ON_TITLES,
    Decision,
    DecisionError,
    DecisionKind,
    Verdict,
    read_decision,
)
from formework.book.file_names import DECISIONS_JSONL
from formework.book.pair_closure import Closure, JudgedPair, first_contradiction
from formework.book.plain_files import decode_utf8
from formework.errors import FileError, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class ContradictionError(InputError):
    """A decision contradicts earlier ones, whose numbers are `contradicts`."""

    def __init__(self, message: str, *, contradicts: tuple[int, ...], hint: str) -> None:
        super().__init__(message, hint=hint)
        self.contradicts = contradicts


@dataclass(frozen=True)
class Decisions:
    """Every line of the file, in order; everything else is derived from these."""

    lines: tuple[Decision, ...] = ()

    @cached_property
    def last(self) -> int:
        """The number of the last decision; 0 before the first."""
        return self.lines[-1].number if self.lines else 0

    @cached_property
    def undone_by(self) -> dict[int, int]:
        """The undo that undid each decision, both by number; an undo can be undone too."""
        undone: dict[int, int] = {}
        for decision in reversed(self.lines):
            if decision.number not in undone:
                undone |= dict.fromkeys(decision.undoes, decision.number)
        return undone

    @cached_property
    def in_force(self) -> tuple[Decision, ...]:
        """The decisions that hold: neither undone nor themselves an undo."""
        return tuple(
            d
            for d in self.lines
            if d.number not in self.undone_by and d.do is not DecisionKind.UNDO
        )

    @cached_property
    def on_pages(self) -> tuple[Decision, ...]:
        """Boxes, texts, signatures and pages without a title, in order."""
        return self._about(ON_PAGES)

    @cached_property
    def on_pairs(self) -> tuple[Decision, ...]:
        """Decisions that two titles or two skeletons are the same or different, in order."""
        return self._about((*ON_TITLES, *ON_SIDES))

    @cached_property
    def titles(self) -> Closure:
        """What follows for single titles, by signature."""
        return Closure(tuple(map(_judged, self._about(ON_TITLES))))

    @cached_property
    def sides(self) -> Closure:
        """What follows for the skeletons of sheet sides, by name."""
        return Closure(tuple(map(_judged, self._about(ON_SIDES))))

    @cached_property
    def verdicts(self) -> dict[str, Decision]:
        """The last verdict or note on each finding, by the finding's id."""
        found = {d.finding: d for d in self._about((DecisionKind.FINDING,))}
        return {name: d for name, d in found.items() if d.verdict is not Verdict.NONE or d.note}

    @cached_property
    def left_open(self) -> dict[frozenset[str], Decision]:
        """Pairs of titles that were looked at and left open."""
        return {frozenset(d.pair): d for d in self._about((DecisionKind.OPEN,))}

    @cached_property
    def account(self) -> Decision | None:
        """The scholar's account of the printing; `None` if the program's account stands."""
        accounts = self._about((DecisionKind.ACCOUNT,))
        return accounts[-1] if accounts and accounts[-1].text else None

    def by_number(self, number: int) -> Decision | None:
        """The decision with this number."""
        return next((d for d in self.lines if d.number == number), None)

    def after(self, number: int) -> tuple[Decision, ...]:
        """The decisions after this number."""
        return tuple(d for d in self.lines if d.number > number)

    def extended(self, further: Decision) -> Decisions:
        """The decisions with one more.

        Raises:
            ContradictionError: it contradicts decisions that hold.
            DecisionError: it undoes a decision that does not exist or is already undone.

        """
        self._check_undo(further)
        grown = Decisions((*self.lines, further))
        if further.do in (*ON_TITLES, *ON_SIDES):
            closure = self.titles if further.do in ON_TITLES else self.sides
            pair = _judged(further)
            if earlier := closure.contradiction(pair):
                raise self._contradiction(further, pair, earlier)
        if further.do is DecisionKind.UNDO:  # undoing an undo restores a decision
            for closure in (grown.titles, grown.sides):
                if found := first_contradiction(closure.pairs):
                    raise self._contradiction(further, *found)
        return grown

    def _check_undo(self, further: Decision) -> None:
        for number in further.undoes:
            if self.by_number(number) is None or number in self.undone_by:
                why = "is already undone" if number in self.undone_by else "does not exist"
                raise DecisionError(
                    f"undoes {number}: decision {number} {why}",
                    field="undoes",
                    hint=f"undo one of the decisions up to {self.last} that hold",
                )

    def _contradiction(
        self, further: Decision, pair: JudgedPair, numbers: tuple[int, ...]
    ) -> ContradictionError:
        earlier = [d for d in self.lines if d.number in numbers]
        named = "; ".join(f"line {d.line or d.number}: {d.words}" for d in earlier)
        is_undo = further.do is DecisionKind.UNDO
        claim = f"{pair.one} and {pair.other}" if is_undo else further.words
        return ContradictionError(
            f"{claim} contradicts {named}",
            contradicts=numbers,
            hint=f"undo {' or '.join(map(str, numbers))} first",
        )

    def _about(self, kinds: Sequence[DecisionKind]) -> tuple[Decision, ...]:
        return tuple(d for d in self.in_force if d.do in kinds)


def _judged(decision: Decision) -> JudgedPair:
    same = decision.do in (DecisionKind.SAME, DecisionKind.SAME_SKELETON)
    return JudgedPair(*decision.pair, same, decision.number)


def read_decisions(root: Path) -> Decisions:
    """Read the decisions of a book folder; an incomplete last line, left by a crash, is dropped.

    Raises:
        FileError: a line cannot be read, or two contradict each other.

    """
    path = root / DECISIONS_JSONL
    if not path.exists():
        return Decisions()
    decisions = Decisions()
    content = decode_utf8(_whole_lines(path.read_bytes()), path.name)
    for line, text in enumerate(content.split("\n"), start=1):
        if not text.strip():
            continue
        try:
            further = read_decision(_parsed(text), decisions.last + 1, line)
            if further.number <= decisions.last:
                raise DecisionError(
                    f"n {further.number} does not follow {decisions.last}",
                    field="n",
                    hint="number the lines in order, or leave n out",
                )
            decisions = decisions.extended(further)
        except InputError as error:
            raise FileError(
                f"{path.name}, line {line}: {error.message}", hint=error.hint
            ) from error
    return decisions


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DecisionError(
            f"{text[:60]!r} is not JSON", field="", hint="correct the line, or delete it"
        ) from error


def _whole_lines(data: bytes) -> bytes:
    """The content of a file without an incomplete last line."""
    whole, newline, last = data.rpartition(b"\n")
    try:
        json.loads(last or b"null")
    except ValueError:
        return whole + newline
    return data


def append_decisions(root: Path, decisions: Decisions, further: Sequence[Decision]) -> Decisions:
    """Add decisions to the file and to those read from it, and return them all.

    When this returns, the lines are on the disk. Numbers and time are assigned
    here. If one of the decisions contradicts another, none is added.
    """
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    grown = decisions
    first = decisions.last + 1
    for decision in further:
        line = (grown.lines[-1].line if grown.lines else 0) + 1
        move = first if len(further) > 1 else 0
        numbered = replace(decision, number=grown.last + 1, at=now, line=line, move=move)
        grown = grown.extended(numbered)
    lines = [json.dumps(d.record(), ensure_ascii=False) for d in grown.after(decisions.last)]
    _append_durably(root / DECISIONS_JSONL, "".join(f"{line}\n" for line in lines).encode())
    return grown


def _append_durably(path: Path, data: bytes) -> None:
    """Append to a file after its last complete line, and wait until it is on the disk."""
    is_new = not path.exists()
    before = b"" if is_new else path.read_bytes()
    whole = _whole_lines(before)
    with path.open("ab") as file:
        if len(whole) < len(before):
            file.truncate(len(whole))
        file.write(b"\n" + data if whole and not whole.endswith(b"\n") else data)
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows cannot open folders
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
