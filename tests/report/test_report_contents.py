"""What a report is made of."""

from __future__ import annotations

from dataclasses import replace

from tests.report.contents import EVIL, make_contents


def test_the_heading_is_the_title_or_the_folder() -> None:
    """A book without a title is called by its folder."""
    contents = make_contents()
    assert contents.heading == EVIL
    bare = replace(contents.book, declared=replace(contents.book.declared, described={}))
    assert replace(contents, book=bare).heading == "lear"


def test_a_section_is_named_by_its_usual_words() -> None:
    """One odd reading does not name the section; recto and verso of one text are one."""
    assert make_contents().section_texts == {"1": "King"}
