"""The paper's pairs: reproducible, and distorted as asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.training.paper_pairs import draw_group

if TYPE_CHECKING:
    from formework.training.title_groups import TitleGroup


def similarity(group: TitleGroup) -> float:
    """The correlation of an anchor and its match, without registration."""
    anchor, match = group.images[:2]
    return float(np.corrcoef(anchor.ravel(), match.ravel())[0, 1])


def test_a_group_depends_only_on_seed_and_number() -> None:
    """The same seed and number give the same titles; only the match shares the first setting."""
    group, again = draw_group(3, 5, 4), draw_group(3, 5, 4)
    assert group.settings.tolist() == [0, 0, 1, 2, 3, 4]
    assert all(np.array_equal(a, b) for a, b in zip(group.images, again.images, strict=True))
    assert not np.array_equal(group.images[0], draw_group(3, 6, 4).images[0])


def test_a_match_has_the_width_of_its_anchor() -> None:
    """A match is the anchor shifted, so no wider; most negatives have another width."""
    widths = np.array([[image.shape[1] for image in draw_group(0, n, 4).images] for n in range(30)])
    assert (widths[:, 0] == widths[:, 1]).all()
    assert (widths[:, 2:] != widths[:, :1]).mean() > 0.6


def test_without_distortion_a_match_coincides_with_its_anchor() -> None:
    """At distortion 0 only the ink differs; at 1 the match is shifted along the line."""
    for number in range(4):
        still, moved = (similarity(draw_group(0, number, 1, share)) for share in (0.0, 1.0))
        assert still > 0.6 > 0.4 > moved
