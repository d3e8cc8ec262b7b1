"""Values as TOML."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.book.toml_text import toml_key, toml_table, toml_value


@given(
    st.dictionaries(st.text(), st.text() | st.integers(-(2**63), 2**63 - 1) | st.lists(st.text()))
)
def test_any_table_is_read_again(keys: dict[str, str | int | list[str]]) -> None:
    """Quotes, control characters and any key survive."""
    assert tomllib.loads(toml_table(keys)) == keys
    assert tomllib.loads(toml_table(keys, "a.b")) == {"a": {"b": keys}}


@pytest.mark.parametrize(("key", "text"), [("title", "title"), ("a b", '"a b"'), ("", '""')])
def test_keys(key: str, text: str) -> None:
    """Only keys that TOML does not take bare are quoted."""
    assert toml_key(key) == text


def test_half_a_surrogate_pair_is_replaced() -> None:
    """JSON can hold one, a UTF-8 file cannot."""
    assert toml_value("a\ud800b").encode() == '"a\ufffdb"'.encode()
