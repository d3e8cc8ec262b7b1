"""The letters of a text, cut from the titles themselves.

A *letter* here is a piece of the line between two thin places of its ink:
usually one sort, sometimes two that touch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.kernels.spacing.line import EM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.kernels.spacing.type_ink import Ink

_SAMPLE = 24  # titles among which the reference is sought, so that the cost stays linear
_NARROWEST = 0.18  # em: a piece of a run of ink is at least so wide
_WIDEST = 0.72  # em: wider runs of ink are likely several letters
_THIN = 0.45  # of the ink to either side: a place this thin parts two letters
_SPECK = 0.004  # square em of ink: less is dirt
_INKED = 0.3  # of full ink: rows with less are blank
_SIDE = 2  # pixels of white on either side of a letter


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter of a text: how it looks, and the row and column of its upper left corner."""

    shape: Ink
    top: int
    left: float

    @property
    def width(self) -> int:
        """Columns of its ink."""
        return int(self.shape.shape[1]) - 2 * _SIDE


def choose_reference(strips: Sequence[Ink]) -> int:
    """The title most like all others: the one whose letters serve first."""
    sample = np.unique(np.linspace(0, len(strips) - 1, min(_SAMPLE, len(strips))).astype(int))
    length = max(strip.shape[1] for strip in strips)
    profiles = np.zeros((len(sample), 2 * length), np.float32)
    for row, index in enumerate(sample):
        profile = cv2.GaussianBlur(strips[index].sum(axis=0)[None, :], (0, 0), EM / 24).ravel()
        profiles[row, : len(profile)] = profile - profile.mean()
    waves = np.fft.rfft(profiles)
    norms = np.sqrt((profiles**2).sum(axis=1)) + 1e-6
    likeness = (
        np.array([np.fft.irfft(waves * wave.conj()).max(axis=1) / norms for wave in waves])
        / norms[:, None]
    )
    return int(sample[np.argmax(np.median(likeness, axis=1))])


def cut_letters(strip: Ink) -> tuple[Letter, ...]:
    """Cut a strip into letters at the thin places of its ink."""
    profile = cv2.GaussianBlur(strip.sum(axis=0)[None, :], (0, 0), EM / 48).ravel()
    blank = profile < 0.012 * EM
    spans = []
    edges = np.flatnonzero(np.diff(np.concatenate(([True], blank, [True]))))
    for left, right in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if profile[left:right].sum() > _SPECK * EM**2:
            spans += _parted(profile, left, right)
    return tuple(_cut(strip, left, right) for left, right in spans)


def _cut(strip: Ink, left: int, right: int) -> Letter:
    """A piece of a strip, with a little white on all sides."""
    inked = np.flatnonzero(strip[:, left:right].max(axis=1) > _INKED)
    rows = slice(max(0, inked[0] - _SIDE), inked[-1] + 1 + _SIDE) if len(inked) else slice(None)
    shape = np.zeros((len(strip[rows]), right - left + 2 * _SIDE), np.float32)
    first, last = max(0, left - _SIDE), min(strip.shape[1], right + _SIDE)
    shape[:, first - left + _SIDE : last - left + _SIDE] = strip[rows, first:last]
    return Letter(shape, rows.start or 0, float(left - _SIDE))


def _parted(profile: NDArray[np.float32], left: int, right: int) -> list[tuple[int, int]]:
    """Part a run of ink where it is thinnest, as long as the pieces are wide enough."""
    least = int(_NARROWEST * EM)
    if right - left < _WIDEST * EM or right - left < 2 * least:
        return [(left, right)]
    inner = profile[left + least : right - least]
    place = left + least + int(np.argmin(inner))
    beside = min(profile[left:place].max(), profile[place:right].max())
    if profile[place] > _THIN * beside:
        return [(left, right)]
    return _parted(profile, left, place) + _parted(profile, place, right)
