"""The documents describe the program as it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from formework import __version__
from formework.citation import cite
from formework.cli import cli

ROOT = Path(__file__).parent.parent
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Words that read as a translation, and what to write instead: see CONTRIBUTING.md, Code.
PLAIN_DOCS = ("README", "CONTRIBUTING", "CHANGELOG", "commands", "report", "tutorial", "glossary")
ODD_WORDS = re.compile(
    r"\b(anew|by lot|begun|telling|how-manieth|broken off|goes on where)\b", re.IGNORECASE
)


def reference(command: str) -> str:
    """The part of docs/commands.md about one command."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    found = re.search(rf"^## `{command}\b.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"docs/commands.md does not describe {command}"
    return found[0]


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_every_command_is_documented(command: str) -> None:
    """A command has a line of help, an example, and a section in docs/commands.md."""
    assert cli.commands[command].short_help
    assert f"formework {command}" in (cli.commands[command].help or "")
    assert reference(command)


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_every_option_is_documented(command: str) -> None:
    """The heading of a command names exactly its options, and the help explains each."""
    heading = reference(command).splitlines()[0]
    options = [p for p in cli.commands[command].params if isinstance(p, click.Option)]
    named = set(re.findall(r"(?<![\w-])--?[a-z-]+", heading))
    assert named == {name for option in options for name in option.opts}
    assert all(option.help for option in options)


def test_readme_is_short_and_begins_with_what_it_is() -> None:
    """At most 150 lines; the first sentence says what the program does."""
    assert len(README.splitlines()) <= 150
    assert README.splitlines()[2] == (
        "Formework reconstructs how a hand-press book was printed by tracing its running titles."
    )


def test_readme_puts_the_command_on_the_path() -> None:
    """The ways to install are named, and the make targets exist."""
    assert "pipx install ." in README
    assert "uv tool install ." in README
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`make ([a-z-]+)`", README))
    assert {"demo", "test"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    """Every relative link in a document names a file that exists, and a heading in it."""
    links = re.findall(r"\]\((?!https?:)([^)#]*)(#[^)]+)?\)", document.read_text(encoding="utf-8"))
    for target, anchor in links:
        path = document.parent / target if target else document
        assert path.exists(), f"{document.name}: {target}"
        if anchor and path.suffix == ".md":
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", h).lower().replace(" ", "-") for h in headings}
            assert anchor[1:] in slugs, f"{document.name}: {target}{anchor}"


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_sessions_print_what_they_show(document: Path) -> None:
    """A console session in a document, run again, prints exactly what it shows."""
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


def test_contributing_names_only_what_exists() -> None:
    """Every file and folder named in CONTRIBUTING.md exists, and every folder is named."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "formework"
    way = text.split("## A page's way")[1].split("\n## ")[0]
    for name in re.findall(r"`((?:tests/)?[a-z_]+(?:/[a-z_]+)*(?:/|\.py))`", way):
        places = (package / name, ROOT / name, package / "skeletons" / name)
        assert any(place.exists() for place in places), name
    for folder in package.iterdir():
        if (folder / "__init__.py").exists():
            assert f"`{folder.name}/" in way, folder.name


@pytest.mark.parametrize("name", PLAIN_DOCS)
def test_english_is_plain(name: str) -> None:
    """Words that a reader would have to translate are not used."""
    (document,) = [path for path in DOCS if path.stem == name]
    assert ODD_WORDS.findall(document.read_text(encoding="utf-8")) == []


def test_every_version_is_the_same() -> None:
    """The program, its citation and the newest heading of the changelog name one version."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == __version__  # type: ignore[index]
    assert re.search(r"^## (\d\S+)", changelog, re.MULTILINE)[1] == __version__  # type: ignore[index]
    assert f"Formework {__version__}," in cite("King Lear", None)


def test_every_page_is_in_the_site() -> None:
    """Every page of docs/ is named in the index, so that readers find it."""
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    named = {
        page.stem
        for pattern in re.findall(r"^[\w*\[\]-]+$", index, re.MULTILINE)
        for page in (ROOT / "docs").glob(f"{pattern}.md")
    }
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} - named == {"index"}


def test_glossary_defines_the_words_of_the_program() -> None:
    """The terms of the code are defined, in alphabetical order."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    terms = re.findall(r"^- \*\*(.+?)\*\*", text, re.MULTILINE)
    assert terms == sorted(terms)
    for word in ("sheet side", "forme", "gathering", "leaf", "running title", "headline",
                 "skeleton", "state", "unit", "way", "evidence system", "paper's system",
                 "section", "signature", "slot", "cancel"):  # fmt: skip
        assert word in terms, word
