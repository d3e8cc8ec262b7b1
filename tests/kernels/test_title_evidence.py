"""The evidence of the kernel that ran, kept with the book and read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.bench.suite import simulated_titles
from formework.errors import FileError
from formework.kernels.spacing.kernel import SpacingKernel
from formework.kernels.title_evidence import TitleEvidence, read_evidence, write_evidence
from formework.settings import KernelName, Settings
from formework.simulate.named_books import order_book
from formework.skeletons.evidence_system import weigh_titles

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def evidence() -> TitleEvidence:
    """The evidence on a simulated quarto."""
    book = order_book(
        "king-lear", difficulty="normal", view="scan", universe="development", turned=None, seed=11
    )
    return weigh_titles(simulated_titles(book), SpacingKernel(), Settings())


def test_a_reading_is_kept_and_read_back(evidence: TitleEvidence, tmp_path: Path) -> None:
    """Log-odds are kept to the bit; gaps and sorts come out as they were before."""
    write_evidence(tmp_path, evidence)
    read = read_evidence(tmp_path)
    assert read.signatures == evidence.signatures
    assert read.texts == evidence.texts
    assert read.words == evidence.words
    assert np.array_equal(read.values, evidence.values, equal_nan=True)
    for before, after in zip(evidence.readings, read.readings, strict=True):
        assert before is not None
        assert after is not None
        old, new = before.compare(0, 1), after.compare(0, 1)
        assert old.gaps == new.gaps
        # Ink is kept in 255 steps.
        likeness = np.array([[one.likeness, two.likeness]
                             for one, two in zip(old.sorts, new.sorts, strict=True)])  # fmt: skip
        assert np.abs(np.diff(likeness)).max() < 0.01
        assert np.abs(before.level(3) - after.level(3)).max() < 0.003


def test_a_kernel_without_letters(tmp_path: Path) -> None:
    """Distances are stored too, and are marked as not being log-odds."""
    values = np.array([[0.0, np.nan], [np.nan, 0.0]])
    kept = TitleEvidence(KernelName.LEV, ("A1r", "A2r"), (0, 0), ("OF MAN",), values, (None,))
    write_evidence(tmp_path, kept)
    read = read_evidence(tmp_path)
    assert not read.is_log_odds
    assert read.readings == (None,)
    assert read.members(0) == [0, 1]
    assert np.array_equal(read.values, values, equal_nan=True)


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive at all"])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """A file cut short is named, with the command that makes it again."""
    (tmp_path / ".formework").mkdir()
    (tmp_path / ".formework" / "evidence.npz").write_bytes(content)
    with pytest.raises(FileError, match="cannot be read"):
        read_evidence(tmp_path)
