"""Words for simulated pages."""

from __future__ import annotations

import pytest

from formework.simulate.words import WORDS, with_long_s


@pytest.mark.parametrize(
    ("word", "printed"), [("sense", "ſenſe"), ("causes", "cauſes"), ("s", "s"), ("", "")]
)
def test_s_is_long_except_at_the_end(word: str, printed: str) -> None:
    """Only the last letter of a word keeps its round s."""
    assert with_long_s(word) == printed


def test_words_are_single_words() -> None:
    """Every word can be set without a space."""
    assert len(WORDS) > 200
    assert all(word.isalpha() for word in WORDS)
