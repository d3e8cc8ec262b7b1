"""XML files of other tools: read without entities, limited in size, elements by local name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse

from formework.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MAX_BYTES = 64 * 2**20  # PAGE-XML of one page, glyph by glyph, is under 10 MB
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def read_xml(path: Path) -> Element:
    """The root element of a file.

    Raises:
        FileError: the file is too large, declares entities, or is not XML.

    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise FileError(
                f"{path.name} is larger than {_MAX_BYTES // 2**20} MB",
                hint="this is not a file of one page or book: remove it",
            )
        root: Element = parse(path, forbid_dtd=True).getroot()
    except DefusedXmlException as error:
        raise FileError(
            f"{path.name} declares entities, which is not safe", hint="remove its DOCTYPE"
        ) from error
    except OSError as error:
        raise FileError(
            f"{path.name} cannot be read: {error.strerror}", hint=f"check the file {path.name}"
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise FileError(
            f"{path.name} is not valid XML: {error}", hint="export the file again"
        ) from error
    return root


def local_name(element: Element) -> str:
    """The name of an element without its namespace; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def descendants(element: Element, name: str) -> Iterator[Element]:
    """An element and everything inside it that has this local name."""
    return (one for one in element.iter() if local_name(one) == name)


def children(element: Element, name: str) -> Iterator[Element]:
    """The direct children of this local name."""
    return (one for one in element if local_name(one) == name)


def text_of(element: Element | None) -> str:
    """All text inside an element, with single spaces."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""
