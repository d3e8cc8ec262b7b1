"""Pairs of titles as records: which to look at first, and the evidence on each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from formework.book.file_names import EVIDENCE_NPZ
from formework.report.title_strips import log_odds_to_probability
from formework.result import UNSURE
from formework.sides.arrangement import arrange, find_rivals
from formework.sides.doubt import order_by_doubt
from formework.workbench.page_pictures import NotFoundError

if TYPE_CHECKING:
    from formework.book.pair_closure import Closure
    from formework.kernels.title_evidence import TitleEvidence
    from formework.report.title_strips import ShownTitles
    from formework.workbench.desk import Desk

Pair = tuple[str, str]


def doubtful_pairs(desk: Desk) -> list[Pair]:
    """Pairs of titles, the most useful to decide first.

    These are the pairs whose evidence contradicts the result or hardly supports
    it. Then come pairs that were left open, and last those that decisions
    settle. Two titles of one sheet side are different pieces of type and are
    left out.
    """
    titles = desk.titles
    if titles is None:
        return []
    evidence = titles.evidence
    signatures = evidence.signatures
    rivals = find_rivals(arrange(desk.sides, signatures), len(signatures))
    judged, opened = desk.followed.titles, desk.decisions.left_open
    ranks: tuple[list[Pair], list[Pair], list[Pair]] = [], [], []
    found = {page.signature: page.title for page in desk.result.pages} if desk.result else {}
    numerals = [found.get(signature, "") for signature in signatures]
    for one, other in order_by_doubt(evidence.values, rivals, numerals):
        pair = signatures[one], signatures[other]
        is_judged = judged.judge(*pair) is not None
        ranks[2 if is_judged else 1 if frozenset(pair) in opened else 0].append(pair)
    return [*ranks[0], *ranks[1], *ranks[2]]


def pair_list(desk: Desk, limit: int) -> dict[str, object]:
    """The most doubtful pairs."""
    pairs = desk.doubtful
    titles = desk.titles
    if titles is None:
        return {"pairs": [], "total": 0}
    found = {page.signature: page for page in desk.result.pages} if desk.result else {}
    judged = desk.followed.titles
    records = []
    for pair in pairs[:limit]:
        pages = [found.get(name) for name in pair]
        names = [page.title if page else "" for page in pages]
        unsure = any(name in ("", UNSURE) for name in names)
        records.append(
            {
                "titles": list(pair),
                "probability": _probability(titles.evidence, pair),
                "doubt": _doubt(titles.evidence, pair),
                "skeletons": [page.skeleton if page else "" for page in pages],
                "same_title": None if unsure else names[0] == names[1],
                **_decided(desk, judged, pair),
            }
        )
    return {"pairs": records, "total": len(pairs)}


def pair_record(desk: Desk, one: str, other: str) -> dict[str, object]:
    """The evidence on one pair, letter by letter."""
    pair = (one, other)
    titles, judged = desk.titles, desk.followed.titles
    record = {
        "titles": list(pair),
        **_decided(desk, judged, pair),
        **_neighbours(desk.doubtful, pair),
    }
    rows = {shot.page.signature: row for row, shot in enumerate(desk.shots, start=1)}
    for name in pair:
        if name not in rows:
            raise NotFoundError(f"{name} is not a page of the book", hint="name a signature")
    record["crops"] = [f"/crop/{rows[name]}" for name in pair]
    if titles is None or not titles.are_one_text(one, other):
        why = _why_not(titles, pair)
        return record | _nothing() | {"comparable": False, "why_not": why}
    version = desk.stamp(EVIDENCE_NPZ)[:8]
    width, height = titles.size(one)
    evidence = titles.pair(one, other)
    return record | {
        "comparable": True,
        "why_not": "",
        "verdict": titles.verdict(one, other),
        "value": _number(evidence.value),
        "log_odds": _number(evidence.value) if evidence.is_log_odds else None,
        "probability": _probability(titles.evidence, pair),
        "width": width,
        "height": height,
        "strips": [f"/strip/{rows[name]}?v={version}" for name in pair],
        "overlay": f"/overlay/{rows[one]}/{rows[other]}?v={version}",
        "letters": [_letters(titles, name) for name in pair],
        "gaps": _gaps(titles, one, other),
    }


def _why_not(titles: ShownTitles | None, pair: Pair) -> str:
    if titles is None:
        return "the titles have not been compared yet"
    unread = [name for name in pair if not titles.has(name)]
    if unread:
        return f"{' and '.join(unread)}: no running title was compared"
    return "the two titles have different texts"


def _nothing() -> dict[str, object]:
    return {
        "verdict": "", "value": None, "log_odds": None, "probability": None, "width": 0,
        "height": 0, "strips": [], "overlay": "", "letters": [[], []], "gaps": [],
    }  # fmt: skip


def _letters(titles: ShownTitles, name: str) -> list[dict[str, object]]:
    text = titles.placed(name)
    return [
        {"name": letter, "left": round(left, 5), "width": round(width, 5)}
        for letter, left, width in (text.letter_places(name) if text else ())
    ]


def _gaps(titles: ShownTitles, one: str, other: str) -> list[dict[str, object]]:
    text, reason = titles.placed(one), titles.pair(one, other).reason
    if text is None or reason is None:
        return []
    return [
        {
            "name": text.gap_name(gap),
            "difference_em": round(gap.difference, 4),
            "uncertainty_em": round(gap.uncertainty, 4),
            "unusual": round(abs(gap.difference) / max(gap.uncertainty, 1e-9), 2),
            "significant": gap.significant,
            "left": [round(text.gap_place(name, gap.after), 5) for name in (one, other)],
        }
        for gap in reason.gaps
    ]


def _decided(desk: Desk, judged: Closure, pair: Pair) -> dict[str, object]:
    """What was decided on a pair, or follows from decisions on other pairs."""
    verdict = judged.judge(*pair)
    numbers = judged.reasons(*pair)
    opened = desk.decisions.left_open.get(frozenset(pair))
    direct = [n for n in numbers if (d := desk.decisions.by_number(n)) and {*d.pair} == {*pair}]
    return {
        "decided": "" if verdict is None else "same" if verdict else "different",
        "n": direct[-1] if direct else opened.number if opened and verdict is None else None,
        "follows_from": list(numbers),
        "left_open": opened is not None and verdict is None,
    }


def _neighbours(order: list[Pair], pair: Pair) -> dict[str, object]:
    """The pairs before and after this one, in the order of doubt."""
    wanted = {pair, pair[::-1]}
    place = next((n for n, other in enumerate(order) if other in wanted), None)
    if place is None:
        return {"next": list(order[0]) if order else None, "previous": None}
    return {
        "next": list(order[place + 1]) if place + 1 < len(order) else None,
        "previous": list(order[place - 1]) if place else None,
    }


def _probability(evidence: TitleEvidence, pair: Pair) -> float | None:
    one, other = (evidence.index[name] for name in pair)
    value = float(evidence.values[one, other])
    if not evidence.is_log_odds or math.isnan(value):
        return None
    return round(log_odds_to_probability(value), 4)


def _doubt(evidence: TitleEvidence, pair: Pair) -> float | None:
    """1 where the evidence decides nothing, 0 where it is certain."""
    probability = _probability(evidence, pair)
    return None if probability is None else round(1 - abs(2 * probability - 1), 4)


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 3)
