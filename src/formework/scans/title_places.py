"""Titles and the pages they belong to: by image, and by half where it shows two pages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from formework.book.decided_pages import Place, page_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.model import RunningTitle

PagePlace: TypeAlias = Place


def title_places(titles: Sequence[RunningTitle]) -> list[PagePlace]:
    """Return the place of each title; of two rows with one image, left comes first."""
    return page_places(title.image for title in titles)


def title_names(titles: Sequence[RunningTitle]) -> list[str]:
    """Return the name of each title's page in messages: its signature, else its image.

    Without signatures, the two pages of an opening are "12.jpg (left)" and
    "12.jpg (right)".
    """
    times = Counter(title.image for title in titles)
    return [
        title.signature
        or (f"{image} ({'right' if is_second else 'left'})" if times[image] > 1 else image)
        for title, (image, is_second) in zip(titles, title_places(titles), strict=True)
    ]
