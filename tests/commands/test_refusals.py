"""Wrong input, for every command: an error and a hint, and no file is written."""

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
        (("run", "nowhere"), "nowhere is not a folder"),
        (("run", "."), "declares no collation"),
        (("report", "."), "declares no collation"),
        (("compare", ".", "A1r", "B1r"), "declares no collation"),
        (("cluster", "nowhere"), "nowhere is not a folder"),
        (("score", "nowhere", "truth.csv"), "nowhere is not a folder"),
        (("cluster", ".", "--kernel", "foo"), "there is no kernel 'foo'"),
        (("cluster", ".", "--unit", "foo"), "there is no unit 'foo'"),
        (("cluster", ".", "--count", "eigengap"), "--count does not apply to kernel spacing"),
        (("cluster", ".", "--turned"), "--turned does not apply to kernel spacing"),
        (("cluster", ".", "--kernel", "lev", "--count", "foo"), "there is no estimator 'foo'"),
        (("cluster", ".", "--skeletons", "0"), "0 is not in the range"),
        (("cluster", "."), "declares no collation"),
    ],
)
def test_wrong_input_is_refused_before_any_work(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    error: str,
) -> None:
    """Exit 2, an error that names the value, and a hint; no file of the book is written."""
    monkeypatch.chdir(tmp_path)
    outcome = invoke(capsys, *arguments)
    assert outcome.code == 2
    message, hint = outcome.err.splitlines()
    assert error in message
    assert hint.startswith("hint: ")
    assert {path.name for path in tmp_path.iterdir()} <= {".formework"}
