"""Titles are grouped by what they say, not by the face of their page."""

from __future__ import annotations

from formework.book.model import Box, Origin, RunningTitle
from formework.scans.text.same_text import find_texts


def title(signature: str, text: str, section: str = "1") -> RunningTitle:
    """A located title."""
    return RunningTitle(
        f"{signature}.jpg", signature, Box(0, 0, 9, 9), text, section, Origin.LOCATED
    )


def test_titles_that_changed_places_are_known_by_their_words() -> None:
    """A verso that carries the recto's title is compared with rectos."""
    titles = [
        title(f"{letter}{leaf}{face}", "RITHMES" if face == "v" else "DE D. P. DV GVILLET.")
        for letter in "AB"
        for leaf in (1, 2)
        for face in "rv"
    ]
    titles[1] = title("A1v", "DE D.P. DV GVILLET")
    texts = find_texts(titles)
    assert texts[1] == texts[0] != texts[3]


def test_a_title_read_badly_goes_with_its_face() -> None:
    """An empty or garbled reading is assigned the text of such pages."""
    titles = [title(f"A{leaf}{face}", "King Lear" if face == "r" else "The History of")
              for leaf in range(1, 5) for face in "rv"]  # fmt: skip
    titles[2] = title("A2r", "")
    titles[5] = title("A3v", "xx%")
    texts = find_texts(titles)
    assert texts[2] == texts[0]
    assert texts[5] == texts[1]


def test_sections_never_mix() -> None:
    """The same words in another section are another text."""
    texts = find_texts([title("A1r", "Of Man."), title("B1r", "Of Man.", section="2")])
    assert texts[0] != texts[1]
