"""The wheel and the sdist hold what they should, and work where nothing else is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import formework

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
MAX_BYTES = 16 * 2**20  # 12 MB of it are the networks
BELONGS = {"CHANGELOG.md", "CITATION.cff", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist: that of FORMEWORK_DIST, or one made now."""
    if made := os.environ.get("FORMEWORK_DIST"):
        return ROOT / made
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


def only(folder: Path, pattern: str) -> Path:
    """The one file of a kind."""
    (path,) = folder.glob(pattern)
    return path


def tracked() -> set[str]:
    """The files of the package that are under version control."""
    command = ["git", "-C", str(ROOT), "ls-files", "src/formework"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if listed.returncode or not listed.stdout:
        pytest.skip("this is not a checkout: what belongs to the package is not known")
    return {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}


def test_the_wheel_is_complete(dist: Path) -> None:
    """Every file of the package is in the wheel, and nothing else but its metadata."""
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        names = {f"src/{name}" for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == tracked()


def test_the_sdist_is_complete(dist: Path) -> None:
    """The sdist holds the package and a few documents: no tests, no benchmarks, no data."""
    with tarfile.open(only(dist, "*.tar.gz")) as sdist:
        names = {member.name.partition("/")[2] for member in sdist.getmembers() if member.isfile()}
    assert {name for name in names if name.startswith("src/")} == tracked()
    assert {name for name in names if not name.startswith("src/")} - {".gitignore"} == BELONGS


def test_neither_is_too_large(dist: Path) -> None:
    """A download of a few seconds."""
    assert all(path.stat().st_size < MAX_BYTES for path in dist.iterdir())


def test_both_work_alone(dist: Path, tmp_path: Path) -> None:
    """Installed in a new environment, both have their version; the wheel runs the demonstration."""
    place = tmp_path / "environment"
    venv.create(place, with_pip=True)
    bin_folder = place / ("Scripts" if sys.platform == "win32" else "bin")
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}

    def run(*command: str) -> str:
        done = subprocess.run(
            [str(bin_folder / command[0]), *command[1:]],
            capture_output=True, text=True, check=False, cwd=tmp_path, env=environment,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def install(*what: str) -> None:
        run("python", "-m", "pip", "install", "--quiet", *what)
        assert run("formework", "--version").strip() == f"formework {formework.__version__}"

    install(str(only(dist, "*.whl")))
    assert "V-measure 100 of 100" in run("formework", "demo", "demo")
    report = (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
    assert set(re.findall(r"Formework (\d+\.\d+\.\d+)", report)) == {formework.__version__}
    install("--force-reinstall", "--no-deps", str(only(dist, "*.tar.gz")))
