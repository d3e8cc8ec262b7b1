"""JSON written for other tools."""

from __future__ import annotations

import json
from math import isfinite


def json_text(record: object) -> str:
    """The text of a JSON file; numbers that JSON lacks (NaN, infinity) become null."""
    return json.dumps(_finite(record), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not isfinite(value) else value
