"""Founts and sorts."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

from formework.simulate.type import LONG_S, Family, Fount, Nick, Style, cast


@pytest.mark.parametrize("family", Family)
@pytest.mark.parametrize("style", [Style.ROMAN, Style.ITALIC])
def test_every_face_is_shipped(family: Family, style: Style) -> None:
    """Roman and italic of each family have distinct glyphs for the letters of a title."""
    fount = Fount(family, style)
    masks = {cast(fount, letter, 40.0).mask.tobytes() for letter in "ABCDEFGHabcdefgh0123456789&."}
    assert len(masks) == 28


@pytest.mark.parametrize("family", Family)
@pytest.mark.parametrize("style", [Style.ROMAN, Style.ITALIC])
def test_long_s_is_an_f_without_its_right_arm(family: Family, style: Style) -> None:
    """The long s is an f with a little ink removed, only at the bar."""
    fount = Fount(family, style)
    f, long_s = (cast(fount, letter, 100.0).mask.astype(int) for letter in ("f", LONG_S))
    lost = f - long_s
    assert (lost >= 0).all()
    assert 0.005 < lost.sum() / f.sum() < 0.2
    rows = np.flatnonzero(lost.any(axis=1))
    assert len(rows) < 0.2 * 100  # the bar alone


def test_a_nick_removes_ink() -> None:
    """A broken sort prints less ink than a whole one, and none elsewhere."""
    fount = Fount(Family.ENGLISH, Style.ROMAN)
    whole = cast(fount, "M", 60.0).mask.astype(int)
    broken = cast(fount, "M", 60.0, Nick(0.2, 0.3, 0.1)).mask.astype(int)
    assert (broken <= whole).all()
    assert broken.sum() < whole.sum()


def test_the_licence_is_shipped_with_the_founts() -> None:
    """The Open Font License and the name of the maker are in the package."""
    licence = (files("formework.simulate") / "founts" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Igino Marini" in licence
