"""JSON written for other tools."""

from __future__ import annotations

import json


def json_text(record: object) -> str:
    """The text of a JSON file."""
    return json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
