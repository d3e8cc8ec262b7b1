"""The ink of a cut-out title: paper, show-through and rules removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.ink import SHOW_THROUGH, depth_below_paper, full_ink, ink_share

if TYPE_CHECKING:
    from formework.ink import Grey, Ink

_STROKE_PERCENTILE = 97.0  # the darkest strokes of a title cover three hundredths of its crop
_MIN_CONTRAST = 24.0  # grey levels: a crop with less has no type on it
_BITONAL = 0.9  # share of pixels wholly black or white, from which a scan counts as bitonal
_BITONAL_BLUR = 0.7  # pixels: steps of a whole pixel hide where an edge is
_RULE = 2.0  # heights of the crop: a horizontal stroke this long is a rule, not type


def type_ink(image: Grey) -> Ink:
    """Return how much ink there is on each pixel, from 0 for paper to 1, in the crop's shape."""
    depth = depth_below_paper(image, image.shape[0]).astype(np.float32)
    share = ink_share(depth, full_ink(depth, _STROKE_PERCENTILE, _MIN_CONTRAST))
    ink = np.asarray(np.maximum(share - SHOW_THROUGH, 0) / (1 - SHOW_THROUGH), dtype=np.float32)
    if np.mean((image < 16) | (image > 239)) > _BITONAL:
        ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), _BITONAL_BLUR), dtype=np.float32)
    return np.asarray(_without_rules(ink), dtype=np.float32)


def _without_rules(ink: Ink) -> Ink:
    """Remove strokes longer than any letter."""
    length = int(_RULE * ink.shape[0])
    if length >= ink.shape[1]:
        return ink
    mask = (ink > 0.5).astype(np.uint8)
    rules = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    if not rules.any():
        return ink
    return np.where(cv2.dilate(rules, np.ones((3, 3), np.uint8)) > 0, np.float32(0), ink)
