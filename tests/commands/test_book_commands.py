"""The command titles; collate and init are tested in tests/test_cli.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.commands.invoke import invoke

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("titles", "nowhere"), "nowhere is not a folder"),
        (("titles", ".", "--from", "foo:bar"), "--from foo:bar"),
        (("titles", "."), "holds no images"),
    ],
)
def test_titles_refuses(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    error: str,
) -> None:
    """A folder that does not exist, has no images, or an unknown source is an error."""
    monkeypatch.chdir(tmp_path)
    outcome = invoke(capsys, *arguments)
    assert outcome.code == 2
    assert error in outcome.err
    assert "hint: " in outcome.err
