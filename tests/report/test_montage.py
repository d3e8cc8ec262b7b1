"""The montage, and which title each title is compared with."""

from __future__ import annotations

import numpy as np

from formework.findings.uses import read_uses
from formework.report.montage import draw_montage, group_uses, rivals
from tests.findings.tables import table
from tests.report.contents import make_contents

ORDER = "ab ba ab ac ab a2b ba2 a2b ba2 a2b"


def test_rivals_are_of_the_same_slot_and_another_skeleton() -> None:
    """Each title is compared with a title of the same slot in another skeleton."""
    pages, sides = table(ORDER)
    groups = group_uses(read_uses(pages, sides))
    assert [group.label for group in groups] == ["I", "II", "III", "I.2"]
    of = {page.signature: page for page in pages}
    against = rivals(groups)
    assert set(against) == set(of)
    for signature, other in against.items():
        assert of[signature].slot == of[other].slot
        assert of[signature].label != of[other].label


def test_every_title_is_in_the_montage() -> None:
    """Each sheet side has one row of ink, and no marks if the kernel locates no letters."""
    contents = make_contents()
    picture = np.asarray(draw_montage(contents.groups, contents.titles)).astype(int)
    has_ink = (picture.max(axis=-1) < 100)[:, 110:]  # right of the names
    starts = np.diff((has_ink.sum(axis=1) > 40).astype(int), prepend=0) == 1
    assert starts.sum() == len(contents.sides)
    is_red = (picture[..., 0] - picture[..., 1]) > 100
    assert not is_red.any()
