"""Writes XML for other tools: escaped, indented, with its provenance at the top."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

if TYPE_CHECKING:
    from collections.abc import Iterable

# What XML 1.0 cannot hold, even escaped.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_root(name: str, namespace: str, /, **attributes: object) -> Element:
    """A root element; all its parts are in its namespace."""
    return Element(name, {"xmlns": namespace, **_clean(attributes)})


def add(parent: Element, name: str, text: str = "", /, **attributes: object) -> Element:
    """Add an element; its attribute `xml_id` is written xml:id."""
    element = SubElement(parent, name, _clean(attributes))
    element.text = _legal(text) or None
    return element


def xml_text(root: Element, comments: Iterable[str] = ()) -> str:
    """The text of a file."""
    indent(root)
    # A comment may not contain "--".
    notes = "".join(f"<!-- {_legal(line).replace('--', '- - ')} -->\n" for line in comments)
    body = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{notes}{body}\n'


def _clean(attributes: dict[str, object]) -> dict[str, str]:
    return {name.replace("xml_", "xml:"): _legal(str(value)) for name, value in attributes.items()}


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)
