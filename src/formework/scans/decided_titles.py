"""The decisions on boxes and texts, applied to the rows of titles.csv."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.model import Origin
from formework.scans.title_places import title_names, title_places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from formework.book.decided_pages import PageCorrection
    from formework.book.model import RunningTitle
    from formework.scans.title_outcome import TitleOutcome
    from formework.scans.title_places import PagePlace


def decide_titles(
    outcome: TitleOutcome, corrections: Mapping[PagePlace, PageCorrection]
) -> TitleOutcome:
    """Return the outcome with what was decided; such rows are `corrected` and not doubtful."""
    names = title_names(outcome.titles)
    titles, undecided, settled = [], {}, set()
    for title, place, name in zip(outcome.titles, title_places(outcome.titles), names, strict=True):
        if place in corrections:
            titles.append(correct_title(title, corrections[place]))
            undecided[place] = title
            settled.add(name)
        else:
            titles.append(title)
    doubtful = tuple(name for name in outcome.doubtful if name not in settled)
    return replace(outcome, titles=tuple(titles), doubtful=doubtful, undecided=undecided)


def correct_title(title: RunningTitle, correction: PageCorrection) -> RunningTitle:
    """Return a row with what was decided on its page."""
    if not correction.has_title:
        return replace(title, box=None, text="", origin=Origin.CORRECTED)
    return replace(
        title,
        box=correction.box or title.box,
        text=title.text if correction.text is None else correction.text,
        origin=Origin.CORRECTED,
    )
