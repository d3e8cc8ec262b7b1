"""Openings: images of two facing pages, as in EEBO, divided at the gutter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.scans.acquire.paper_sheet import paper_sheets
from formework.scans.page_ink import ink_mask, reduced, runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.scans.acquire.paper_sheet import Frame
    from formework.scans.page_ink import Grey, Span

# Width by height: two pages side by side are about square or wider, a single page never is.
OPENING_RATIO = 0.95
# Width by height from which an image is an opening even if nothing is printed on it.
SURELY_OPENING = 1.15
# The smallest share of the ink that each of two facing pages has.
MIN_INK = 0.2


def is_opening(image: Grey) -> bool:
    """Whether an image shows two facing pages: by the paper's shape and two columns of type."""
    ratio = _ratio(image)
    if ratio < OPENING_RATIO:
        return False
    small, scale = reduced(image, 600)
    ink = ink_mask(small, reach=small.shape[1] // 40).sum(axis=0)
    share = ink[: int(find_gutter(image) * scale)].sum() / max(1, ink.sum())
    return ratio > SURELY_OPENING or bool(MIN_INK < share < 1 - MIN_INK)


def _ratio(image: Grey) -> float:
    """The ratio of width to height of all paper on an image."""
    left, top, right, bottom = _all_paper(image)
    return (right - left) / max(1, bottom - top)


def _all_paper(image: Grey) -> Frame:
    """The frame around all sheets of paper; a dark gutter divides an opening in two."""
    lefts, tops, rights, bottoms = zip(*paper_sheets(image), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def are_openings(images: Sequence[Grey]) -> bool:
    """Whether most images of a sample show two facing pages."""
    return sum(map(is_opening, images)) > len(images) / 2


def halves(image: Grey) -> tuple[Span, Span]:
    """Return the columns of the left and of the right page of an opening.

    A single page among openings (a cover, a last leaf) is a left page; its
    right page is empty.
    """
    width = image.shape[1]
    if _ratio(image) < OPENING_RATIO:
        return (0, width), (width, width)
    gutter = find_gutter(image)
    return (0, gutter), (gutter, width)


def find_gutter(image: Grey) -> int:
    """Return the column at which two facing pages meet.

    Between the two columns of text there is a white strip. The gutter is the
    fold or its shadow, the darkest line of the strip, or else its middle.
    """
    left, _, right, _ = _all_paper(image)
    small, scale = reduced(image, 600)
    ink = ink_mask(small, reach=small.shape[1] // 40).mean(axis=0)
    centre, reach = (left + right) * scale / 2, (right - left) * scale * 0.15
    first, last = max(0, int(centre - reach)), int(centre + reach)
    smooth = cv2.GaussianBlur(ink.astype(np.float32).reshape(1, -1), (9, 1), 0).ravel()
    quiet = smooth < 0.35 * float(np.percentile(smooth, 75))
    strips = runs(quiet[first:last], join=max(2, small.shape[1] // 60))
    if not strips:
        return int((first + int(np.argmin(smooth[first:last]))) / scale)
    start, stop = max(strips, key=lambda strip: strip[1] - strip[0])
    brightness = np.median(small, axis=0)[first + start : first + stop]
    darkest = int(np.argmin(brightness))
    has_fold = bool(brightness[darkest] < 0.85 * np.median(brightness))
    return int((first + start + (darkest if has_fold else (stop - start) / 2)) / scale)
