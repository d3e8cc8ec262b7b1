"""Hack 'n stack: the layout of the square."""

from __future__ import annotations

import numpy as np
import pytest

from formework.kernels.neural.stacks import PARTS, SIDE, Stacking, hack_and_stack, stack_pairs


def shades() -> np.ndarray:
    """A title whose five parts are five shades of grey, darkest on the right."""
    return np.repeat(np.array([250, 200, 150, 100, 50], np.uint8), 60)[None].repeat(40, axis=0)


def test_parts_are_stacked_from_left_to_right() -> None:
    """The first part of the title is at the top of the stack, the last at the bottom."""
    stack = hack_and_stack(shades().astype(np.float32), SIDE // 2)
    assert stack.shape == (SIDE, SIDE // 2)
    rows = SIDE // PARTS
    middles = [stack[part * rows + rows // 2, SIDE // 4] for part in range(PARTS)]
    assert middles == pytest.approx([250, 200, 150, 100, 50])


def test_the_two_titles_are_side_by_side() -> None:
    """The first title is on the left half of the paper's square, the second on the right."""
    blank = np.full((40, 300), 250, np.uint8)
    (square,) = stack_pairs([shades(), blank], np.array([(0, 1)]), Stacking.PAPER)
    assert square.shape == (3, SIDE, SIDE)
    assert square[0, :, : SIDE // 2].max() > 0.5
    assert square[0, :, SIDE // 2 :].max() == 0.0
    assert np.array_equal(square[0], square[2])


def test_the_third_channel_is_the_difference() -> None:
    """Overlaid, the third channel is the first minus the second: 0 for a title and itself."""
    same, apart = stack_pairs(
        [shades(), shades(), shades()[:, ::-1].copy()], np.array([(0, 1), (0, 2)]),
        Stacking.OVERLAID,
    )  # fmt: skip
    assert np.abs(same[2]).max() < 1e-6
    assert np.array_equal(apart[2], apart[0] - apart[1])
    assert np.abs(apart[2]).max() > 0.2
