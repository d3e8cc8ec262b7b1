"""Values written as TOML: strings escaped, keys quoted where they must be."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def toml_value(value: str | int | Sequence[object]) -> str:
    """A string, whole number or list of such as TOML.

    Their JSON is valid TOML, except for DEL, which TOML wants escaped, and half
    surrogate pairs, which UTF-8 cannot encode.

    >>> toml_value(['a "b"', 2])
    '["a \\\\"b\\\\"", 2]'
    """
    text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return _SURROGATE.sub("\ufffd", text)


def toml_key(key: str) -> str:
    """A key, quoted unless it may stand bare in TOML.

    >>> toml_key("title"), toml_key("0001.jpg")
    ('title', '"0001.jpg"')
    """
    return key if _BARE_KEY.fullmatch(key) else toml_value(key)


def toml_table(keys: Mapping[str, str | int | Sequence[object]], name: str = "") -> str:
    """A table, one key per line; without a name, the keys at the top of a file."""
    heading = f"\n[{name}]\n" if name else ""
    return heading + "".join(
        f"{toml_key(key)} = {toml_value(value)}\n" for key, value in keys.items()
    )
