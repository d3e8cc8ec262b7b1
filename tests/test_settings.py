"""Settings: read from what a person gives, and refused where they do not apply."""

from __future__ import annotations

import pytest

from formework.errors import InputError
from formework.settings import Estimator, KernelName, Settings, System, Unit


def test_every_kernel_belongs_to_one_system() -> None:
    """The kernel's name says which system runs; nothing else does."""
    systems = {name: name.system for name in KernelName}
    assert systems == {
        KernelName.SPACING: System.EVIDENCE,
        KernelName.VIT: System.EVIDENCE,
        KernelName.LEV: System.PAPER,
        KernelName.VIT_PAPER: System.PAPER,
    }


def test_settings_are_read() -> None:
    """Names become the settings they mean."""
    read = Settings.read(kernel="lev", unit="recto", estimator="eigengap", turned=True, seed=4)
    assert read == Settings(KernelName.LEV, None, Unit.RECTO, 4, Estimator.EIGENGAP, turned=True)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kernel": "magic"}, "there is no kernel 'magic'"),
        ({"unit": "leaves"}, "there is no unit 'leaves'"),
        ({"kernel": "lev", "estimator": "fingers"}, "there is no estimator 'fingers'"),
        ({"estimator": "eigengap"}, "--count does not apply to kernel spacing"),
        ({"kernel": "vit", "turned": True}, "--turned does not apply to kernel vit"),
    ],
)
def test_what_does_not_apply_is_refused(given: dict[str, object], message: str) -> None:
    """A wrong name, or a setting of the other system, is named."""
    with pytest.raises(InputError, match=message):
        Settings.read(**given)  # type: ignore[arg-type]
