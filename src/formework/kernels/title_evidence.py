"""The evidence of the kernel on every pair of titles of a book, stored with the book.

The report, `compare` and the workbench show this evidence, and do not compute it
again. `cluster` writes the file, into the book's `.formework` folder.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from formework.book.file_names import EVIDENCE_NPZ
from formework.book.plain_files import write_whole
from formework.errors import FileError
from formework.kernels.spacing.kept_reading import pack_reading, unpack_reading
from formework.settings import KernelName, System

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from formework.kernels.spacing.text_reading import Reading


@dataclass(frozen=True)
class TitleEvidence:
    """The evidence on n titles, by signature.

    `texts` are the numbers of the titles' texts, `words` the words of each text.
    `values` (n, n) are log-odds that two titles are one setting (prior 50:50)
    for kernels of the evidence system, distances in the kernel's unit for those
    of the paper's; NaN where two titles were not compared. `readings` hold the
    located letters of each text, `None` for kernels that locate no letters.
    `widened` are titles that were cut out wider than their boxes, because these
    cut letters off.
    """

    kernel: KernelName
    signatures: tuple[str, ...]
    texts: tuple[int, ...]
    words: tuple[str, ...]
    values: NDArray[np.float64]
    readings: tuple[Reading | None, ...]
    widened: tuple[str, ...] = ()

    @property
    def is_log_odds(self) -> bool:
        """Whether `values` are log-odds; else they are distances."""
        return self.kernel.system is System.EVIDENCE

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of each title, by signature."""
        return {signature: place for place, signature in enumerate(self.signatures)}

    def members(self, text: int) -> list[int]:
        """The places of the titles of one text, in order."""
        return [place for place, other in enumerate(self.texts) if other == text]


def write_evidence(root: Path, evidence: TitleEvidence) -> None:
    """Write the evidence into a book folder, whole or not at all."""
    record = {
        "kernel": evidence.kernel,
        "signatures": evidence.signatures,
        "words": evidence.words,
        "widened": evidence.widened,
        "read": [reading is not None for reading in evidence.readings],
    }
    arrays = {
        "record": np.array(json.dumps(record, ensure_ascii=False)),
        "texts": np.array(evidence.texts, dtype=np.intp),
        "values": evidence.values,
    }
    for text, reading in enumerate(evidence.readings):
        if reading is not None:
            arrays |= {f"{text}/{name}": part for name, part in pack_reading(reading).items()}
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # type: ignore[arg-type]  # numpy types one keyword, allow_pickle
    path = root / EVIDENCE_NPZ
    path.parent.mkdir(exist_ok=True)
    write_whole(path, buffer.getvalue())


def read_evidence(root: Path) -> TitleEvidence:
    """Read the evidence stored in a book folder."""
    try:
        with np.load(root / EVIDENCE_NPZ, allow_pickle=False) as saved:
            record = json.loads(str(saved["record"]))
            readings = tuple(
                unpack_reading({
                    name.partition("/")[2]: saved[name]
                    for name in saved.files
                    if name.startswith(f"{text}/")
                })
                if placed
                else None
                for text, placed in enumerate(record["read"])
            )  # fmt: skip
            return TitleEvidence(
                KernelName(record["kernel"]),
                tuple(record["signatures"]),
                tuple(saved["texts"].tolist()),
                tuple(record["words"]),
                saved["values"],
                readings,
                tuple(record["widened"]),
            )
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
        raise FileError(
            f"{EVIDENCE_NPZ} of {root.name} cannot be read: {error}",
            hint=f"run formework cluster {root}",
        ) from error
