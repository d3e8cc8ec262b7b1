"""The ink of a cut-out title: paper, show-through and rules taken off."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
Ink: TypeAlias = NDArray[np.float32]

_LEAST_CONTRAST = 24.0  # grey levels: a crop with less has no type on it
_SHOW_THROUGH = 0.25  # of full ink: what is fainter belongs to the other side of the leaf
_BITONAL = 0.9  # share of pixels wholly black or white, from which a scan counts as bitonal
_RULE = 2.0  # heights of the crop: a horizontal stroke this long is a rule, not type


def type_ink(image: Grey) -> Ink:
    """Return how much ink lies on each pixel, from 0 for paper to 1, in the crop's shape."""
    reach = max(3, image.shape[0] | 1)
    paper = cv2.morphologyEx(image, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    depth = cv2.subtract(paper, image).astype(np.float32)
    full = max(float(np.percentile(depth, 97)), _LEAST_CONTRAST)
    ink = np.clip((depth / full - _SHOW_THROUGH) / (1 - _SHOW_THROUGH), 0.0, 1.0)
    if np.mean((image < 16) | (image > 239)) > _BITONAL:
        ink = cv2.GaussianBlur(ink, (0, 0), 0.7)  # steps of a whole pixel hide where an edge lies
    return np.asarray(_without_rules(ink), dtype=np.float32)


def _without_rules(ink: Ink) -> Ink:
    """Take off strokes longer than any letter."""
    length = int(_RULE * ink.shape[0])
    if length >= ink.shape[1]:
        return ink
    mask = (ink > 0.5).astype(np.uint8)
    rules = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    if not rules.any():
        return ink
    return np.where(cv2.dilate(rules, np.ones((3, 3), np.uint8)) > 0, np.float32(0), ink)
