"""What Formework withstands: kills, two runs at once, full disks, damaged files, large books.

    python benchmarks/strength.py [--only TRIAL ...] [--seed N] [--kills N] [--files N] [--out FILE]

Prints one line per trial: what was tried, how often, failures, and what was measured. With --out,
every line is also appended to a file, and trials that the file holds already are skipped: after an
interruption, run the same command again to resume. Trials that this machine does not allow are
reported as "not tried", with the reason.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from strength_bench import LARGE, Bench, Outcome, command, contents, formework, is_clean_refusal
from strength_damage import damaged_files, mutated_formulas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PACKAGES = ("formework", "numpy", "opencv-python-headless", "onnxruntime", "pillow", "pypdfium2")
DISK_BYTES = 2 * 2**20  # room for part of what a run writes
HUGE_PIXELS = (14_000, 10_000)  # height and width of one scan
SCANS = 600  # as many as a thick book has pages


def kills(bench: Bench) -> Outcome:
    """Kill `run` at random moments, mostly while titles are compared and files written."""
    return _kill_runs(bench, "killed at random moments", bench.kills, cut=True)


def kills_in_locating(bench: Bench) -> Outcome:
    """Kill `run` on page scans at random moments, mostly while titles are located."""
    number = math.ceil(bench.kills / 5)  # such a run takes longer
    return _kill_runs(bench, "killed while titles are located", number, cut=False)


def _kill_runs(bench: Bench, trial: str, number: int, *, cut: bool) -> Outcome:
    """Kill runs; run again to the end; compare with an undisturbed run."""
    fresh = bench.book("killed-fresh", cut=cut)
    whole, torn = bench.folder / "killed-whole", bench.folder / "killed-torn"
    shutil.copytree(fresh, whole)
    began = time.monotonic()
    formework("run", str(whole))
    seconds = time.monotonic() - began
    expected = contents(whole)
    draw = random.Random(bench.seed)  # noqa: S311 - moments, not secrets
    shutil.copytree(fresh, torn)
    made, failures, killed, ended = contents(fresh), 0, 0, 0
    while killed < number:
        with subprocess.Popen(
            command("run", str(torn)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                process.wait(draw.uniform(0, seconds))
            except subprocess.TimeoutExpired:
                process.kill()
        killed += process.returncode == -signal.SIGKILL
        found = {name: print_ for name, print_ in contents(torn).items() if not _is_left(name)}
        lost = any(found.get(name) != print_ for name, print_ in made.items())
        wrong = any(expected.get(name) != print_ for name, print_ in found.items())
        failures += lost or wrong
        made = found
        if found == expected:  # all done: begin again
            ended += 1
            shutil.rmtree(torn)
            shutil.copytree(fresh, torn)
            made = contents(fresh)
    last = formework("run", str(torn))
    after = contents(torn)
    failures += last.returncode != 0 or after != expected
    left = sum(_is_left(path.name) for path in torn.rglob("*"))
    failures += left
    remark = f"{ended} runs ended between kills; then all bytes equal, {left} files left"
    return Outcome(trial, killed, failures, remark)


def _is_left(name: str) -> bool:
    """Whether a name, such as .report.html.01ab…, is that of a temporary file."""
    _, _, ending = name.rpartition(".")
    return Path(name).name.startswith(".") and len(ending) == 32


def two_runs(bench: Bench) -> Outcome:
    """Start a second run while the first works: it must be refused, and change nothing."""
    fresh = bench.book("twice-fresh")
    tries = 5
    refused = 0
    for number in range(tries):
        root = bench.folder / f"twice-{number}"
        shutil.copytree(fresh, root)
        with subprocess.Popen(
            command("run", str(root)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as first:
            lock = root / ".formework" / "run.lock"
            while first.poll() is None and not (lock.exists() and lock.read_text()):
                time.sleep(0.02)
            second = formework("run", str(root))
            refused += is_clean_refusal(second) and "process" in second.stderr
            refused -= first.wait() != 0
    return Outcome("two runs on one folder", tries, tries - refused, "the second is refused")


def full_disk(bench: Bench) -> Outcome:
    """Run on a disk that fills up, then make room and run again."""
    fresh = bench.book("disk-fresh")
    expected_root = bench.folder / "disk-expected"
    shutil.copytree(fresh, expected_root)
    formework("run", str(expected_root))
    mount = bench.folder / "disk"
    mount.mkdir()
    size = sum(path.stat().st_size for path in fresh.rglob("*") if path.is_file())
    options = f"size={size + DISK_BYTES // 4}"
    mounted = subprocess.run(
        ("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(mount)),
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        return Outcome("full disk", 0, 0, "not tried: no file system can be mounted here")
    try:
        root = mount / "book"
        shutil.copytree(fresh, root)
        refused = formework("run", str(root))
        failures = int(not is_clean_refusal(refused))
        subprocess.run(("mount", "-o", "remount,size=1g", str(mount)), check=True)
        again = formework("run", str(root))
        failures += again.returncode != 0 or contents(root) != contents(expected_root)
    finally:
        subprocess.run(("umount", str(mount)), check=True)
    remark = f"{refused.stderr.strip().splitlines()[0]!r}; with room again, all bytes equal"
    return Outcome("full disk", 2, failures, remark)


def read_only(bench: Bench) -> Outcome:
    """Run on a folder that cannot be written, before and after the work was done."""
    root = bench.book("read-only")
    bind = ("mount", "--bind", str(root), str(root))
    if subprocess.run(bind, capture_output=True, check=False).returncode:
        return Outcome("read-only folder", 0, 0, "not tried: no folder can be mounted here")
    try:
        _remount(root, "ro")
        refused = formework("run", str(root))
        failures = int(not is_clean_refusal(refused))
        _remount(root, "rw")
        failures += formework("run", str(root)).returncode != 0
        _remount(root, "ro")
        failures += formework("findings", str(root)).returncode != 0
    finally:
        subprocess.run(("umount", str(root)), check=True)
    remark = f"{refused.stderr.strip().splitlines()[0]!r}; a finished book can be read"
    return Outcome("read-only folder", 3, failures, remark)


def _remount(root: Path, mode: str) -> None:
    """Make a mounted folder read-only (`ro`) or not (`rw`)."""
    subprocess.run(("mount", "-o", f"remount,bind,{mode}", str(root)), check=True)


def threads(bench: Bench) -> Outcome:
    """The same book with one thread and with many: the same bytes."""
    fresh = bench.book("threads-fresh")
    found = []
    for count in ("1", "8"):
        root = bench.folder / f"threads-{count}" / "book"
        shutil.copytree(fresh, root)
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        formework("run", str(root), **dict.fromkeys(names, count))
        found.append(contents(root))
    differing = sum(found[0].get(name) != found[1].get(name) for name in {**found[0], **found[1]})
    return Outcome("one thread or eight", 2, differing, f"{len(found[0])} files, the same bytes")


def memory_of_a_book(bench: Bench) -> Outcome:
    """The most memory that a run on a book of 600 pages and more takes."""
    root = bench.book("large", LARGE)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = formework("run", str(root))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    titles = len((root / "pages.csv").read_text().splitlines()) - 1
    least = "at most " if peak == before else ""
    return Outcome(
        "a large book", 1, int(done.returncode != 0), f"{titles} titles: {least}{peak // 1024} MB"
    )


def memory_of_an_image(bench: Bench) -> Outcome:
    """The most memory that one huge scan takes."""
    import numpy as np
    from PIL import Image

    root = bench.folder / "huge"
    root.mkdir()
    Image.fromarray(np.full(HUGE_PIXELS, 230, np.uint8)).save(root / "page.png")
    failed, peak = _titles_of(root)
    millions = HUGE_PIXELS[0] * HUGE_PIXELS[1] // 10**6
    return Outcome("one huge scan", 1, int(failed), f"{millions} million pixels: {peak} MB")


def memory_of_scans(bench: Bench) -> Outcome:
    """The most memory that the running titles of 600 page scans take to locate."""
    pages = sorted((bench.book("scanned", cut=False) / "pages").iterdir())
    root = bench.folder / "scans"
    root.mkdir()
    for number in range(SCANS):
        page = pages[number % len(pages)]
        shutil.copy(page, root / f"{number:04}{page.suffix}")
    failed, peak = _titles_of(root)
    return Outcome("many page scans", 1, int(failed), f"{SCANS} scans: {peak} MB")


def _titles_of(root: Path) -> tuple[bool, str]:
    """Locate the titles in a folder of scans: whether that failed, and the most memory in MB."""
    code = (
        "import resource, subprocess, sys;"
        "done = subprocess.run([sys.executable, '-m', 'formework', 'titles', sys.argv[1]]);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024);"
        "sys.exit(done.returncode)"
    )
    done = subprocess.run(
        (sys.executable, "-c", code, str(root)), capture_output=True, text=True, check=False
    )
    failed = done.returncode != 0 and "hint:" not in done.stderr
    return failed, done.stdout.strip().splitlines()[-1]


def formulas(bench: Bench) -> Outcome:
    """Mutated formulas: read and written back the same, or refused; never a crash."""
    tried, failures, refused, slowest = mutated_formulas(20_000, seed=bench.seed)
    return Outcome(
        "mutated formulas", tried, failures, f"{refused} refused; slowest {slowest:.1f} s"
    )


def damage(bench: Bench) -> list[Outcome]:
    """Damaged images, PDFs, manifests and XML: read or refused; never a crash."""
    folder = bench.folder / "damage"
    folder.mkdir()
    return [
        Outcome(f"damaged {kind}", tried, failures, f"{refused} refused; slowest {slowest:.1f} s")
        for kind, tried, failures, refused, slowest in damaged_files(
            folder, bench.files, seed=bench.seed
        )
    ]


TRIALS: Mapping[str, Callable[[Bench], Outcome | list[Outcome]]] = {
    "formulas": formulas,
    "damage": damage,
    "twice": two_runs,
    "disk": full_disk,
    "read-only": read_only,
    "threads": threads,
    "image": memory_of_an_image,
    "scans": memory_of_scans,
    "book": memory_of_a_book,
    "kills": kills,
    "locating": kills_in_locating,
}


def main() -> None:
    """Run the trials and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="*", choices=TRIALS, default=list(TRIALS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    print(f"seed {asked.seed}; Python {platform.python_version()}, {versions}", flush=True)
    known = asked.out.read_text().splitlines() if asked.out and asked.out.exists() else []
    done = {json.loads(line)["name"] for line in known}
    for name in asked.only:
        if name in done:
            continue
        with tempfile.TemporaryDirectory() as folder:
            outcomes = TRIALS[name](Bench(Path(folder), asked.seed, asked.kills, asked.files))
        for one in outcomes if isinstance(outcomes, list) else [outcomes]:
            print(f"| {one.trial} | {one.tried} | {one.failures} | {one.remark} |", flush=True)
            if asked.out:
                with asked.out.open("a") as file:
                    file.write(json.dumps({"name": name, **asdict(one)}) + "\n")


if __name__ == "__main__":
    main()
