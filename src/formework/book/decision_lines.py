"""One decision of the scholar: one line of `decisions.jsonl`, checked key by key."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from formework.book.file_names import DECISIONS_JSONL
from formework.book.model import Box
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAX_TEXT_CHARACTERS = 100_000  # an account of the printing fits, a novel does not
_MAX_BOX_PIXELS = 1_000_000  # along one side: no scan is wider


class DecisionKind(StrEnum):
    """The kinds of decisions."""

    BOX = "box"
    TEXT = "text"
    NO_TITLE = "no-title"
    SIGNATURE = "signature"
    SAME = "same"
    DIFFERENT = "different"
    OPEN = "open"
    SAME_SKELETON = "same-skeleton"
    DIFFERENT_SKELETON = "different-skeleton"
    FINDING = "finding"
    ACCOUNT = "account"
    UNDO = "undo"


class Verdict(StrEnum):
    """What is decided on a finding; `NONE` withdraws a verdict."""

    ACCEPT = "accept"
    REJECT = "reject"
    NONE = ""


ON_PAGES = (DecisionKind.BOX, DecisionKind.TEXT, DecisionKind.NO_TITLE, DecisionKind.SIGNATURE)
ON_TITLES = (DecisionKind.SAME, DecisionKind.DIFFERENT)
ON_SIDES = (DecisionKind.SAME_SKELETON, DecisionKind.DIFFERENT_SKELETON)
# The keys of each kind, besides those that every line may have.
_KEYS = {
    DecisionKind.BOX: {"signature", "image", "half", "box", "text"},
    DecisionKind.TEXT: {"signature", "image", "half", "text"},
    DecisionKind.NO_TITLE: {"signature", "image", "half"},
    DecisionKind.SIGNATURE: {"signature", "image", "half"},
    DecisionKind.SAME: {"titles"},
    DecisionKind.DIFFERENT: {"titles"},
    DecisionKind.OPEN: {"titles"},
    DecisionKind.SAME_SKELETON: {"sides"},
    DecisionKind.DIFFERENT_SKELETON: {"sides"},
    DecisionKind.FINDING: {"finding", "verdict", "note"},
    DecisionKind.ACCOUNT: {"text"},
    DecisionKind.UNDO: {"undoes"},
}
_ANY_LINE = {"n", "at", "by", "do", "why", "move"}


class DecisionError(InputError):
    """A decision that cannot be read or cannot hold; `field` is the key at fault."""

    def __init__(self, message: str, *, field: str, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.field = field


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision; fields that its kind does not need are empty.

    `number` is the `n` of its line, `line` its line in the file. `half` is 1 for
    the left page of an opening, 2 for the right. `text` is `None` if the text
    read is kept. `pair` names two titles, or two sheet sides. If sides were
    moved to a skeleton together, `move` is the number of the first of these
    decisions.
    """

    number: int
    do: DecisionKind
    line: int = 0
    at: str = ""
    by: str = ""
    why: str = ""
    move: int = 0
    signature: str = ""
    image: str = ""
    half: int = 0
    box: Box | None = None
    text: str | None = None
    pair: tuple[str, str] = ("", "")
    finding: str = ""
    verdict: Verdict = Verdict.NONE
    note: str = ""
    undoes: tuple[int, ...] = ()

    @property
    def where(self) -> str:
        """File and line, to begin an error message; empty for a decision not in the file yet."""
        return f"{DECISIONS_JSONL}, line {self.line}: " if self.line else ""

    @property
    def words(self) -> str:
        """The decision in a few words."""
        page = self.signature or self.image
        both = " and ".join(self.pair)
        box = (
            f"{self.box.x}, {self.box.y}, {self.box.width} × {self.box.height}" if self.box else ""
        )
        return {
            DecisionKind.BOX: f"{page}: box {box}" + (f", text “{self.text}”" if self.text else ""),
            DecisionKind.TEXT: f"{page}: text “{self.text}”",
            DecisionKind.NO_TITLE: f"{page}: no running title",
            DecisionKind.SIGNATURE: f"{self.image} is {self.signature or 'not in the collation'}",
            DecisionKind.SAME: f"{both}: same title",
            DecisionKind.DIFFERENT: f"{both}: different titles",
            DecisionKind.OPEN: f"{both}: left open",
            DecisionKind.SAME_SKELETON: f"{both}: same skeleton",
            DecisionKind.DIFFERENT_SKELETON: f"{both}: different skeletons",
            DecisionKind.FINDING: f"{self.finding}: {_VERDICT_WORDS[self.verdict]}",
            DecisionKind.ACCOUNT: "account of the printing edited"
            if self.text
            else "program's account",
            DecisionKind.UNDO: f"undoes {', '.join(map(str, self.undoes))}",
        }[self.do] + (f" ({self.note})" if self.note else "")

    def record(self) -> dict[str, object]:
        """The decision as one JSON object of the file."""
        filled: dict[str, object] = {
            "signature": self.signature if self._has("signature") else "",
            "image": self.image,
            "half": self.half,
            "box": [self.box.x, self.box.y, self.box.width, self.box.height] if self.box else None,
            "titles": list(self.pair) if self._has("titles") else None,
            "sides": list(self.pair) if self._has("sides") else None,
            "finding": self.finding,
            "undoes": self.undoes[0] if len(self.undoes) == 1 else list(self.undoes),
            "note": self.note,
            "move": self.move,
        }
        record: dict[str, object] = {"n": self.number, "at": self.at, "by": self.by, "do": self.do}
        record |= {key: value for key, value in filled.items() if value}
        if self.do is DecisionKind.SIGNATURE:
            record["signature"] = self.signature  # empty: not in the collation
        if self.text is not None:
            record["text"] = self.text
        if self.do is DecisionKind.FINDING:
            record["verdict"] = self.verdict
        return record | {"why": self.why}

    def _has(self, key: str) -> bool:
        return key in _KEYS[self.do]


_VERDICT_WORDS = {
    Verdict.ACCEPT: "accepted",
    Verdict.REJECT: "rejected",
    Verdict.NONE: "verdict withdrawn",
}


def read_decision(record: object, number: int, line: int = 0) -> Decision:
    """Read one decision; `number` is its `n` if the record has none.

    Raises:
        DecisionError: a key is missing, unknown or has a wrong value.

    """
    if not isinstance(record, dict):
        raise DecisionError(
            f"{_shown(record)} is not a JSON object", field="", hint='write {"do": …}'
        )
    kind = _kind(record)
    for key in record:
        if key not in _KEYS[kind] | _ANY_LINE:
            raise _wrong(key, record[key], f"is not a key of {kind.value!r}", sorted(_KEYS[kind]))
    decision = Decision(
        number=_whole_number(record, "n", number, least=1),
        do=kind,
        line=line,
        at=_text(record, "at"),
        by=_text(record, "by"),
        why=_text(record, "why"),
        move=_whole_number(record, "move", 0),
        signature=_text(record, "signature"),
        image=_text(record, "image"),
        half=_whole_number(record, "half", 0, most=2),
        box=_box(record) if kind is DecisionKind.BOX else None,
        text=_text(record, "text") if "text" in record else None,
        pair=_pair(record, next(iter(_KEYS[kind] & {"titles", "sides"}), "")),
        finding=_text(record, "finding"),
        verdict=_verdict(record),
        note=_text(record, "note"),
        undoes=_undoes(record) if kind is DecisionKind.UNDO else (),
    )
    _check_complete(decision)
    return decision


def _check_complete(decision: Decision) -> None:
    """Refuse a decision that does not say what it is about."""
    lacks = ""
    if decision.do is DecisionKind.SIGNATURE:
        lacks = "" if decision.image else "image"
    elif decision.do in ON_PAGES:
        lacks = "" if decision.signature or decision.image else "signature"
    elif decision.do is DecisionKind.FINDING:
        lacks = "" if decision.finding else "finding"
    if decision.do in (DecisionKind.TEXT, DecisionKind.ACCOUNT) and decision.text is None:
        lacks = "text"
    if lacks:
        raise DecisionError(
            f"{decision.do.value!r} needs {lacks!r}", field=lacks, hint=f'add "{lacks}": …'
        )


def _kind(record: Mapping[str, Any]) -> DecisionKind:
    value = record.get("do")
    if not isinstance(value, str) or value not in set(DecisionKind):
        raise _wrong("do", value, "is not a kind of decision", list(DecisionKind))
    return DecisionKind(value)


def _verdict(record: Mapping[str, Any]) -> Verdict:
    value = record.get("verdict", "")
    if not isinstance(value, str) or value not in set(Verdict):
        raise _wrong("verdict", value, "is unknown", ["accept", "reject", '""'])
    return Verdict(value)


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record.get(key, "")
    if not isinstance(value, str) or len(value) > _MAX_TEXT_CHARACTERS:
        raise _wrong(key, value, f"is not a text of at most {_MAX_TEXT_CHARACTERS} characters")
    return value


def _whole_number(
    record: Mapping[str, Any], key: str, default: int, *, least: int = 0, most: int = 10**9
) -> int:
    value = record.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _wrong(key, value, f"is not a whole number from {least} to {most}")
    return value


def _box(record: Mapping[str, Any]) -> Box:
    sides = _listed(record, "box", 4)
    if not sides or not all(
        isinstance(side, int) and not isinstance(side, bool) and least <= side <= _MAX_BOX_PIXELS
        for side, least in zip(sides, (0, 0, 1, 1), strict=True)
    ):
        raise _wrong("box", record.get("box"), "is not a box in pixels", ["[x, y, width, height]"])
    return Box(*sides)


def _listed(record: Mapping[str, Any], key: str, count: int) -> list[Any]:
    """A list with this number of values; empty if the record has anything else."""
    value = record.get(key)
    return value if isinstance(value, list) and len(value) == count else []


def _pair(record: Mapping[str, Any], key: str) -> tuple[str, str]:
    if not key:
        return ("", "")
    names = _listed(record, key, 2)
    if not names or not all(isinstance(name, str) and name for name in names):
        example = '["C1r", "E1r"]' if key == "titles" else '["C(o)", "E(o)"]'
        raise _wrong(key, record.get(key), "does not name two", [example])
    if names[0] == names[1]:
        raise _wrong(key, names, "names the same one twice")
    return (names[0], names[1])


def _undoes(record: Mapping[str, Any]) -> tuple[int, ...]:
    value = record.get("undoes")
    numbers = value if isinstance(value, list) else [value]
    if not numbers or not all(
        isinstance(n, int) and not isinstance(n, bool) and n > 0 for n in numbers
    ):
        raise _wrong("undoes", value, "is not the number of a decision")
    return tuple(numbers)


def _wrong(key: str, value: object, why: str, choices: list[str] | None = None) -> DecisionError:
    hint = f"write {' or '.join(choices)}" if choices else f"correct {key!r}"
    return DecisionError(f"{key} {_shown(value)} {why}", field=key, hint=hint)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"
