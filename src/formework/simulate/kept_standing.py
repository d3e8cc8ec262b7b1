"""Titles kept standing from one book to the next: the same type printed in both."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from formework.errors import InputError

if TYPE_CHECKING:
    from formework.simulate.setting import TitleSetting
    from formework.simulate.simulated_book import SimulatedBook


def keep_standing(
    earlier: SimulatedBook, later: SimulatedBook, kept: dict[int, int]
) -> SimulatedBook:
    """The later book, with some of its titles replaced by titles of the earlier book.

    `kept` maps numbers of titles of the later book to those of the earlier one;
    numbers count from 1, as in truth.csv. Their texts must be the same. Each
    keeps its sorts and spaces, so that it can be recognised.
    """
    kept_settings = _settings(earlier)
    settings = _settings(later)
    for new, old in kept.items():
        if settings[new].text != kept_settings[old].text:
            raise InputError(
                f"title {new} reads {settings[new].text!r}, "
                f"title {old} reads {kept_settings[old].text!r}",
                hint="keep titles of the same text",
            )
    # Numbers stay those of the later book, so that its skeletons do not change.
    taken = {
        (number := settings[new].number): replace(kept_settings[old], number=number)
        for new, old in kept.items()
    }
    standing = tuple(
        replace(one, setting=taken.get(one.setting.number, one.setting))
        for one in later.press.standing
    )
    return replace(later, press=replace(later.press, standing=standing))


def _settings(book: SimulatedBook) -> dict[int, TitleSetting]:
    """The settings of a book by the numbers that truth.csv gives its titles."""
    by_page = {one.page.signature: one.setting for one in book.press.standing}
    return {int(title.title): by_page[title.signature] for title in book.titles}
