"""The imposition that a scholar declares: the table `[imposition]` of `book.toml`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.formula.notation import plain
from formework.book.formula.signatures import SIGN, count_on, read_sign
from formework.book.imposition import GatheringFormes
from formework.errors import FileError

if TYPE_CHECKING:
    from formework.book.formula.collation import Collation


def read_imposition(tables: object, collation: Collation | None) -> tuple[GatheringFormes, ...]:
    """Read "B-D" = [[1,4,5,8], [7,6,3,2]], or "E+F" for two gatherings on one sheet."""
    if not isinstance(tables, dict) or (tables and collation is None):
        raise FileError(
            "book.toml: [imposition] needs a collation, and one line per gathering",
            hint='write "B-D" = [[1, 4, 5, 8], [7, 6, 3, 2]] under [imposition]',
        )
    known = {gathering.signature for gathering in collation.gatherings} if collation else set()
    declared = []
    for name, formes in tables.items():
        if not _is_table(formes):
            raise FileError(
                f"book.toml: imposition of {name} is {formes!r}",
                hint="write page numbers by slot, one list per forme: [[1, 4, 5, 8], [7, 6, 3, 2]]",
            )
        for gatherings in _named_gatherings(name):
            unknown = [signature for signature in gatherings if signature not in known]
            if unknown:
                raise FileError(
                    f"book.toml: imposition names {unknown[0]}, which is not in the collation",
                    hint="name gatherings of the collation: B, or B-D, or E+F for one sheet",
                )
            declared.append(GatheringFormes(gatherings, tuple(map(tuple, formes))))
    return tuple(declared)


def _is_table(formes: object) -> bool:
    return (
        isinstance(formes, list)
        and bool(formes)
        and all(
            isinstance(forme, list) and all(type(page) is int and page >= 0 for page in forme)
            for forme in formes
        )
    )


def _named_gatherings(name: str) -> list[tuple[str, ...]]:
    """The gatherings that a key names: each gathering of a range, or several on one sheet."""
    if "+" in name:
        return [tuple(part.strip() for part in name.split("+"))]
    ends = [SIGN.fullmatch(end.strip()) for end in plain(name).text.split("-")]
    signs = [read_sign(end) for end in ends if end]
    if len(signs) == 2 and signs[0] and signs[1]:
        counted = count_on(signs[0], signs[1])
        return [(str(signature),) for signature in counted or ()] or [(name,)]
    return [(str(signs[0]) if len(signs) == 1 else name,)]
