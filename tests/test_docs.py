"""The documents say what is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from formework.cli import cli

ROOT = Path(__file__).parent.parent
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_every_command_is_documented(command: str) -> None:
    """A command has a line of help, an example, and its place in docs/commands.md."""
    help_text = cli.commands[command].help or ""
    assert cli.commands[command].short_help
    assert f"formework {command}" in help_text
    assert f"## `{command}" in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def test_quick_start_is_two_commands() -> None:
    """The README's quick start is make demo and make test, and both are there."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    quick_start = readme.split("## Quick start")[1].split("\n## ")[0]
    commands = re.findall(r"^(make .+)$", quick_start, re.MULTILINE)
    assert [command.split("#")[0].strip() for command in commands] == ["make demo", "make test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^demo:", makefile, re.MULTILINE)
    assert re.search(r"^test:", makefile, re.MULTILINE)


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    """Every relative link in a document names a file that is there."""
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), f"{document.name}: {target}"


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_sessions_print_what_they_show(document: Path) -> None:
    """A console session in a document, run again, prints exactly what stands there."""
    text = document.read_text(encoding="utf-8")
    prompt = re.compile(r"^\$ (formework .+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
    for session in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, output in prompt.findall(session):
            run = subprocess.run(
                ["bash", "-c", command],
                capture_output=True,
                text=True,
                check=False,
                cwd=ROOT,
                env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            )
            assert (run.stdout + run.stderr).rstrip() == output.rstrip(), command


def test_glossary_defines_the_words_of_the_code() -> None:
    """The types of the book are words a reader can look up."""
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    for word in ("sheet side", "forme", "gathering", "leaf", "running title", "headline",
                 "skeleton", "section", "signature", "slot", "cancel"):  # fmt: skip
        assert f"**{word}**" in glossary, word
